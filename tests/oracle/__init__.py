"""BLEU as its definition has it: slow, short, plain Python that every other path is held against.

Nothing here is imported from truebleu or from another BLEU program.
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
