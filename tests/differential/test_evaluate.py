"""Hugging Face's metric scripts themselves beside `truebleu.compat.evaluate`.

The scripts are in no package. TRUEBLEU_EVALUATE names a folder that has them: a checkout of
huggingface/evaluate, with nmt/scripts/bleu.py of tensorflow/nmt as metrics/bleu/nmt_bleu.py. With
"evaluate-metrics" in TRUEBLEU_REQUIRE, `evaluate.load` fetches them.
"""

from __future__ import annotations

import importlib
import os
import sys
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential.programs import CORPORA, sides
from tests.generators import tally
from tests.profiles import examples
from tests.requirements import is_required, missing, require_module
from truebleu.compat.evaluate import averaging, computing

evaluate = require_module("evaluate")
pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]

CLASSES = {"bleu": "Bleu", "google_bleu": "GoogleBleu", "sacrebleu": "Sacrebleu", "rouge": "Rouge"}


@cache
def script(name: str) -> Any:
    """What computes a metric: the class of its script."""
    folder = os.environ.get("TRUEBLEU_EVALUATE")
    if folder:
        return getattr(module(name, Path(folder) / "metrics" / name), CLASSES[name])
    if not is_required("evaluate-metrics"):
        missing("evaluate-metrics", "TRUEBLEU_EVALUATE does not name a folder with their scripts")
    try:
        return type(evaluate.load(name))
    except Exception as error:  # noqa: BLE001  whatever a network that is not there raises
        missing("evaluate-metrics", f"its scripts cannot be had: {type(error).__name__}")


def module(name: str, folder: Path) -> Any:
    """A script as a module of a package that is its folder."""
    package = ModuleType(f"hugging_face_{name}")
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    return importlib.import_module(f"{package.__name__}.{name}")


def result(call: Any) -> Any:
    """What a call gives, or the class of the error that it stops with."""
    try:
        return call()
    except (ZeroDivisionError, ValueError) as error:
        return ZeroDivisionError if isinstance(error, ZeroDivisionError) else ValueError


@examples(4.0)
@given(CORPORA, st.integers(1, 5), st.booleans())
def test_bleu(corpus: Any, order: int, smooth: bool) -> None:
    theirs = script("bleu")
    tally.count("truebleu against evaluate's bleu", len(corpus))
    expected = result(lambda: theirs._compute(None, *sides(corpus), max_order=order, smooth=smooth))
    assert result(lambda: computing.bleu(*sides(corpus), None, order, smooth)) == expected


@examples(4.0)
@given(CORPORA, st.integers(1, 3), st.integers(0, 3))
def test_google_bleu(corpus: Any, shortest: int, more: int) -> None:
    theirs = script("google_bleu")
    tally.count("truebleu against evaluate's google_bleu", len(corpus))
    orders: Any = {"min_len": shortest, "max_len": shortest + more}
    expected = theirs._compute(None, *sides(corpus), **orders)
    assert computing.google_bleu(*sides(corpus), **orders) == expected


@examples(4.0)
@given(CORPORA, st.sampled_from(["none", "floor", "add-k", "exp"]), st.booleans(), st.booleans())
def test_sacrebleu(corpus: Any, smooth: str, lowercase: bool, effective: bool) -> None:
    theirs = script("sacrebleu")
    tally.count("truebleu against evaluate's sacrebleu", len(corpus))
    settings: Any = {
        "smooth_method": smooth,
        "lowercase": lowercase,
        "use_effective_order": effective,
    }
    expected = result(lambda: theirs._compute(None, *sides(corpus), **settings))
    assert result(lambda: computing.sacrebleu(*sides(corpus), **settings)) == expected


@examples(0.1)
@given(CORPORA, st.booleans(), st.booleans(), st.booleans())
def test_rouge(corpus: Any, resampled: bool, stem: bool, split: bool) -> None:
    """The resampled median, too: both draw from NumPy's generator, which is seeded alike."""
    theirs = script("rouge")
    tally.count("truebleu against evaluate's rouge", len(corpus))
    given = sides(corpus)
    settings: Any = {"use_aggregator": resampled, "use_stemmer": stem}
    settings["tokenizer"] = str.split if split else None
    found = []
    for compute in (partial(theirs._compute, None), averaging.rouge):
        np.random.seed(12345)
        found.append(compute(*given, **settings))
    assert found[0] == found[1]
