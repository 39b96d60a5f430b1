"""Error messages for invalid texts: which segment is invalid, and how to fix it.

The Rust core stops at the first invalid element with a short message. The functions here then read
the texts again and build a more helpful message. They also check the input of code that does not
call the Rust core, such as metrics in Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from truebleu.errors import InputError, InvalidUnicode
from truebleu.inputs.sequences import is_null

if TYPE_CHECKING:
    from truebleu.inputs.batch import Batch


ID_RANGE = 2**63


def explain(batch: Batch) -> InputError | None:
    """Return the error for the first invalid segment of a batch; None if all are valid."""
    for number, hypothesis in enumerate(batch.hypotheses, 1):
        error = _wrong(hypothesis, f"segment {number}: the hypothesis", number, batch.tokens)
        if error:
            return error
        error = _wrong_references(batch, number)
        if error:
            return error
    return None


def explain_sentence(hypothesis: Any, references: Any, *, tokens: bool) -> InputError | None:
    """Return the error for one hypothesis and its references; None if all are valid."""
    error = _wrong(hypothesis, "the hypothesis", None, tokens)
    if error:
        return error
    for number, reference in enumerate(references, 1):
        if is_null(reference):
            return InputError(
                f"reference {number} of {len(references)} is {reference!r}. Leave it out, or pass "
                '"" for an empty reference.'
            )
        where = "the reference" if len(references) == 1 else f"reference {number}"
        error = _wrong(reference, where, None, tokens)
        if error:
            return error
    return None


def check_sentence(hypothesis: Any, references: Any, *, tokens: bool) -> None:
    """Raise `InputError` if a hypothesis or one of its references is invalid."""
    error = explain_sentence(hypothesis, references, tokens=tokens)
    if error is not None:
        raise error


def explain_texts(
    texts: Any, noun: str, *, tokens: bool, text_only: bool = False
) -> InputError | None:
    """Return the error for the first invalid text; None if all are valid.

    `noun` is the name of a text in error messages, such as "hypothesis". `text_only` tells that
    lists of tokens are never accepted, so messages do not advise them.
    """
    for number, text in enumerate(texts, 1):
        where = f"{noun} {number}"
        if is_null(text):
            problem = "None" if text is None else "missing (NaN)"
            empty = noun.rpartition(" ")[2]
            return InputError(
                f'{where} is {problem}. Pass "" for an empty {empty}.', segment=number
            )
        error = _wrong(text, where, number, tokens, text_only=text_only)
        if error:
            return error
    return None


def cells(batch: Batch) -> Iterator[tuple[int, str, Any]]:
    """Yield (segment number, label, text) for every hypothesis and reference of a batch.

    Segments are numbered from 1. The label is a phrase for messages, such as "the hypothesis" or
    "reference 2".
    """
    for number, hypothesis in enumerate(batch.hypotheses, 1):
        yield number, "the hypothesis", hypothesis
        for where, reference in _references(batch, number):
            yield number, where, reference


def renumbered(error: InputError, before: int) -> InputError:
    """Return a copy of an error for a segment, with `before` added to the segment number.

    `before` is the number of segments that were read earlier. An error that names no segment is
    returned unchanged.
    """
    if error.segment is None:
        return error
    segment = error.segment + before
    message = str(error).replace(f"segment {error.segment}", f"segment {segment}", 1)
    return type(error)(message, segment=segment)


def _wrong_references(batch: Batch, number: int) -> InputError | None:
    if not batch.references and not batch.by_segment:
        return None  # texts without references, which a metric only tokenizes
    has_reference = False
    for where, reference in _references(batch, number):
        if reference is None and not batch.flat:
            continue
        error = _wrong(reference, f"segment {number}: {where}", number, batch.tokens)
        if error:
            return error
        has_reference = True
    if has_reference:
        return None
    why = "its list is empty" if batch.by_segment else "every stream has None there"
    return InputError(
        f"segment {number} has no reference: {why}. Add one, or drop the segment from hypotheses "
        "and references.",
        segment=number,
    )


def _references(batch: Batch, number: int) -> Iterator[tuple[str, Any]]:
    """Yield (label, reference) for each reference of segment `number`, counted from 1."""
    if batch.flat:
        yield "the reference", batch.references[0][number - 1]
    elif batch.by_segment:
        for i, reference in enumerate(batch.references[number - 1], 1):
            yield f"reference {i}", reference
    else:
        for i, stream in enumerate(batch.references, 1):
            yield f"the reference in stream {i}", stream[number - 1]


def _wrong(
    value: Any, where: str, segment: int | None, tokens: bool, *, text_only: bool = False
) -> InputError | None:
    if tokens:
        return _wrong_tokens(value, where, segment)
    if isinstance(value, str):
        return _wrong_unicode(value, where, segment)
    return InputError(f"{where} {_about(value, where, text_only=text_only)}", segment=segment)


def _wrong_tokens(value: Any, where: str, segment: int | None) -> InputError | None:
    if isinstance(value, str):
        text = "is text among lists of tokens. Pass all segments as text, or all as tokens."
        return InputError(f"{where} {text}", segment=segment)
    if not isinstance(value, (list, tuple)):
        return InputError(f"{where} {_about(value, where)}", segment=segment)
    ids = bool(value) and isinstance(value[0], int)
    for i, token in enumerate(value, 1):
        inside = f"{where}, token {i},"
        if isinstance(token, str) and not ids:
            error = _wrong_unicode(token, inside, segment)
            if error:
                return error
        elif not isinstance(token, int) or not ids:
            text = f"{inside} is of type {type(token).__name__}. Tokens must be all str or all int."
            if isinstance(token, (list, tuple)) and "hypothesis" in where:
                text += (
                    " The hypothesis comes first, then the references (NLTK reverses the order)."
                )
            return InputError(text, segment=segment)
        elif not -ID_RANGE <= token < ID_RANGE:
            text = f"{inside} is {token}, out of range. Use token ids from -2**63 to 2**63 - 1."
            return InputError(text, segment=segment)
    return None


def _wrong_unicode(text: str, where: str, segment: int | None) -> InvalidUnicode | None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        code = ord(text[error.start])
        return InvalidUnicode(
            f"{where} holds a lone surrogate, U+{code:04X}, as character {error.start + 1}, often "
            'from a file read with the wrong encoding or errors="surrogateescape". Read it as '
            'UTF-8, or replace it: text.encode("utf-8", "replace").decode("utf-8").',
            segment=segment,
        )
    return None


def _about(value: Any, where: str, *, text_only: bool = False) -> str:
    """Return the error message for a value that is not text. The caller adds the location."""
    kind = type(value).__name__
    if value is None:
        return _about_none(where)
    if isinstance(value, (bytes, bytearray)):
        return 'is bytes. Decode it: value.decode("utf-8").'
    if is_null(value):
        return _about_nan(where)
    if isinstance(value, (bool, int, float)):
        ids = "" if text_only else ", or pass token ids as one list of int per segment"
        return f"is a number, {value!r}. Use str(value) for text{ids}."
    if isinstance(value, (list, tuple)):
        all_of = "all hypotheses and references as text, or all as lists of tokens"
        return f"is a list, not text. Pass {'a str' if text_only else all_of}."
    return f"is of type {kind}. Pass a str."


def _about_nan(where: str) -> str:
    if where.endswith("the reference"):
        return f"is missing (NaN){_about_none(where).removeprefix('is None')}"
    if "reference" in where:
        return (
            "is missing (NaN). Use None if the segment does not have this reference, "
            '"" for an empty reference (length 0), or drop the segment from hypotheses and '
            "references."
        )
    return (
        'is missing (NaN). Use "" for an empty hypothesis (length 0), or drop the segment from '
        "hypotheses and references."
    )


def _about_none(where: str) -> str:
    if "reference" in where:
        return (
            'is None, and the segment has no other. Pass "" for an empty reference, or drop the '
            "segment from hypotheses and references."
        )
    return (
        'is None. Pass "" for an empty hypothesis, or drop the segment from hypotheses and '
        "references."
    )
