"""Checks of predictions and references."""

from __future__ import annotations

from typing import Any

from truebleu.compat.evaluate.errors import NotTexts, no_items
from truebleu.errors import inspected, of_type


def listed(name: str, texts: Any) -> list[Any]:
    """Return the argument `name` as a list.

    Raises:
        NotTexts: `texts` is a str, whose characters would be scored, or is not iterable.
    """
    if not isinstance(texts, (str, bytes)):
        try:
            return list(texts)
        except TypeError:
            pass
    raise NotTexts(f"{name} is {inspected(texts)}, not a list. Pass a list of texts.")


def reference_lists(references: Any) -> list[list[Any]]:
    """Return a list of references for each segment. A single text becomes a list.

    Raises:
        NoItems: `references` is empty.
        NotTexts: `references` is not a list, or an item is neither a text nor a list.
    """
    segments = listed("references", references)
    if not segments:
        raise no_items()
    return [_references_of(number, texts) for number, texts in enumerate(segments, 1)]


def check_text(number: int, side: str, text: Any) -> None:
    """Raise `NotTexts` if a text of segment `number` is not a str.

    `side` is "prediction" or "reference".
    """
    if not isinstance(text, str):
        raise NotTexts(
            f"segment {number}: the {side} is {of_type(text)}. Pass one str per prediction.",
            segment=number,
        )


def _references_of(number: int, texts: Any) -> list[Any]:
    if isinstance(texts, str):
        return [texts]
    if isinstance(texts, bytes) or not hasattr(texts, "__iter__"):
        raise NotTexts(
            f"segment {number}: the reference is {of_type(texts)}. Pass a str or a list of "
            "str per prediction.",
            segment=number,
        )
    return list(texts)
