"""`explain`: every number of it against the score computed anew."""

from __future__ import annotations

import json
import math
import pickle
from pathlib import Path
from typing import Any

import pytest

import truebleu
from tests.differential.wmt import SETS, read
from truebleu import BLEU, CHRF, Explanation, References, explain
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch
from truebleu.explanation.advice import SUITED
from truebleu.metrics.bleu import SMOOTHINGS

NEWS = Path(__file__).resolve().parents[2] / "examples" / "news"


def lines(name: str) -> list[str]:
    return (NEWS / name).read_text(encoding="utf-8").splitlines()


STRONG, MEDIUM, WEAK = (lines(f"system.{name}.en.txt") for name in ("strong", "medium", "weak"))
STREAMS = [lines("reference.a.en.txt"), lines("reference.b.en.txt")]
REFERENCES = References.streams(STREAMS)


@pytest.fixture(scope="module")
def found() -> Explanation:
    return explain(STRONG, REFERENCES, against=MEDIUM, names=("strong", "medium"))


def without(place: int, hypotheses: list[str]) -> float:
    """The corpus score without a segment, computed anew."""
    rest = References.streams([stream[:place] + stream[place + 1 :] for stream in STREAMS])
    return BLEU().corpus_score(hypotheses[:place] + hypotheses[place + 1 :], rest).value


# The corpus


def test_the_score_is_the_metric_s(found: Explanation) -> None:
    assert found.score == BLEU().corpus_score(STRONG, REFERENCES)
    assert found.breakdown == found.score.explain()
    assert found.name == "strong"


def test_ngrams_add_up_to_the_score_s_counts(found: Explanation) -> None:
    for order in found.ngrams:
        at = order.order - 1
        assert order.total == found.score.totals[at]
        assert order.matches == found.score.matches[at]
        assert order.matches + order.clipped + order.invented == order.total
        for losses in (order.most_missing, order.most_clipped, order.most_invented):
            assert [loss.count for loss in losses] == sorted(
                (loss.count for loss in losses), reverse=True
            )
            for loss in losses:
                assert len(loss.tokens) == order.order
                assert sum(count for _, count in loss.places) <= loss.count
                assert len(loss.places) == min(loss.segments, 20)


def test_points_of_an_ngram_are_what_its_matches_would_give(found: Explanation) -> None:
    metric = BLEU()
    row = metric.statistics(STRONG, REFERENCES).sum(axis=0)
    for order in found.ngrams:
        for loss in (*order.most_invented, *order.most_missing, *order.most_clipped):
            better = row.copy()
            better[1 + order.order] += loss.count
            gain = metric.score(better).value - found.score.value
            assert loss.points == pytest.approx(gain, abs=1e-12)
            assert loss.points is not None
            assert loss.points > 0


def test_a_segment_s_effect_is_the_score_without_it(found: Explanation) -> None:
    segments = found.segments
    assert segments.count == len(STRONG)
    shown = (*segments.lowering, *segments.raising, *segments.worst, *segments.best)
    for one in {one.segment: one for one in shown}.values():
        place = one.segment - 1
        assert one.without == without(place, STRONG)
        assert one.effect == found.score.value - one.without
        references = [stream[place] for stream in STREAMS]
        assert one.score == BLEU().sentence_score(STRONG[place], references).value
        assert (one.hypothesis, one.references) == (STRONG[place], tuple(references))


def test_the_segments_named_are_the_extreme_ones(found: Explanation) -> None:
    effects = [found.score.value - without(place, STRONG) for place in range(len(STRONG))]
    lowest = sorted(range(len(effects)), key=lambda i: effects[i])
    segments = found.segments
    assert [one.segment - 1 for one in segments.lowering] == lowest[:10]
    assert [one.segment - 1 for one in segments.raising] == lowest[::-1][:10]
    scores = BLEU().segment_scores(STRONG, REFERENCES)
    assert [one.score for one in segments.worst] == sorted(scores)[:10]
    assert [one.score for one in segments.best] == sorted(scores, reverse=True)[:10]


def test_what_other_settings_give_is_computed(found: Explanation) -> None:
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


def test_segments_of_a_difference_are_left_out_one_by_one(found: Explanation) -> None:
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
        assert one.effect == pytest.approx(effects[place], abs=1e-12)
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


def test_a_system_against_itself() -> None:
    found = explain(STRONG, REFERENCES, against=list(STRONG))
    contrast = found.contrast
    assert contrast is not None
    assert contrast.difference.points == 0
    assert (contrast.gaining, contrast.losing) == ((), ())
    assert all(not order.ahead and not order.behind for order in contrast.ngrams)
    assert found.reason.endswith("Against the other it makes no difference.")
    assert "Against the other: +0.00 points" in str(found)


# One segment


