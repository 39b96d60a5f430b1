"""The statements of docs/faq.md about unusual input."""

from __future__ import annotations

import pytest

from truebleu import BLEU, EmptyCorpus, InputError, InvalidUnicode, References

BLEU_ = BLEU()


@pytest.mark.parametrize(
    ("hypothesis", "reference", "value", "penalty"),
    [
        ("", "a reference", 0.0, 0.0),
        ("a hypothesis", "", 0.0, 1.0),
        ("", "", 0.0, 1.0),
        (" \t\u3000\u2028", "a reference", 0.0, 0.0),
        ("same", "same", 100.0, 1.0),
        ("a much longer text that is the same", "a much longer text that is the same", 100.0, 1.0),
        ("a\0b c d e", "a\0b c d e", 100.0, 1.0),
    ],
)
def test_a_sentence(hypothesis: str, reference: str, value: float, penalty: float) -> None:
    score = BLEU_.sentence_score(hypothesis, reference)
    assert (score.value, score.brevity_penalty) == (value, penalty)


def test_every_hypothesis_is_empty() -> None:
    score = BLEU_.corpus_score(["", ""], ["one", "two"])
    assert (score.value, score.brevity_penalty, score.totals) == (0.0, 0.0, (0, 0, 0, 0))


def test_identical_short_text_as_a_corpus() -> None:
    assert BLEU_.corpus_score(["same"], ["same"]).value == 0.0
    assert BLEU(effective_order=True).corpus_score(["same"], ["same"]).value == 100.0


def test_a_perfect_score_is_exactly_100() -> None:
    lines = [f"segment {number} of a perfect corpus ." for number in range(50)]
    assert BLEU_.corpus_score(lines, lines).value == 100.0


def test_no_segments() -> None:
    with pytest.raises(EmptyCorpus, match="nothing to score"):
        BLEU_.corpus_score([], [])
    assert BLEU_.statistics([], []).shape == (0, 10)
    assert BLEU_.segment_scores([], []).shape == (0,)


def test_a_segment_without_a_reference() -> None:
    with pytest.raises(InputError, match="segment 2") as caught:
        BLEU_.corpus_score(["one", "two"], References.per_segment([["one"], []]))
    assert caught.value.segment == 2


def test_a_lone_surrogate() -> None:
    with pytest.raises(InvalidUnicode, match="segment 2"):
        BLEU_.corpus_score(["one", "t\ud800o"], ["one", "two"])


def test_none_is_a_missing_reference_only_inside_references() -> None:
    with pytest.raises(InputError, match="segment 2"):
        BLEU_.corpus_score(["one", "two"], ["one", None])
    missing = References.streams([["one", "two"], ["one", None]])
    assert BLEU_.corpus_score(["one", "two"], missing).signature["nrefs"] == "var"


def test_a_string_in_place_of_a_list() -> None:
    with pytest.raises(InputError, match="is a str, not a list"):
        BLEU_.corpus_score("text", ["text"])
