"""Metrics that Python computes one value per segment for, and score columns."""

from __future__ import annotations

import math
import pickle
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.command import fails
from tests.requirements import require_module
from truebleu import (
    BLEU,
    CER,
    CHRF,
    METEOR,
    WER,
    Accumulator,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    InvalidSignature,
    LengthMismatch,
    MissingDependency,
    References,
    Runs,
    ScoreColumn,
    compare,
    pairwise,
)
from truebleu.metrics.base.statistics import mean_rows
from truebleu.metrics.registry import from_signature

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

HYPOTHESES = ["the cat sat on a mat", "it rained", "", "nobody came"]
REFERENCES = [
    ["the cat sat on the mat"],
    ["it rained all day", "it was raining"],
    ["something"],
    ["nobody came"],
]
METRICS: list[Any] = [
    METEOR(synonyms=None),
    METEOR(synonyms={"rained": ["poured"]}, alpha=0.5),
    WER(),
    WER(lowercase=True, scale=100),
    CER(),
]


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_merged_parts_equal_the_whole(metric: Any) -> None:
    score = metric.corpus_score(HYPOTHESES, References.per_segment(REFERENCES))
    parts = metric.accumulator()
    for hypothesis, references in zip(HYPOTHESES, REFERENCES, strict=True):
        parts.update([hypothesis], References.per_segment([references]))
    assert parts.compute() == score
    assert Accumulator.from_bytes(parts.to_bytes(), metric) == parts
    rows = metric.statistics(HYPOTHESES, References.per_segment(REFERENCES))
    assert metric.score(rows, references="var") == score


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_segment_scores_equal_sentence_scores(metric: Any) -> None:
    scores = metric.segment_scores(HYPOTHESES, References.per_segment(REFERENCES))
    alone = [
        metric.sentence_score(hypothesis, references).value
        for hypothesis, references in zip(HYPOTHESES, REFERENCES, strict=True)
    ]
    assert scores.tolist() == alone


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_values_and_signatures(metric: Any) -> None:
    assert pickle.loads(pickle.dumps(metric)) == metric
    signature = metric.signature(1)
    if "own" not in str(signature):
        assert from_signature(signature) == metric
    assert len({hash(each) for each in METRICS}) == len(METRICS)
    assert metric.segment_scores([], []).shape == (0,)
    with pytest.raises(EmptyCorpus):
        metric.corpus_score([], [])


