"""Warnings about comparisons whose p-values cannot reach the significance level."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import pytest

from truebleu import Comparison, Evaluation, compare, confidence_interval, write_report
from truebleu.metrics.bleu import BLEU
from truebleu.significance.options import fewest_trials

WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "it", "rained", "all", "day", "long"]
LINES = 40


def texts(seed: int) -> list[str]:
    draw = random.Random(seed)
    return [" ".join(draw.choices(WORDS, k=9)) for _ in range(LINES)]


REFERENCES = texts(0)
MANY = {f"s{number}": texts(number) for number in range(1, 35)}
MESSAGE = (
    "trials=10000 is too small for 34 systems: the smallest possible p-value is 0.0001 (0.056 "
    "after Holm's correction for all 561 pairs), above 0.05. Use trials=11219 or more."
)


@pytest.fixture(scope="module")
def many() -> Comparison:
    with pytest.warns(UserWarning, match="trials=10000 is too small for 34") as caught:
        comparison = compare(MANY, REFERENCES, resamples=200)
    assert [str(each.message) for each in caught] == [MESSAGE]
    return comparison


def test_too_many_systems_for_the_trials(many: Comparison) -> None:
    assert many.warnings == (MESSAGE,)
    assert many.to_dict()["warnings"] == [MESSAGE]
    assert many.settings["trials"] == "10000", "the warning must be raised"
    assert fewest_trials(0.05, 561) == 11219


def test_the_warning_names_the_line_of_the_caller() -> None:
    with pytest.warns(UserWarning, match="trials=58 is too small for 3") as caught:
        compare(dict(list(MANY.items())[:3]), REFERENCES, trials=58, resamples=200)
    assert caught[0].filename == __file__


def test_enough_trials_cause_no_warning() -> None:
    fewer = dict(list(MANY.items())[:32])
    assert fewest_trials(0.05, 32 * 31 // 2) <= 10_000
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        comparison = compare(fewer, REFERENCES, resamples=200)
    assert comparison.warnings == ()
    assert "warnings" not in comparison.to_dict()


def test_an_evaluation_warns() -> None:
    few = dict(list(MANY.items())[:3])
    result = Evaluation([BLEU()]).run(few, REFERENCES)
    with pytest.warns(UserWarning, match=r"^trials=58 is too small for 3 .* Use trials=59 or"):
        assert result.compare(trials=58, resamples=200).warnings


def test_a_report_has_the_warning(tmp_path: Path) -> None:
    few = dict(list(MANY.items())[:3])
    path = tmp_path / "report.html"
    write_report(path, few, REFERENCES, trials=58, resamples=200)
    page = path.read_text(encoding="utf-8")
    assert page.count("trials=58 is too small for 3 systems") >= 1
    assert 'class="ov-note"' in page


def test_few_resamples_cause_a_warning() -> None:
    message = r"^resamples=20 is too small: only 0\.5 resamples .* Use resamples=200 or more\.$"
    few = dict(list(MANY.items())[:2])
    with pytest.warns(UserWarning, match=message) as caught:
        compare(few, REFERENCES, resamples=20, test="bootstrap")
    assert len(caught) == 1
    with pytest.warns(UserWarning, match=message):
        confidence_interval(few["s1"], REFERENCES, resamples=20)
