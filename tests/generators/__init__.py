"""Made-up text: hostile corpora for Hypothesis, and plain ones by seed."""

from tests.generators.corpora import Corpus, corpora, decode
from tests.generators.fragments import FRAGMENTS, MARKS, WHITESPACE, WORDS

__all__ = ["FRAGMENTS", "MARKS", "WHITESPACE", "WORDS", "Corpus", "corpora", "decode"]
