"""The result of `resegment`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from truebleu.metrics.base.signature import Signature
from truebleu.results import Data, Result
from truebleu.wording import count, rounded_percent

HIGH_RATE = 0.6
"""Above this error rate per reference token, borders are in doubt."""

LOW_COVERAGE = 0.5
"""A document with a smaller share of the reference's tokens has left something out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentedDocument(Data):
    """A document that was cut.

    `text` is its hypothesis lines joined, `tokens` the text's number of tokens, `reference_tokens`
    that of the chosen references, `errors` the sum of the segments' edits.
    """

    name: str
    text: str
    segments: int
    tokens: int
    reference_tokens: int
    errors: int

    def to_dict(self) -> dict[str, Any]:
        """Return all fields but the text, which the segments have."""
        fields = Data.to_dict(self)
        del fields["text"]
        return fields


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Segmentation(Result):
    """A text that was cut into the segments of a reference.

    Attributes:
        segments: the text of each segment of the reference, "" where there was nothing.
        spans: for each segment its document, counted from 0, and the characters in that document's
            `text`: from the start up to, but not including, the end.
        errors: the edit distance of each segment to the reference that it was cut by, in tokens.
        chosen: for each segment the reference that it was cut by, counted from 0.
        documents: each document's text and counts.
        signature: what the segmentation depends on.
    """

    segments: tuple[str, ...]
    spans: tuple[tuple[int, int, int], ...]
    errors: tuple[int, ...]
    chosen: tuple[int, ...]
    documents: tuple[SegmentedDocument, ...]
    signature: Signature

    @property
    def distance(self) -> int:
        """Sum of the segments' edits, in tokens."""
        return sum(self.errors)

    @property
    def rate(self) -> float | None:
        """Edits per reference token, from 0; None if the reference has no token."""
        tokens = sum(document.reference_tokens for document in self.documents)
        return self.distance / tokens if tokens else None

    @property
    def empty(self) -> tuple[int, ...]:
        """Segments, counted from 0, that got nothing."""
        return tuple(number for number, text in enumerate(self.segments) if not text)

    def doubts(self) -> list[str]:
        """Return why the borders may be wrong: a high error rate, documents that lack text."""
        messages = []
        if self.rate is not None and self.rate > HIGH_RATE:
            messages.append(
                f"error rate {rounded_percent(self.rate)} after re-segmenting. Above "
                f"{HIGH_RATE:.0%}, borders are unreliable: check that texts and references belong "
                "together"
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
        """Return all fields and properties by name, ready for JSON."""
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
