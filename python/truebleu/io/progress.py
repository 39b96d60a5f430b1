"""A progress bar, for work that takes long enough to wonder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from truebleu.io.console import is_terminal

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.io.streams import OpenFile

PATIENCE = 1.0
"""Seconds before the bar appears."""


class _Bar:
    """A bar on standard error; only on a terminal, and only when it has taken a while."""

    def __init__(self, *, quiet: bool) -> None:
        self._wanted = not quiet and is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._start = monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _is_time(self) -> bool:
        """Whether there is a bar to bring up to date; it is opened when it is time."""
        if not self._wanted:
            return False
        if self._bar is None:
            if monotonic() - self._start < PATIENCE:
                return False
            self._open()
        return True

    def _open(self) -> None:
        raise NotImplementedError

    def _start_bar(self, what: str, amount: Any, total: float | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TimeRemainingColumn
        from rich.progress import Progress as RichBar

        self._bar = RichBar(
            what,
            BarColumn(),
            amount,
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task(what, total=total)
        self._bar.start()


class Progress(_Bar):
    """How much of the files is read."""

    def __init__(self, files: Sequence[OpenFile], *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self._files = files

    def show(self) -> None:
        """Bring the bar up to date; the first time only when it has taken a while."""
        if self._is_time():
            read = sum(file.reader.position for file in self._files if file.reader)
            self._bar.update(self._task, completed=read)

    def _open(self) -> None:
        from rich.progress import DownloadColumn

        sizes = [file.reader.size if file.reader else None for file in self._files]
        known = [size for size in sizes if size is not None]
        total = sum(known) if len(known) == len(sizes) else None
        self._start_bar("counting", DownloadColumn(), total)


class TrialProgress(_Bar):
    """How many of the trials of a test are done, or of what else `what` names."""

    def __init__(self, *, quiet: bool, what: str = "resampling") -> None:
        super().__init__(quiet=quiet)
        self._what = what

    def show(self, done: int, total: int) -> None:
        """Bring the bar up to date; each kind of trial begins anew."""
        if self._is_time():
            self._bar.update(self._task, completed=done, total=total)

    def _open(self) -> None:
        from rich.progress import TaskProgressColumn

        self._start_bar(self._what, TaskProgressColumn(), None)


# How far a model is: told to whoever asked, or shown on a terminal


FEW = 512
"""Texts for which no bar is worth it."""


class Shown:
    """A context that gives what to call with how many of `total` texts are done."""

    def __init__(self, total: int, progress: Callable[[int, int], object] | None) -> None:
        self._total = total
        self._progress = progress
        self._bar: Any = None

    def __enter__(self) -> Callable[[int], object]:
        progress, total = self._progress, self._total
        if progress is not None:
            return lambda done: progress(done, total)
        if total < FEW or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
            return lambda _: None
        from rich.console import Console
        from rich.progress import Progress

        bar = self._bar = Progress(console=Console(stderr=True), transient=True)
        task = bar.add_task("encoding", total=total)
        bar.start()
        return lambda done: bar.update(task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