@pytest.mark.parametrize("metric", METRICS, ids=repr)
@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        (["a", None], ["b", "c"], "segment 2: the hypothesis is None"),
        (["a", "\ud800"], ["b", "c"], "segment 2: the hypothesis holds a lone surrogate"),
        (["a", 7], ["b", "c"], "segment 2: the hypothesis is a number, 7"),
        (["a", "b"], ["c"], "got 2 hypotheses and 1 reference"),
        (["a"], References.per_segment([[None]]), "segment 1 has no reference"),
    ],
)
def test_wrong_texts(metric: Any, hypotheses: Sequence[Any], references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        metric.corpus_score(hypotheses, references)


def test_errors_count_segments_from_the_start_of_the_corpus() -> None:
    many: list[Any] = ["a"] * 5000
    many[4500] = None
    with pytest.raises(InputError, match="segment 4501: the hypothesis is None"):
        WER().corpus_score(many, ["a"] * 5000)


def test_error_rates_of_pairs_need_texts() -> None:
    assert pairwise(["a b"], ["a c", "a b"], WER()).tolist() == [[0.5, 0.0]]
    with pytest.raises(InputError, match="lists of tokens"):
        WER().corpus_score([["a"]], [["b"]])


@pytest.mark.parametrize(("metric", "name"), [(WER, "WER"), (CER, "CER"), (CHRF, "chrF")])
def test_case_modes_of_bleu_are_refused(metric: Any, name: str) -> None:
    with pytest.raises(ConfigurationError, match=f"lowercase='after' is not supported by {name}"):
        metric(lowercase="after")


NUMBERS = st.floats(-1e6, 1e6).map(lambda number: 0.0 if abs(number) < 2**-60 else number)


@given(st.lists(NUMBERS, min_size=1, max_size=40), st.randoms())
def test_the_mean_of_a_column_is_exact_in_any_order(numbers: list[float], random: Any) -> None:
    score = ScoreColumn("x", {"a": numbers}).system_score("a")
    assert math.isclose(
        score.value, math.fsum(numbers) / len(numbers), rel_tol=1e-12, abs_tol=1e-14
    )
    random.shuffle(numbers)
    assert ScoreColumn("x", {"a": numbers}).system_score("a").value == score.value
    assert score.segments == len(numbers)


@given(NUMBERS)
def test_one_value_is_exact(number: float) -> None:
    value = ScoreColumn("x", {"a": [number]}).system_score("a").value
    assert math.isclose(value, number, rel_tol=1e-15, abs_tol=2.0**-60)


@pytest.mark.parametrize("lost", [1e-20, -1e-19, 5e-324])
def test_a_value_that_would_become_0_is_refused(lost: float) -> None:
    with pytest.raises(InputError, match=r"segment 2 has .*smallest value that is kept is 8.7e-19"):
        ScoreColumn("x", {"a": [1, lost]})
    smallest = 2.0**-60
    column = ScoreColumn("x", {"a": [smallest, -smallest, 0]})
    assert np.asarray(column.system_rows("a", 3)).tolist() == [
        [1, 0, 1],
        [1, -1, 2**30 - 1],
        [1, 0, 0],
    ]


def test_values_that_are_too_large_are_refused() -> None:
    column = ScoreColumn("x", {"a": [1e308, 1e308]})
    with pytest.raises(InputError, match="larger unit"):
        column.system_score("a")


def test_columns_are_compared_with_metrics() -> None:
    texts = ["the cat sat", "it rained all day", "nobody came at all"]
    worse = ["the cat", "it rained", "nobody"]
    people = ScoreColumn("people", {"base": [-1.5, 2, 0], "new": [3, 4, 5.5]})
    comparison = compare({"base": worse, "new": texts}, texts, [BLEU(), WER(), people])
    assert [each.metric for each in comparison] == ["BLEU", "WER", "people"]
    pair = comparison[2].pair("base", "new")
    assert math.isclose(pair.difference, 4.0)
    assert pair.exact
    # Of the 8 permutations, the observed one and its mirror image have the largest difference.
    assert pair.p_value == 2 / 8
    assert comparison[1].system("new").cluster <= comparison[1].system("base").cluster
    low, high = comparison[2].system("base").interval
    assert low < 1 / 6 < high


def test_negative_values_are_resampled_exactly() -> None:
    """Adding a constant to all values shifts every resampled mean, and no difference."""
    texts = ["a", "b", "c", "d", "e"]
    numbers = {"base": [1.0, 2, 3, 5, 8], "new": [2.0, 2, 4, 4, 9]}
    shifted = {name: [number - 64 for number in values] for name, values in numbers.items()}
    up, down = (
        compare({"base": texts, "new": texts}, texts, ScoreColumn("x", values))[0]
        for values in (numbers, shifted)
    )
    assert np.allclose(
        np.array(up.system("base").interval) - 64, down.system("base").interval, atol=1e-12
    )
    assert up.pairs[0].p_value == down.pairs[0].p_value
    assert np.allclose(up.pairs[0].interval, down.pairs[0].interval, atol=1e-12)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ScoreColumn("x", {"a": [1, math.inf]}), "segment 2 has inf"),
        (lambda: ScoreColumn("x", {"a": [1, True]}), "segment 2 has True"),
        (lambda: ScoreColumn("x", {"a": [1, "2"]}), "segment 2 has '2'"),
        (lambda: ScoreColumn("x", {"a": "12"}), "system 'a' is a str, not a list of numbers"),
        (lambda: ScoreColumn("x", {"a": [None, math.nan]}), "'a': all numbers are missing"),
        (lambda: ScoreColumn("x", {"a": [1], "b": [1, 2]}), "'a' has 1, 'b' has 2"),
        (lambda: ScoreColumn("x", {"a": [1e12]}).system_score("a"), r"segments \(1\) is 2\*\*32"),
    ],
)
def test_wrong_values_are_refused(make: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()


def test_a_column_is_a_value() -> None:
    column = ScoreColumn("x", {"a": [1, -2.5], "b": [2, 3]}, higher_is_better=False)
    again = pickle.loads(pickle.dumps(column))
    assert again == column
    assert again.values("a").tolist() == [1, -2.5]
    assert repr(again) == "<ScoreColumn 'x': a, b, higher_is_better=False>"
    assert repr(ScoreColumn("x", {"a": [1]})) == "<ScoreColumn 'x': a>"


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ({}, "Pass the numbers of each system by name"),
        ([1, 2], "Pass the numbers of each system by name"),
        ({5: [1]}, "system name 5 is not a str"),
    ],
)
def test_a_column_needs_the_names_of_its_systems(systems: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        ScoreColumn("x", systems)


def test_means_need_finite_values() -> None:
    with pytest.raises(
        InputError, match=r"x: segment 2 has nan\. Every segment needs a finite"
    ) as it:
        mean_rows([1, math.nan], "x")
    assert it.value.segment == 2


@pytest.mark.parametrize("synonyms", ["auto", None])
def test_meteor_compares_words(synonyms: Any) -> None:
    with pytest.raises(InputError, match="Pass tokens as str, not as numbers"):
        METEOR(synonyms=synonyms).corpus_score([[1, 2]], [[1, 2]])


def test_meteor_refuses_invalid_settings_and_synonyms() -> None:
    with pytest.raises(
        ConfigurationError, match=r"alpha=1.5 is out of range. Use a number from 0 to 1"
    ):
        METEOR(alpha=1.5)
    with pytest.raises(InputError, match="synonyms of 'cat': 5 is not a list of words"):
        METEOR(synonyms=lambda _: 5).corpus_score(["cat"], ["dog"])  # type: ignore[arg-type, return-value]


def test_the_cache_of_synonyms_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["a cat sat", "the dog ran"], ["a hound sat", "the cat ran"]
    synonyms = {"cat": ["hound"], "dog": ["cat"]}
    expected = METEOR(synonyms=synonyms).segment_scores(*texts).tolist()
    monkeypatch.setattr("truebleu.metrics.wordnet.MOST", 1)
    assert METEOR(synonyms=synonyms).segment_scores(*texts).tolist() == expected


class Installed:
    """Stand-in for NLTK's WordNet, with the two methods that truebleu calls."""

    @staticmethod
    def get_version() -> str:
        return "3.0"

    @staticmethod
    def synsets(word: str) -> list[Any]:
        lemmas = [SimpleNamespace(name=lambda n=n: n) for n in ("car", "auto", "motor_car")]
        return [SimpleNamespace(lemmas=lambda: lemmas)] if word in ("car", "auto") else []


def test_synonyms_of_wordnet_are_single_word_lemmas(monkeypatch: pytest.MonkeyPatch) -> None:
    """tests/differential compares METEOR with NLTK's, where WordNet is installed."""
    require_module("nltk")
    monkeypatch.setattr("nltk.corpus.wordnet", Installed)
    metric = METEOR()
    assert metric.signature()["syn"] == "wordnet-3.0"
    own = METEOR(synonyms={"car": ["auto"], "auto": ["car"]})
    texts = ["a car came", "a motor_car came"], ["an auto came", "a car came"]
    assert metric.segment_scores(*texts).tolist() == own.segment_scores(*texts).tolist()
    assert metric.segment_scores(*texts)[0] > METEOR(synonyms=None).segment_scores(*texts)[0]
    again = METEOR.from_signature(str(metric.signature()))
    assert again == metric


def test_error_rates_without_their_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jiwer", None)
    (tmp_path / "a").write_text("a\n", encoding="utf-8")
    message = fails("score", "a", "-r", "a", "-m", "wer", cwd=tmp_path)
    assert message.endswith("need jiwer. Install it: pip install jiwer")


def test_columns_that_do_not_fit_the_systems_are_refused() -> None:
    column = ScoreColumn("x", {"a": [1, 2], "b": [2, 3]})
    texts = ["p", "q"]
    with pytest.raises(LengthMismatch, match="2 numbers per system, but there are 3 segments"):
        compare({"a": ["p"] * 3, "b": ["q"] * 3}, ["p"] * 3, column)
    with pytest.raises(ConfigurationError, match="unknown system 'bb'"):
        compare({"a": texts, "bb": texts}, texts, column)
    with pytest.raises(InputError, match="has 2 runs, but column 'x' has the numbers of one"):
        compare({"a": texts, "b": Runs(texts, texts)}, texts, column)
    with pytest.raises(ConfigurationError, match="cannot score texts"):
        column.corpus_score(texts, texts)
    with pytest.raises(InvalidSignature, match=r"column of scores.* pass its numbers again"):
        from_signature(column.signature())


@pytest.mark.parametrize("name", ["", "a\nb", None])
def test_the_name_of_a_column_is_one_line(name: Any) -> None:
    with pytest.raises(ConfigurationError, match="a text of one line"):
        ScoreColumn(name, {"a": [1]})


def test_a_missing_wordnet_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truebleu.metrics.wordnet.wordnet_version", lambda: None)
    with pytest.raises(MissingDependency, match=r"nltk\.downloader wordnet"):
        METEOR(synonyms="wordnet")
    assert METEOR().signature()["syn"] == "no"
    monkeypatch.setattr("truebleu.metrics.wordnet.wordnet_version", lambda: "3.0")
    assert METEOR().signature()["syn"] == "wordnet-3.0"
    assert METEOR() != METEOR(synonyms=None)
    with pytest.raises(InvalidSignature, match="syn:wordnet-1"):
        METEOR.from_signature(str(METEOR().signature()).replace("wordnet-3.0", "wordnet-1"))
