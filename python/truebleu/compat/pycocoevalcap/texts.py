"""Checks that inputs are text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from truebleu.compat.pycocoevalcap.errors import NotText, WrongShape


def checked_references(where: str, references: Iterable[Any]) -> list[str]:
    """Return the references of a segment as a list of at least one str."""
    if isinstance(references, str):
        raise NotText(f"{where}: references is a str, {references[:40]!r}. Pass a list, [text].")
    texts = [checked_text(where, "a reference", reference) for reference in references]
    if not texts:
        raise WrongShape(f"{where} has no references. Pass at least one.")
    return texts


def checked_text(where: str, label: str, text: Any) -> str:
    """Return the text if it is a str, else raise `NotText`."""
    if isinstance(text, str):
        return text
    if isinstance(text, dict):
        hint = "Pass only the tokenized caption (PTBTokenizer().tokenize converts these)."
    elif isinstance(text, (list, tuple)):
        hint = "Join the tokens with spaces."
    else:
        hint = "Pass a str."
    raise NotText(f"{where}: {label} is a {type(text).__name__}, {text!r:.60}. {hint}")
