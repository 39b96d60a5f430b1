"""NLTK's BLEU under its own names: `from truebleu.compat.nltk.translate.bleu_score import ...`.

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

__all__ = [
    "SmoothingFunction",
    "brevity_penalty",
    "closest_ref_length",
    "corpus_bleu",
    "modified_precision",
    "sentence_bleu",
]
