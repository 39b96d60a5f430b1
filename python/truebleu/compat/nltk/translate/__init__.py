"""The scoring functions of `nltk.translate`, which can be imported from here, as in NLTK.

LEPOR, word alignment and translation models are not included.
"""

from truebleu.compat.nltk.translate import (
    bleu_score,
    chrf_score,
    gleu_score,
    meteor_score,
    nist_score,
    ribes_score,
)
from truebleu.compat.nltk.translate.bleu_score import corpus_bleu, sentence_bleu
from truebleu.compat.nltk.translate.bleu_score import sentence_bleu as bleu
from truebleu.compat.nltk.translate.chrf_score import sentence_chrf as chrf
from truebleu.compat.nltk.translate.gleu_score import sentence_gleu as gleu
from truebleu.compat.nltk.translate.meteor_score import meteor_score as meteor
from truebleu.compat.nltk.translate.nist_score import sentence_nist as nist
from truebleu.compat.nltk.translate.ribes_score import sentence_ribes as ribes

__all__ = [
    "bleu",
    "bleu_score",
    "chrf",
    "chrf_score",
    "corpus_bleu",
    "gleu",
    "gleu_score",
    "meteor",
    "meteor_score",
    "nist",
    "nist_score",
    "ribes",
    "ribes_score",
    "sentence_bleu",
]
