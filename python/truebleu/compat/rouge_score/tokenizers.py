"""A drop-in for `rouge_score.tokenizers`."""

from __future__ import annotations

import abc
from typing import Any

from truebleu.compat.rouge_score import tokenize
from truebleu.compat.stemming import PorterStemmer


class Tokenizer(abc.ABC):
    """Base class of tokenizers. Any object with a method `tokenize` can be used instead."""

    @abc.abstractmethod
    def tokenize(self, text: Any) -> Any:
        """Return the tokens of a text as a list of str."""
        raise NotImplementedError("Tokenizer must override tokenize() method")


class DefaultTokenizer(Tokenizer):
    """Tokenizer of rouge-score: tokens are lowercase runs of ASCII letters and digits.

    >>> DefaultTokenizer(use_stemmer=True).tokenize("Cats running")
    ['cat', 'run']
    """

    def __init__(self, use_stemmer: bool = False) -> None:
        """Set whether words of more than three characters are stemmed by the Porter stemmer."""
        self._stemmer = PorterStemmer() if use_stemmer else None

    def tokenize(self, text: Any) -> list[str]:
        """Return the tokens of a text."""
        return tokenize.tokenize(text, self._stemmer)

    @property
    def stems(self) -> bool:
        """Whether words are stemmed."""
        return self._stemmer is not None
