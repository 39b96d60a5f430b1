"""What the metrics say about themselves: descriptions, and the kinds of input they take."""

from __future__ import annotations

from collections.abc import Callable
from inspect import getdoc
from typing import Any

DESCRIPTIONS = {
    "bleu": "BLEU of 13a tokens, 0 to 1, with the shortest reference length, computed by truebleu.",
    "sacrebleu": "BLEU as sacreBLEU 2.6 has it, 0 to 100, computed by truebleu.",
    "google_bleu": "GLEU: the smaller of precision and recall of all n-grams of 1 to 4 tokens, "
    "0 to 1, computed by truebleu.",
    "rouge": "F of ROUGE-1, -2, -L and -Lsum as rouge-score 0.1.2 has it, 0 to 1, computed by "
    "truebleu.",
}
LIN = "Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries"
WU = (
    "Wu et al. (2016), Google's Neural Machine Translation System, https://arxiv.org/abs/1609.08144"
)


def described(function: Callable[..., Any]) -> str:
    """What a function says of its arguments and results."""
    return getdoc(function) or ""


def features(datasets: Any) -> list[Any]:
    """Texts, with a list of references for each or with one."""
    text = datasets.Value("string", id="sequence")
    return [
        datasets.Features({"predictions": text, "references": references})
        for references in (datasets.Sequence(text, id="references"), text)
    ]
