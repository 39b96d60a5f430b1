"""A drop-in for NLTK's BLEU and GLEU: `truebleu.compat.nltk.translate`.

Functions, arguments, results and exceptions are those of `nltk.translate.bleu_score` (NLTK 3.10).
Scores are bit-identical.
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
