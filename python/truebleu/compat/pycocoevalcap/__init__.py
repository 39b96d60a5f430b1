"""A drop-in for pycocoevalcap's BLEU: `bleu.bleu.Bleu` and `bleu.bleu_scorer.BleuScorer`.

Classes, arguments and results are those of `pycocoevalcap.bleu` (pycocoevalcap 1.2). Scores are
bit-identical. Texts must be tokenized: PTBTokenizer, a Java program, is not included.
"""

from truebleu.compat.pycocoevalcap.bleu.bleu import Bleu
from truebleu.compat.pycocoevalcap.bleu.bleu_scorer import BleuScorer

__all__ = ["Bleu", "BleuScorer"]
