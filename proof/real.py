"""Real texts and their rows; run by itself, the rows' digests by the kernel of its environment.

TRUEBLEU_KERNEL=portable python -m proof.real STEP
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
    "BLEU, lower-cased": BLEU(lowercase=True),
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
    """A system's output and its references, as lines that every kind of file can hold."""

    name: str
    hypotheses: list[str]
    streams: list[list[str]]

    @property
    def references(self) -> References:
        return References.streams(self.streams)

    @property
    def sides(self) -> dict[str, list[str]]:
        """The columns of a table."""
        named = {f"reference{at}": stream for at, stream in enumerate(self.streams)}
        return {"hypothesis": self.hypotheses, **named}


@cache
def texts(step: int = 1) -> tuple[Text, ...]:
    """Give every `step`th segment of WMT's texts, or of the example where they are not at hand."""
    if not os.environ.get("TRUEBLEU_DATA"):
        names = ("system.medium.en.txt", "reference.a.en.txt", "reference.b.en.txt")
        hypotheses, *streams = ([*wmt.lines(NEWS / name)] for name in names)
        return (of_lines("news", wmt.Texts(hypotheses, streams).every(step)),)
    sets = ((f"{name} {system}", wmt.read(name, system)) for name, system in wmt.SETS)
    return tuple(of_lines(name, found.every(step)) for name, found in sets)


def of_lines(name: str, found: wmt.Texts) -> Text:
    """A tab would end a cell of a TSV file; a carriage return, a line."""
    clean = [
        [line.replace("\t", " ").replace("\r", " ") for line in side]
        for side in (found.hypotheses, *found.streams)
    ]
    return Text(name, clean[0], clean[1:])


def rows(metric: Metric[Any], text: Text, threads: int = 1) -> NDArray[np.int64]:
    """Count lists of strings; all other interfaces are compared with these counts."""
    return metric.statistics(text.hypotheses, text.references, threads=threads)


def digests(step: int) -> Iterator[tuple[int, str, int, str]]:
    """Give for any number of threads, each metric and text: the rows' number and their digest."""
    for threads in THREADS:
        for name, metric in METRICS.items():
            for text in texts(step):
                found = rows(metric, text, threads)
                digest = hashlib.sha256(found.tobytes()).hexdigest()
                yield threads, f"{name}: {text.name}", len(found), digest


def main() -> None:
    found = {"kernel": _native.active_kernel(), "digests": list(digests(int(sys.argv[1])))}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
