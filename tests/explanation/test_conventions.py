"""Explanations under every convention: the components add up to the score."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.news import REFERENCE, STRONG, WEAK
from truebleu import BLEU, Explanation, explain
from truebleu.errors import InputError
from truebleu.metrics.conventions import of_metric

METRICS = [
    BLEU(convention=name, average=average)
    for name in of_metric("BLEU")
    for average in ("micro", "macro")
]


def adds_up(explanation: Explanation) -> None:
    scale = explanation.score.scale
    parts = explanation.breakdown
    assert abs(math.fsum(part.points for part in parts.factors) - parts.lost) <= 1e-12 * scale
    if explanation.contrast is not None:
        contrast = explanation.contrast.difference
        total = math.fsum(part.points for part in contrast.factors)
        assert abs(total - contrast.points) <= 1e-12 * scale


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_the_components_of_a_corpus_add_up(metric: BLEU) -> None:
    explanation = explain(STRONG, REFERENCE, metric, against=WEAK, top=2)
    assert explanation.score == metric.corpus_score(STRONG, REFERENCE)
    adds_up(explanation)
    names = [part.name for part in explanation.breakdown.factors]
    assert ("averaging" in names) == (metric.average == "macro")
    if "other rules" in names:  # a rounded score
        assert abs(explanation.breakdown.factors[-1].points) < 1e-4 * explanation.score.scale
    points = [loss.points for order in explanation.ngrams for loss in order.most_unmatched]
    assert (None in points) == (metric.average == "macro")
    assert explanation.to_text()


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_the_components_of_a_sentence_add_up(metric: BLEU) -> None:
    for segment in (1, 62, 85):
        explanation = explain(STRONG, REFERENCE, metric, segment=segment)
        assert explanation.score == metric.sentence_score(
            STRONG[segment - 1], REFERENCE[segment - 1]
        )
        adds_up(explanation)


@pytest.mark.parametrize("metric", METRICS[::3], ids=repr)
def test_settings_follow_the_rules_of_the_convention(metric: BLEU) -> None:
    names = {
        "case": "lowercase",
        "tokenizer": "tokenizer",
        "smoothing": "smoothing",
        "effective order": "effective_order",
        "order": "max_ngram_order",
    }
    values: dict[str, Any] = {"ignored": True, "kept": False, "on": True, "off": False}
    own = {**metric.settings(), "smoothing_value": None}
    for setting in explain(STRONG, REFERENCE, metric).settings:
        value = values.get(setting.value, setting.value)
        change: dict[str, Any] = {names[setting.setting]: value}
        if setting.setting == "order":
            change = {"max_ngram_order": int(value), "weights": None}
        if setting.setting != "smoothing":
            change["smoothing_value"] = metric.smoothing_value
        changed = type(metric)(**{**own, **change})
        assert setting.score == changed.corpus_score(STRONG, REFERENCE).value


def test_segments_have_no_influence_where_the_last_one_decides() -> None:
    metric = BLEU(convention="nltk", smoothing="method5")
    explanation = explain(STRONG, REFERENCE, metric)
    assert (explanation.segments.lowering, explanation.segments.raising) == ((), ())
    assert all(one.influence is None for one in explanation.segments.worst)
    assert "leaving out a segment is not defined" in explanation.notes[-1]
    alone = explain(STRONG, REFERENCE, metric, segment=104).influence
    assert alone is not None
    assert alone.without == metric.corpus_score(STRONG[:-1], REFERENCE[:-1]).value


def test_a_convention_with_one_reference_refuses_several() -> None:
    with pytest.raises(InputError, match="reference"):
        explain(["a"], [["a", "b"]], BLEU(convention="futureagi-function"))
