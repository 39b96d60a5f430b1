"""Conversion of hypotheses and references, in all accepted forms, to one `Batch`.

A list of str, an Arrow column or an array of token ids is not copied. Single texts and tokens are
not checked here, because the Rust core checks them while it counts. If one is invalid,
`inputs.validation` builds the error message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any

from truebleu._native import Column, IdRows
from truebleu.errors import InputError, LengthMismatch, ReferenceShapeError, inspected, of_type
from truebleu.inputs.references import References
from truebleu.inputs.sequences import (
    SEGMENTS,
    as_list,
    as_lists,
    as_nested_token_lists,
    as_segment_lists,
    as_segments,
    as_token_lists,
    is_collection,
)
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.inputs.sequences import Segments


_MIXED = (
    "hypotheses are lists of tokens, but references are text. Pass both as text, or both as tokens."
)

_MIXED_IDS = (
    "hypotheses are text, but references are token ids. Pass both as text, or both as tokens."
)

_OF_SEVERAL = " For several segments, use corpus_score() or segment_scores()."


@dataclass(slots=True, eq=False)
class Batch:
    """Hypotheses and references of a corpus, or of consecutive segments of a corpus.

    Attributes:
        hypotheses: one hypothesis per segment.
        references: if `by_segment` is true, one list of references per segment. Otherwise, a list
            of reference streams; each stream is a list with one reference per segment.
        by_segment: whether `references` is grouped by segment.
        tokens: whether hypotheses and references are lists of tokens instead of text.
        flat: whether the user passed one flat list with one reference per segment.
        shared: cache of the tokens that Python tokenizers return. It is set if several metrics
            count this batch; otherwise, it is None.
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
        """Yield consecutive parts of this batch with `size` segments each.

        The last part can have fewer segments. If `shared` is set, every call with the same `size`
        yields the same objects, so that several metrics share the cached tokens.
        """
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
        """Return the segments with index `start` to `end - 1` as a new batch."""
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

    def references_of(self, index: int) -> list[Any]:
        """Return the references of segment `index`, from 0, without missing references (None)."""
        cells = (
            self.references[index]
            if self.by_segment
            else [stream[index] for stream in self.references]
        )
        return [reference for reference in cells if reference is not None]


def read(hypotheses: Any, references: Any) -> Batch:
    """Return hypotheses and references as a `Batch`.

    Raises:
        InputError: a value is not a list or another ordered collection, or texts are mixed with
            tokens.
        LengthMismatch: the numbers of hypotheses and references differ.
        ReferenceShapeError: a nested list of references is ambiguous or invalid.
    """
    segments = as_segments(hypotheses, "hypotheses")
    tokens = isinstance(segments, IdRows)
    if not tokens:
        first = _first(segments)
        tokens = is_collection(first)
        if tokens:
            _check_tokens_not_column(hypotheses, first)
            segments = as_token_lists(segments, "hypotheses: segment")
            _check_tokens(segments, "hypotheses")
    if isinstance(references, References):
        return _from_references(segments, references, tokens=tokens)
    raw_references = as_segments(references, "references")
    if isinstance(raw_references, Column) and raw_references.of_lists and not tokens:
        _check_flat(segments, raw_references)
        return Batch(segments, raw_references, by_segment=True)
    if isinstance(raw_references, IdRows) and len(segments) and not tokens:
        raise InputError(_MIXED_IDS)
    if tokens:
        raw_references = _token_lists(raw_references)
        _check_tokens(raw_references, "references")
    if not _is_nested(raw_references, tokens=tokens):
        _check_flat(segments, raw_references)
        return Batch(segments, (raw_references,), tokens=tokens, flat=True)
    raw_references = _inner_lists(raw_references)
    by_segment = _reads_by_segment(len(segments), raw_references)
    return Batch(segments, raw_references, by_segment=by_segment, tokens=tokens)


