"""Scores that other programs gave for the golden corpora, under the conventions of their names.

`testdata/golden/conventions.json` maps each convention to a recorded program. A case for which the
program stopped with an error is left out. A program that computes in single precision is compared
with a tolerance. So are a program that runs in JavaScript and one that adds floats in order,
because they may differ in the 16th digit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from tools import golden_core
from truebleu import References


@dataclass(frozen=True)
class Recorded:
    """One corpus under one convention, with the scores that the program gave."""

    case: str
    golden: str
    settings: dict[str, Any]
    tolerance: float
    hypotheses: list[str]
    references: list[list[str]]
    corpus: float | None
    sentences: list[float | None]

    def __str__(self) -> str:
        return f"{self.case}: {self.golden}"

    @property
    def has_sentences(self) -> bool:
        return any(value is not None for value in self.sentences)

    def equals(self, value: float, expected: float) -> bool:
        if self.tolerance:
            return math.isclose(value, expected, rel_tol=self.tolerance, abs_tol=self.tolerance)
        return value == expected


def value_at(value: Any, path: str | None) -> Any:
    """Return the part of a recorded value at a path such as `corpus.bleu` or `a.*.b`."""
    if path is None or value is None:
        return value if path is None else None
    head, _, remainder = path.partition(".")
    if head == "*":
        return [value_at(each, remainder or None) for each in value]
    if isinstance(value, dict):
        part = value.get(head)
    else:
        part = value[int(head)] if isinstance(value, list) and int(head) < len(value) else None
    return value_at(part, remainder or None)


def _number(value: Any) -> float | None:
    """Return a recorded number, or None for an error or "nan", which truebleu never gives."""
    if isinstance(value, dict) or value is None or value == "nan":
        return None
    return float(value)


@cache
def recorded() -> tuple[Recorded, ...]:
    inputs = read("golden/inputs")
    cases = []
    for entry in read("golden/conventions"):
        values = read(f"golden/tools/{entry['tool']}")[entry["golden"]]
        for case, value in values.items():
            references = inputs[case]["references"]
            if entry.get("first_reference"):
                references = [segment[:1] for segment in references]
            corpus = value_at(value, entry["corpus"]) if "corpus" in entry else None
            sentences = value_at(value, entry["sentences"]) if "sentences" in entry else None
            cases.append(
                Recorded(
                    case, entry["golden"], entry["settings"], entry.get("tolerance", 0.0),
                    inputs[case]["hypotheses"], references, _number(corpus),
                    [_number(each) for each in sentences or []],
                )
            )  # fmt: skip
    return tuple(cases)


def test_the_file_of_the_core_has_these_cases() -> None:
    """The core's own tests read that file; `python tools/golden_core.py` writes it."""
    assert golden_core.FILE.read_text(encoding="utf-8") == golden_core.text()


@in_one_test("case", [each for each in recorded() if each.corpus is not None], ids=str)
def test_corpus_score(case: Recorded) -> None:
    metric = golden_core.metric_of(case.settings)
    score = metric.corpus_score(case.hypotheses, References.per_segment(case.references))
    assert case.corpus is not None
    assert case.equals(score.value, case.corpus), (score.value, case.corpus)


@in_one_test("case", [each for each in recorded() if each.has_sentences], ids=str)
def test_sentence_scores(case: Recorded) -> None:
    metric = golden_core.metric_of(case.settings)
    for hypothesis, references, expected in zip(
        case.hypotheses, case.references, case.sentences, strict=True
    ):
        if expected is not None:
            value = metric.sentence_score(hypothesis, references).value
            assert case.equals(value, expected), (hypothesis, value, expected)
