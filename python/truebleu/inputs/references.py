"""References that say their shape.

A nested list of references can be read in two ways, and tools disagree on which they mean:
NLTK and Hugging Face take `references[i]` as the references of segment i, sacreBLEU as the i-th
reference stream. Mixing them up gives a number that looks fine and is wrong, so a nested list
says here which it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from truebleu._native import Column
from truebleu.errors import InputError
from truebleu.inputs.sequences import SEGMENTS, as_segment_lists, as_segments
from truebleu.wording import count


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class References:
    """References by segment or by stream, for any number of references per segment.

    Three segments, two references for each, written in both ways:

    >>> by_segment = References.per_segment([["a b", "a c"], ["d", "e"], ["f", "f g"]])
    >>> by_stream = References.streams([["a b", "d", "f"], ["a c", "e", "f g"]])
    >>> by_segment
    <References per segment: 3 segments>
    >>> by_stream
    <References: 2 streams of 3 segments>

    `None` marks a missing reference: in a stream, that it has none for this segment. `""` is a
    real reference of length 0, as in sacreBLEU. Arrays, columns and iterators are read once and
    kept (columns of Arrow where they lie), so the object can be used again, shared and pickled.
    """

    lists: tuple[Any, ...]
    """The inner lists, as tuples; columns of Arrow as sequences of the same texts."""

    by_segment: bool
    """True when each inner list is a segment's, False when it is a stream."""

    def __post_init__(self) -> None:
        """Check the lists, and keep them so that nobody can change them."""
        given: Any = self.lists
        if isinstance(given, References):
            raise InputError("these are References already: hand them over as they are")
        lists = _kept(given, by_segment=self.by_segment)
        object.__setattr__(self, "lists", lists)
        if not (self.by_segment or lists):
            raise InputError("References.streams needs at least one stream of references")

    @classmethod
    def per_segment(cls, lists: Any) -> References:
        """`lists[i]` holds the references of segment i: NLTK's and Hugging Face's way."""
        return cls(lists=lists, by_segment=True)

    @classmethod
    def streams(cls, lists: Any) -> References:
        """`lists[i]` is the i-th reference of every segment: sacreBLEU's way."""
        return cls(lists=lists, by_segment=False)

    def __repr__(self) -> str:
        if self.by_segment:
            return f"<References per segment: {count(len(self.lists), 'segment')}>"
        lengths = sorted({len(stream) for stream in self.lists})
        streams = count(len(self.lists), "stream")
        segments = "segment" if lengths == [1] else "segments"
        return f"<References: {streams} of {' or '.join(map(str, lengths))} {segments}>"


def _kept(lists: Any, *, by_segment: bool) -> Any:
    """The lists, so that nobody can change them: in tuples, or a column of lists as it is."""
    outer = as_segments(lists, "references")
    if isinstance(outer, Column) and outer.of_lists and by_segment:
        return outer
    inside = "references of segment" if by_segment else "reference stream"
    inner = as_segment_lists(tuple(outer), inside)
    for number, item in enumerate(inner, 1):
        if not isinstance(item, SEGMENTS):
            raise InputError(_not_nested(number, item, by_segment=by_segment))
    return tuple(item if isinstance(item, Column) else tuple(item) for item in inner)


def _not_nested(number: int, inner: object, *, by_segment: bool) -> str:
    what = "a plain str" if isinstance(inner, str) else f"{inner!r}"
    if by_segment:
        fix = "write [] for none" if inner is None else "put it into a list"
        return (
            f"References.per_segment: segment {number} is {what}, not a list of references; {fix}"
        )
    fix = (
        "leave the stream out"
        if inner is None
        else "for one reference each hand over the flat list"
    )
    return f"References.streams: stream {number} is {what}, not a list of references; {fix}"
