"""Functions for scoring from sacreBLEU's module `utils`.

Attributes for test sets and tables are taken from the installed sacreBLEU.
"""

from __future__ import annotations

import gzip
import logging
import math
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from truebleu.compat.sacrebleu.installed import taken

# sacreBLEU's folder of downloads, including SentencePiece models.
USERHOME = str(Path("~").expanduser())
SACREBLEU_DIR = os.environ.get("SACREBLEU", str(Path(USERHOME, ".sacrebleu")))

sacrelogger = logging.getLogger("sacrebleu")


def smart_open(file: str, mode: str = "rt", encoding: str | None = "utf-8") -> IO[Any]:
    """Open a file. A `.gz` file is decompressed. Only line feeds end lines."""
    opener: Any = gzip.open if file.endswith(".gz") else open
    stream: IO[Any] = opener(file, mode=mode, encoding=encoding, newline="\n")
    return stream


def my_log(num: float) -> float:
    """Return the natural logarithm of `num`; -9999999999 for 0."""
    return math.log(num) if num != 0 else -9999999999


def sum_of_lists(lists: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """Return the sum of lists of equal length, item by item.

    A single list is returned itself, not as a copy.
    """
    if len(lists) == 1:
        return lists[0]
    total: list[Any] = [type(lists[0][0])(0)] * len(lists[0])
    for row in lists:
        for i, count in enumerate(row):
            total[i] += count
    return total


def sanity_check_lengths(
    system: Sequence[str], refs: Sequence[Sequence[str]], test_set: str | None = None
) -> None:
    """Exit the process with code 1 if a reference stream and `system` differ in length."""
    if any(len(stream) != len(system) for stream in refs):
        sacrelogger.error("System and reference streams have different lengths.")
        if test_set:
            sacrelogger.error(
                "Either the output is not for %s, or sacreBLEU's copy of it is damaged. To "
                "download it again, delete %s",
                test_set,
                Path(SACREBLEU_DIR, test_set),
            )
        sys.exit(1)


def args_to_dict(args: Namespace, prefix: str, strip_prefix: bool = False) -> dict[str, Any]:
    """Return a dict of the arguments whose names begin with `prefix` and an underscore.

    >>> from argparse import Namespace
    >>> args_to_dict(Namespace(bleu_force=True, ter_normalized=False), "bleu", strip_prefix=True)
    {'force': True}
    """
    start = f"{prefix}_"
    return {
        name.replace(start, "") if strip_prefix else name: value
        for name, value in vars(args).items()
        if name.startswith(start)
    }


TAKEN = frozenset(
    {
        "Color",
        "download_file",
        "download_test_set",
        "extract_tarball",
        "filter_subset",
        "get_available_origlangs",
        "get_available_subsets",
        "get_available_testsets",
        "get_available_testsets_for_langpair",
        "get_files",
        "get_langpairs_for_testset",
        "get_md5sum",
        "get_reference_files",
        "get_source_file",
        "print_results_table",
        "print_single_results",
        "print_subset_results",
        "print_test_set",
    }
)


def __getattr__(name: str) -> Any:
    """Return an attribute for test sets or tables, taken from the installed sacreBLEU."""
    return taken(name, "sacrebleu.utils", TAKEN)
