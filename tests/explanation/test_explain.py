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


def test_the_score_equals_that_of_the_metric(found: Explanation) -> None:
    assert found.score == BLEU().corpus_score(STRONG, REFERENCES)
    assert found.breakdown == found.score.explain()
    assert found.name == "strong"


def test_ngrams_add_up_to_the_counts_of_the_score(found: Explanation) -> None:
    for order in found.ngrams:
        at = order.order - 1
        assert order.total == found.score.totals[at]
        assert order.matches == found.score.matches[at]
        assert order.matches + order.clipped + order.unmatched == order.total
        for losses in (order.most_missed, order.most_clipped, order.most_unmatched):
            assert [loss.count for loss in losses] == sorted(
                (loss.count for loss in losses), reverse=True
            )
            for loss in losses:
                assert len(loss.tokens) == order.order
                assert sum(count for _, count in loss.places) <= loss.count
                assert len(loss.places) == min(loss.segments, 20)


def test_points_of_an_ngram_are_those_of_its_missing_matches(found: Explanation) -> None:
    metric = BLEU()
    row = metric.statistics(STRONG, REFERENCES).sum(axis=0)
    for order in found.ngrams:
        for loss in (*order.most_unmatched, *order.most_missed, *order.most_clipped):
            better = row.copy()
            better[1 + order.order] += loss.count
            gain = metric.score(better).value - found.score.value
            assert loss.points == pytest.approx(gain, abs=1e-12)
            assert loss.points is not None
            assert loss.points > 0


def test_the_influence_of_a_segment_is_the_change_without_it(found: Explanation) -> None:
    segments = found.segments
    assert segments.count == len(STRONG)
    shown = (*segments.lowering, *segments.raising, *segments.worst, *segments.best)
    for one in {one.segment: one for one in shown}.values():
        place = one.segment - 1
        assert one.without == without(place, STRONG)
        assert one.influence == found.score.value - one.without
        references = [stream[place] for stream in STREAMS]
        assert one.score == BLEU().sentence_score(STRONG[place], references).value
        assert (one.hypothesis, one.references) == (STRONG[place], tuple(references))


def test_segments_with_the_largest_influence_are_listed(found: Explanation) -> None:
    effects = [found.score.value - without(place, STRONG) for place in range(len(STRONG))]
    lowest = sorted(range(len(effects)), key=lambda i: effects[i])
    segments = found.segments
    assert [one.segment - 1 for one in segments.lowering] == lowest[:10]
    assert [one.segment - 1 for one in segments.raising] == lowest[::-1][:10]
    scores = BLEU().segment_scores(STRONG, REFERENCES)
    assert [one.score for one in segments.worst] == sorted(scores)[:10]
    assert [one.score for one in segments.best] == sorted(scores, reverse=True)[:10]


def test_scores_under_other_settings(found: Explanation) -> None:
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
    seen = {(one.setting, one.value): one for one in found.settings}
    assert seen.keys() == changes.keys() | {("references", "only 1"), ("references", "only 2")}
    for key, change in changes.items():
        score = BLEU(**change).corpus_score(STRONG, REFERENCES)
        assert (seen[key].score, seen[key].signature) == (score.value, str(score.signature))
        assert seen[key].difference == score.value - found.score.value
    for place, stream in enumerate(STREAMS, start=1):
        alone = BLEU().corpus_score(STRONG, stream)
        one = seen["references", f"only {place}"]
        assert (one.score, one.signature) == (alone.value, str(alone.signature))


# Two systems


def test_the_difference_adds_up(found: Explanation) -> None:
    contrast = found.contrast
    assert contrast is not None
    assert contrast.score == BLEU().corpus_score(MEDIUM, REFERENCES)
    made = contrast.difference
    assert made.points == found.score.value - contrast.score.value
    assert abs(math.fsum(part.points for part in made.factors) - made.points) < 1e-12


def test_influence_of_segments_on_a_difference(found: Explanation) -> None:
    contrast = found.contrast
    assert contrast is not None
    gaps = [without(i, STRONG) - without(i, MEDIUM) for i in range(len(STRONG))]
    effects = [contrast.difference.points - gap for gap in gaps]
    order = sorted(range(len(effects)), key=lambda i: effects[i])
    assert [one.segment - 1 for one in contrast.losing] == order[:10]
    assert [one.segment - 1 for one in contrast.gaining] == order[::-1][:10]
    others = {segment: (score, text) for segment, score, text in contrast.others}
    for one in (*contrast.gaining, *contrast.losing):
        place = one.segment - 1
        assert one.influence == pytest.approx(effects[place], abs=1e-12)
        assert one.without == pytest.approx(gaps[place], abs=1e-12)
        references = [stream[place] for stream in STREAMS]
        score = BLEU().sentence_score(MEDIUM[place], references).value
        assert others[one.segment] == (score, MEDIUM[place])


