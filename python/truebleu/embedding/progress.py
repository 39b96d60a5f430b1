"""How far a model is: told to whoever asked, or shown on a terminal."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Shown"]

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