@pytest.mark.parametrize("segment", [1, 5, 104])
def test_one_segment(segment: int) -> None:
    found = explain(STRONG, REFERENCES, against=MEDIUM, segment=segment)
    place = segment - 1
    references = [stream[place] for stream in STREAMS]
    assert found.score == BLEU().sentence_score(STRONG[place], references)
    this = found.effect
    assert this is not None
    assert found.segments.lowering == ()
    assert (this.segment, this.without) == (segment, without(place, STRONG))
    assert this.effect == BLEU().corpus_score(STRONG, REFERENCES).value - without(place, STRONG)
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
        for loss in (*order.most_invented, *order.most_missing):
            assert {number for number, _ in loss.places} == {segment}


def test_marks_name_the_longest_match_and_its_references() -> None:
    found = explain(["a b c x a a"], References.per_segment([["a b c", "c x a q"]]), segment=1)
    assert found.marks is not None
    marks = found.marks.tokens
    assert [mark.longest for mark in marks] == [3, 3, 3, 3, 3, 0]
    assert [mark.references for mark in marks] == [(1,), (1,), (1, 2), (2,), (2,), ()]
    assert [mark.status for mark in marks] == ["matched"] * 4 + ["clipped"] * 2
    assert marks[0].ngrams == ("matched", "matched", "matched", "invented")
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


# Every kind of input


def test_a_tokenizer_in_python_gives_what_the_core_gives() -> None:
    """More segments than one block of them."""
    hypotheses, references = STRONG * 45, STREAMS[0] * 45
    metric = BLEU(tokenizer=str.split)
    ours = explain(hypotheses, references, metric, against=MEDIUM * 45)
    core = explain(hypotheses, references, BLEU(tokenizer="none"), against=MEDIUM * 45)
    assert ours.ngrams == core.ngrams
    assert ours.segments == core.segments
    assert ours.breakdown.factors == core.breakdown.factors
    assert ours.contrast is not None
    assert core.contrast is not None
    assert ours.contrast.ngrams == core.contrast.ngrams
    scores = {(one.setting, one.value): one.score for one in core.settings}
    for one in ours.settings:
        if one.setting not in {"tokenizer", "case"}:
            assert one.score == scores[one.setting, one.value]
    assert explain(hypotheses, references, metric, segment=4680).score.value > 0


def test_lower_case_is_kept_for_all_settings() -> None:
    metric = BLEU(lowercase=True, tokenizer=str.split)
    found = explain(STRONG, STREAMS[0], metric)
    seen = {(one.setting, one.value): one.score for one in found.settings}
    kept = BLEU(tokenizer="none")
    lowered = BLEU(tokenizer="none", lowercase=True, smoothing="method5")
    assert seen["case", "kept"] == kept.corpus_score(STRONG, STREAMS[0]).value
    assert seen["smoothing", "method5"] == lowered.corpus_score(STRONG, STREAMS[0]).value
    token = found.ngrams[0].most_missing[0].tokens[0]
    assert isinstance(token, str)
    assert token == token.lower()


def test_token_lists_and_ids() -> None:
    words = explain([["a", "b c"], ["d"]], [["a", "x"], ["d"]], against=[["a", "x"], []])
    assert words.ngrams[0].most_invented[0].tokens == ("b c",)
    assert all(one.setting != "tokenizer" for one in words.settings)
    ids = explain([[1, 2, 3], [4]], [[1, 2, 9], [4]], segment=1)
    assert ids.marks is not None
    assert [mark.token for mark in ids.marks.tokens] == [1, 2, 3]
    assert all(one.setting not in {"case", "tokenizer"} for one in ids.settings)
    assert json.loads(ids.to_json())["marks"]["tokens"][0]["token"] == 1
    assert "1 2 3" in str(ids).replace("  ", " ")


def test_iterators_are_read_once() -> None:
    found = explain(iter(STRONG), iter(STREAMS[0]), against=iter(MEDIUM))
    assert found == explain(STRONG, STREAMS[0], against=MEDIUM)


def test_references_that_are_missing() -> None:
    given = References.streams([["a b c d", "e f"], ["a b x d", None]])
    found = explain(["a b c d", "e g"], given)
    assert found.score == BLEU().corpus_score(["a b c d", "e g"], given)
    assert all(one.setting != "references" for one in found.settings)
    assert explain(["a b c d", "e g"], given, segment=2).score.value > 0
    per_segment = References.per_segment([["a b c d", "a b x d"], ["e f", "e h"]])
    settings = {one.value for one in explain(["a b c d", "e g"], per_segment).settings}
    assert {"only 1", "only 2"} <= settings


@pytest.mark.parametrize(
    ("hypotheses", "references"),
    [
        ([""], [""]),
        ([""], ["a"]),
        (["a"], [""]),
        (["a"], ["a"]),
        (["a", ""], ["a", "b c d e f"]),
        (["x y z w v"], ["a b c d e"]),
        (["a b c d e"] * 3, ["a b c d e"] * 3),
        (["\u2028 \t", "日本語のテキスト", "a|b *c* <d>"], ["x", "日本語", "a|b *c* <d>"]),
    ],
)
def test_unusual_texts_have_a_page(hypotheses: list[str], references: list[str]) -> None:
    for segment in (None, 1):
        for metric in (BLEU(), BLEU(scale=1), BLEU(smoothing="none", max_ngram_order=1)):
            found = explain(hypotheses, references, metric, segment=segment, against=references)
            assert "nan" not in found.to_text()
            assert found.to_markdown().startswith("# the system")
            assert json.loads(found.to_json())["score"]["value"] == found.score.value
            assert found == explain(
                hypotheses, references, metric, segment=segment, against=references
            )
            assert pickle.loads(pickle.dumps(found)) == found


