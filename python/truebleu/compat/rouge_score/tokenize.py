"""A drop-in for `rouge_score.tokenize`: lowercase words of ASCII letters and digits."""

from __future__ import annotations

import re
from typing import Any

from truebleu.compat.hints import hinted
from truebleu.compat.rouge_score.errors import NoLines, NoText
from truebleu.metrics.rouge_sentences import SHORTEST_STEMMED

NON_ALPHANUM_PATTERN = r"[^a-z0-9]+"
NON_ALPHANUM_RE = re.compile(NON_ALPHANUM_PATTERN)
SPACES_PATTERN = r"\s+"
SPACES_RE = re.compile(SPACES_PATTERN)
VALID_TOKEN_PATTERN = r"^[a-z0-9]+$"
VALID_TOKEN_RE = re.compile(VALID_TOKEN_PATTERN)


def tokenize(text: str | bytes, stemmer: Any) -> list[str]:
    """Return the lowercased words of a text: runs of ASCII letters and digits.

    >>> tokenize("The cat's 2 naïve hats", None)
    ['the', 'cat', 's', '2', 'na', 've', 'hats']

    Args:
        text: a str, or UTF-8 bytes.
        stemmer: an object with a method `stem(word)`, which is applied to words of more than three
            characters; None: no stemming.

    Raises:
        AttributeError: `text` is neither a str nor bytes.
    """
    if not isinstance(text, (str, bytes)):
        raise no_text(text)
    words = NON_ALPHANUM_RE.sub(" ", decoded(text.lower())).split()
    if stemmer:
        words = [stemmer.stem(word) if len(word) >= SHORTEST_STEMMED else word for word in words]
    return [word for word in words if VALID_TOKEN_RE.match(word)]


def decoded(text: Any) -> str:
    """Return a str unchanged, and bytes decoded from UTF-8; raise a TypeError for other types."""
    if isinstance(text, str):
        return text
    if isinstance(text, bytes):
        return text.decode()
    raise hinted(NoLines(f"not expecting type '{type(text)}'"), "Pass a str.")


def no_text(value: Any) -> NoText:
    """Return the error for a value that is neither a str nor bytes."""
    message = f"{type(value).__name__!r} object has no attribute 'lower'"
    return hinted(NoText(message), "Pass a str; score_multi and score_batch take lists.")
