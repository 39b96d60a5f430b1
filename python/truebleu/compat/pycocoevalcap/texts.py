"""Whether what was handed over is text, said with its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from truebleu.compat.pycocoevalcap.errors import NotText, WrongShape


def checked_references(where: str, references: Iterable[Any]) -> list[str]:
    """The references of a segment as a list of str, at least one."""
    if isinstance(references, str):
        raise NotText(
            f"{where}: its references are a str, {references[:40]!r}, whose characters "
            "pycocoevalcap would take for references: hand over [text]"
        )
    found = [checked_text(where, "a reference", reference) for reference in references]
    if not found:
        raise WrongShape(f"{where} has no references: it needs one at least")
    return found


def checked_text(where: str, what: str, text: Any) -> str:
    """The text, if it is a str."""
    if isinstance(text, str):
        return text
    if isinstance(text, dict):
        hint = "hand over the caption alone, tokenized (PTBTokenizer().tokenize makes it of these)"
    elif isinstance(text, (list, tuple)):
        hint = "join its tokens with spaces"
    else:
        hint = "it must be a str"
    raise NotText(f"{where}: {what} is a {type(text).__name__}, {text!r:.60}: {hint}")
