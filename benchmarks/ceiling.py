"""Comparison of the fastest code paths with optimized Rust prototypes on one core.

The environment variable TRUEBLEU_CEILING names the folder of the prototypes. Each prototype is one
Rust file, which is compiled and run on the same core as truebleu. Without the variable, or without
the WMT texts, the column "prototype" of the tables is "-".
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import texts
from benchmarks.results import Figure, time_text
from benchmarks.texts import Text
from benchmarks.timing import min_time

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTION = "Against prototypes of our own"
SYSTEMS = 8
RESAMPLES = 1000
# Of each prototype: file name, arguments, and a pattern that matches the printed milliseconds.
BLEU = ("bleu5", ("t", "en-de", "Online-B", "50"), r"stats ([\d.]+) ms")
ALL_PAIRS = ("mbr2", ("mbr",), r"total best ([\d.]+) ms")
RANDOMIZATION = ("sig2", ("ar", "2037", "8", "10000"), r"trials numpy: ([\d.]+) ms")
BOOTSTRAP = ("sig2", ("bs", "2037", str(SYSTEMS), str(RESAMPLES)), r"Q=16: ([\d.]+) ms")


@functools.cache
def compile_prototype(name: str, folder: Path) -> Path:
    """Compile a prototype for this processor."""
    data = texts.data_folder()
    target = Path(tempfile.mkdtemp(prefix="ceiling-")) / name
    options = [
        "--edition",
        "2021",
        "-C",
        "opt-level=3",
        "-C",
        "target-cpu=native",
        "-A",
        "warnings",
    ]
    subprocess.run(
        ["rustc", *options, f"{name}.rs", "-o", str(target)],
        cwd=folder, check=True, env={**os.environ, "TB_DATA": f"{data}/wmt22", "TB_GOLDEN": "."},
    )  # fmt: skip
    return target


def prototype_seconds(name: str, arguments: tuple[str, ...], pattern: str) -> float | None:
    """Return the shortest of three times of a prototype; None if it is not available."""
    folder = os.environ.get("TRUEBLEU_CEILING")
    if not folder or texts.data_folder() is None:
        return None
    program = compile_prototype(name, Path(folder))
    printed = [
        subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout
        for _ in range(3)
    ]
    matches = [re.search(pattern, text) for text in printed]
    times = [float(match[1]) / 1e3 for match in matches if match]
    if not times:
        message = f"{name} {' '.join(arguments)}: no time in {printed[-1]!r}"
        raise RuntimeError(message)
    return min(times)


def figure(
    label: str, seconds: float, prototype: tuple[str, tuple[str, ...], str], per: int = 1
) -> Figure:
    """Return the figure of truebleu's time divided by `per`, with its ratio to a prototype's."""
    theirs = prototype_seconds(*prototype)
    yardstick = "-" if theirs is None else f"{seconds / theirs:.2f}x of {time_text(theirs / per)}"
    unit, factor = ("ns", 1e9) if per > 1 else ("ms", 1e3)
    return Figure(SECTION, label, seconds / per * factor, unit, yardstick=yardstick)


def pairs() -> Text:
    """Return the text that the BLEU prototype scores; generated text if WMT is missing."""
    folder = texts.data_folder()
    if folder is None:
        return texts.generated(1)
    names = ("en-de.sys.Online-B.txt", "en-de.ref.A.txt")
    hypotheses, references = (texts.read(folder / "wmt22" / name) for name in names)
    return Text("WMT22 en-de, Online-B", hypotheses, [references])


def figures() -> list[Figure]:
    return [*bleu(), all_pairs(), *tests()]


def bleu() -> Iterator[Figure]:
    """Measure corpus BLEU of strings that were scored before, and of Arrow arrays."""
    import pyarrow as pa

    import truebleu

    metric, text = truebleu.BLEU(), pairs()
    lines = [[line.decode() for line in side] for side in (text.hypotheses, text.references[0])]
    inputs: dict[str, list[Any]] = {
        "list[str]": lines, "a column of Arrow": [pa.array(side) for side in lines]
    }  # fmt: skip
    for kind, sides in inputs.items():
        seconds = min_time(lambda pair: metric.corpus_score(*pair, threads=1), lambda: sides)  # noqa: B023  called at once
        yield figure(f"BLEU with 13a, {kind}, per pair", seconds, BLEU, len(text))


def all_pairs() -> Figure:
    from truebleu import pairwise

    lines = [line.decode() for line in pairs().hypotheses[:256]]
    seconds = min_time(lambda texts: pairwise(texts, texts, threads=1), lambda: lines)
    return figure("all pairs of 256 texts, BLEU", seconds, ALL_PAIRS)


def tests() -> Iterator[Figure]:
    """Measure comparisons from texts to p-values; the prototypes start from counts."""
    from truebleu import compare

    text = pairs()
    references = [line.decode() for line in text.references[0]]
    systems = {
        f"system {number}": [
            " ".join(words[: -1 - number] if i % SYSTEMS == number else words)
            for i, words in enumerate(line.decode().split() for line in text.hypotheses)
        ]
        for number in range(SYSTEMS)
    }
    two = dict(list(systems.items())[:2])
    randomized = min_time(lambda pair: compare(pair, references, threads=1), lambda: two)
    yield figure("randomization of 2 systems, 10,000 trials", randomized, RANDOMIZATION)
    bootstrapped = min_time(
        lambda all_: compare(all_, references, test="bootstrap", resamples=RESAMPLES, threads=1),
        lambda: systems,
    )
    yield figure(f"bootstrap of {SYSTEMS} systems, {RESAMPLES} resamples", bootstrapped, BOOTSTRAP)
