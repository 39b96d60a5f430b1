"""A few samples with one reference or several, and what every platform must show of them."""

from __future__ import annotations

from math import fsum

from truebleu import BLEU, References

OUTPUTS = ["The cat sat on a mat.", "It rained.", "Snow fell on the hills."]
REFERENCES: list[str | list[str]] = [
    "The cat sat on the mat.",
    ["It rained all day.", "It rained."],
    ["Snow fell on hills."],
]
FIRST_REFERENCES = ["The cat sat on the mat.", "It rained all day.", "Snow fell on hills."]
GROUPS = [[each] if isinstance(each, str) else each for each in REFERENCES]


def sentences(metric: object = None) -> list[float]:
    """Return the sentence scores of BLEU, or of a metric, from 0 to 1."""
    bleu = metric or BLEU()
    return [
        bleu.sentence_score(text, group).value / bleu.scale  # type: ignore[attr-defined]
        for text, group in zip(OUTPUTS, GROUPS, strict=True)
    ]


SENTENCES = sentences()
MEAN = fsum(SENTENCES) / len(SENTENCES)
CORPUS = BLEU().corpus_score(OUTPUTS, References.per_segment(GROUPS)).value / 100
"""Corpus BLEU, which is not the mean."""
assert abs(CORPUS - MEAN) > 0.01

FIRST_SENTENCES = [
    BLEU().sentence_score(*pair).value / 100 for pair in zip(OUTPUTS, FIRST_REFERENCES, strict=True)
]
"""The same with one reference, for platforms that take a single text."""
FIRST_CORPUS = BLEU().corpus_score(OUTPUTS, FIRST_REFERENCES).value / 100
