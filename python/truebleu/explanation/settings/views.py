"""Variants of a corpus: subsets of its references, swapped texts, and repaired texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from truebleu.inputs.batch import Batch

Column = Sequence[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Variant of a corpus, which may have been scored instead of the corpus itself.

    Attributes:
        words: the description of the variant. Variants with equal descriptions are equal.
        price: how implausible the variant is.
        references: the indices of the references that are used, counted from 0; None means all.
        swapped: whether the references are scored as hypotheses, with the hypotheses as their
            references.
        repair: the key of the repaired texts in `Texts.repaired`; "" if texts are not repaired.
        repairs_hypotheses: whether the hypotheses are repaired.
        repairs_references: whether the references are repaired.
        misread: whether the list of a segment's references is read as a reference stream (one
            reference per segment). Segment k then gets the k-th reference of every segment as its
            references. With n references per segment, only the first n segments are scored.
        expanded: whether each reference forms a segment of its own, together with the hypothesis.
        best: whether each segment gets the highest of its scores with a single reference.
    """

    words: str
    price: float = field(default=1.0, compare=False)
    references: tuple[int, ...] | None = field(default=None, compare=False)
    swapped: bool = field(default=False, compare=False)
    repair: str = field(default="", compare=False)
    repairs_hypotheses: bool = field(default=False, compare=False)
    repairs_references: bool = field(default=False, compare=False)
    misread: bool = field(default=False, compare=False)
    expanded: bool = field(default=False, compare=False)
    best: bool = field(default=False, compare=False)

    @classmethod
    def of_references(cls, *references: int) -> View:
        """Return the variant of the corpus that uses only some references of each segment.

        `references` are the indices of these references, counted from 0.
        """
        names = " and ".join(str(index + 1) for index in references)
        words = f"reference {names} alone" if len(references) == 1 else f"references {names}"
        return cls(words=words, references=references)

    @property
    def is_subset(self) -> bool:
        """Whether leaving out references is the only change of this variant."""
        return self.references is not None and not self.swapped


MEAN_OF_REFERENCES = View(words="mean over the references", expanded=True)
"""Variant in which each reference becomes a segment of its own, as in lighteval."""

BEST_OF_REFERENCES = View(words="maximum over the references", best=True)
"""Variant in which a segment's score is its highest score with one reference, as in HELM."""

MISREAD = View(words="references by segment read as streams", price=2.0, misread=True)
"""Variant that results if lists of references by segment are passed to sacreBLEU, as lighteval does
for chrF and TER. With one reference per segment, only the first segment is scored."""


class Texts:
    """Corpus and its variants: fewer references, swapped texts, repaired texts.

    Attributes:
        streams: lists of references. List i has the i-th reference of every segment. Empty if
            segments have different numbers of references.
        has_equal_references: whether all segments have equal numbers of references, and no
            reference is missing.
        repaired: the repaired hypotheses and reference streams, by description of the repair.
            Repairs that change nothing are left out.
    """

    def __init__(
        self, batch: Batch, repairs: Mapping[str, Callable[[str], str]] | None = None
    ) -> None:
        self.batch = batch
        self.streams = _streams(batch)
        self.has_equal_references = bool(self.streams) and not any(
            text is None for stream in self.streams for text in stream
        )
        self.repaired: dict[str, tuple[Column, list[Column]]] = {}
        if self.has_equal_references and not batch.tokens:
            for words, repair in (repairs or {}).items():
                self._repair(words, repair)

    def select(self, view: View) -> Batch:
        """Return the hypotheses and references of a variant of the corpus.

        If a segment has fewer references than others, its last reference is repeated.
        """
        hypotheses: Column = self.batch.hypotheses
        streams: Sequence[Column] = self.streams
        if view.misread or not self.has_equal_references:
            streams = [self.batch.references_of(segment) for segment in range(len(self.batch))]
        if view.misread:
            count = min(len(hypotheses), *map(len, streams))
            hypotheses, streams = hypotheses[:count], [stream[:count] for stream in streams]
        if view.repair:
            repaired_hypotheses, repaired_streams = self.repaired[view.repair]
            hypotheses = repaired_hypotheses if view.repairs_hypotheses else hypotheses
            streams = repaired_streams if view.repairs_references else streams
        if not (view.misread or self.has_equal_references):
            streams = [
                [references[min(index, len(references) - 1)] for references in streams]
                for index in range(max(map(len, streams)))
            ]
        if view.references is not None:
            streams = [streams[index] for index in view.references]
        if view.expanded:
            hypotheses = list(hypotheses) * len(streams)
            streams = [[text for stream in streams for text in stream]]
        if view.swapped:
            hypotheses, streams = streams[0], [hypotheses]
        return Batch(list(hypotheses), list(streams), tokens=self.batch.tokens)

    def _repair(self, words: str, repair: Callable[[str], str]) -> None:
        def repair_all(column: Column) -> Column:
            return [None if text is None else repair(text) for text in column]

        hypotheses = repair_all(self.batch.hypotheses)
        streams = [repair_all(stream) for stream in self.streams]
        if hypotheses != list(self.batch.hypotheses) or streams != self.streams:
            self.repaired[words] = hypotheses, streams


def _streams(batch: Batch) -> list[Column]:
    if not batch.by_segment:
        return [list(stream) for stream in batch.references]
    if len({len(cells) for cells in batch.references}) != 1:
        return []
    return [list(column) for column in zip(*batch.references, strict=True)]
