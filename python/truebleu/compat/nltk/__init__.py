"""A drop-in for NLTK's translation metrics (`translate`) and edit distances (`metrics`).

The package `translate` has the modules `bleu_score`, `gleu_score`, `nist_score`, `chrf_score`,
`meteor_score` and `ribes_score`. The package `metrics` has the module `distance`. Functions,
arguments and exceptions are those of NLTK 3.10.4. Scores are bit-identical to NLTK's.
"""

from truebleu.compat.nltk import metrics, translate
from truebleu.compat.nltk.metrics.distance import edit_distance, edit_distance_align
from truebleu.compat.nltk.translate import bleu, chrf, gleu, meteor, nist, ribes
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
    "bleu",
    "brevity_penalty",
    "chrf",
    "closest_ref_length",
    "corpus_bleu",
    "corpus_gleu",
    "edit_distance",
    "edit_distance_align",
    "gleu",
    "meteor",
    "metrics",
    "modified_precision",
    "nist",
    "ribes",
    "sentence_bleu",
    "sentence_gleu",
    "translate",
]
