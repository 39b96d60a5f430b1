"""NLTK's BLEU and GLEU under their own names and paths: `truebleu.compat.nltk.translate`.

The same functions, arguments, results and exceptions as `nltk.translate.bleu_score` (NLTK 3.10),
with its numbers to the last bit; the counting is truebleu's.
"""

from truebleu.compat.nltk.translate.bleu_score import (
    SmoothingFunction,
    brevity_penalty,
    closest_ref_length,
    corpus_bleu,
    modified_precision,
    sentence_bleu,
)
from truebleu.compat.nltk.translate.gleu_score import corpus_gleu, sentence_gleu

__all__ = [
    "SmoothingFunction",
    "brevity_penalty",
    "closest_ref_length",
    "corpus_bleu",
    "corpus_gleu",
    "modified_precision",
    "sentence_bleu",
    "sentence_gleu",
]
