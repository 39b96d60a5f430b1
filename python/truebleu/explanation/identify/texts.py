"""Variants of a corpus that `identify` scores: fewer references, swapped texts, repaired texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from truebleu.checks.results import Check
from truebleu.explanation.settings.views import MISREAD, Texts, View
from truebleu.inputs.batch import Batch
from truebleu.inputs.references import References

PRICE_OF_SWAPPING = 2.0
PRICE_OF_REPAIRING = 2.0
MAX_FOR_ALL_SUBSETS = 4
"""With up to this many references, all subsets of them are tried. With more, each reference alone
is tried, and all subsets without one reference."""


def views_of(texts: Texts) -> Iterator[View]:
    """Yield variants of a corpus: subsets of its references, swapped texts, and repaired texts.

    In a swapped variant, references are scored as hypotheses, with the hypotheses as their
    references. Another variant reproduces a mistake: the list of a segment's references is read as
    a reference stream (one reference per segment).
    """
    segments = range(len(texts.batch))
    is_complete = all(map(texts.batch.references_of, segments))
    if len(segments) > 1 and is_complete:
        yield MISREAD
    if not texts.has_equal_references:
        if is_complete:
            yield View.of_references(0)
        return
    count = len(texts.streams)
    for subset in _subsets(count) if count > 1 else ():
        yield View.of_references(*subset)
    for index in range(count):
        which = f"reference {index + 1}" if count > 1 else "references"
        yield View(
            words=f"{which} swapped with hypotheses",
            price=PRICE_OF_SWAPPING,
            references=(index,),
            swapped=True,
        )
    for words, (hypotheses, streams) in texts.repaired.items():
        differ = list(hypotheses) != list(texts.batch.hypotheses), streams != texts.streams
        for sides in ((True, True), (True, False), (False, True)):
            if any(side and not changes for side, changes in zip(sides, differ, strict=True)):
                continue
            names = [name for name, side in zip(SIDES, sides, strict=True) if side]
            yield View(
                words=f"{' and '.join(names)} {words}",
                price=PRICE_OF_REPAIRING,
                repair=words,
                repairs_hypotheses=sides[0],
                repairs_references=sides[1],
            )


SIDES = ("hypotheses", "references")


def _subsets(count: int) -> Iterator[tuple[int, ...]]:
    sizes = range(1, count) if count <= MAX_FOR_ALL_SUBSETS else (1, count - 1)
    for size in sizes:
        yield from combinations(range(count), size)


# Problems of the texts, which can explain a score without a change of settings

# Description of the repair for each kind of problem.
REPAIRS = {
    "escaped": "without entities",
    "subwords": "with subwords joined",
    "spaced_punctuation": "detokenized",
}


class Suspicions:
    """Problems that the data checks (`truebleu.check`) report for a corpus.

    `warnings` has a message for each error in the texts. `repairs` maps the description of a repair
    to a function that repairs a text. It has the repairs for the reported problems.
    """

    def __init__(self, batch: Batch) -> None:
        self.warnings: list[str] = []
        self.repairs: dict[str, Callable[[str], str]] = {}
        # Imported late: this import compiles the patterns of every kind of issue.
        from truebleu.checks.check import check

        if not batch.tokens:
            self._read(check(batch.hypotheses, _references(batch)))

    def _read(self, result: Check) -> None:
        from truebleu.checks import residue
        from truebleu.checks.results import ERROR

        for finding in result.findings:
            if finding.severity == ERROR:
                where = f"{finding.stream}: " if finding.stream else ""
                self.warnings.append(f"{where}{finding.message}")
            if finding.kind in REPAIRS:
                self.repairs[REPAIRS[finding.kind]] = residue.REPAIRS[finding.kind]


def _references(batch: Batch) -> References:
    lists: Sequence[Sequence[str | None]] = batch.references
    return References.per_segment(lists) if batch.by_segment else References.streams(lists)
