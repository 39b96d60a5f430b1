"""Checks of predictions and of their references, which torchmetrics calls targets."""

from __future__ import annotations

from typing import Any

from truebleu.compat.torchmetrics.errors import NotTexts
from truebleu.errors import InputError, LengthMismatch, inspected, of_type
from truebleu.wording import count


def checked(
    preds: Any, target: Any, *, wrapping: bool = False
) -> tuple[list[str], list[list[str]]]:
    """Return the predictions, and a list of references for each prediction.

    If `wrapping` is True, a str in place of a list is treated as a list with one text. If False, a
    str is an error, while torchmetrics would treat each of its characters as a text.

    Raises:
        LengthMismatch: the numbers of predictions and targets differ.
        TypeError: a text is not a str, or a str is passed instead of a list.
        ValueError: a prediction has no references.
    """
    if wrapping and isinstance(preds, str):
        preds = [preds]
    predictions = [_text(f"preds[{i}]", text) for i, text in enumerate(_as_list("preds", preds))]
    targets = _as_list("target", target)
    if len(targets) != len(predictions):
        raise LengthMismatch(
            f"got {count(len(predictions), 'prediction')} and {count(len(targets), 'target')}. "
            "Pass one list of references per prediction.",
            hypotheses=len(predictions),
            references=len(targets),
        )
    if wrapping:
        targets = [[texts] if isinstance(texts, str) else texts for texts in targets]
    return predictions, [_references(i, texts) for i, texts in enumerate(targets)]


def paired(preds: Any, target: Any) -> tuple[Any, Any]:
    """Return predictions and targets in a form that `checked` accepts.

    A str `preds` is a single prediction. If there is only one prediction, `target` may be a str
    (its only reference) or a list of str (its references). Other targets are returned unchanged.

    Raises:
        TypeError: `preds` is neither a str nor iterable.
    """
    if isinstance(target, str):
        return preds, [[target]]
    preds = [preds] if isinstance(preds, str) else _as_list("preds", preds)
    is_flat = isinstance(target, (list, tuple)) and all(isinstance(text, str) for text in target)
    return preds, [list(target)] if is_flat and len(preds) == 1 and target else target


def _as_list(name: str, value: Any) -> list[Any]:
    if isinstance(value, str):
        raise NotTexts(f"{name} is a str, {value[:40]!r}. Pass a list.")
    try:
        return list(value)
    except TypeError:
        raise NotTexts(f"{name} is {of_type(value)}. Pass a list of texts.") from None


def _references(index: int, value: Any) -> list[str]:
    texts = _as_list(f"target[{index}]", value)
    if not texts:
        raise InputError(
            f"target[{index}] is empty. Pass at least one reference per prediction.",
            segment=index + 1,
        )
    return [_text(f"target[{index}][{i}]", text) for i, text in enumerate(texts)]


def _text(where: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    fix = "Join its tokens with spaces." if isinstance(value, (list, tuple)) else "Pass a str."
    raise NotTexts(f"{where} is {inspected(value)}, not a text. {fix}")
