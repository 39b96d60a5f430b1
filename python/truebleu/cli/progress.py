"""A progress bar, for work that takes long enough to wonder."""

from __future__ import annotations

import os
import sys
from time import monotonic

from truebleu.cli.console import is_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from typing_extensions import Self

    from truebleu.io.streams import OpenFile

__all__ = ["Progress"]

PATIENCE = 1.0
"""Seconds before the bar appears."""


class Progress:
    """How much of the files is read, on standard error; only on a terminal."""

    def __init__(self, files: Sequence[OpenFile], *, quiet: bool) -> None:
        self._files = files
        self._wanted = not quiet and is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._start = monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self) -> None:
        """Bring the bar up to date; the first time only when it has taken a while."""
        if not self._wanted:
            return
        if self._bar is None:
            if monotonic() - self._start < PATIENCE:
                return
            self._open()
        read = sum(file.reader.position for file in self._files if file.reader)
        self._bar.update(self._task, completed=read)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        sizes = [file.reader.size if file.reader else None for file in self._files]
        known = [size for size in sizes if size is not None]
        total = sum(known) if len(known) == len(sizes) else None
        self._bar = Bar(
            "counting",
            BarColumn(),
            DownloadColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task("counting", total=total)
        self._bar.start()
