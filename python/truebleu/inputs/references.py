"""The class `References`, which states how a list of references is nested.

A nested list of references is ambiguous. NLTK and Hugging Face read `references[i]` as the
references of segment i. sacreBLEU reads it as the i-th reference stream, with one reference per
segment. The wrong interpretation gives a plausible but wrong score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from truebleu._native import Column, IdRows
from truebleu.errors import InputError
from truebleu.inputs.arguments import check_count
from truebleu.inputs.ids import repeated_rows
from truebleu.inputs.sequences import SEGMENTS, as_segment_lists, as_segments
from truebleu.wording import count


def streams_of(lists: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Convert one list of references per segment to reference streams.

    A reference stream is a list with one reference per segment. If a segment has fewer references
    than another segment, its missing references are None. There is at least one stream.
    """
    width = max(map(len, lists), default=0)
    return [[inner[i] if i < len(inner) else None for inner in lists] for i in range(max(1, width))]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class References:
    """References whose nesting is explicit: one list per segment, or one list per stream.

    A reference stream is a list with one reference for each segment. Segments may have any number
    of references.

    Three segments with two references each, in both forms:

    >>> by_segment = References.per_segment([["a b", "a c"], ["d", "e"], ["f", "f g"]])
    >>> by_stream = References.streams([["a b", "d", "f"], ["a c", "e", "f g"]])
    >>> by_segment
    <References per segment: 3 segments>
    >>> by_stream
    <References: 2 streams of 3 segments>

    `None` marks a missing reference. `""` is an empty reference of length 0, as in sacreBLEU.
    Arrays, columns and iterators are read once, at construction. Arrow columns and `Ids` are not
    copied. The object can be reused, shared between threads and pickled.
    """

    lists: tuple[Any, ...]
    """Nested tuples of references. Arrow columns and arrays of ids are stored unchanged."""

    by_segment: bool
    """Whether `lists[i]` has the references of segment i. If false, it is a reference stream."""

    def __post_init__(self) -> None:
        raw_lists: Any = self.lists
        if isinstance(raw_lists, References):
            raise InputError("lists is a References object. Pass it to the metric directly.")
        lists = _immutable_lists(raw_lists, by_segment=self.by_segment)
        object.__setattr__(self, "lists", lists)
        if not (self.by_segment or lists):
            raise InputError("References.streams() needs at least 1 stream, got 0.")

    @classmethod
    def per_segment(cls, lists: Any) -> References:
        """Create references from one list per segment: `lists[i]` has all references of segment i.

        NLTK and Hugging Face nest references in this way.
        """
        return cls(lists=lists, by_segment=True)

    @classmethod
    def streams(cls, lists: Any) -> References:
        """Create references from reference streams: `lists[i][j]` is reference i of segment j.

        sacreBLEU nests references in this way.
        """
        return cls(lists=lists, by_segment=False)

    @classmethod
    def repeat(cls, references: Any, times: int) -> References:
        """Create references for several hypotheses per prompt: repeat each reference `times` times.

        With 8 completions for each of 100 prompts, `References.repeat(references, 8)` has 800
        segments. The Rust core reads each reference once, not 8 times.

        >>> References.repeat(["a b", "c d"], 2).lists
        (('a b', 'a b', 'c d', 'c d'),)

        Args:
            references: one reference per prompt, as a list, a column or `Ids`. A `References`
                object is also accepted.
            times: number of hypotheses per prompt, at least 1.

        Raises:
            ConfigurationError: `times` is not a positive integer, or gives more rows of `Ids` than
                memory can hold.
        """
        times = check_count("times", times)
        if not isinstance(references, References):
            references = cls.streams([references])
        if references.by_segment:
            return cls.per_segment(_repeated(references.lists, times))
        return cls.streams([_repeated(stream, times) for stream in references.lists])

    def __repr__(self) -> str:
        if self.by_segment:
            return f"<References per segment: {count(len(self.lists), 'segment')}>"
        lengths = sorted({len(stream) for stream in self.lists})
        streams = count(len(self.lists), "stream")
        segments = "segment" if lengths == [1] else "segments"
        return f"<References: {streams} of {' or '.join(map(str, lengths))} {segments}>"


def _repeated(segments: Any, times: int) -> Any:
    if isinstance(segments, IdRows):
        return repeated_rows(segments, times)
    return tuple(segment for segment in segments for _ in range(times))


def _immutable_lists(lists: Any, *, by_segment: bool) -> Any:
    """Return nested lists of references as tuples.

    Arrow columns and arrays of token ids are returned unchanged.
    """
    outer = as_segments(lists, "references")
    if isinstance(outer, Column) and outer.of_lists and by_segment:
        return outer
    inside = "references of segment" if by_segment else "reference stream"
    inner = as_segment_lists(tuple(outer), inside)
    for number, item in enumerate(inner, 1):
        if not isinstance(item, SEGMENTS):
            raise InputError(_not_nested(number, item, by_segment=by_segment))
    return tuple(item if isinstance(item, (Column, IdRows)) else tuple(item) for item in inner)


def _not_nested(number: int, inner: object, *, by_segment: bool) -> str:
    value = "a str" if isinstance(inner, str) else f"{inner!r}"
    if by_segment:
        fix = "Pass [] for none." if inner is None else "Put it into a list."
        return (
            f"References.per_segment: segment {number} is {value}, not a list of references. {fix}"
        )
    fix = (
        "Leave the stream out."
        if inner is None
        else "With one reference per segment, pass the flat list itself."
    )
    return f"References.streams: stream {number} is {value}, not a list of references. {fix}"
