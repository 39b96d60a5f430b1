"""Samples with one or several references, and the scores that every platform must report."""

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
"""Corpus BLEU, which differs from the mean of sentence scores."""
assert abs(CORPUS - MEAN) > 0.01

FIRST_SENTENCES = [
    BLEU().sentence_score(*pair).value / 100 for pair in zip(OUTPUTS, FIRST_REFERENCES, strict=True)
]
"""Sentence scores with one reference, for platforms that accept a single text."""
FIRST_CORPUS = BLEU().corpus_score(OUTPUTS, FIRST_REFERENCES).value / 100
