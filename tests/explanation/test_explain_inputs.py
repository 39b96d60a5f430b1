"""Inputs of `explain`: all kinds of containers, unusual texts and errors."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import truebleu
from tests.news import MEDIUM, STRONG
from tests.news import REFERENCES as STREAMS
from truebleu import BLEU, CHRF, Explanation, References, explain
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch

REFERENCES = References.streams(STREAMS)


def test_a_tokenizer_in_python_equals_the_cores() -> None:
    """The corpus has more segments than one block."""
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
    scores = {(setting.setting, setting.value): setting.score for setting in core.settings}
    for setting in ours.settings:
        if setting.setting not in {"tokenizer", "case"}:
            assert setting.score == scores[setting.setting, setting.value]
    assert explain(hypotheses, references, metric, segment=4680).score.value > 0


def test_lowercase_applies_to_all_settings() -> None:
    metric = BLEU(lowercase=True, tokenizer=str.split)
    explanation = explain(STRONG, STREAMS[0], metric)
    seen = {(one.setting, one.value): one.score for one in explanation.settings}
    cased = BLEU(tokenizer="none")
    lowered = BLEU(tokenizer="none", lowercase=True, smoothing="method5")
    assert seen["case", "kept"] == cased.corpus_score(STRONG, STREAMS[0]).value
    assert seen["smoothing", "method5"] == lowered.corpus_score(STRONG, STREAMS[0]).value
    token = explanation.ngrams[0].most_missed[0].tokens[0]
    assert isinstance(token, str)
    assert token == token.lower()


def test_token_lists_and_ids() -> None:
    words = explain([["a", "b c"], ["d"]], [["a", "x"], ["d"]], against=[["a", "x"], []])
    assert words.ngrams[0].most_unmatched[0].tokens == ("b c",)
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


def test_missing_references() -> None:
    references = References.streams([["a b c d", "e f"], ["a b x d", None]])
    explanation = explain(["a b c d", "e g"], references)
    assert explanation.score == BLEU().corpus_score(["a b c d", "e g"], references)
    assert all(one.setting != "references" for one in explanation.settings)
    assert explain(["a b c d", "e g"], references, segment=2).score.value > 0
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
def test_unusual_texts_can_be_explained(hypotheses: list[str], references: list[str]) -> None:
    for segment in (None, 1):
        for metric in (BLEU(), BLEU(scale=1), BLEU(smoothing="none", max_ngram_order=1)):
            explanation = explain(
                hypotheses, references, metric, segment=segment, against=references
            )
            assert "nan" not in explanation.to_text()
            assert explanation.to_markdown().startswith("# the system")
            assert json.loads(explanation.to_json())["score"]["value"] == explanation.score.value
            assert explanation == explain(
                hypotheses, references, metric, segment=segment, against=references
            )
            assert pickle.loads(pickle.dumps(explanation)) == explanation


def test_control_characters_are_shown_as_escapes() -> None:
    hypotheses = ["a \x1b[31mred ```` c\u202ed|e *x* <b>\u200b", "z\tw\x00 ```\u2028"]
    metric = BLEU(tokenizer="none")
    for segment in (None, 1, 2):
        explanation = explain(
            hypotheses,
            ["a b", "z"],
            metric,
            segment=segment,
            against=["q", "\x1b"],
            names=("\x07", "b"),
        )
        for page in (explanation.to_text(), explanation.to_markdown()):
            assert {letter for letter in page if not letter.isprintable()} <= {"\n"}
            assert "<U+0007>" in page
    assert "`````text\n" in explain(hypotheses, ["a b", "z"], metric, segment=1).to_markdown()


def test_other_orders_and_weights() -> None:
    metric = BLEU(weights=[0.5, 0.3, 0.2], reference_length="average", lowercase=True)
    explanation = explain(STRONG, REFERENCES, metric)
    assert len(explanation.ngrams) == 3
    weights = [part.weight for part in explanation.breakdown.factors]
    assert weights == pytest.approx([1, 0.5, 0.3, 0.2])


# Errors


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"metric": CHRF()}, ConfigurationError, "supports BLEU only, got chrF"),
        ({"metric": "bleu"}, ConfigurationError, r"metric='bleu' is not a metric. Pass an inst"),
        ({"metric": BLEU}, ConfigurationError, r"is not a metric. Pass an instance, BLEU\(\)"),
        ({"segment": 0}, InputError, "segment=0 is out of range"),
        ({"segment": 105}, InputError, "from 1 to 104"),
        ({"segment": 1.5}, ConfigurationError, "an integer from 1"),
        ({"segment": True}, ConfigurationError, "an integer from 1"),
        ({"top": 0}, ConfigurationError, "top=0"),
        ({"threads": 0}, ConfigurationError, "threads=0"),
        ({"against": MEDIUM[:-1]}, LengthMismatch, "the other system: got 103 hypotheses"),
        (
            {"against": [None, *MEDIUM[1:]]},
            InputError,
            "the other system: segment 1: the hypothesis",
        ),
        ({"against": [text.split() for text in MEDIUM]}, InputError, "lists of tokens"),
    ],
)
def test_wrong_input(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        explain(STRONG, REFERENCES, **arguments)


def test_an_empty_corpus_is_an_error() -> None:
    with pytest.raises(EmptyCorpus, match="nothing to explain"):
        explain([], [])


def test_explain_is_a_public_name() -> None:
    assert truebleu.explain is explain
    assert truebleu.Explanation is Explanation


@pytest.mark.parametrize("split", [None, str.split])
def test_references_of_several_blocks_may_be_per_segment(
    split: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("truebleu.metrics.base.metric.BLOCK", 3)
    per_segment = References.per_segment([[a, b] for a, b in zip(*STREAMS, strict=True)])
    metric = BLEU(tokenizer=split or "none")
    explanation = explain(STRONG[:8], References.per_segment(per_segment.lists[:8]), metric)
    expected = explain(
        STRONG[:8], References.streams([s[:8] for s in STREAMS]), BLEU(tokenizer="none")
    )
    assert explanation.ngrams == expected.ngrams
    assert explanation.segments == expected.segments


def test_streams_with_gaps_are_not_scored_alone() -> None:
    """Every segment has two of three references, so no stream is complete."""
    streams = [["a b c d", None], ["a b x d", "e f"], [None, "e h"]]
    found = explain(["a b c d", "e g"], References.streams(streams))
    assert not {one.setting for one in found.settings} & {"reference", "references"}
