"""The Porter stemmer that the drop-ins for NLTK and rouge-score use."""

from __future__ import annotations

from truebleu import _native


class PorterStemmer:
    """NLTK's Porter stemmer, implemented in the Rust core."""

    def stem(self, word: str) -> str:
        """Return the stem of a word."""
        return _native.stem(word)
