"""Metrics as values: immutable, equal by their settings, picklable."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from truebleu import BLEU, CHRF
from truebleu.metrics.base.metric import Metric

METRICS_OF_ALL_KINDS = [
    BLEU(),
    BLEU(tokenizer="intl", lowercase=True),
    BLEU(smoothing="floor", smoothing_value=0.001),
    BLEU(weights=[0.1, 0.2, 0.7]),
    BLEU(reference_length="average", scale=1),
    BLEU(smoothing="method5", max_ngram_order=2),
    BLEU(effective_order=True),
    BLEU(effective_order=False),
    BLEU(tokenizer=str.split),
]


@pytest.mark.parametrize("metric", METRICS_OF_ALL_KINDS, ids=repr)
def test_metrics_survive_pickling_and_copying(metric: BLEU) -> None:
    again = pickle.loads(pickle.dumps(metric))
    assert again == metric
    assert hash(again) == hash(metric)
    assert copy.deepcopy(metric) == metric
    pair = (["the cat"], ["the cat sat"])
    assert again.corpus_score(*pair) == metric.corpus_score(*pair)


def test_metrics_differ_by_each_setting() -> None:
    assert len(set(METRICS_OF_ALL_KINDS)) == len(METRICS_OF_ALL_KINDS)
    for place, metric in enumerate(METRICS_OF_ALL_KINDS):
        assert [other == metric for other in METRICS_OF_ALL_KINDS].index(True) == place


def test_metrics_are_equal_by_effective_settings() -> None:
    assert BLEU(smoothing="method3", weights=[1, 1, 1, 1], scale=100.0) == BLEU()
    assert hash(BLEU(smoothing="method3")) == hash(BLEU())
    assert BLEU() != BLEU(lowercase=True)
    assert BLEU() != "BLEU()"


@pytest.mark.parametrize("metric", METRICS_OF_ALL_KINDS[:-1], ids=repr)
def test_settings_and_repr_rebuild_the_metric(metric: BLEU) -> None:
    assert BLEU(**metric.settings()) == metric


def test_the_repr_has_the_settings_other_than_defaults() -> None:
    assert repr(BLEU()) == "BLEU()"
    assert repr(BLEU(lowercase=True, scale=1)) == "BLEU(lowercase=True, scale=1)"


@pytest.mark.parametrize("name", ["smoothing", "tokenizer", "layout", "anything"])
def test_metrics_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError, match="a BLEU cannot be changed: make a new one"):
        setattr(BLEU(), name, "exp")
    with pytest.raises(AttributeError, match="a BLEU cannot be changed"):
        delattr(BLEU(), name)


class Words(Metric[Any]):
    """Metric without any method of its own."""

    name = "words"
    parameters = ()


def test_a_metric_without_methods_is_an_error() -> None:
    with pytest.raises(NotImplementedError):
        Words()._build("none", False)


class Named(CHRF):
    """Metric of a user, with an argument of its own."""

    def __init__(self, label: str) -> None:
        super().__init__(word_order=2)
        assert label


def test_a_subclass_with_other_arguments_has_a_repr() -> None:
    assert repr(Named("x")).startswith("Named(char_order=6, word_order=2, beta=2")