def test_pages_hide_nothing_and_do_nothing_to_a_terminal() -> None:
    hypotheses = ["a \x1b[31mred ```` c\u202ed|e *x* <b>\u200b", "z\tw\x00 ```\u2028"]
    metric = BLEU(tokenizer="none")
    for segment in (None, 1, 2):
        found = explain(
            hypotheses,
            ["a b", "z"],
            metric,
            segment=segment,
            against=["q", "\x1b"],
            names=("\x07", "b"),
        )
        for page in (found.to_text(), found.to_markdown()):
            assert {letter for letter in page if not letter.isprintable()} <= {"\n"}
            assert "<U+0007>" in page
    assert "`````text\n" in explain(hypotheses, ["a b", "z"], metric, segment=1).to_markdown()


def test_other_orders_and_weights() -> None:
    metric = BLEU(weights=[0.5, 0.3, 0.2], reference_length="average", lowercase=True)
    found = explain(STRONG, REFERENCES, metric)
    assert len(found.ngrams) == 3
    weights = [part.weight for part in found.breakdown.factors]
    assert weights == pytest.approx([1, 0.5, 0.3, 0.2])


# Advice


def advice_about(found: Explanation) -> list[str]:
    return [advice.about for advice in found.advice]


def test_advice_is_given_where_it_is_sound(found: Explanation) -> None:
    assert advice_about(found) == ["brevity", "case"]
    full = found.score.value / found.score.brevity_penalty
    assert f"{full:.2f}" in found.advice[0].text
    assert advice_about(explain(STREAMS[0], STREAMS[0])) == []
    assert "references" in advice_about(explain(STRONG, STREAMS[0]))


def test_advice_about_smoothing_fits_the_text() -> None:
    short = explain(["a b c x", "d e f y"], ["a b c z", "d e f g"])
    assert advice_about(short)[0] == "smoothing"
    assert "floor or add-k" in short.advice[0].text
    assert "without it, it is 0.00" in short.advice[0].text
    long = " ".join(f"w{i}" for i in range(30))
    few = explain([f"a b {long}"], [f"a b {long.upper()}"])
    assert "For few matches (summaries), exp" in few.advice[0].text
    names = {name for _, methods in SUITED for name in methods}
    assert names <= set(SMOOTHINGS)


def test_advice_about_text_that_is_too_short() -> None:
    found = explain(["a b", "c d"], ["a b", "c d"])
    assert advice_about(found) == ["order", "short text", "references"]
    assert "100.00" in found.advice[0].text
    assert "2 of 2 hypotheses have fewer than 4 tokens" in found.advice[1].text


def test_advice_about_what_is_too_long_or_repeated() -> None:
    found = explain(["the the the the the the the cat"], ["the cat sat down"])
    assert {"length", "repetition"} <= set(advice_about(found))


# Mistakes


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"metric": CHRF()}, ConfigurationError, "explain takes BLEU apart, and this is chrF"),
        ({"metric": "bleu"}, ConfigurationError, "this is str"),
        ({"segment": 0}, InputError, "segment=0: the segments are counted from 1 to 104"),
        ({"segment": 105}, InputError, "counted from 1 to 104"),
        ({"segment": 1.5}, ConfigurationError, "whole numbers from 1"),
        ({"segment": True}, ConfigurationError, "whole numbers from 1"),
        ({"top": 0}, ConfigurationError, "top=0"),
        ({"threads": 0}, ConfigurationError, "threads=0"),
        ({"against": MEDIUM[:-1]}, LengthMismatch, "the other: 103 hypotheses"),
        ({"against": [None, *MEDIUM[1:]]}, InputError, "the other: segment 1: the hypothesis"),
        ({"against": [text.split() for text in MEDIUM]}, InputError, "lists of tokens"),
    ],
)
def test_mistakes_are_named(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        explain(STRONG, REFERENCES, **arguments)


def test_nothing_cannot_be_explained() -> None:
    with pytest.raises(EmptyCorpus, match="nothing can be explained"):
        explain([], [])


def test_it_is_found_at_the_top() -> None:
    assert truebleu.explain is explain
    assert truebleu.Explanation is Explanation


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


def test_the_reason_of_a_difference_says_what_makes_it() -> None:
    found = explain(STRONG, STREAMS[0], against=MEDIUM, names=("new", "old"))
    assert found.reason.endswith("Against old: +13.13 (4-grams +5.78, 3-grams +3.98).")
    turned = explain(MEDIUM, STREAMS[0], against=STRONG, names=("old", "new"))
    assert turned.reason.endswith("Against new: -13.13 (4-grams -5.78, 3-grams -3.98).")
    shorter = explain(["a b c d e"], ["a b c d e f"], against=["a b c d e x"])
    assert shorter.reason.endswith("but brevity -15.78).")
