"""Reference implementation of the metrics: slow, short, plain Python, written from definitions.

The tests compare every other implementation with it. Nothing is imported from truebleu or from
another BLEU program.
"""

from fractions import Fraction

from tests.oracle.bleu import Score, Settings, score, segment_row, segment_score
from tests.oracle.statistics import Row, add, row
from tests.oracle.tokenizers import TOKENIZERS, tokenize

__all__ = [
    "TOKENIZERS",
    "Fraction",
    "Row",
    "Score",
    "Settings",
    "add",
    "row",
    "score",
    "segment_row",
    "segment_score",
    "tokenize",
]
