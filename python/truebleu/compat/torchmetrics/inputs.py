"""Predictions and targets as torchmetrics takes them, checked."""

from __future__ import annotations

from typing import Any

from truebleu.compat.torchmetrics.errors import NotTexts
from truebleu.errors import InputError, LengthMismatch
from truebleu.wording import count


def checked(
    preds: Any, target: Any, *, wrapping: bool = False
) -> tuple[list[str], list[list[str]]]:
    """The predictions, and a list of references for each.

    With `wrapping` a str stands for a list of one, as torchmetrics' `bleu_score` has it; without,
    torchmetrics takes its characters for texts, and here it is an error.

    Raises:
        LengthMismatch: predictions and targets are not equally many.
        TypeError: something is no str, or a str where a list of them belongs.
        ValueError: a prediction has no references.
    """
    if wrapping and isinstance(preds, str):
        preds = [preds]
    predictions = [_text(f"preds[{at}]", each) for at, each in enumerate(_several("preds", preds))]
    given = _several("target", target)
    if len(given) != len(predictions):
        raise LengthMismatch(
            f"{count(len(predictions), 'prediction')} and {count(len(given), 'target')}: "
            f"target[i] holds all "
            "references of preds[i]",
            hypotheses=len(predictions),
            references=len(given),
        )
    if wrapping:
        given = [[each] if isinstance(each, str) else each for each in given]
    return predictions, [_references(at, each) for at, each in enumerate(given)]


def _several(what: str, given: Any) -> list[Any]:
    if isinstance(given, str):
        raise NotTexts(
            f"{what} is a str, {given[:40]!r}, whose characters torchmetrics would take for "
            "texts: hand over a list"
        )
    try:
        return list(given)
    except TypeError:
        raise NotTexts(f"{what} is no list of texts but a {type(given).__name__}") from None


def _references(at: int, given: Any) -> list[str]:
    found = _several(f"target[{at}]", given)
    if not found:
        raise InputError(
            f"target[{at}] is empty: each prediction needs one reference at least", segment=at + 1
        )
    return [_text(f"target[{at}][{place}]", each) for place, each in enumerate(found)]


def _text(where: str, given: Any) -> str:
    if isinstance(given, str):
        return given
    hint = "; join its tokens with spaces" if isinstance(given, (list, tuple)) else ""
    raise NotTexts(f"{where} is no str but a {type(given).__name__}, {given!r:.60}{hint}")
