"""The drop-in for rouge 1.0.1, against what that package gave."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from truebleu.compat.rouge import Rouge
from truebleu.errors import ConfigurationError

RECORDED: dict[str, Any] = read("golden/tools/rouge_pltrdy")
ARGUMENTS: dict[str, dict[str, Any]] = {
    "default": {},
    "exclusive=False": {"exclusive": False},
    "metrics=[rouge-3]": {"metrics": ["rouge-3"]},
    "raw_results": {"raw_results": True},
    "return_lengths": {"metrics": ["rouge-1"], "return_lengths": True},
}


def check(scores: Any, expected: Any) -> None:
    """Compare what a call gives with what is recorded: scores, or an error."""
    if isinstance(expected, dict) and "error" in expected:
        assert expected["error"] in {"ValueError", "ZeroDivisionError"}
        kind = ValueError if expected["error"] == "ValueError" else ZeroDivisionError
        with pytest.raises(kind) as caught:
            scores()
        assert kind is ZeroDivisionError or str(caught.value).startswith(expected["message"])
    else:
        assert scores() == expected


@in_one_test("case", RECORDED["cases"])
def test_pairs(case: dict[str, Any]) -> None:
    for name, expected in case["values"].items():
        scorer = Rouge(**ARGUMENTS[name])
        check(lambda scorer=scorer: scorer.get_scores(case["hyp"], case["ref"]), expected)


@in_one_test("case", RECORDED["aggregates"])
def test_means(case: dict[str, Any]) -> None:
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
    for wrong in ({"metrics": ["rouge-6"]}, {"stats": ["x"]}):
        with pytest.raises(ConfigurationError, match=r"Unknown (metric 'rouge-6'|stat 'x')"):
            Rouge(**wrong)  # type: ignore[arg-type]


def test_chosen_stats() -> None:
    assert Rouge(["ROUGE-L"], stats=["f"]).get_scores("a b", "a b") == [
        {"rouge-l": {"f": 0.999999995}}
    ]
