"""Conventions as immutable values."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from truebleu import UnknownConvention
from truebleu.metrics.conventions import CONVENTIONS, convention

SACREBLEU = convention("sacrebleu")


def test_a_convention_has_every_setting() -> None:
    assert SACREBLEU.metrics == ("BLEU",)
    assert SACREBLEU.setting("BLEU", "tokenizer") == "13a"
    assert "sacrebleu" in SACREBLEU.source


def test_a_convention_cannot_be_changed_from_outside() -> None:
    SACREBLEU.settings("BLEU")["tokenizer"] = "none"
    assert SACREBLEU.setting("BLEU", "tokenizer") == "13a"
    with pytest.raises(AttributeError, match="cannot assign to field 'name'"):
        SACREBLEU.name = "mine"  # type: ignore[misc]


def test_conventions_are_values() -> None:
    assert pickle.loads(pickle.dumps(SACREBLEU)) == SACREBLEU
    assert hash(SACREBLEU) == hash(CONVENTIONS["sacrebleu"])
    assert replace(SACREBLEU, source="elsewhere") != SACREBLEU
    assert "sacrebleu" in repr(SACREBLEU)


def test_a_metric_without_the_convention_is_refused() -> None:
    with pytest.raises(UnknownConvention, match="has no settings of TER, only of BLEU"):
        SACREBLEU.settings("TER")


def test_the_nearest_convention_is_named() -> None:
    with pytest.raises(UnknownConvention, match="Did you mean 'sacrebleu'"):
        convention("SacreBLEU ")
