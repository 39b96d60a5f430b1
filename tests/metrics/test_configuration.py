"""The settings of BLEU: accepted values, normalization and errors."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebleu import BLEU, ConfigurationError, UnknownConvention, UnknownTokenizer
from truebleu.tokenizers import resolve


def test_the_defaults() -> None:
    assert BLEU().settings() == {
        "convention": "sacrebleu",
        "tokenizer": resolve("13a"),
        "lowercase": False,
        "smoothing": "exp",
        "smoothing_value": None,
        "max_ngram_order": 4,
        "weights": (0.25, 0.25, 0.25, 0.25),
        "reference_length": "closest",
        "effective_order": None,
        "scale": 100,
        "average": "micro",
    }


def test_settings_are_keyword_only() -> None:
    with pytest.raises(TypeError, match=r"BLEU\(tokenizer='13a'\)"):
        BLEU("13a")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("alias", "name", "value"),
    [
        ("method0", "none", None),
        ("method1", "floor", 0.1),
        ("method2", "add-k", 1.0),
        ("method3", "exp", None),
        ("method4", "method4", 5.0),
        ("method5", "method5", None),
        ("method6", "method6", 5.0),
        ("method7", "method7", 5.0),
    ],
)
def test_smoothings_have_their_usual_values(alias: str, name: str, value: float | None) -> None:
    metric = BLEU(smoothing=alias)
    assert (metric.smoothing, metric.smoothing_value) == (name, value)
    assert metric == BLEU(smoothing=name, smoothing_value=value)


@pytest.mark.parametrize("smoothing", ["none", "exp", "method0", "method3", "method5"])
def test_a_smoothing_value_is_refused_where_it_has_no_meaning(smoothing: str) -> None:
    with pytest.raises(ConfigurationError, match=r"smoothing_value=0\.5 is invalid: smoothing="):
        BLEU(smoothing=smoothing, smoothing_value=0.5)


@pytest.mark.parametrize("value", [-0.1, nan, inf, -inf, "1", True, [1]])
@pytest.mark.parametrize(
    ("smoothing", "meaning"),
    [("floor", "epsilon of floor"), ("add-k", "k of add-k"), ("method6", "alpha of method6")],
)
def test_wrong_smoothing_values_are_refused(smoothing: str, meaning: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"{meaning}.*Use a finite number"):
        BLEU(smoothing=smoothing, smoothing_value=value)


@pytest.mark.parametrize("smoothing", ["method4", "method6", "method7"])
def test_zero_is_refused_where_it_would_divide(smoothing: str) -> None:
    with pytest.raises(ConfigurationError, match="finite number, above 0"):
        BLEU(smoothing=smoothing, smoothing_value=0)


@pytest.mark.parametrize(
    ("given_weights", "weights"),
    [
        ([1], (1.0,)),
        ([1, 1], (0.5, 0.5)),
        ((3, 1), (0.75, 0.25)),
        ([0, 1], (0.0, 1.0)),
        ([0.5, 0.5, 0, 0], (0.5, 0.5, 0.0, 0.0)),
        ([1e300, 1e300], (0.5, 0.5)),
        ([1.7e308, 0, 1.7e308], (0.5, 0.0, 0.5)),
        (np.array([1.0, 3.0]), (0.25, 0.75)),
        ((w for w in [1, 3]), (0.25, 0.75)),
        ([Fraction(1, 4), Decimal("0.75")], (0.25, 0.75)),
    ],
)
def test_weights_are_normalized(given_weights: Any, weights: tuple[float, ...]) -> None:
    metric = BLEU(weights=given_weights)
    assert metric.weights == weights
    assert metric.max_ngram_order == len(weights)


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5, 7, 9])
def test_equal_weights_are_uniform(order: int) -> None:
    metric = BLEU(weights=[0.1] * order)
    assert metric == BLEU(max_ngram_order=order)
    assert metric.signature(full=True)["weights"] == "uniform"


@given(st.lists(st.floats(0, 1e308), min_size=1, max_size=20).filter(lambda w: max(w) > 0))
def test_normalizing_twice_changes_nothing(weights: list[float]) -> None:
    once = BLEU(weights=weights)
    assert sum(once.weights) == pytest.approx(1)
    assert BLEU(weights=once.weights) == once


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([], r"weights=\[\] is not a list"),
        ([0, 0], r"weights=\[0, 0\] is invalid: the sum is 0"),
        ([1, -1], r"weights=\[1, -1\] is invalid: element 2\."),
        ([nan, 1], r"element 1\."),
        ([1, inf], r"element 2\."),
        ([1, "1"], r"element 2\."),
        ([True, 1], r"element 1\."),
        ([np.bool_(True)], r"element 1\."),
        ([None], r"element 1\."),
        ("1,2", "weights='1,2'"),
        ({1, 2}, r"weights=\{1, 2\} is not a list"),
        ({1: 0.5, 2: 0.5}, r"weights=\{1: 0.5, 2: 0.5\} is not a list"),
        (0.25, "weights=0.25"),
        ([[1, 2]], r"element 1\."),
        ([1] * 65, "is too long: 65 elements"),
    ],
)
def test_wrong_weights_are_refused(weights: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        BLEU(weights=weights)


def test_the_order_and_the_weights_agree() -> None:
    assert BLEU(max_ngram_order=2, weights=[1, 3]).max_ngram_order == 2
    with pytest.raises(
        ConfigurationError, match="max_ngram_order=4 is not the number of weights, 2"
    ):
        BLEU(max_ngram_order=4, weights=[1, 3])


@pytest.mark.parametrize("order", [0, -1, 65, 1.0, "4", True, np.bool_(True), nan, [4]])
def test_wrong_orders_are_refused(order: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"max_ngram_order=.*integer from 1 to 64"):
        BLEU(max_ngram_order=order)


def test_numpy_numbers_are_numbers() -> None:
    metric = BLEU(max_ngram_order=np.int64(2), scale=np.float64(1))
    assert type(metric.max_ngram_order) is int
    assert type(metric.scale) is int


@pytest.mark.parametrize("scale", [100, 100.0, 1, 1.0])
def test_the_scale_is_100_or_1(scale: float) -> None:
    assert BLEU(scale=scale).scale == scale


@pytest.mark.parametrize("scale", [0, 10, -1, nan, "100", True])
def test_other_scales_are_refused(scale: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"scale=.* Use 100 or 1"):
        BLEU(scale=scale)


@pytest.mark.parametrize("value", ["yes", 1, 0, "True"])
def test_flags_are_true_or_false(value: Any) -> None:
    allowed = r"lowercase=.* Choose from: True, False, 'ascii', 'after'"
    with pytest.raises(ConfigurationError, match=allowed):
        BLEU(lowercase=value)
    with pytest.raises(ConfigurationError, match=r"effective_order=.* Use True, False, or None"):
        BLEU(effective_order=value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"smoothing": "expp"},
            (
                r"unknown smoothing 'expp'. Did you mean 'exp'\? Choose from: none, floor, "
                r"add-k, exp, method0, .*, method7, laplace, pseudocounts\."
            ),
        ),
        (
            {"reference_length": "Closest"},
            (
                r"unknown reference_length 'Closest'. Did you mean 'closest'\? "
                r"Choose from: closest, shortest, longest, average, closest-first\."
            ),
        ),
        ({"reference_length": 3}, "unknown reference_length 3. Choose from: closest"),
        ({"smoothing": ["exp"]}, r"unknown smoothing \['exp'\]. "),
    ],
)
def test_unknown_names_suggest_the_nearest(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        BLEU(**settings)


def test_unknown_tokenizers_suggest_the_nearest() -> None:
    with pytest.raises(UnknownTokenizer, match=r"unknown tokenizer '13b'. Did you mean '13a'"):
        BLEU(tokenizer="13b")


@pytest.mark.parametrize("convention", ["sacrebleuu", 5, ""])
def test_unknown_conventions_are_refused(convention: Any) -> None:
    with pytest.raises(UnknownConvention, match="Choose from: sacrebleu"):
        BLEU(convention=convention)


def test_attributes_have_the_values_in_use() -> None:
    metric = BLEU(tokenizer="intl", smoothing="method2", lowercase=True, effective_order=False)
    assert metric.tokenizer == resolve("intl")
    assert metric.convention == "sacrebleu"
    assert metric.smoothing == "add-k"
    assert metric.smoothing_value == 1.0
    assert metric.lowercase is True
    assert metric.effective_order is False
