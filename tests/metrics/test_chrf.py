"""CHRF and its scores, through the Python API."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import truebleu
from truebleu import (
    BLEU,
    CHRF,
    CHRFScore,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    InvalidSignature,
    LengthMismatch,
    References,
)

HYPOTHESES = ["the cat sat on the mat", "it rained (all day)."]
REFERENCES = ["the cat sat on a mat", "it rained all day."]
CONFIGURATIONS = [
    CHRF(),
    CHRF(word_order=2),
    CHRF(char_order=0, word_order=1),
    CHRF(beta=3),
    CHRF(beta=0.5),
    CHRF(lowercase=True),
    CHRF(whitespace=True),
    CHRF(eps_smoothing=True),
]


def test_the_row_has_three_counts_for_each_order() -> None:
    metric = CHRF(char_order=2, word_order=1)
    assert [(column.name, column.unit) for column in metric.layout] == [
        ("hypothesis_char_1", "character 1-gram"),
        ("reference_char_1", "character 1-gram"),
        ("matches_char_1", "character 1-gram"),
        ("hypothesis_char_2", "character 2-gram"),
        ("reference_char_2", "character 2-gram"),
        ("matches_char_2", "character 2-gram"),
        ("hypothesis_word_1", "word 1-gram"),
        ("reference_word_1", "word 1-gram"),
        ("matches_word_1", "word 1-gram"),
    ]
    rows = metric.statistics(["ab (cd)", "x"], ["ab cd", ""])
    assert rows.tolist() == [[6, 4, 4, 5, 3, 2, 3, 2, 1], [0] * 9]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(hi)", ["(hi", ")"]),
        ("(hi", ["(", "hi"]),
        ("hi.", ["hi", "."]),
        ("...", ["..", "."]),
        (". a", [".", "a"]),
        ("\u201ehi\u201c", ["\u201ehi\u201c"]),
        ("don't", ["don't"]),
        ("a\u00a0b\u3000c\x1cd", ["a", "b", "c", "d"]),
    ],
)
def test_one_punctuation_mark_is_split_off_a_word(text: str, words: list[str]) -> None:
    """Splitting the result again gives the same words, unless another mark could be split off."""
    metric = CHRF(char_order=0, word_order=1)
    rows = metric.statistics([text] * len(words), words)
    assert rows[:, 0].tolist() == [len(words)] * len(words)
    unsplit = [word for word, row in zip(words, rows.tolist(), strict=True) if row[1:] == [1, 1]]
    assert unsplit == [word for word in words if len(word) == 1 or word[0] not in "(."]


def test_the_best_reference_counts_or_the_first_of_equals() -> None:
    metric = CHRF()
    alone = [metric.sentence_score("the cat sat", text).value for text in ("a dog", "the cats")]
    assert metric.sentence_score("the cat sat", ["a dog", "the cats"]).value == max(alone)
    first = metric.statistics(["xyz"], References.per_segment([["abc", "abcdef"]]))
    assert first[0, 1] == 3
    missing = References.streams([[None, "b"], ["a", None]])
    assert metric.corpus_score(["a", "b"], missing).signature["nrefs"] == "1"


def test_unusual_text() -> None:
    metric = CHRF(word_order=2)
    for hypothesis, reference in (("", ""), ("", "a b"), ("a b", ""), (" \u3000", "\n")):
        assert metric.sentence_score(hypothesis, reference).value == 0
    assert metric.sentence_score("a", "a").value == 100
    assert metric.sentence_score("\0 \U0001f600", "\0 \U0001f600").value == 100


@pytest.mark.parametrize("metric", CONFIGURATIONS, ids=repr)
def test_a_metric_is_a_value(metric: CHRF) -> None:
    again = pickle.loads(pickle.dumps(metric))
    assert again == metric
    assert hash(again) == hash(metric)
    assert copy.deepcopy(metric) == metric
    assert CHRF(**metric.settings()) == metric
    assert [other == metric for other in CONFIGURATIONS].count(True) == 1
    assert metric != BLEU()
    with pytest.raises(AttributeError, match="a CHRF cannot be changed"):
        del metric.beta


def test_equal_settings_are_equal_in_any_form() -> None:
    assert CHRF(beta=2.0, char_order=np.int64(6)) == CHRF()
    assert repr(CHRF(word_order=2, beta=1)) == "CHRF(word_order=2, beta=1)"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"char_order": -1}, "char_order=-1 is out of range. Use an integer from 0 to 64"),
        ({"char_order": 65}, "from 0 to 64"),
        ({"word_order": 2.0}, "word_order=2.0 is not an integer. Use an integer"),
        ({"word_order": True}, "word_order=True"),
        ({"char_order": 0}, "are both 0"),
        ({"beta": -1}, "beta=-1 is out of range. Use a finite number, 0 or more"),
        ({"beta": float("nan")}, "beta=nan"),
        ({"beta": 1e200}, "from 0 to 1e[+]06"),
        ({"beta": "2"}, "beta='2'"),
        ({"lowercase": 1}, "lowercase=1 is not a bool. Use True or False"),
        ({"whitespace": None}, "whitespace=None"),
        ({"eps_smoothing": "yes"}, "eps_smoothing='yes'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        CHRF(**settings)


def test_tokens_are_refused() -> None:
    for call in (CHRF().corpus_score, CHRF().segment_scores, CHRF().statistics):
        with pytest.raises(InputError, match="chrF requires text"):
            call([["a", "b"]], [["a", "b"]])
    with pytest.raises(InputError, match="Pass each segment as a str"):
        CHRF().sentence_score(["a"], ["a"])


def test_wrong_input() -> None:
    with pytest.raises(EmptyCorpus):
        CHRF().corpus_score([], [])
    with pytest.raises(LengthMismatch, match="got 2 hypotheses and 1 reference"):
        CHRF().corpus_score(HYPOTHESES, REFERENCES[:1])
    with pytest.raises(InputError, match="segment 2: the hypothesis is None"):
        CHRF().corpus_score(["a", None], REFERENCES)
    with pytest.raises(InputError, match="segment 1 has no reference"):
        CHRF().corpus_score(["a"], References.per_segment([[]]))
    with pytest.raises(InputError, match="segment 1: the reference holds a lone surrogate"):
        CHRF().corpus_score(["a"], ["\ud800"])


# Signatures


def test_signatures_equal_sacrebleus() -> None:
    signature = CHRF(word_order=2).corpus_score(HYPOTHESES, REFERENCES).signature
    version = f"version:truebleu-{truebleu.__version__}"
    assert str(signature) == f"nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|{version}"
    full = "nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|beta:2|segments:2"
    assert str(signature.full()) == f"{full}|{version}"
    smoothed = CHRF(lowercase=True, whitespace=True, eps_smoothing=True).signature()
    assert str(smoothed) == f"case:lc|eff:no|nc:6|nw:0|space:yes|{version}"
    assert CHRF(beta=3).signature()["beta"] == "3"


@given(
    char_order=st.integers(1, 64),
    word_order=st.integers(0, 64),
    beta=st.one_of(st.integers(0, 9), st.floats(0, 1e6)),
    lowercase=st.booleans(),
    whitespace=st.booleans(),
    eps_smoothing=st.booleans(),
    full=st.booleans(),
)
def test_a_signature_rebuilds_the_metric(full: bool, **settings: Any) -> None:
    metric = CHRF(**settings)
    signature = metric.signature(2, 10, full=full)
    assert CHRF.from_signature(str(signature)) == metric
    assert CHRF.from_signature(signature) == metric


def test_sacrebleus_short_keys_are_read() -> None:
    metric = CHRF.from_signature("chrF2++|#:1|c:lc|e:no|nc:6|nw:2|s:yes|v:2.6.0")
    expected = CHRF(word_order=2, lowercase=True, whitespace=True, eps_smoothing=True)
    assert metric == expected


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0", "not to chrF"),
        ("case:mixed|eff:yes|nc:6|nw:0", "lacks space"),
        ("case:mixed|eff:yes|nc:six|nw:0|space:no", "nc:six .* is not an integer"),
        ("case:upper|eff:yes|nc:6|nw:0|space:no", "case:upper"),
        ("case:mixed|eff:yes|nc:6|nw:0|space:no|beta:big", "beta:big .* is not a number"),
        ("case:mixed|eff:yes|nc:6|nw:0|spaces:no", "Did you mean 'space'"),
    ],
)
def test_wrong_signatures_are_refused(signature: str, message: str) -> None:
    with pytest.raises(InvalidSignature, match=message):
        CHRF.from_signature(signature)
    if "smooth" not in signature:
        with pytest.raises(InvalidSignature, match=r"to chrF .*not to BLEU"):
            BLEU.from_signature(signature)


# Scores


@pytest.fixture
def score() -> CHRFScore:
    return CHRF(char_order=2, word_order=1).sentence_score("the cats", "the cat")


def test_a_score_has_every_intermediate_value(score: CHRFScore) -> None:
    assert (score.char_order, score.word_order, score.beta) == (2, 1, 2)
    assert score.hypothesis_ngrams == (7, 6, 2)
    assert score.reference_ngrams == (6, 5, 2)
    assert score.matches == (6, 5, 1)
    assert list(score.precisions) == [600 / 7, 500 / 6, 50]
    assert list(score.recalls) == [100, 100, 50]
    assert score.precision == pytest.approx(sum(score.precisions) / 3)
    assert score.recall == pytest.approx(250 / 3)
    f_score = 5 * score.precision * score.recall / (4 * score.precision + score.recall)
    assert float(score) == pytest.approx(f_score)


def test_the_line_equals_sacrebleus(score: CHRFScore) -> None:
    assert str(score) == "chrF2+ = 81.04"
    assert score.format(width=1) == "chrF2+ = 81.0"
    assert score.format(signature=True).startswith("chrF2+|nrefs:1|case:mixed|eff:yes|nc:2|")
    assert str(CHRF(beta=3).sentence_score("a", "a")) == "chrF3 = 100.00"
    for name, beta in (("chrF3++", 3), ("CHRF3", 3), ("chrF", 2)):
        assert CHRF.from_signature(f"{name}|case:mixed|eff:yes|nc:6|nw:0|space:no").beta == beta
    assert CHRF(beta=0.5, word_order=2).sentence_score("a", "a").metric == "chrF0.5++"


def test_the_dictionary_can_be_written_as_json(score: CHRFScore) -> None:
    again = json.loads(json.dumps(score.to_dict()))
    assert again["metric"] == "chrF2+"
    assert again["value"] == score.value
    assert again["matches"] == [6, 5, 1]
    assert again["signature"] == str(score.signature)


def test_scores_are_values(score: CHRFScore) -> None:
    assert pickle.loads(pickle.dumps(score)) == score
    assert type(copy.deepcopy(score)) is CHRFScore
    assert hash(copy.copy(score)) == hash(score)
    assert repr(score).startswith("CHRFScore(value=81.0")
    with pytest.raises(AttributeError, match="a CHRFScore cannot be changed"):
        del score.signature


def test_an_order_without_ngrams_is_zero_percent() -> None:
    score = CHRF(char_order=2).sentence_score("a", "ab")
    assert list(score.precisions) == [100, 0]
    assert list(score.recalls) == [50, 0]


def test_functions_equal_the_metric() -> None:
    metric = CHRF(word_order=2)
    assert truebleu.corpus_chrf(HYPOTHESES, REFERENCES, word_order=2) == metric.corpus_score(
        HYPOTHESES, REFERENCES
    )
    assert truebleu.corpus_chrf(HYPOTHESES, REFERENCES) == CHRF().corpus_score(
        HYPOTHESES, REFERENCES
    )
    assert truebleu.sentence_chrf("a b", ["a"]) == CHRF().sentence_score("a b", ["a"])
    assert truebleu.sentence_chrf("A", "a", lowercase=True).value == 100
