"""pycocoevalcap's BLEU under its own names: `bleu.bleu.Bleu` and `bleu.bleu_scorer.BleuScorer`.

The same classes, arguments and results as `pycocoevalcap.bleu` (pycocoevalcap 1.2), with its
numbers to the last bit; the counting is truebleu's. Text comes tokenized: the original's
PTBTokenizer is a Java program, which is not here.
"""

from truebleu.compat.pycocoevalcap.bleu.bleu import Bleu
from truebleu.compat.pycocoevalcap.bleu.bleu_scorer import BleuScorer

__all__ = ["Bleu", "BleuScorer"]
