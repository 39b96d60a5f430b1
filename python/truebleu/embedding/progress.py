"""How far a model is: told to whoever asked, or shown on a terminal."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["shown"]

FEW = 512
"""Texts for which no bar is worth it."""


@contextmanager
def shown(
    total: int, progress: Callable[[int, int], object] | None
) -> Iterator[Callable[[int], object]]:
    """What to call with how many of `total` texts are done."""
    if progress is not None:
        yield lambda done: progress(done, total)
    elif total < FEW or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _: None
    else:
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("encoding", total=total)
            yield lambda done: bar.update(task, completed=done)