def read_sentence(hypothesis: Any, references: Any) -> tuple[Any, Segments, bool]:
    """Return `(hypothesis, references, tokens)` for one segment.

    `references` is returned as a list. `tokens` is whether the hypothesis and each reference are
    lists of tokens instead of a str.

    Args:
        hypothesis: a str, or a collection of tokens.
        references: one reference of the same type as the hypothesis, or a collection of references.

    Raises:
        InputError: there is no reference, or texts are mixed with tokens.
        LengthMismatch: `references` is a `References` object that does not have exactly one
            segment.
    """
    tokens = is_collection(hypothesis)
    if tokens:
        hypothesis = as_list(hypothesis, "the hypothesis")
        _check_tokens([hypothesis], "the hypothesis", _OF_SEVERAL)
    if isinstance(references, References):
        reference_list = _of_one_segment(references)
    elif isinstance(references, str) and not tokens:
        reference_list = (references,)
    else:
        reference_list = _sentence_list(references, tokens=tokens)
    if not reference_list:
        raise InputError("references is empty. Pass at least one reference.")
    if tokens:
        _check_tokens(reference_list, "references", _OF_SEVERAL)
    return hypothesis, reference_list, tokens


def _check_tokens_not_column(hypotheses: Any, first: Any) -> None:
    """Raise an error for an array of texts of shape (n, 1), which looks like lists of one token."""
    if getattr(hypotheses, "shape", ())[1:] == (1,) and isinstance(first[0], str):
        raise InputError(
            f"hypotheses is an array of shape {tuple(hypotheses.shape)}, whose rows would be read "
            "as lists of one token. Pass hypotheses[:, 0] for text, hypotheses.tolist() for tokens."
        )


def _check_tokens(segments: Segments, where: str, hint: str = "") -> None:
    """Raise an error if every token contains spaces.

    Such tokens are probably sentences that the user did not split. If only some of the tokens
    contain spaces, all are accepted.

    Args:
        segments: lists of tokens, or lists of such lists. None is a missing reference.
        where: the name of the argument, for the error message.
        hint: a sentence to add at the end of the error message.
    """
    if isinstance(segments, IdRows):
        return
    tokens = _flat(segments)
    first = next(tokens, None)
    if _has_spaces(first) and all(map(_has_spaces, tokens)):
        raise InputError(
            f"{where}: every token contains spaces, such as {inspected(first)}. Pass a str for "
            f"text, text.split() for tokens.{hint}"
        )


