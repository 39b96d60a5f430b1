"""Identification of the program that gave a recorded score."""

from __future__ import annotations

import pytest

from tests.cases.test_golden_conventions import Recorded, recorded
from tests.in_one_test import in_one_test
from truebleu import BLEU, References
from truebleu.explanation.identify import identify
from truebleu.metrics.conventions import of_metric

# Scores below it cannot be identified: nothing matches, or NLTK's 1e-231.
MIN_SCORE = 1e-6

# Identification searches settings of BLEU; GLEU is another formula.
CASES = [
    case
    for case in recorded()
    if case.corpus is not None
    and case.corpus > MIN_SCORE
    and case.settings.get("convention", "sacrebleu") in of_metric("BLEU")
]


@in_one_test("case", CASES[::60], ids=str)
def test_some_recorded_scores_are_identified(case: Recorded) -> None:
    check(case)


@pytest.mark.slow
@in_one_test("case", CASES, ids=str)
def test_every_recorded_score_is_identified(case: Recorded) -> None:
    check(case)


def check(case: Recorded) -> None:
    assert case.corpus is not None
    convention = case.settings.get("convention", "sacrebleu")
    # Scores of programs in single precision are compared after rounding.
    decimals = 5 if case.tolerance > 1e-12 else 14
    reported = f"{case.corpus:.{decimals}f}"
    identification = identify(
        case.hypotheses, References.per_segment(case.references), reported, tool=convention
    )
    metric = BLEU(**case.settings)
    points = metric.corpus_score(case.hypotheses, References.per_segment(case.references)).value
    points *= 100 / metric.scale
    mine = [match for match in identification.matches if match.convention == convention]
    assert any(abs(match.points - points) < 1e-9 for match in mine), identification.nearest
