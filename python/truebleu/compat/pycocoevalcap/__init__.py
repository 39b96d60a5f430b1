"""A drop-in for pycocoevalcap 1.2: `Bleu`, `Rouge`, `Cider` and `PTBTokenizer`, without Java.

The modules are `bleu.bleu`, `rouge.rouge`, `cider.cider` and `tokenizer.ptbtokenizer`. Arguments
and results are those of pycocoevalcap, and scores are bit-identical. The Java programs METEOR and
SPICE are not included.
"""

from truebleu.compat.pycocoevalcap.bleu.bleu import Bleu
from truebleu.compat.pycocoevalcap.bleu.bleu_scorer import BleuScorer
from truebleu.compat.pycocoevalcap.cider.cider import Cider
from truebleu.compat.pycocoevalcap.cider.cider_scorer import CiderScorer
from truebleu.compat.pycocoevalcap.rouge.rouge import Rouge
from truebleu.compat.pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

__all__ = ["Bleu", "BleuScorer", "Cider", "CiderScorer", "PTBTokenizer", "Rouge"]
