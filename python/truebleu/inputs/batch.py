"""Hypotheses and references of every accepted kind, brought into the shape that the border takes.

What is a list of str already, or a column of Arrow, is handed on untouched: nothing here looks at
its elements one by one. The border does, and when it finds one that is wrong, `diagnosis` says
which and what to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any

from truebleu._native import Column
from truebleu.errors import InputError, LengthMismatch, ReferenceShapeError
from truebleu.inputs.references import References
from truebleu.inputs.sequences import (
    SEGMENTS,
    as_list,
    as_lists,
    as_segment_lists,
    as_segments,
    is_collection,
)
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.inputs.sequences import Segments


_MIXED = (
    "hypotheses are lists of tokens and references are text: hand over both as text, or both as "
    "tokens"
)


@dataclass(slots=True, eq=False)
class Batch:
    """Hypotheses and references as lists or columns of equal length.

    `references` are streams, each as long as `hypotheses`, or with `by_segment` one list for
    each hypothesis. `tokens`: segments are lists of tokens. `flat`: one reference for each
    segment was handed over, as a flat list. `shared` is where several metrics that count the same
    batch find what a tokenizer in Python made of it for one of them; None: nobody else counts it.
    """

    hypotheses: Segments
    references: Segments
    _: KW_ONLY
    by_segment: bool = False
    tokens: bool = False
    flat: bool = False
    shared: dict[Any, Any] | None = field(default=None, init=False)
    _blocks: dict[int, list[Batch]] = field(default_factory=dict, init=False)

    def __len__(self) -> int:
        return len(self.hypotheses)

    def blocks(self, size: int) -> Iterator[Batch]:
        """The same segments in order, so many at a time; of a shared batch always the same ones."""
        if self.shared is None:
            yield from self._cut(size)
            return
        if size not in self._blocks:
            self._blocks[size] = list(self._cut(size))
            for block in self._blocks[size]:
                block.shared = self.shared
        yield from self._blocks[size]

    def _cut(self, size: int) -> Iterator[Batch]:
        for start in range(0, len(self.hypotheses), size):
            yield self.part(start, start + size)

    def part(self, start: int, end: int) -> Batch:
        """The segments from one place, counted from 0, to before another."""
        cut = slice(start, end)
        references = (
            self.references[cut] if self.by_segment else [stream[cut] for stream in self.references]
        )
        return Batch(
            self.hypotheses[cut],
            references,
            by_segment=self.by_segment,
            tokens=self.tokens,
            flat=self.flat,
        )

    def references_of(self, place: int) -> list[Any]:
        """The references of a segment, counted from 0, without those that are missing."""
        cells = (
            self.references[place] if self.by_segment else [each[place] for each in self.references]
        )
        return [reference for reference in cells if reference is not None]


def read(hypotheses: Any, references: Any) -> Batch:
    """Bring a corpus into shape.

    Raises `InputError` for what is no list, `LengthMismatch` for unequal counts, and
    `ReferenceShapeError` for a bare nested list that does not have exactly one reading.
    """
    segments = as_segments(hypotheses, "hypotheses")
    first = _first(segments)
    tokens = is_collection(first)
    if tokens and getattr(hypotheses, "shape", ())[1:] == (1,) and isinstance(first[0], str):
        raise InputError(
            f"hypotheses is an array of shape {tuple(hypotheses.shape)}: lists of one element "
            "each, which would be one token each. For text hand over hypotheses[:, 0]; for tokens "
            "hypotheses.tolist()"
        )
    if tokens:
        segments = as_lists(list(segments), "hypotheses: segment")
        _check_tokens(segments)
    if isinstance(references, References):
        return _from_references(segments, references, tokens=tokens)
    given = as_segments(references, "references")
    if isinstance(given, Column) and given.of_lists and not tokens:
        _check_flat(segments, given)
        return Batch(segments, given, by_segment=True)
    if tokens:
        given = _token_lists(list(given))
    if not _is_nested(given, tokens=tokens):
        _check_flat(segments, given)
        return Batch(segments, (given,), tokens=tokens, flat=True)
    given = _inner_lists(given)
    by_segment = _reads_by_segment(len(segments), given)
    return Batch(segments, given, by_segment=by_segment, tokens=tokens)


def read_sentence(hypothesis: Any, references: Any) -> tuple[Any, Segments, bool]:
    """Bring one hypothesis and its references into shape; the flag says that they are tokens.

    The hypothesis is a str or a collection of tokens; the references are one of the same kind,
    or a collection of them. Raises `InputError` when there is none.
    """
    tokens = is_collection(hypothesis)
    if tokens:
        hypothesis = as_list(hypothesis, "the hypothesis")
        _check_tokens([hypothesis])
    if isinstance(references, References):
        found = _of_one_segment(references)
    elif isinstance(references, str) and not tokens:
        found = (references,)
    else:
        found = _sentence_list(references, tokens=tokens)
    if not found:
        raise InputError("there is no reference: a sentence needs one at least")
    return hypothesis, found, tokens


def _check_tokens(segments: Segments) -> None:
    """Refuse whole sentences in lists of their own: each would be one token.

    Only where every segment is such a list: one token with a space in it may be meant.
    """
    if segments and all(_is_a_sentence(segment) for segment in segments):
        raise InputError(
            f"every hypothesis is a list of one str with spaces in it, such as {segments[0]!r}: "
            "as a list of tokens that is one token. For text hand over the str itself; for tokens, "
            "text.split()"
        )


def _is_a_sentence(segment: Any) -> bool:
    if len(segment) != 1 or not isinstance(segment[0], str):
        return False
    return len(segment[0].split(None, 2)) > 1


def _sentence_list(references: Any, *, tokens: bool) -> Segments:
    if isinstance(references, str):
        raise InputError(_MIXED)
    if not is_collection(references):
        raise InputError(
            f"references is {_name(references)}: hand over one reference or a list of them, "
            "of the same kind as the hypothesis (text, or a list of tokens)"
        )
    found = as_list(references, "references")
    if not tokens:
        return found
    if not found:
        raise InputError("references is an empty list: one empty reference is written [[]]")
    if is_collection(_first(found)):
        return as_lists(found, "reference")
    return (found,)  # one list of tokens is one reference


def _of_one_segment(references: References) -> Segments:
    """The references inside a `References` that describes one segment."""
    lists = references.lists
    count = len(lists) if references.by_segment else len(lists[0])
    if count != 1 or any(len(stream) != 1 for stream in lists if not references.by_segment):
        raise LengthMismatch(
            f"a sentence is one segment, and {references!r} is not: "
            "hand over one reference or a list of them",
            hypotheses=1,
            references=count,
        )
    inner = lists[0] if references.by_segment else [stream[0] for stream in lists]
    return [reference for reference in inner if reference is not None]


def _from_references(segments: Segments, references: References, *, tokens: bool) -> Batch:
    lists = references.lists
    count = len(segments)
    if references.by_segment:
        if len(lists) != count:
            raise _mismatch(count, len(lists), "list of references", "lists of references")
    else:
        for number, stream in enumerate(lists, 1):
            if len(stream) != count:
                which = number if len(lists) > 1 else 0
                raise _mismatch(count, len(stream), "reference", stream=which)
    if tokens:
        lists = tuple(_token_lists(inner) for inner in lists)
    return Batch(segments, lists, by_segment=references.by_segment, tokens=tokens)


def _is_nested(given: Segments, *, tokens: bool) -> bool:
    """Whether references lie one level deeper than hypotheses."""
    if not tokens:
        return is_collection(_first(given))
    first = _first(item for item in given if item is not None and len(item))
    return first is not None and is_collection(_first(first))


def _token_lists(given: Segments) -> Segments:
    """References of tokenized hypotheses: every level above the tokens as lists."""
    first = _first(given)
    if isinstance(first, str):
        raise InputError(_MIXED)
    lists = as_lists(given, "references: list")
    inner = _first(item for item in lists if item is not None and len(item))
    if inner is not None and is_collection(_first(inner)):
        return [item if item is None else as_lists(item, "reference") for item in lists]
    return lists


def _inner_lists(given: Segments) -> Segments:
    lists = as_segment_lists(given, "references: list")
    if lists is given:
        return given
    for number, item in enumerate(lists, 1):
        if not isinstance(item, SEGMENTS):
            raise ReferenceShapeError(
                f"references mixes lists with other things: element {number} is {_name(item)}. "
                "Hand over a flat list for one reference each, or References.per_segment(...) or "
                "References.streams(...) with a list in every place"
            )
    return lists


def _reads_by_segment(count: int, given: Segments) -> bool:
    """Which of its two readings a bare nested list has; an error where it has both or none."""
    by_segment = len(given) == count
    by_stream = len(given[0]) == count and set(map(len, given)) == {count}
    if by_segment != by_stream:
        return by_segment
    if by_segment and list(map(list, zip(*given, strict=True))) == list(map(list, given)):
        return False  # the same matrix in both readings
    raise ReferenceShapeError(_two_readings(count, given, both=by_segment))


def _two_readings(segments: int, given: Segments, *, both: bool) -> str:
    lengths = [len(item) for item in given]
    elements = "element" if set(lengths) == {1} else "elements"
    shape = f"references is {count(len(given), 'list')} of {_some(lengths)} {elements}"
    against = count(segments, "hypothesis", "hypotheses")
    if both:
        return (
            f"{shape}, and can be read in two ways for {against}. Say which you mean:\n"
            f"  References.per_segment(references)  references[i] holds the references of segment "
            f"i: {count(segments, 'segment')} with {count(segments, 'reference')} each\n"
            f"  References.streams(references)      references[i] is the i-th reference of every "
            f"segment: {count(segments, 'stream')} of {count(segments, 'segment')}"
        )
    # There is one: equal lengths could be read as streams.
    wrong = next(place for place, length in enumerate(lengths, 1) if length != segments)
    return (
        f"{shape}, and can be read in neither way for {against}:\n"
        f"  References.per_segment(references)  needs a list for each segment: {segments}, not "
        f"{len(given)}\n"
        f"  References.streams(references)      needs a reference for each segment in every "
        f"stream: stream {wrong} has {lengths[wrong - 1]}, not {segments}"
    )


def _check_flat(segments: Segments, given: Segments) -> None:
    if len(segments) != len(given):
        raise _mismatch(len(segments), len(given), "reference")


def _mismatch(
    hypotheses: int, references: int, noun: str, plural: str | None = None, *, stream: int = 0
) -> LengthMismatch:
    where = f" in stream {stream}" if stream else ""
    text = (
        f"got {count(hypotheses, 'hypothesis', 'hypotheses')} and "
        f"{count(references, noun, plural)}{where}. Pass one {noun} per hypothesis"
    )
    if hypotheses == 1 and references > 1 and noun == "reference":
        text += (
            ', or several references of one segment as a list of their own: corpus_score(["..."], '
            '[["first", "second"]])'
        )
    return LengthMismatch(
        f"{text}.", hypotheses=hypotheses, references=references, stream=stream or None
    )


def _some(lengths: list[int]) -> str:
    """Lengths for a message: each once where they are equal, the first few where they are many."""
    if len(set(lengths)) == 1:
        return str(lengths[0])
    shown = ", ".join(map(str, lengths[:6]))
    return f"{shown}, ..." if len(lengths) > 6 else shown


def _first(items: Iterable[Any]) -> Any:
    """The first element that is not None; None when there is none."""
    return next((item for item in items if item is not None), None)


def _name(value: object) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"
