"""The drop-in for rouge 1.0.1, compared with recorded scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from truebleu import ROUGE, ROUGEVariants
from truebleu.compat.rouge import FilesRouge, Rouge
from truebleu.errors import ConfigurationError, UnknownConvention
from truebleu.metrics import conventions
from truebleu.metrics.registry import from_signature

RECORDED: dict[str, Any] = read("golden/tools/rouge_pltrdy")
ARGUMENTS: dict[str, dict[str, Any]] = {
    "default": {},
    "exclusive=False": {"exclusive": False},
    "metrics=[rouge-3]": {"metrics": ["rouge-3"]},
    "raw_results": {"raw_results": True},
    "return_lengths": {"metrics": ["rouge-1"], "return_lengths": True},
}


def check(scores: Any, expected: Any) -> None:
    """Compare the result of a call with the recording: scores or an error."""
    if isinstance(expected, dict) and "error" in expected:
        assert expected["error"] in {"ValueError", "ZeroDivisionError"}
        kind = ValueError if expected["error"] == "ValueError" else ZeroDivisionError
        with pytest.raises(kind) as caught:
            scores()
        assert kind is ZeroDivisionError or str(caught.value).startswith(expected["message"])
    else:
        assert scores() == expected


@in_one_test("case", RECORDED["cases"])
def test_recorded_pairs(case: dict[str, Any]) -> None:
    for name, expected in case["values"].items():
        scorer = Rouge(**ARGUMENTS[name])
        check(lambda scorer=scorer: scorer.get_scores(case["hyp"], case["ref"]), expected)


@in_one_test("case", RECORDED["aggregates"])
def test_recorded_means(case: dict[str, Any]) -> None:
    assert {"avg", "avg ignore_empty"} <= set(case)
    for name in [name for name in case if name.startswith("avg")]:
        scorer = Rouge(exclusive="exclusive=False" not in name)
        ignore = "ignore_empty" in name
        texts = case["hyps"], case["refs"]
        check(
            lambda scorer=scorer, ignore=ignore, texts=texts: scorer.get_scores(
                *texts, avg=True, ignore_empty=ignore
            ),
            case[name],
        )


def test_wrong_input() -> None:
    with pytest.raises(AssertionError, match=r"list of 1, list of 2\. Pass a reference for each"):
        Rouge().get_scores(["a"], ["a", "b"])
    with pytest.raises(AssertionError, match="list of 1, tuple of 1"):
        Rouge().get_scores(["a"], ("a",))
    with pytest.raises(ZeroDivisionError, match="no texts to average"):
        Rouge().get_scores([], [], avg=True)
    assert Rouge().get_scores([], []) == []
    with pytest.raises(AssertionError, match=r"hyps is None. Pass a text"):
        Rouge().get_scores(None, ["a"])  # type: ignore[arg-type]
    with pytest.raises(AttributeError, match=r"Hypothesis is 1, not a text. Pass a str"):
        Rouge().get_scores([1], [2])  # type: ignore[list-item]
    for wrong in ({"metrics": ["rouge-6"]}, {"metrics": [1]}, {"stats": ["x"]}):
        with pytest.raises(ConfigurationError, match=r"Unknown (metric ('rouge-6'|1)\.|stat 'x')"):
            Rouge(**wrong)


def test_chosen_stats() -> None:
    assert Rouge(["ROUGE-L"], stats=["f"]).get_scores("a b", "a b") == [
        {"rouge-l": {"f": 0.999999995}}
    ]
    averages = Rouge(["rouge-l"], stats=["f", "r", "f"]).get_scores("a b", "a b", avg=True)
    assert list(averages["rouge-l"].items()) == [("f", 0.999999995), ("r", 1.0)]


CONVENTIONS = {"default": "rouge-pltrdy", "exclusive=False": "rouge-pltrdy-repeats"}


@in_one_test("case", RECORDED["cases"])
def test_the_convention_gives_the_recorded_scores(case: dict[str, Any]) -> None:
    for arguments, name in CONVENTIONS.items():
        expected = case["values"][arguments]
        if "error" in expected:  # an empty text, which scores 0 in truebleu
            assert ROUGE("1", convention=name).sentence_score(case["hyp"], case["ref"]).value == 0
            continue
        for metric, rates in expected[0].items():
            variant = metric.removeprefix("rouge-")
            rouge = ROUGE(variant, convention=name)
            score = rouge.sentence_score(case["hyp"], case["ref"])
            assert (score.value, score.precision, score.recall) == (
                rates["f"],
                rates["p"],
                rates["r"],
            )
            assert from_signature(str(score.signature)) == rouge


@in_one_test("case", RECORDED["aggregates"])
def test_recorded_means_of_the_convention(case: dict[str, Any]) -> None:
    for arguments, name in (
        ("avg ignore_empty", "rouge-pltrdy"),
        ("avg exclusive=False", "rouge-pltrdy-repeats"),
    ):
        if (
            arguments not in case
            or "error" in case[arguments]
            or not all([*case["hyps"], *case["refs"]])
        ):
            continue
        scores = ROUGEVariants(["1", "2", "L"], convention=name).corpus_score(
            case["hyps"], case["refs"]
        )
        for variant, score in scores.items():
            rates = case[arguments][f"rouge-{str(variant).lower()}"]
            assert score.value == pytest.approx(rates["f"], rel=1e-15)
            assert score.precision == pytest.approx(rates["p"], rel=1e-15)


def test_settings_of_the_convention() -> None:
    rouge = conventions.metric("rouge-pltrdy", lowercase=True, scale=100)
    assert rouge == ROUGE("L", convention="rouge-pltrdy", lowercase=True, scale=100)
    assert repr(rouge) == "ROUGE('L', convention='rouge-pltrdy', lowercase=True, scale=100)"
    assert ROUGE(**rouge.settings()) == rouge
    assert rouge.sentence_score("The Cat", "the cat").value == 99.9999995
    assert conventions.metric("rouge-score") == ROUGE("L")
    variants = ROUGEVariants(["1"], convention="rouge-pltrdy")
    assert repr(variants) == "ROUGEVariants(['1'], convention='rouge-pltrdy')"
    assert ROUGEVariants(**variants.settings()) == variants
    tokens = ROUGE("L", convention="rouge-pltrdy").sentence_score(["a.", "a."], [["a."]])
    assert (tokens.matches, tokens.hypothesis_total) == (1, 1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"variant": "Lsum"}, "Use 'L'"),
        ({"stem": True, "lowercase": True}, "stem=True is not supported"),
        ({"tokenizer": "13a"}, "tokenizer='13a' is not supported"),
        ({"lowercase": "after"}, "lowercase='after' is not supported"),
    ],
)
def test_unsupported_settings_of_the_convention(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        ROUGE(**{"convention": "rouge-pltrdy", **settings})
    with pytest.raises(UnknownConvention, match="Choose from: rouge-score, rouge-pltrdy"):
        ROUGE(convention="nltk")
    with pytest.raises(ConfigurationError, match="has no smoothing"):
        conventions.metric("rouge-pltrdy", smoothing="exp")


def test_files(tmp_path: Path) -> None:
    """The expected scores are those of rouge 1.0.1, which cuts a last line without a line end."""
    hypotheses, references = tmp_path / "hyps", tmp_path / "refs"
    hypotheses.write_text("the cat sat\na dog\n", encoding="utf-8")
    references.write_text("the cat sat down\na dogs", encoding="utf-8")
    texts = (["the cat sat", "a dog"], ["the cat sat down", "a dog"])
    for average in (False, True):
        scores = FilesRouge(["rouge-1", "rouge-l"]).get_scores(
            str(hypotheses), references, avg=average
        )
        assert scores == Rouge(["rouge-1", "rouge-l"]).get_scores(*texts, avg=average)
    references.write_text("one line", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"hyps has 2, .*refs has 1\. Run"):
        FilesRouge().get_scores(hypotheses, references)
    with pytest.raises(AssertionError, match="is not a file"):
        FilesRouge().get_scores(hypotheses, tmp_path / "missing")
    hypotheses.write_bytes(b"\xff\n")
    with pytest.raises(ValueError, match=r"hyps, line 1: not UTF-8\. Convert"):
        FilesRouge().get_scores(hypotheses, references)
    hypotheses.write_text("\n", encoding="utf-8")
    with pytest.raises(ValueError, match="Hypothesis is empty"):
        FilesRouge().get_scores(hypotheses, references)
