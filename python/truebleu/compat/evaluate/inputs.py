"""Descriptions, citations and input types of Hugging Face's metrics."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import Any

DESCRIPTIONS = {
    "bleu": "BLEU of 13a tokens, 0 to 1, with the shortest reference length, computed by truebleu.",
    "sacrebleu": "BLEU of sacreBLEU 2.6, 0 to 100, computed by truebleu.",
    "google_bleu": "GLEU: the smaller of precision and recall of all n-grams of 1 to 4 tokens, "
    "0 to 1, computed by truebleu.",
    "rouge": "F-scores of ROUGE-1, -2, -L and -Lsum of rouge-score 0.1.2, 0 to 1, computed by "
    "truebleu.",
    "chrf": "chrF and chrF++ of sacreBLEU 2.6, 0 to 100, computed by truebleu.",
    "ter": "TER of sacreBLEU 2.6, 0 or more, computed by truebleu.",
    "meteor": "The mean of NLTK's METEOR, 0 to 1, computed by truebleu.",
    "nist_mt": "NLTK's NIST, 0 or more, computed by truebleu.",
    "wer": "Word error rate, 0 or more, computed by truebleu and jiwer.",
    "cer": "Character error rate, 0 or more, computed by truebleu and jiwer.",
    "exact_match": "Share of predictions that equal their reference, 0 to 1, computed by truebleu.",
}
LIN = "Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries"
POPOVIC = "Popović (2015), chrF: character n-gram F-score for automatic MT evaluation"
SNOVER = "Snover et al. (2006), A Study of Translation Edit Rate with Targeted Human Annotation"
BANERJEE = "Banerjee and Lavie (2005), METEOR: An Automatic Metric for MT Evaluation"
DODDINGTON = "Doddington (2002), Automatic Evaluation of Machine Translation Quality"
MORRIS = "Morris et al. (2004), From WER and RIL to MER and WIL"
WU = (
    "Wu et al. (2016), Google's Neural Machine Translation System, https://arxiv.org/abs/1609.08144"
)


def described(function: Callable[..., Any]) -> str:
    """Return the docstring of a function, or "" if it has none."""
    return getdoc(function) or ""


def one_reference(datasets: Any) -> Any:
    """Return the input types of a metric that takes one reference per prediction.

    `datasets` is the imported package datasets, which defines the types.
    """
    return features(datasets)[1]


def features(datasets: Any) -> list[Any]:
    """Return the input types of a metric that takes one or several references per prediction.

    The list has two items: types for a list of references per prediction, and types for one
    reference per prediction. `datasets` is the imported package datasets, which defines the types.
    """
    text = datasets.Value("string", id="sequence")
    return [
        datasets.Features({"predictions": text, "references": references})
        for references in (datasets.Sequence(text, id="references"), text)
    ]
