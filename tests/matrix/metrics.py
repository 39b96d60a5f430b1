"""Every metric of the package with small example data, and the facts in its documentation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from truebleu import METEOR, CIDEr, DocumentFrequencies, EmbeddingSimilarity, ScoreColumn
from truebleu.metrics.registry import METRICS, OTHERS, PRESETS, metric_class

REFERENCES = [
    "The cat sat on the mat.",
    "It rained all day long here.",
    "Nobody came to the party in the end.",
    "She said that it's late.",
]
SYSTEMS = {
    "base": [
        "The cat sat on a mat.",
        "It rained all the day here.",
        "Nobody came to a party.",
        "She said it's late.",
    ],
    "new": [
        "The cat sat on the mat.",
        "It rained all day here.",
        "Nobody came to the party at the end.",
        "She said that it is late.",
    ],
}
FREQUENCIES = DocumentFrequencies(documents=50, counts={"the": 20, "cat": 2, "it rained": 3})
COLUMN = {"base": [61.5, 40, 33.25, 80], "new": [75, 52.5, 60, 71]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Class attributes of a metric.

    `identical_is_perfect`: an identical text gets the perfect score, as documented.
    """

    scale: float | None
    perfect: float | None
    higher_is_better: bool = True
    decimals: int = 4
    row_source: str = "core"
    bounded: bool = True
    takes_tokens: bool = True
    page_formula: str | None = "mean"
    identical_is_perfect: bool = True


PERCENT = Facts(scale=100, perfect=100, decimals=2)
SHARE = Facts(scale=1, perfect=1)
RATE = Facts(scale=1, perfect=0, higher_is_better=False, bounded=False, page_formula="ratio")
ERROR_RATE = replace(RATE, row_source="python", takes_tokens=False)

FACTS = {
    "bleu": replace(PERCENT, page_formula=None),
    "chrf": replace(PERCENT, takes_tokens=False, page_formula="chrf"),
    "chrf++": replace(PERCENT, takes_tokens=False, page_formula="chrf"),
    "gleu": replace(SHARE, page_formula="ratio"),
    "nist": Facts(scale=None, perfect=None, row_source="corpus", bounded=False, page_formula=None),
    "cider": replace(SHARE, scale=10, perfect=10, row_source="corpus"),
    "cider (given frequencies)": replace(
        SHARE, scale=10, perfect=10, row_source="python", identical_is_perfect=False
    ),
    **{f"rouge-{variant}": SHARE for variant in [*"123456789", "l", "lsum"]},
    "ter": replace(RATE, scale=100, decimals=2),
    "meteor": Facts(scale=1, perfect=1, row_source="python", identical_is_perfect=False),
    "wer": ERROR_RATE,
    "cer": ERROR_RATE,
    "embedding": Facts(scale=1, perfect=1, row_source="python", takes_tokens=False),
    "column": Facts(
        scale=None, perfect=None, row_source="column", bounded=False, takes_tokens=False
    ),
}

BY_SEGMENT = [name for name, facts in FACTS.items() if facts.row_source in {"core", "python"}]
BY_TEXT = [name for name in FACTS if name != "column"]
REFUSED = [name for name in FACTS if name not in BY_SEGMENT]


def letters(texts: list[str]) -> list[list[float]]:
    """Return counts of some letters for each text, in place of sentence embeddings."""
    return [[float(text.count(letter)) for letter in "acdehimnorst"] for text in texts]


def make_metric(name: str, **settings: Any) -> Any:
    """Return the metric with this name; new metrics need an entry in `FACTS`, but none here."""
    if name == "embedding":
        return EmbeddingSimilarity(letters, name="letters", revision="1", **settings)
    if name == "column":
        return ScoreColumn("rating", COLUMN, **settings)
    if name == "cider (given frequencies)":
        return CIDEr(document_frequencies=FREQUENCIES, **settings)
    if name == "meteor":
        return METEOR(synonyms=None, **settings)  # WordNet is not installed on every machine
    return metric_class(name)(**{**PRESETS.get(name, {}), **settings})


def registered() -> set[str]:
    """Return the names of all metrics that the package has."""
    return {*METRICS, *OTHERS}
