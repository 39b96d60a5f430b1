"""Tokenization of texts for ROUGE in Python, with sentence splitting.

It is used if the Rust core does not have the tokenizer or the sentence splitter. In the lists of
tokens, a token that is a line break ends a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from truebleu import _native
from truebleu.metrics.base.preparation import Preparation, only_text
from truebleu.tokenizers.nltk_words import with_nltk_data

Splitter = Callable[[str], Sequence[str]]


LINE_END = "\n"
SHORTEST_STEMMED = 4


@dataclass(frozen=True, slots=True)
class RougePreparation(Preparation):
    """Conversion of texts to lists of tokens for ROUGE: split sentences, tokenize, stem.

    `split` is a function that returns the sentences of a text, or None for variants that do not use
    sentences. `stem` is True if tokens are stemmed. Segments that are already lists of tokens are
    not changed.
    """

    split: Splitter | None
    _: KW_ONLY
    stem: bool

    def _tokenized(self, texts: Sequence[Any], reference: bool) -> list[list[str]]:
        if self.split is None:
            return self._stemmed(self.tokenized(texts, reference))
        # Tokenize the sentences of all texts in one call, which is faster for some tokenizers.
        sentences = [self.split(text) for text in only_text(texts)]
        flat = [sentence for sentences_of_text in sentences for sentence in sentences_of_text]
        tokens = iter(self._stemmed(self.tokenized(flat, reference)))
        return [
            [token for _ in sentences_of_text for token in (*next(tokens), LINE_END)]
            for sentences_of_text in sentences
        ]

    def _lowered(self, segments: Sequence[Any]) -> list[Any]:
        return list(segments)

    def _stemmed(self, token_lists: list[list[str]]) -> list[list[str]]:
        if not self.stem:
            return token_lists
        stem_by_token: dict[str, str] = {}
        for token in {token for tokens in token_lists for token in tokens}:
            stem_by_token[token] = _native.stem(token) if len(token) >= SHORTEST_STEMMED else token
        return [[stem_by_token[token] for token in tokens] for tokens in token_lists]


def _lines(text: str) -> Sequence[str]:
    return text.split(LINE_END)


def _punkt(text: str) -> Sequence[str]:
    """Split an English text into sentences by NLTK's Punkt model."""

    def split() -> list[str]:
        from nltk import sent_tokenize

        sentences: list[str] = sent_tokenize(text)
        return sentences

    return with_nltk_data("sentences='punkt'", "punkt_tab", split)


SPLITTERS: dict[str, Splitter] = {"lines": _lines, "punkt": _punkt}
"""Sentence splitters by name."""
