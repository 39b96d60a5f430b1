"""Random text: corpora with unusual characters for Hypothesis, and plain texts by seed."""

from tests.generators.corpora import Corpus, corpora, decode
from tests.generators.fragments import FRAGMENTS, MARKS, WHITESPACE, WORDS

__all__ = ["FRAGMENTS", "MARKS", "WHITESPACE", "WORDS", "Corpus", "corpora", "decode"]
