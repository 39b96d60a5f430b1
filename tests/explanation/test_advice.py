"""Advice of an explanation: given only where it applies."""

from __future__ import annotations

from tests.news import REFERENCES as STREAMS
from tests.news import STRONG
from truebleu import Explanation, explain
from truebleu.explanation.advice import SUITED
from truebleu.metrics.bleu import SMOOTHINGS


def advice_about(explanation: Explanation) -> list[str]:
    return [advice.about for advice in explanation.advice]


def test_advice_is_given_where_it_applies(explanation: Explanation) -> None:
    assert advice_about(explanation) == ["brevity", "case"]
    full = explanation.score.value / explanation.score.brevity_penalty
    assert f"{full:.2f}" in explanation.advice[0].text
    assert advice_about(explain(STREAMS[0], STREAMS[0])) == []
    assert "references" in advice_about(explain(STRONG, STREAMS[0]))


def test_advice_about_smoothing_depends_on_the_text() -> None:
    short = explain(["a b c x", "d e f y"], ["a b c z", "d e f g"])
    assert advice_about(short)[0] == "smoothing"
    assert "floor or add-k" in short.advice[0].text
    assert "without it, the score is 0.00" in short.advice[0].text
    long = " ".join(f"w{i}" for i in range(30))
    few = explain([f"a b {long}"], [f"a b {long.upper()}"])
    assert "For few matches (summaries), exp" in few.advice[0].text
    names = {name for _, methods in SUITED for name in methods}
    assert names <= set(SMOOTHINGS)


def test_advice_about_short_text() -> None:
    explanation = explain(["a b", "c d"], ["a b", "c d"])
    assert advice_about(explanation) == ["order", "short text", "references"]
    assert "100.00" in explanation.advice[0].text
    assert "2 of 2 hypotheses have fewer than 4 tokens" in explanation.advice[1].text


def test_advice_about_long_or_repetitive_text() -> None:
    explanation = explain(["the the the the the the the cat"], ["the cat sat down"])
    assert {"length", "repetition"} <= set(advice_about(explanation))
