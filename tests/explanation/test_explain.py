"""`explain`: its numbers, compared with scores of changed texts."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.differential.wmt import SETS, read
from tests.news import MEDIUM, STRONG
from tests.news import REFERENCES as STREAMS
from truebleu import BLEU, Explanation, References, explain
from truebleu.metrics.bleu import SMOOTHINGS

REFERENCES = References.streams(STREAMS)


def without(place: int, hypotheses: list[str]) -> float:
    """Return the corpus score without a segment."""
    rest = References.streams([stream[:place] + stream[place + 1 :] for stream in STREAMS])
    return BLEU().corpus_score(hypotheses[:place] + hypotheses[place + 1 :], rest).value


# The corpus


def test_the_score_equals_that_of_the_metric(explanation: Explanation) -> None:
    assert explanation.score == BLEU().corpus_score(STRONG, REFERENCES)
    assert explanation.breakdown == explanation.score.explain()
    assert explanation.name == "strong"


def test_ngrams_add_up_to_the_counts_of_the_score(explanation: Explanation) -> None:
    for order in explanation.ngrams:
        index = order.order - 1
        assert order.total == explanation.score.totals[index]
        assert order.matches == explanation.score.matches[index]
        assert order.matches + order.clipped + order.unmatched == order.total
        for losses in (order.most_missed, order.most_clipped, order.most_unmatched):
            assert [loss.count for loss in losses] == sorted(
                (loss.count for loss in losses), reverse=True
            )
            for loss in losses:
                assert len(loss.tokens) == order.order
                assert sum(count for _, count in loss.places) <= loss.count
                assert len(loss.places) == min(loss.segments, 20)


def test_points_of_an_ngram_are_those_of_its_missing_matches(explanation: Explanation) -> None:
    metric = BLEU()
    row = metric.statistics(STRONG, REFERENCES).sum(axis=0)
    for order in explanation.ngrams:
        for loss in (*order.most_unmatched, *order.most_missed, *order.most_clipped):
            better = row.copy()
            better[1 + order.order] += loss.count
            gain = metric.score(better).value - explanation.score.value
            assert loss.points == pytest.approx(gain, abs=1e-12)
            assert loss.points is not None
            assert loss.points > 0


def test_the_influence_of_a_segment_is_the_change_without_it(explanation: Explanation) -> None:
    segments = explanation.segments
    assert segments.count == len(STRONG)
    listed = (*segments.lowering, *segments.raising, *segments.worst, *segments.best)
    for influence in {influence.segment: influence for influence in listed}.values():
        index = influence.segment - 1
        assert influence.without == without(index, STRONG)
        assert influence.influence == explanation.score.value - influence.without
        references = [stream[index] for stream in STREAMS]
        assert influence.score == BLEU().sentence_score(STRONG[index], references).value
        assert (influence.hypothesis, influence.references) == (STRONG[index], tuple(references))


def test_segments_with_the_largest_influence_are_listed(explanation: Explanation) -> None:
    effects = [explanation.score.value - without(place, STRONG) for place in range(len(STRONG))]
    lowest = sorted(range(len(effects)), key=lambda i: effects[i])
    segments = explanation.segments
    assert [one.segment - 1 for one in segments.lowering] == lowest[:10]
    assert [one.segment - 1 for one in segments.raising] == lowest[::-1][:10]
    scores = BLEU().segment_scores(STRONG, REFERENCES)
    assert [one.score for one in segments.worst] == sorted(scores)[:10]
    assert [one.score for one in segments.best] == sorted(scores, reverse=True)[:10]


def test_scores_under_other_settings(explanation: Explanation) -> None:
    changes: dict[tuple[str, str], dict[str, Any]] = {
        ("case", "ignored"): {"lowercase": True},
        ("effective order", "on"): {"effective_order": True},
    }
    changes |= {("tokenizer", name): {"tokenizer": name} for name in ("none", "intl", "char")}
    changes |= {("order", str(order)): {"max_ngram_order": order} for order in (1, 2, 3)}
    changes |= {
        ("smoothing", name): {"smoothing": name} for name in set(SMOOTHINGS.values()) - {"exp"}
    }
    changes |= {
        ("reference length", rule): {"reference_length": rule}
        for rule in ("shortest", "longest", "average")
    }
    seen = {(setting.setting, setting.value): setting for setting in explanation.settings}
    assert seen.keys() == changes.keys() | {("references", "only 1"), ("references", "only 2")}
    for key, change in changes.items():
        score = BLEU(**change).corpus_score(STRONG, REFERENCES)
        assert (seen[key].score, seen[key].signature) == (score.value, str(score.signature))
        assert seen[key].difference == score.value - explanation.score.value
    for index, stream in enumerate(STREAMS, start=1):
        alone = BLEU().corpus_score(STRONG, stream)
        setting = seen["references", f"only {index}"]
        assert (setting.score, setting.signature) == (alone.value, str(alone.signature))


# Two systems


def test_the_difference_adds_up(explanation: Explanation) -> None:
    contrast = explanation.contrast
    assert contrast is not None
    assert contrast.score == BLEU().corpus_score(MEDIUM, REFERENCES)
    breakdown = contrast.difference
    assert breakdown.points == explanation.score.value - contrast.score.value
    assert abs(math.fsum(part.points for part in breakdown.factors) - breakdown.points) < 1e-12


def test_influence_of_segments_on_a_difference(explanation: Explanation) -> None:
    contrast = explanation.contrast
    assert contrast is not None
    gaps = [without(i, STRONG) - without(i, MEDIUM) for i in range(len(STRONG))]
    effects = [contrast.difference.points - gap for gap in gaps]
    order = sorted(range(len(effects)), key=lambda i: effects[i])
    assert [influence.segment - 1 for influence in contrast.losing] == order[:10]
    assert [influence.segment - 1 for influence in contrast.gaining] == order[::-1][:10]
    others = {segment: (score, text) for segment, score, text in contrast.others}
    for influence in (*contrast.gaining, *contrast.losing):
        index = influence.segment - 1
        assert influence.influence == pytest.approx(effects[index], abs=1e-12)
        assert influence.without == pytest.approx(gaps[index], abs=1e-12)
        references = [stream[index] for stream in STREAMS]
        score = BLEU().sentence_score(MEDIUM[index], references).value
        assert others[influence.segment] == (score, MEDIUM[index])


def test_ngrams_of_a_difference(explanation: Explanation) -> None:
    contrast = explanation.contrast
    assert contrast is not None
    metric = BLEU()
    row = metric.statistics(STRONG, REFERENCES).sum(axis=0)
    for order in contrast.ngrams:
        assert order.matches == explanation.score.matches[order.order - 1]
        assert order.other_matches == contrast.score.matches[order.order - 1]
        for ngram in order.ahead:
            assert ngram.count == ngram.first - ngram.second > 0
            worse = row.copy()
            worse[1 + order.order] -= ngram.count
            loss = explanation.score.value - metric.score(worse).value
            assert ngram.points == pytest.approx(loss, abs=1e-12)
        assert all(ngram.second > ngram.first for ngram in order.behind)


def test_a_system_compared_with_itself() -> None:
    explanation = explain(STRONG, REFERENCES, against=list(STRONG))
    contrast = explanation.contrast
    assert contrast is not None
    assert contrast.difference.points == 0
    assert (contrast.gaining, contrast.losing) == ((), ())
    assert all(not order.ahead and not order.behind for order in contrast.ngrams)
    assert explanation.reason.endswith("Compared with the other system, it makes no difference.")
    assert "Compared with the other system: 0.00 points" in str(explanation)


def test_the_reason_of_a_difference_names_the_largest_component() -> None:
    explanation = explain(STRONG, STREAMS[0], against=MEDIUM, names=("new", "old"))
    assert explanation.reason.endswith("Compared with old: +13.13 (4-grams +5.78, 3-grams +3.98).")
    turned = explain(MEDIUM, STREAMS[0], against=STRONG, names=("old", "new"))
    assert turned.reason.endswith("Compared with new: -13.13 (4-grams -5.78, 3-grams -3.98).")
    shorter = explain(["a b c d e"], ["a b c d e f"], against=["a b c d e x"])
    assert shorter.reason.endswith("but brevity -15.78).")


# One segment


@pytest.mark.parametrize("segment", [1, 5, 104])
def test_one_segment(segment: int) -> None:
    explanation = explain(STRONG, REFERENCES, against=MEDIUM, segment=segment)
    index = segment - 1
    references = [stream[index] for stream in STREAMS]
    assert explanation.score == BLEU().sentence_score(STRONG[index], references)
    this = explanation.influence
    assert this is not None
    assert explanation.segments.lowering == ()
    assert (this.segment, this.without) == (segment, without(index, STRONG))
    assert this.influence == BLEU().corpus_score(STRONG, REFERENCES).value - without(index, STRONG)
    marks = explanation.marks
    assert marks is not None
    assert marks.segment == segment
    tokens = BLEU().tokenizer.tokenize_batch([STRONG[index], *references])
    assert [mark.token for mark in marks.tokens] == tokens[0]
    assert [[word for word, _ in reference] for reference in marks.references] == tokens[1:]
    for position, matches in enumerate(explanation.score.matches):
        assert sum(mark.ngrams[position] == "matched" for mark in marks.tokens) == matches
    contrast = explanation.contrast
    assert contrast is not None
    assert contrast.marks is not None
    assert contrast.score == BLEU().sentence_score(MEDIUM[index], references)
    for order in explanation.ngrams:
        for loss in (*order.most_unmatched, *order.most_missed):
            assert {number for number, _ in loss.places} == {segment}


def test_marks_name_the_longest_match_and_its_references() -> None:
    explanation = explain(
        ["a b c x a a"], References.per_segment([["a b c", "c x a q"]]), segment=1
    )
    assert explanation.marks is not None
    marks = explanation.marks.tokens
    assert [mark.longest for mark in marks] == [3, 3, 3, 3, 3, 0]
    assert [mark.references for mark in marks] == [(1,), (1,), (1, 2), (2,), (2,), ()]
    assert [mark.status for mark in marks] == ["matched"] * 4 + ["clipped"] * 2
    assert marks[0].ngrams == ("matched", "matched", "matched", "unmatched")
    assert marks[5].ngrams == ("clipped", None, None, None)
    assert explanation.marks.references[1] == (("c", True), ("x", True), ("a", True), ("q", False))


def test_the_settings_of_a_segment_are_sentence_scores() -> None:
    explanation = explain(STRONG, REFERENCES, segment=7)
    references = [stream[6] for stream in STREAMS]
    seen = {(one.setting, one.value): one.score for one in explanation.settings}
    assert seen["smoothing", "none"] == (
        BLEU(smoothing="none").sentence_score(STRONG[6], references).value
    )
    assert seen["references", "only 2"] == BLEU().sentence_score(STRONG[6], references[1]).value


# Real text


@pytest.mark.data
@pytest.mark.parametrize(("name", "system"), SETS)
def test_real_text(name: str, system: str) -> None:
    texts = read(name, system)
    references = References.streams(texts.streams)
    explanation = explain(
        texts.hypotheses, references, against=texts.hypotheses[1:] + texts.hypotheses[:1]
    )
    assert explanation.score == BLEU().corpus_score(texts.hypotheses, references)
    assert [order.matches for order in explanation.ngrams] == list(explanation.score.matches)
    assert explanation.notes == () or len(texts.streams) > 1
    parts = explanation.breakdown
    assert abs(math.fsum(part.points for part in parts.factors) - parts.lost) < 1e-10
    assert explanation.contrast is not None
    breakdown = explanation.contrast.difference
    assert abs(math.fsum(part.points for part in breakdown.factors) - breakdown.points) < 1e-10
    assert explanation.to_text()
