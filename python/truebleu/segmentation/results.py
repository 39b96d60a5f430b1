"""Result of `resegment`: the segments, their positions and their edit distances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from truebleu.metrics.base.signature import Signature
from truebleu.results import Data, Result
from truebleu.wording import count, rounded_percent

HIGH_RATE = 0.6
"""Number of edits per reference token above which segment boundaries are unreliable."""

LOW_COVERAGE = 0.5
"""Ratio of tokens to reference tokens below which a document probably lacks text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentedDocument(Data):
    """Document whose text was split into segments.

    Attributes:
        name: the name of the document; "" if no documents were passed.
        text: the hypothesis lines of the document, joined.
        segments: the number of segments.
        tokens: the number of tokens of the text.
        reference_tokens: the number of tokens of the chosen references.
        errors: the sum of the edit distances of the segments.
    """

    name: str
    text: str
    segments: int
    tokens: int
    reference_tokens: int
    errors: int

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as a dict, except `text`, which can be long."""
        fields = Data.to_dict(self)
        del fields["text"]
        return fields


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Segmentation(Result):
    """Text that was split into the segments of its references.

    Attributes:
        segments: the text of each segment; "" if no text was assigned to the segment.
        spans: a triple (document, start, end) for each segment. `document` is the index of the
            segment's document. `start` and `end` (not included) are character positions in the
            document's `text`.
        errors: the edit distance between each segment and its chosen reference, in tokens.
        chosen: the index of the chosen reference of each segment; 0 if a segment has one reference.
        documents: the text and the counts of each document.
        signature: the settings that the segmentation depends on.
    """

    segments: tuple[str, ...]
    spans: tuple[tuple[int, int, int], ...]
    errors: tuple[int, ...]
    chosen: tuple[int, ...]
    documents: tuple[SegmentedDocument, ...]
    signature: Signature

    @property
    def distance(self) -> int:
        """Sum of the edit distances of all segments, in tokens."""
        return sum(self.errors)

    @property
    def rate(self) -> float | None:
        """Number of edits per reference token, 0 or more; None if the references have no tokens."""
        tokens = sum(document.reference_tokens for document in self.documents)
        return self.distance / tokens if tokens else None

    @property
    def empty(self) -> tuple[int, ...]:
        """Indices of the segments to which no text was assigned."""
        return tuple(number for number, text in enumerate(self.segments) if not text)

    @property
    def warnings(self) -> list[str]:
        """Warnings that segment boundaries may be wrong; an empty list if nothing indicates this.

        A high error rate indicates wrong boundaries, and so does a document with much less text
        than its references.
        """
        messages = []
        if self.rate is not None and self.rate > HIGH_RATE:
            messages.append(
                f"error rate {rounded_percent(self.rate)} after re-segmenting. Above "
                f"{HIGH_RATE:.0%}, boundaries are unreliable: check that texts and references "
                "belong together"
            )
        short = [
            document
            for document in self.documents
            if document.tokens < LOW_COVERAGE * document.reference_tokens
        ]
        if short:
            first = short[0]
            which = f"document {first.name!r}" if first.name else "the text"
            more = f", and {count(len(short) - 1, 'more document')}" if len(short) > 1 else ""
            messages.append(
                f"{which} has {count(first.tokens, 'token')} for "
                f"{count(first.reference_tokens, 'reference token')}{more}. Text that was left out "
                "shifts the segments next to it"
            )
        return messages

    def to_dict(self) -> dict[str, Any]:
        """Return all fields, `distance`, `rate` and `empty` as a JSON-serializable dict.

        The dict does not contain the texts of whole documents.
        """
        return {
            **Result.to_dict(self),
            "distance": self.distance,
            "rate": self.rate,
            "empty": list(self.empty),
        }

    def __str__(self) -> str:
        rate = "" if self.rate is None else f", error rate {rounded_percent(self.rate)}"
        return (
            f"{count(len(self.segments), 'segment')}, {len(self.empty)} empty, "
            f"{count(self.distance, 'edit')}{rate}"
        )

    def __repr__(self) -> str:
        return f"<Segmentation: {self}>"