def test_ngrams_of_a_difference(found: Explanation) -> None:
    contrast = found.contrast
    assert contrast is not None
    metric = BLEU()
    row = metric.statistics(STRONG, REFERENCES).sum(axis=0)
    for order in contrast.ngrams:
        assert order.matches == found.score.matches[order.order - 1]
        assert order.other_matches == contrast.score.matches[order.order - 1]
        for ngram in order.ahead:
            assert ngram.count == ngram.first - ngram.second > 0
            worse = row.copy()
            worse[1 + order.order] -= ngram.count
            loss = found.score.value - metric.score(worse).value
            assert ngram.points == pytest.approx(loss, abs=1e-12)
        assert all(ngram.second > ngram.first for ngram in order.behind)


def test_a_system_compared_with_itself() -> None:
    found = explain(STRONG, REFERENCES, against=list(STRONG))
    contrast = found.contrast
    assert contrast is not None
    assert contrast.difference.points == 0
    assert (contrast.gaining, contrast.losing) == ((), ())
    assert all(not order.ahead and not order.behind for order in contrast.ngrams)
    assert found.reason.endswith("Against the other it makes no difference.")
    assert "Compared with the other: +0.00 points" in str(found)


def test_the_reason_of_a_difference_names_the_largest_component() -> None:
    found = explain(STRONG, STREAMS[0], against=MEDIUM, names=("new", "old"))
    assert found.reason.endswith("Against old: +13.13 (4-grams +5.78, 3-grams +3.98).")
    turned = explain(MEDIUM, STREAMS[0], against=STRONG, names=("old", "new"))
    assert turned.reason.endswith("Against new: -13.13 (4-grams -5.78, 3-grams -3.98).")
    shorter = explain(["a b c d e"], ["a b c d e f"], against=["a b c d e x"])
    assert shorter.reason.endswith("but brevity -15.78).")


# One segment


@pytest.mark.parametrize("segment", [1, 5, 104])
def test_one_segment(segment: int) -> None:
    found = explain(STRONG, REFERENCES, against=MEDIUM, segment=segment)
    place = segment - 1
    references = [stream[place] for stream in STREAMS]
    assert found.score == BLEU().sentence_score(STRONG[place], references)
    this = found.influence
    assert this is not None
    assert found.segments.lowering == ()
    assert (this.segment, this.without) == (segment, without(place, STRONG))
    assert this.influence == BLEU().corpus_score(STRONG, REFERENCES).value - without(place, STRONG)
    marks = found.marks
    assert marks is not None
    assert marks.segment == segment
    tokens = BLEU().tokenizer.tokenize_batch([STRONG[place], *references])
    assert [mark.token for mark in marks.tokens] == tokens[0]
    assert [[word for word, _ in reference] for reference in marks.references] == tokens[1:]
    for at, matches in enumerate(found.score.matches):
        assert sum(mark.ngrams[at] == "matched" for mark in marks.tokens) == matches
    contrast = found.contrast
    assert contrast is not None
    assert contrast.marks is not None
    assert contrast.score == BLEU().sentence_score(MEDIUM[place], references)
    for order in found.ngrams:
        for loss in (*order.most_unmatched, *order.most_missed):
            assert {number for number, _ in loss.places} == {segment}


def test_marks_name_the_longest_match_and_its_references() -> None:
    found = explain(["a b c x a a"], References.per_segment([["a b c", "c x a q"]]), segment=1)
    assert found.marks is not None
    marks = found.marks.tokens
    assert [mark.longest for mark in marks] == [3, 3, 3, 3, 3, 0]
    assert [mark.references for mark in marks] == [(1,), (1,), (1, 2), (2,), (2,), ()]
    assert [mark.status for mark in marks] == ["matched"] * 4 + ["clipped"] * 2
    assert marks[0].ngrams == ("matched", "matched", "matched", "unmatched")
    assert marks[5].ngrams == ("clipped", None, None, None)
    assert found.marks.references[1] == (("c", True), ("x", True), ("a", True), ("q", False))


def test_the_settings_of_a_segment_are_sentence_scores() -> None:
    found = explain(STRONG, REFERENCES, segment=7)
    references = [stream[6] for stream in STREAMS]
    seen = {(one.setting, one.value): one.score for one in found.settings}
    assert seen["smoothing", "none"] == (
        BLEU(smoothing="none").sentence_score(STRONG[6], references).value
    )
    assert seen["references", "only 2"] == BLEU().sentence_score(STRONG[6], references[1]).value


# Real text


@pytest.mark.data
@pytest.mark.parametrize(("name", "system"), SETS)
def test_real_text(name: str, system: str) -> None:
    texts = read(name, system)
    given = References.streams(texts.streams)
    found = explain(texts.hypotheses, given, against=texts.hypotheses[1:] + texts.hypotheses[:1])
    assert found.score == BLEU().corpus_score(texts.hypotheses, given)
    assert [order.matches for order in found.ngrams] == list(found.score.matches)
    assert found.notes == () or len(texts.streams) > 1
    parts = found.breakdown
    assert abs(math.fsum(part.points for part in parts.factors) - parts.lost) < 1e-10
    assert found.contrast is not None
    made = found.contrast.difference
    assert abs(math.fsum(part.points for part in made.factors) - made.points) < 1e-10
    assert found.to_text()
