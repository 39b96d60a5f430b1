"""The tokenizer of `nltk.tokenize.nist`."""

from truebleu.compat.nltk.tokenize.nist import NISTTokenizer

__all__ = ["NISTTokenizer"]
