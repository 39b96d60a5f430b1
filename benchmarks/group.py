"""Measurement of one group of figures: `python -m benchmarks.group NAME [ARGUMENTS]`.

A fresh process has cold caches, the kernel that the environment variable TRUEBLEU_KERNEL names,
and a low peak memory, which the commands that it starts inherit.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import (
    ceiling,
    chrf,
    columns,
    diversity,
    family,
    lengths,
    pairwise,
    peers,
    processes,
    report,
    resegmentation,
    rouge,
    significance,
    spark,
    strings,
    ter,
    training,
)
from benchmarks.results import Figure
from benchmarks.timing import in_fresh_process, on_one_core

GROUPS: dict[str, Callable[[], list[Figure]]] = {
    "corpus": strings.corpus,
    "kernel": strings.kernel,
    "settings": strings.settings,
    "sentences": strings.sentences,
    "chrf": chrf.figures,
    "ter": ter.figures,
    "resegmentation": resegmentation.figures,
    "rouge": rouge.figures,
    "lengths": lengths.figures,
    "family": family.figures,
    "diversity": diversity.figures,
    "columns": columns.figures,
    "training": training.figures,
    "threads": strings.threads,
    "pairwise": pairwise.figures,
    "pairwise-threads": pairwise.threads,
    "ceiling": ceiling.figures,
    "start-up": processes.start_up,
}
# Groups that get a folder for files and the number of lines to write.
WITH_FILES: dict[str, Callable[[Path, int], list[Figure]]] = {
    "lines": processes.score_lines,
    "files": processes.files,
    "memory": processes.memory,
    "report": report.figures,
}
# Groups that get the number of segments to compare.
COMPARED: dict[str, Callable[[int], list[Figure]]] = {
    "significance": significance.figures,
    "comparison-memory": significance.memory,
    "spark": spark.figures,
}
ON_ALL_CORES = ("threads", "pairwise-threads", "files", "report", "spark")


def figures_of(group: str, *arguments: str, kernel: str | None = None) -> list[Figure]:
    """Run a group in a fresh process and return its figures."""
    return [Figure(**data) for data in in_fresh_process(group, *arguments, kernel=kernel)]


def result_of(group: str, arguments: list[str]) -> Any:
    if group == "bleuscore":
        return peers.bleuscore_once(strings.TEXTS[arguments[0]]())
    if group in WITH_FILES:
        with tempfile.TemporaryDirectory() as folder:
            figures = WITH_FILES[group](Path(folder), int(arguments[0]))
    elif group in COMPARED:
        figures = COMPARED[group](int(arguments[0]))
    else:
        figures = GROUPS[group]()
    return [figure.as_data() for figure in figures]


def main() -> None:
    group, *arguments = sys.argv[1:]
    if group not in ON_ALL_CORES:
        on_one_core()
    print(json.dumps(result_of(group, arguments)))


if __name__ == "__main__":
    main()
