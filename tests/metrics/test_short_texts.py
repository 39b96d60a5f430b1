"""Warning for a corpus in which no hypothesis has four tokens, so that its score is 0."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

from truebleu import (
    BLEU,
    Evaluation,
    ShortTextWarning,
    compare,
    confidence_interval,
    corpus_bleu,
    from_columns,
)

SHORT = ["the cat", "it rained"]
COLUMNS: Any = {"hypothesis": "h", "references": ["r", "s"]}


def test_a_perfect_short_text_causes_a_warning() -> None:
    message = r"no hypothesis has 4 tokens, so BLEU-4 is 0\. Use effective_order=True or segment"
    with pytest.warns(ShortTextWarning, match=message) as caught:
        score = BLEU().corpus_score(SHORT, SHORT)
    assert caught[0].filename == __file__
    assert score.value == 0
    assert score.missing_order == 3


def test_every_warning_names_the_line_of_the_caller() -> None:
    texts = [f"{number} sheep went up the hill" for number in range(12)]
    systems = {"a": texts, "b": texts[::-1]}
    calls: list[Callable[[], Any]] = [
        lambda: corpus_bleu(SHORT, SHORT),
        lambda: compare(systems, texts, trials=5),
        lambda: confidence_interval(SHORT, SHORT, resamples=20),
        lambda: from_columns({"h": SHORT, "r": SHORT, "s": ["", "x"]}, **COLUMNS),
        lambda: Evaluation([BLEU()]).run(systems, texts).compare(trials=5),
    ]
    for call in calls:
        with pytest.warns(UserWarning, match=".") as caught:
            call()
        assert {warning.filename for warning in caught} == {__file__}


@pytest.mark.parametrize(
    "call",
    [
        lambda: BLEU(effective_order=True).corpus_score(SHORT, SHORT),
        lambda: BLEU(max_ngram_order=2).corpus_score(SHORT, SHORT),
        lambda: BLEU().sentence_score(SHORT[0], SHORT[0]),
        lambda: BLEU().corpus_score(["a b c d", "x"], ["e f g h", "y"]),  # no match
        lambda: BLEU(smoothing="none").corpus_score(["a b c d e"], ["a x c y e"]),
        lambda: BLEU().corpus_score([""], ["a"]),
        lambda: BLEU().score(BLEU().statistics(SHORT, SHORT)),  # an interface of training loops
    ],
)
def test_other_scores_cause_no_warning(call: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        call()


def test_the_notebook_view_has_a_note() -> None:
    score = BLEU().score(BLEU().statistics(SHORT, SHORT))
    for view in (score._repr_html_(), score._repr_markdown_()):
        assert "no hypothesis has 4 tokens, so BLEU-4 is 0." in view
    long = BLEU().corpus_score(["a b c d"], ["a b c d"])
    assert "no hypothesis" not in long._repr_html_() + long._repr_markdown_()
