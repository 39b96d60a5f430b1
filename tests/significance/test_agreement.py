"""Estimated human agreement: the published curves, and where they apply."""

from __future__ import annotations

from typing import Any

import pytest

from tests.requirements import require_module
from truebleu import BLEU, CHRF, TER, Comparison, compare
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.signature import Signature
from truebleu.significance.human_agreement import (
    BLEU_CURVE,
    CHRF_CURVE,
    SPBLEU_CURVE,
    TOKENIZERS,
    curve_for,
    estimate_agreement,
)

REFERENCES = ["the cat sat on the mat", "it rained all day", "nobody came to the party today"]
SYSTEMS = {
    "a": ["the cat sat on the mat", "it rained all the day", "nobody came to a party today"],
    "b": ["the cat sat on the mat", "it rained all day", "nobody came to the party today"],
}

# Table 2 of Kocmi et al. (2024): differences for an agreement of 50, 55, ..., 90%.
TABLE = {
    BLEU_CURVE: [0.27, 0.52, 0.78, 1.06, 1.39, 1.79, 2.34, 3.35],
    CHRF_CURVE: [0.14, 0.33, 0.54, 0.76, 1.00, 1.28, 1.63, 2.12, 3.05],
    SPBLEU_CURVE: [0.25, 0.52, 0.82, 1.13, 1.49, 1.91, 2.46, 3.28, 5.57],
}


@pytest.mark.parametrize("curve", TABLE)
def test_the_table_of_the_paper(curve: tuple[float, float]) -> None:
    for number, difference in enumerate(TABLE[curve]):
        share = 0.5 + 0.05 * number
        # The paper prints differences with two decimals.
        assert (
            estimate_agreement(curve, difference - 0.0051)
            <= share
            <= estimate_agreement(curve, difference + 0.0051)
        )
        assert estimate_agreement(curve, -difference) == estimate_agreement(curve, difference)


def test_other_figures_of_the_authors() -> None:
    # From the text of the paper (section 6), and from the page of mt-thresholds.
    assert estimate_agreement(BLEU_CURVE, 2.0) == pytest.approx(0.772, abs=0.0005)
    assert estimate_agreement(BLEU_CURVE, 1.0) == pytest.approx(0.63989, abs=0.000005)


def test_agreement_is_between_chance_and_the_maximum_of_the_curve() -> None:
    assert estimate_agreement(BLEU_CURVE, 0.0) == 0.5
    assert estimate_agreement(BLEU_CURVE, 0.2) == 0.5
    assert estimate_agreement(BLEU_CURVE, 100.0) == pytest.approx(0.8833, abs=0.0001)
    assert estimate_agreement(BLEU_CURVE, 1e300) < 0.9  # the curve of BLEU never reaches 90%


def note(metric: Metric[Any], signature: Signature | None = None) -> str:
    curve, why = curve_for(metric, signature or metric.signature(1))
    assert (curve is None) == bool(why)
    return why


@pytest.mark.parametrize("metric", [BLEU(), BLEU(tokenizer="zh"), BLEU(effective_order=False)])
def test_settings_to_which_a_curve_applies(metric: BLEU) -> None:
    assert curve_for(metric, metric.signature(1)) == (BLEU_CURVE, "")
    assert curve_for(CHRF(), CHRF().signature(1)) == (CHRF_CURVE, "")


def test_the_curve_of_bleu_applies_to_japanese_with_mecab() -> None:
    require_module("MeCab", "ja")
    metric = BLEU(tokenizer="ja-mecab")
    assert curve_for(metric, metric.signature(1)) == (BLEU_CURVE, "")


def test_spbleu_has_a_curve_of_its_own() -> None:
    assert TOKENIZERS["flores200"] == SPBLEU_CURVE
    assert "flores101" not in TOKENIZERS


@pytest.mark.parametrize(
    ("metric", "why"),
    [
        (TER(), "no curve was fitted for TER"),
        (BLEU(lowercase=True), "not with this lowercase"),
        (BLEU(smoothing="floor"), "not with this smoothing"),
        (BLEU(max_ngram_order=2), "not with this max_ngram_order"),
        (BLEU(scale=1), "not with this scale"),
        (BLEU(effective_order=True), "not with this effective_order"),
        (BLEU(reference_length="shortest"), "not with this reference_length"),
        (BLEU(tokenizer="intl"), "13a, zh, ja-mecab, flores200, not intl"),
        (BLEU(tokenizer="zh-fixed"), "not zh-fixed"),
        (BLEU(tokenizer=str.split), "13a, zh, ja-mecab, flores200, not "),
        (CHRF(word_order=2), "not with this word_order"),
        (CHRF(lowercase=True), "not with this lowercase"),
    ],
)
def test_settings_without_a_curve(metric: Metric[Any], why: str) -> None:
    assert why in note(metric)


def test_the_curve_needs_text_and_one_reference() -> None:
    assert note(BLEU(), BLEU().signature(2)) == "the curve was fitted with one reference"
    assert note(BLEU(), BLEU().signature("var")) == "the curve was fitted with one reference"
    assert note(BLEU(), BLEU().signature(1, tokens=True)).endswith("not none")


def shown(comparison: Comparison) -> str:
    return comparison.to_text()


def test_a_comparison_prints_the_agreement() -> None:
    comparison = compare(SYSTEMS, REFERENCES, [BLEU(), TER()], trials=10, resamples=10)
    bleu, ter = comparison
    share = bleu.pairs[0].human_agreement
    assert share == estimate_agreement(BLEU_CURVE, bleu.pairs[0].difference)
    assert (ter.pairs[0].human_agreement, bleu.human_agreement_note) == (None, "")
    assert f"{100 * share:.0f}%" in shown(comparison)
    assert "(Kocmi et al. 2024)" in shown(comparison)
    assert "human agr.: unknown, no curve was fitted for TER" in shown(comparison)
    first, second = comparison.to_dict()["metrics"]
    assert first["pairs"][0]["human_agreement"] == share
    assert "human_agreement_note" not in first
    assert second["pairs"][0]["human_agreement"] is None
    assert second["human_agreement_note"] == ter.human_agreement_note
