"""Progress bars on the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from truebleu.inputs.arguments import ProgressCallback
from truebleu.io.console import is_terminal

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.io.streams import OpenFile

PATIENCE = 1.0
"""Number of seconds after which a `Progress` or `TrialProgress` appears."""


class _Bar:
    """A progress bar on standard error.

    The bar appears only on a terminal, and only after 1 second.
    """

    def __init__(self, *, quiet: bool) -> None:
        self._enabled = not quiet and is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._start = monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _is_time(self) -> bool:
        """Return whether the bar is visible. Show it if 1 second has passed."""
        if not self._enabled:
            return False
        if self._bar is None:
            if monotonic() - self._start < PATIENCE:
                return False
            self._open()
        return True

    def _open(self) -> None:
        raise NotImplementedError

    def _start_bar(self, task: str, amount: Any, total: float | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TimeRemainingColumn
        from rich.progress import Progress as RichBar

        self._bar = RichBar(
            task,
            BarColumn(),
            amount,
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task(task, total=total)
        self._bar.start()


class Progress(_Bar):
    """A progress bar for reading files."""

    def __init__(self, files: Sequence[OpenFile], *, quiet: bool) -> None:
        super().__init__(quiet=quiet)
        self._files = files

    def show(self) -> None:
        """Update the bar with the number of bytes that were read from the files."""
        if self._is_time():
            read = sum(file.reader.position for file in self._files if file.reader)
            self._bar.update(self._task, completed=read)

    def _open(self) -> None:
        from rich.progress import DownloadColumn

        sizes = [file.reader.size if file.reader else None for file in self._files]
        total = None if None in sizes else sum(size or 0 for size in sizes)
        self._start_bar("counting", DownloadColumn(), total)


class TrialProgress(_Bar):
    """A progress bar for the trials of a significance test, or for the steps of another task."""

    def __init__(self, *, quiet: bool, task: str = "resampling") -> None:
        super().__init__(quiet=quiet)
        self._name = task

    def show(self, done: int, total: int) -> None:
        """Update the bar: `done` of `total` trials are done."""
        if self._is_time():
            self._bar.update(self._task, completed=done, total=total)

    def _open(self) -> None:
        from rich.progress import TaskProgressColumn

        self._start_bar(self._name, TaskProgressColumn(), None)


FEW = 512
"""Minimum number of texts for a progress bar."""


class TextProgress:
    """A context manager that shows how many texts a model has processed.

    The `with` statement returns a function. Call the function with the number of finished texts. If
    `progress` is None, the function updates a progress bar on the terminal. Otherwise, it calls
    `progress(finished, total)`.
    """

    def __init__(
        self, total: int, progress: ProgressCallback | None, task: str = "encoding"
    ) -> None:
        self._total = total
        self._name = task
        self._progress = progress
        self._bar: Any = None

    def __enter__(self) -> Callable[[int], object]:
        progress, total = self._progress, self._total
        if progress is not None:
            return lambda done: progress(done, total)
        if total < FEW or not is_terminal(sys.stderr) or os.environ.get("TERM") == "dumb":
            return lambda _: None
        from rich.console import Console
        from rich.progress import Progress

        bar = self._bar = Progress(console=Console(stderr=True), transient=True)
        task = bar.add_task(self._name, total=total)
        bar.start()
        return lambda done: bar.update(task, completed=done)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
