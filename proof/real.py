"""Real texts and their counts.

    TRUEBLEU_KERNEL=portable python -m proof.real STEP

prints digests of the counts of every STEP-th segment with the kernel that TRUEBLEU_KERNEL names.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proof.records import ROOT
from tests.differential import wmt
from truebleu import BLEU, CHRF, GLEU, ROUGE, TER, References, _native
from truebleu.metrics.base.metric import Metric

NEWS = ROOT / "examples" / "news"
METRICS: dict[str, Metric[Any]] = {
    **{f"BLEU by {name}": BLEU(tokenizer=name) for name in ("13a", "none", "intl", "zh", "char")},
    "BLEU, lowercased": BLEU(lowercase=True),
    "BLEU of nine orders": BLEU(max_ngram_order=9),
    "chrF": CHRF(),
    "chrF++": CHRF(word_order=2),
    "TER": TER(),
    "ROUGE-L": ROUGE("L"),
    "GLEU": GLEU(),
}
THREADS = (1, 2, 3, 8)


@dataclass(frozen=True)
class Text:
    """Output of a system and its references, without characters that some file formats forbid."""

    name: str
    hypotheses: list[str]
    streams: list[list[str]]

    @property
    def references(self) -> References:
        return References.streams(self.streams)

    @property
    def sides(self) -> dict[str, list[str]]:
        """Hypotheses and reference streams by column name."""
        references = {f"reference{i}": stream for i, stream in enumerate(self.streams)}
        return {"hypothesis": self.hypotheses, **references}


@cache
def texts(step: int = 1) -> tuple[Text, ...]:
    """Return every `step`-th segment of the WMT texts, or of examples/news without them."""
    if not os.environ.get("TRUEBLEU_DATA"):
        names = ("system.medium.en.txt", "reference.a.en.txt", "reference.b.en.txt")
        hypotheses, *streams = ([*wmt.lines(NEWS / name)] for name in names)
        return (of_lines("news", wmt.Texts(hypotheses, streams).every(step)),)
    sets = ((f"{name} {system}", wmt.read(name, system)) for name, system in wmt.SETS)
    return tuple(of_lines(name, lines.every(step)) for name, lines in sets)


def of_lines(name: str, lines: wmt.Texts) -> Text:
    """Replace tabs and carriage returns, which separate cells and lines of TSV files."""
    clean = [
        [line.replace("\t", " ").replace("\r", " ") for line in side]
        for side in (lines.hypotheses, *lines.streams)
    ]
    return Text(name, clean[0], clean[1:])


def rows(metric: Metric[Any], text: Text, threads: int = 1) -> NDArray[np.int64]:
    """Return the counts of lists of strings, with which all other interfaces are compared."""
    return metric.statistics(text.hypotheses, text.references, threads=threads)


def digests(step: int) -> Iterator[tuple[int, str, int, str]]:
    """Yield for each number of threads, metric and text: the number of rows and their digest."""
    for threads in THREADS:
        for name, metric in METRICS.items():
            for text in texts(step):
                counts = rows(metric, text, threads)
                digest = hashlib.sha256(counts.tobytes()).hexdigest()
                yield threads, f"{name}: {text.name}", len(counts), digest


def main() -> None:
    output = {"kernel": _native.active_kernel(), "digests": list(digests(int(sys.argv[1])))}
    print(json.dumps(output))


if __name__ == "__main__":
    main()