def _flat(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:
        if isinstance(item, (list, tuple)):
            yield from _flat(item)
        elif item is not None:
            yield item


def _has_spaces(token: Any) -> bool:
    """Return whether a token is a str of several words."""
    return isinstance(token, str) and len(token.split(None, 1)) > 1


def _sentence_list(references: Any, *, tokens: bool) -> Segments:
    if isinstance(references, str):
        raise InputError(_MIXED)
    if not is_collection(references):
        raise InputError(
            f"references is {of_type(references)}. Pass one reference or a list of them, of the "
            "same kind as the hypothesis (text, or a list of tokens)."
        )
    reference_list = as_list(references, "references")
    if not tokens:
        return reference_list
    if not reference_list:
        raise InputError("references is empty. Pass [[]] for one empty reference.")
    if is_collection(_first(reference_list)):
        return as_lists(reference_list, "reference")
    return (reference_list,)  # one list of tokens is one reference


def _of_one_segment(references: References) -> Segments:
    """Return the references of a `References` object that has one segment.

    Raise an error if it has another number of segments.
    """
    lists = references.lists
    count = len(lists) if references.by_segment else len(lists[0])
    if count != 1 or any(len(stream) != 1 for stream in lists if not references.by_segment):
        raise LengthMismatch(
            f"references is {references!r}, but a sentence is one segment. Pass one reference or a "
            "list of them.",
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
        _check_tokens(lists, "references")
    return Batch(segments, lists, by_segment=references.by_segment, tokens=tokens)


def _is_nested(references: Segments, *, tokens: bool) -> bool:
    """Return whether references are a list of lists of references.

    If `tokens` is true, each reference is a list of tokens. Otherwise, it is a text.
    """
    if not tokens:
        return is_collection(_first(references))
    if isinstance(references, IdRows):
        return False
    if any(isinstance(item, IdRows) for item in references):
        return True
    first = _first(item for item in references if item is not None and len(item))
    return first is not None and is_collection(_first(first))


def _token_lists(references: Segments) -> Segments:
    """Return tokenized references, with the tokens of each reference as a list.

    Arrays of token ids are returned without conversion.
    """
    if isinstance(references, IdRows):
        return references
    if isinstance(_first(references), str):
        raise InputError(_MIXED)
    lists = as_nested_token_lists(references, "references: list")
    if isinstance(lists, IdRows):
        return lists
    inner = _first(item for item in lists if item is not None and len(item))
    if isinstance(inner, IdRows) or (inner is not None and is_collection(_first(inner))):
        return [item if item is None else as_token_lists(item, "reference") for item in lists]
    return lists


def _inner_lists(references: Segments) -> Segments:
    lists = as_segment_lists(references, "references: list")
    if lists is references:
        return references
    for number, item in enumerate(lists, 1):
        if not isinstance(item, SEGMENTS):
            raise ReferenceShapeError(
                f"references mixes lists with other elements: element {number} is {of_type(item)}. "
                "Pass a flat list with one reference per segment, or References.per_segment(...) "
                "or References.streams(...) with lists only."
            )
    return lists


def _reads_by_segment(count: int, references: Segments) -> bool:
    """Return whether a nested list of references has one inner list per segment.

    The result is False if each inner list is a reference stream, with one reference per segment.
    `count` is the number of segments. Raises `ReferenceShapeError` if the lengths of the lists fit
    neither form, or if they fit both. The exception is a symmetric list, in which item j of list i
    equals item i of list j. It has the same meaning in both forms, and the result is False.
    """
    by_segment = len(references) == count
    by_stream = len(references[0]) == count and set(map(len, references)) == {count}
    if by_segment != by_stream:
        return by_segment
    if by_segment and list(map(list, zip(*references, strict=True))) == list(map(list, references)):
        return False  # a symmetric matrix: both forms are equal
    raise ReferenceShapeError(_two_readings(count, references, both=by_segment))


def _two_readings(segments: int, references: Segments, *, both: bool) -> str:
    lengths = [len(item) for item in references]
    sizes = f"of {count(lengths[0], 'element')}"
    if len(set(lengths)) > 1:
        sizes = f"of different lengths ({_list_lengths(lengths)})"
    shape = f"references: got {count(len(references), 'list')} {sizes}"
    against = count(segments, "hypothesis", "hypotheses")
    if both:
        return (
            f"{shape}, which is ambiguous for {against}. Choose one:\n"
            f"  References.per_segment(references)  references[i] holds the references of segment "
            f"i: {count(segments, 'segment')} with {count(segments, 'reference')} each\n"
            f"  References.streams(references)      references[i] is the i-th reference of every "
            f"segment: {count(segments, 'stream')} of {count(segments, 'segment')}"
        )
    # Such a list exists: lists with one reference per segment would be streams.
    wrong = next(number for number, length in enumerate(lengths, 1) if length != segments)
    return (
        f"{shape}. For {against}, pass one of these:\n"
        f"  one list per hypothesis: {count(segments, 'list')} (you passed {len(references)})\n"
        f"  one list per reference set, with one text per hypothesis: "
        f"{count(segments, 'text')} per list (list {wrong} has {lengths[wrong - 1]})"
    )


def _check_flat(segments: Segments, references: Segments) -> None:
    if len(segments) != len(references):
        raise _mismatch(len(segments), len(references), "reference")


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
            ', or several references of one segment as a list of their own: [["first", "second"]]'
        )
    return LengthMismatch(
        f"{text}.", hypotheses=hypotheses, references=references, stream=stream or None
    )


def _list_lengths(lengths: list[int]) -> str:
    """Return the lengths as text for an error message; only the first six if there are more."""
    text = ", ".join(map(str, lengths[:6]))
    return f"{text}, ..." if len(lengths) > 6 else text


def _first(items: Iterable[Any]) -> Any:
    return next((item for item in items if item is not None), None)
