"""Decomposition of scores: components add up to the score for all settings."""

from __future__ import annotations

import json
import math
import pickle
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given

from tests import oracle
from tests.generators import Corpus, corpora
from tests.profiles import examples
from tests.properties.settings import settings, truebleu_metric
from truebleu import BLEU, CHRF, TER, BLEUScore, References
from truebleu.errors import ConfigurationError
from truebleu.metrics.decomposition import breakdown, difference


def assert_adds_up(points: list[float], whole: float) -> None:
    """Check an exact sum: the largest component has the rounding error."""
    assert abs(math.fsum(points) - whole) <= max(map(math.ulp, [*points, whole]))


def scores(corpus: Corpus, chosen: oracle.Settings) -> list[BLEUScore]:
    """Return the scores of the corpus and of its segments."""
    metric = truebleu_metric(chosen)
    all_scores = [metric.corpus_score(corpus.hypotheses, References.per_segment(corpus.references))]
    for hypothesis, refs in zip(corpus.hypotheses, corpus.references, strict=True):
        given_ = [text for text in refs if text is not None]
        all_scores.append(metric.sentence_score(hypothesis, given_))
    return all_scores


@examples(1.0)
@given(corpora(), settings())
def test_components_add_up_to_the_points_lost(corpus: Corpus, chosen: oracle.Settings) -> None:
    for score in scores(corpus, chosen):
        parts = breakdown(score)
        assert parts.lost == score.scale - score.value
        assert_adds_up([part.points for part in parts.factors], parts.lost)
        assert parts.factors[-1].name != "other rules"
        assert parts.reason.startswith("BLEU ")
        if score.value:
            logarithms = math.fsum(part.logarithm or 0 for part in parts.factors)
            assert math.isclose(math.exp(logarithms) * score.scale, score.value, rel_tol=1e-9)


@examples(1.0)
@given(corpora(), settings())
def test_components_of_a_difference_add_up(corpus: Corpus, chosen: oracle.Settings) -> None:
    result = scores(corpus, chosen)
    for first, second in pairwise(result):
        contrast = difference(first, second)
        assert contrast.points == first.value - second.value
        assert_adds_up([part.points for part in contrast.factors], contrast.points)
        turned = difference(second, first)
        for factor, turned_factor in zip(contrast.factors, turned.factors, strict=True):
            assert abs(factor.points + turned_factor.points) <= 1e-9 * first.scale


@examples(0.5)
@given(corpora(), settings())
def test_a_score_equals_itself(corpus: Corpus, chosen: oracle.Settings) -> None:
    for score in scores(corpus, chosen):
        contrast = difference(score, score)
        assert contrast.points == 0
        assert [part.points for part in contrast.factors] == [0] * len(contrast.factors)


def test_components_are_proportional_to_logarithms() -> None:
    score = BLEU().corpus_score(["The cat sat on a mat."], ["The cat sat on the mat."])
    parts = score.explain()
    logs = [math.log(part / 100) / 4 for part in score.precisions]
    expected = [100 * 0.5110769775650992 * log / sum(logs) for log in logs]
    assert [part.points for part in parts.factors[1:]] == pytest.approx(expected, abs=1e-9)
    assert [part.weight for part in parts.factors] == [1.0, 0.25, 0.25, 0.25, 0.25]


REASONS: list[tuple[str, str, dict[str, Any], str]] = [
    ("", "a b", {}, "0.00: the hypotheses have no tokens."),
    ("x y", "a b", {}, "0.00: no token of the hypotheses (2) is in a reference."),
    (
        "a b",
        "a b",
        {"effective_order": True},
        "100.00: nothing is lost: every n-gram that counts is matched.",
    ),
    (
        "a b",
        "a b",
        {},
        "0.00: no hypothesis is long enough for a 3-gram, and without one the score is 0.",
    ),
    (
        "a b c x",
        "a b c d",
        {"smoothing": "none"},
        (
            "0.00: of 1 4-gram none is matched, and without smoothing one order without a match "
            "makes the score 0."
        ),
    ),
    (
        "a b c d e",
        "a b c d e f g h i j",
        {},
        "36.79: of the 63.21 points lost, 63.21 go to brevity (5 tokens, references 10).",
    ),
    (
        "a b c x",
        "a b c d",
        {"smoothing": "floor"},
        "39.76: of the 60.24 points lost, 37.60 go to 4-grams (0 of 1 matched, smoothed).",
    ),
    (
        "a b c x",
        "a b c d",
        {"smoothing": "floor", "scale": 1},
        "0.3976: of the 0.6024 points lost, 0.3760 go to 4-grams (0 of 1 matched, smoothed).",
    ),
]


@pytest.mark.parametrize(("hypothesis", "reference", "changes", "reason"), REASONS)
def test_the_reason_names_the_largest_component(
    hypothesis: str, reference: str, changes: dict[str, Any], reason: str
) -> None:
    score = BLEU(**changes).corpus_score([hypothesis], [reference])
    assert score.explain().reason == f"BLEU {reason}"


def test_an_empty_hypothesis_loses_all_points_by_brevity() -> None:
    parts = BLEU().corpus_score([""], ["a b"]).explain()
    assert [part.points for part in parts.factors] == [100.0, 0.0, 0.0, 0.0, 0.0]


def test_unused_orders_lose_no_points() -> None:
    parts = BLEU().sentence_score("a b", "a c").explain()
    assert [part.weight for part in parts.factors] == [1.0, 0.5, 0.5, 0.0, 0.0]
    assert [part.points for part in parts.factors[3:]] == [0.0, 0.0]


def test_other_rules_are_a_component() -> None:
    """A score that is not the product of its parts has one more component for the difference."""
    plain = BLEU().corpus_score(["a b c d e f"], ["a b c d x y"])
    parts = list(plain._parts)
    parts[0] = plain.value / 2
    components = breakdown(BLEUScore(*parts))
    assert components.factors[-1].name == "other rules"
    assert components.factors[-1].logarithm == pytest.approx(-math.log(2))
    assert math.fsum(part.points for part in components.factors) == pytest.approx(
        components.lost, abs=1e-10
    )


def test_breakdowns_are_values() -> None:
    score = BLEU().corpus_score(["a b c d e"], ["a b c d"])
    parts = score.explain()
    assert parts == score.explain()
    assert hash(parts) == hash(score.explain())
    assert pickle.loads(pickle.dumps(parts)) == parts
    assert json.loads(json.dumps(parts.to_dict()))["factors"][1]["name"] == "1-gram"
    with pytest.raises(AttributeError, match="cannot assign"):
        parts.lost = 1.0  # type: ignore[misc]
    assert str(parts).splitlines()[1].endswith("points are lost:")


@pytest.mark.parametrize("metric", [CHRF(), TER()])
def test_other_metrics_raise_an_error(metric: Any) -> None:
    with pytest.raises(ConfigurationError, match="supports BLEU only"):
        metric.sentence_score("a b", "a c").explain()


def test_averaging_may_lose_most_points() -> None:
    hypotheses = ["a b c d e f g h", *["x"] * 6]
    score = BLEU(average="macro").corpus_score(hypotheses, [hypotheses[0], *["y z"] * 6])
    components = breakdown(score)
    assert max(components.factors, key=lambda part: part.points) is components.factors[-1]
    assert components.factors[-1].name == "averaging"
    assert (
        f"points lost, {components.factors[-1].points:.2f} go to averaging, " in components.reason
    )
