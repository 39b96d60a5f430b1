"""Results: conversion to data, to text and to notebook output."""

from __future__ import annotations

import importlib
import json
import pickle
from dataclasses import dataclass
from typing import Any

import pytest

from tests.news import MEDIUM, REFERENCE, STRONG
from truebleu import (
    BLEU,
    ConfigurationError,
    Evaluation,
    ScoreColumn,
    check,
    compare,
    compare_conventions,
    confidence_interval,
    diagnose,
    explain,
    identify,
    mbr,
    measure_diversity,
    resegment,
)
from truebleu.display.formats import VIEWS, View, render, view_of
from truebleu.results import Data, Result

FEW = 12


@pytest.fixture(scope="module")
def results() -> list[Any]:
    systems = {"medium": MEDIUM[:FEW], "strong": STRONG[:FEW]}
    texts, references = systems["strong"], REFERENCE[:FEW]
    score = BLEU().corpus_score(texts, references)
    floor = BLEU(smoothing="floor").corpus_score(texts, references)
    comparison = compare(systems, references, trials=99, resamples=20)
    return [
        score,
        score.explain(),
        comparison,
        comparison[0],
        Evaluation([BLEU()]).run(systems, references),
        ranking(),
        explain(texts, references),
        check(["a b", ""], ["a b", "c d"]),
        compare_conventions(texts, references),
        identify(texts, references, f"{score.value:.2f}"),
        diagnose(score, floor),
        measure_diversity(texts),
        resegment(" ".join(texts), references),
        mbr(texts[:3]),
        confidence_interval(texts, references, resamples=20),
    ]


def ranking() -> Any:
    numbers = {"a": [1, 4, 2, 5], "b": [2, 3, 4, 1], "c": [5, 1, 3, 3]}
    columns = [
        ScoreColumn(name, {system: row[i:] + row[:i] for system, row in numbers.items()})
        for i, name in enumerate(("people", "one", "two"))
    ]
    texts = dict.fromkeys(numbers, ["x"] * 4)
    result = Evaluation(columns).run(texts, ["x"] * 4)
    return result.compare_metrics("people", by="segment", trials=20, resamples=20)


def test_every_result_has_the_common_methods(results: list[Any]) -> None:
    for value in results:
        assert isinstance(value, Result), value
        assert json.loads(value.to_json()) == json.loads(json.dumps(value.to_dict()))
        assert value.to_text().strip()
        forms = value._repr_mimebundle_()
        assert forms["text/plain"] == str(value)
        assert "<script" not in forms["text/html"]
        json.dumps(forms["application/vnd.truebleu+json"], allow_nan=False)
        for form in view_of(value).formats:
            assert list(render(value, form)), (value, form)


def test_results_are_printed_as_text(results: list[Any]) -> None:
    result_by_name = {type(value).__name__: value for value in results}
    for name in ("Comparison", "MetricComparison", "ConventionComparison", "Identification"):
        assert str(result_by_name[name]) == result_by_name[name].to_text()


def test_a_form_that_a_result_lacks_is_an_error(results: list[Any]) -> None:
    explanation = results[6]
    with pytest.raises(ConfigurationError, match=r"Explanation has no format 'latex'. Choose from"):
        explanation.to_latex()


def test_every_view_belongs_to_a_result(results: list[Any]) -> None:
    kinds = {kind.__name__ for value in results for kind in type(value).__mro__}
    assert set(VIEWS) <= kinds
    for path_of_view in VIEWS.values():
        module, name = path_of_view.split(".")
        assert issubclass(
            getattr(importlib.import_module(f"truebleu.display.{module}"), name), View
        )


def test_results_are_pickled(results: list[Any]) -> None:
    for value in results:
        again = pickle.loads(pickle.dumps(value))
        assert again.to_dict() == value.to_dict()


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner(Data):
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outer(Data):
    name: str | None
    inner: tuple[Inner, ...]


def test_data_are_converted_field_by_field() -> None:
    value = Outer(name=None, inner=(Inner(numbers=(1, 2)),))
    assert value.to_dict() == {"name": None, "inner": [{"numbers": [1, 2]}]}
    assert pickle.loads(pickle.dumps(value)) == value
