"""What is wrong with a text that the border has refused: which segment, and what to do.

Nothing here runs while all is well. The border stops at the first wrong element with a short
message; these functions go through the texts once more, slowly, to say it well.
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
    """The error for the first wrong segment of a corpus, or None when all are fine."""
    for number, hypothesis in enumerate(batch.hypotheses, 1):
        error = _wrong(hypothesis, f"segment {number}: the hypothesis", number, batch.tokens)
        if error:
            return error
        error = _wrong_references(batch, number)
        if error:
            return error
    return None


def explain_sentence(hypothesis: Any, references: Any, *, tokens: bool) -> InputError | None:
    """The error for one hypothesis and its references, or None when they are fine."""
    error = _wrong(hypothesis, "the hypothesis", None, tokens)
    if error:
        return error
    for place, reference in enumerate(references, 1):
        if reference is None:
            return InputError(
                f"reference {place} of {len(references)} is None: leave it out of the list "
                '(an empty reference is written "")'
            )
        where = "the reference" if len(references) == 1 else f"reference {place}"
        error = _wrong(reference, where, None, tokens)
        if error:
            return error
    return None


def check_sentence(hypothesis: Any, references: Any, *, tokens: bool) -> None:
    """Raise the error for one hypothesis and its references, if there is one."""
    error = explain_sentence(hypothesis, references, tokens=tokens)
    if error is not None:
        raise error


def explain_texts(texts: Any, what: str, *, tokens: bool) -> InputError | None:
    """The error for the first wrong text among many, each called `what` and its number."""
    for place, text in enumerate(texts, 1):
        error = _wrong(text, f"{what} {place}", place, tokens)
        if error:
            return error
    return None


def cells(batch: Batch) -> Iterator[tuple[int, str, Any]]:
    """Every hypothesis and reference: the segment's number, where it stands, and what it is."""
    for number, hypothesis in enumerate(batch.hypotheses, 1):
        yield number, "the hypothesis", hypothesis
        for where, reference in _references(batch, number):
            yield number, where, reference


def renumbered(error: InputError, before: int) -> InputError:
    """The border's error about a block of segments, counted from the start of the corpus."""
    if error.segment is None:
        return error
    right = error.segment + before
    message = str(error).replace(f"segment {error.segment}", f"segment {right}", 1)
    return type(error)(message, segment=right)


def _wrong_references(batch: Batch, number: int) -> InputError | None:
    found = 0
    for where, reference in _references(batch, number):
        if reference is None and not batch.flat:
            continue
        error = _wrong(reference, f"segment {number}: {where}", number, batch.tokens)
        if error:
            return error
        found += 1
    if found:
        return None
    why = "its list is empty" if batch.by_segment else "every stream has None there"
    return InputError(
        f"segment {number} has no reference: {why}. Give it one, or leave the segment out of "
        "hypotheses and references alike",
        segment=number,
    )


def _references(batch: Batch, number: int) -> Iterator[tuple[str, Any]]:
    """Where each reference of a segment stands, and the reference."""
    if batch.flat:
        yield "the reference", batch.references[0][number - 1]
    elif batch.by_segment:
        for place, reference in enumerate(batch.references[number - 1], 1):
            yield f"reference {place}", reference
    else:
        for place, stream in enumerate(batch.references, 1):
            yield f"the reference in stream {place}", stream[number - 1]


def _wrong(value: Any, where: str, segment: int | None, tokens: bool) -> InputError | None:
    if tokens:
        return _wrong_tokens(value, where, segment)
    if isinstance(value, str):
        return _wrong_unicode(value, where, segment)
    return InputError(f"{where} {_about(value, where)}", segment=segment)


def _wrong_tokens(value: Any, where: str, segment: int | None) -> InputError | None:
    if isinstance(value, str):
        text = "is text among lists of tokens: hand over all segments as text, or all as tokens"
        return InputError(f"{where} {text}", segment=segment)
    if not isinstance(value, (list, tuple)):
        return InputError(f"{where} {_about(value, where)}", segment=segment)
    ids = bool(value) and isinstance(value[0], int)
    for place, token in enumerate(value, 1):
        inside = f"{where}, token {place},"
        if isinstance(token, str) and not ids:
            error = _wrong_unicode(token, inside, segment)
            if error:
                return error
        elif not isinstance(token, int) or not ids:
            text = f"{inside} is of type {type(token).__name__}: tokens are all str or all int"
            if isinstance(token, (list, tuple)) and "hypothesis" in where:
                text += (
                    ". Pass the hypothesis first, then the references (NLTK's order is reversed)"
                )
            return InputError(text, segment=segment)
        elif not -ID_RANGE <= token < ID_RANGE:
            text = f"{inside} is {token}: token ids lie between -2**63 and 2**63 - 1"
            return InputError(text, segment=segment)
    return None


def _wrong_unicode(text: str, where: str, segment: int | None) -> InvalidUnicode | None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        code = ord(text[error.start])
        return InvalidUnicode(
            f"{where} holds a lone surrogate, U+{code:04X}, as character {error.start + 1}: this "
            "is half a character, and no Unicode text. It often comes from reading a file with "
            'the wrong encoding or with errors="surrogateescape"; read it as UTF-8 again, or '
            'replace it: text.encode("utf-8", "replace").decode("utf-8")',
            segment=segment,
        )
    return None


def _about(value: Any, where: str) -> str:
    """What a thing is that should be text, and what to do about it."""
    kind = type(value).__name__
    if value is None:
        return _about_none(where)
    if isinstance(value, (bytes, bytearray)):
        return 'is bytes: decode it first, value.decode("utf-8")'
    if is_null(value):
        return _about_nan(where)
    if isinstance(value, (bool, int, float)):
        return (
            f"is a number, {value!r}: write str(value) for text; token ids are a list of int for "
            "each segment"
        )
    if isinstance(value, (list, tuple)):
        return (
            "is a list where text belongs: all segments are text, or all are lists of tokens, "
            "hypotheses and references alike"
        )
    return f"is of type {kind} where a str belongs"


def _about_nan(where: str) -> str:
    if "reference" in where:
        return (
            "is missing (NaN). Write None if the segment does not have this reference, or "
            '"" for an empty reference, which has length 0 and counts as one; or drop the segment '
            "from hypotheses and references"
        )
    return (
        'is missing (NaN). Write "" for an empty hypothesis, which has length 0 and counts, or '
        "drop the segment from hypotheses and references"
    )


def _about_none(where: str) -> str:
    if "reference" in where:
        return (
            "is None, and it is the only one: a missing reference is possible where there are "
            "others, in References.streams(...) or References.per_segment(...). An empty reference "
            'is written ""; to leave the segment out, drop it from hypotheses and references alike'
        )
    return (
        'is None: an empty hypothesis is written ""; to leave the segment out, drop it from '
        "hypotheses and references alike"
    )
