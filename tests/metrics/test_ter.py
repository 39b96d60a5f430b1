"""TER: settings, scores, signatures and errors."""

from __future__ import annotations

import copy
import json
import math
import pickle
from typing import Any

import pytest

import truebleu
from truebleu import (
    BLEU,
    TER,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    InvalidSignature,
    References,
    TERScore,
    corpus_ter,
    sentence_ter,
)
from truebleu.metrics.base.score import printed
from truebleu.metrics.registry import metric_class

NAMES = ("normalized", "no_punct", "asian_support", "case_sensitive")
ALL = [{name: bool(bits >> at & 1) for at, name in enumerate(NAMES)} for bits in range(16)]
VERSION = f"version:truebleu-{truebleu.__version__}"
SACREBLEU = "nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0"


def test_the_metric_has_a_name() -> None:
    assert metric_class("ter") is TER


@pytest.mark.parametrize("settings", ALL)
def test_a_signature_rebuilds_the_metric(settings: dict[str, bool]) -> None:
    metric = TER(**settings)
    assert metric.settings() == settings
    assert TER.from_signature(str(metric.signature(1, 5, full=True))) == metric
    assert TER.from_signature(metric.signature()) == metric
    for same in (pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric), eval(repr(metric))):
        assert same == metric
        assert hash(same) == hash(metric)


def test_all_settings_are_different_metrics() -> None:
    assert len({TER(**settings) for settings in ALL}) == 16
    assert len({str(TER(**settings).signature()) for settings in ALL}) == 16
    assert TER() != BLEU()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [1, "yes", None])
def test_a_setting_is_true_or_false(name: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"{name}=.*Use True or False"):
        TER(**{name: value})


def test_sacrebleus_long_and_short_signatures_are_parsed() -> None:
    assert TER.from_signature(SACREBLEU) == TER()
    short = "#:2|c:mixed|t:tercom|nr:yes|pn:no|as:yes|v:2.6.0"
    assert TER.from_signature(short) == TER(
        normalized=True, no_punct=True, asian_support=True, case_sensitive=True
    )


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0", "BLEU"),
        ("nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0", "chrF|eff"),
        (SACREBLEU.replace("|asian:no", ""), "lacks asian"),
        (SACREBLEU.replace("tok:tercom", "tok:13a"), "tok:tercom"),
        (SACREBLEU.replace("punct:yes", "punct:maybe"), "punct:yes"),
    ],
)
def test_signatures_of_other_metrics_are_refused(signature: str, message: str) -> None:
    with pytest.raises(InvalidSignature, match=message):
        TER.from_signature(signature)


def test_a_score_has_its_components() -> None:
    score = TER().corpus_score(["a b c", "d"], ["a c", "d e"])
    assert (score.value, score.edits, score.reference_length) == (50.0, 2, 4.0)
    assert float(score) == 50.0
    assert str(score) == "TER = 50.00"
    signature = f"nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|{VERSION}"
    assert score.format(width=1, signature=True) == f"TER|{signature} = 50.0"
    assert json.loads(json.dumps(score.to_dict())) == {
        "metric": "TER",
        "value": 50.0,
        "edits": 2,
        "reference_length": 4.0,
        "signature": signature,
    }
    assert pickle.loads(pickle.dumps(score)) == score
    assert isinstance(score, TERScore)


def test_lower_is_better() -> None:
    score = TER().sentence_score("a", "a")
    assert (score.higher_is_better, TER.higher_is_better) == (False, False)
    assert BLEU.higher_is_better
    assert BLEU().sentence_score("a", "a").higher_is_better


def test_a_line_is_rounded_as_sacrebleu_does() -> None:
    signature = TER().signature(1)
    score = TERScore(99.9999, 1, 1.0, signature)
    assert (str(score), score.bounded, printed(99.9999, score)) == ("TER = 100.00", False, "100.00")
    assert str(TERScore(250.0, 5, 2.0, signature)) == "TER = 250.00"
    assert str(TERScore(0.0001, 1, 1e6, signature)) == "TER = 0.00"
    assert str(TERScore(0.0, 0, 5.0, signature)) == "TER = 0.00"


def test_columns_have_units() -> None:
    layout = TER().layout
    assert layout.names == ("edits", "reference_length")
    assert [column.unit for column in layout] == ["edit", "1/720720 token"]
    row = TER().statistics(["a b"], References.per_segment([["a", "a b c", "a d"]]))
    assert row.tolist() == [[1, 2 * 720720]]
    assert TER().score(row, references=3).reference_length == 2.0


def test_the_mean_length_of_three_references_is_exact() -> None:
    references = References.per_segment([["a", "a", "a b"]] * 3)
    score = TER().corpus_score(["a c"] * 3, references)
    assert score.reference_length == 4.0
    assert score.value == 75.0


@pytest.mark.parametrize(
    ("hypothesis", "reference", "value"),
    [("", "", 0.0), ("a", "", 100.0), ("a b", " ", 100.0), ("", "a", 100.0), ("a b c", "d", 300.0)],
)
def test_empty_texts(hypothesis: str, reference: str, value: float) -> None:
    assert TER().sentence_score(hypothesis, reference).value == value
    assert TER().corpus_score([hypothesis], [reference]).value == value


@pytest.mark.parametrize("settings", [{}, {"normalized": True, "no_punct": True}])
@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [(["A", "b.", "c d"], ["a", "b.", "c d"]), ([1, 2, 3], [4, 2, 3])],
)
def test_lists_of_tokens_are_not_tokenized(
    settings: dict[str, bool], hypothesis: list[Any], reference: list[Any]
) -> None:
    metric = TER(**settings)
    score = metric.corpus_score([hypothesis], [reference])
    assert (score.edits, score.reference_length) == (1, 3.0)
    expected = f"nrefs:1|case:mixed|tok:none|norm:no|punct:yes|asian:no|{VERSION}"
    assert str(score.signature) == expected
    assert metric.sentence_score(hypothesis, [reference]) == score
    again = TER.from_signature(score.signature)
    assert again.corpus_score([hypothesis], [reference]).value == score.value


def test_any_number_of_references_is_scored() -> None:
    many = References.per_segment([["a"], ["a b"] * 16 + ["a"]])
    score = TER().corpus_score(["a", "b"], many)
    assert score.edits == 1
    assert score.reference_length == pytest.approx(1 + 33 / 17, abs=1e-6)
    assert TER().corpus_score(["b"], References.per_segment([["a"] * 18])).value == 100


def test_wrong_input() -> None:
    with pytest.raises(EmptyCorpus):
        TER().corpus_score([], [])
    with pytest.raises(InputError, match="segment 2"):
        TER().corpus_score(["a", None], ["a", "b"])
    with pytest.raises(InputError, match="segment 1"):
        TER(normalized=True).corpus_score(["a\ud800"], ["a"])
    with pytest.raises(InputError, match="edits"):
        TER().score([-1, 5])


def test_functions_equal_the_metric() -> None:
    texts = (["It's.", "b"], ["it's", "c"])
    assert corpus_ter(*texts) == TER().corpus_score(*texts)
    assert corpus_ter(*texts, normalized=True) == TER(normalized=True).corpus_score(*texts)
    assert sentence_ter("A", ["a", "b"], case_sensitive=True).edits == 1


def test_very_long_segments() -> None:
    words = [f"w{number % 700}" for number in range(5000)]
    moved = words[:50] + words[60:65] + words[50:60] + words[65:]
    score = TER().sentence_score(" ".join(moved), " ".join(words))
    assert (score.edits, score.reference_length) == (1, 5000.0)
    assert math.isclose(score.value, 100 / 5000)
