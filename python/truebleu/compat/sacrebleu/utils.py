"""The parts of sacreBLEU's `utils` that scoring programs use.

What is about its test sets, its tables and its command line is not here.
"""

from __future__ import annotations

import gzip
import logging
import math
import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "SACREBLEU_DIR",
    "USERHOME",
    "my_log",
    "sanity_check_lengths",
    "smart_open",
    "sum_of_lists",
]

# Where sacreBLEU keeps its downloads, the SentencePiece models among them.
USERHOME = str(Path("~").expanduser())
SACREBLEU_DIR = os.environ.get("SACREBLEU", str(Path(USERHOME, ".sacrebleu")))

sacrelogger = logging.getLogger("sacrebleu")


def smart_open(file: str, mode: str = "rt", encoding: str | None = "utf-8") -> IO[Any]:
    """Open a file, through gzip when its name ends in `.gz`; a line feed alone ends a line."""
    opener: Any = gzip.open if file.endswith(".gz") else open
    opened: IO[Any] = opener(file, mode=mode, encoding=encoding, newline="\n")
    return opened


def my_log(num: float) -> float:
    """The natural logarithm, and a very small number in place of that of 0."""
    return math.log(num) if num != 0 else -9999999999


def sum_of_lists(lists: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """The sums of columns, added one row after the other; of one row the row itself."""
    if len(lists) == 1:
        return lists[0]
    total: list[Any] = [type(lists[0][0])(0)] * len(lists[0])
    for row in lists:
        for at, count in enumerate(row):
            total[at] += count
    return total


def sanity_check_lengths(
    system: Sequence[str], refs: Sequence[Sequence[str]], test_set: str | None = None
) -> None:
    """End the program when a stream is not as long as the system's output."""
    if any(len(stream) != len(system) for stream in refs):
        sacrelogger.error("System and reference streams have different lengths.")
        if test_set:
            sacrelogger.error(
                "Either the output is not of %s, or sacreBLEU's copy of it is damaged: it lies in "
                "%s and can be deleted",
                test_set,
                Path(SACREBLEU_DIR, test_set),
            )
        sys.exit(1)
