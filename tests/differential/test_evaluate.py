"""`truebleu.compat.evaluate`, compared with Hugging Face's metric scripts.

The scripts are in no package. TRUEBLEU_EVALUATE names a folder with a checkout of
huggingface/evaluate, in which nmt/scripts/bleu.py of tensorflow/nmt is metrics/bleu/nmt_bleu.py.
With "evaluate-metrics" in TRUEBLEU_REQUIRE, `evaluate.load` downloads the scripts.
"""

from __future__ import annotations

import doctest
import importlib
import os
import sys
from functools import cache, partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential.programs import CORPORA, sides
from tests.generators import tally
from tests.profiles import examples
from tests.requirements import is_required, missing, require_module
from truebleu.compat.evaluate import averaging, computing, load, rates

evaluate = require_module("evaluate")
pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]

CLASSES = {
    "bleu": "Bleu",
    "google_bleu": "GoogleBleu",
    "sacrebleu": "Sacrebleu",
    "rouge": "Rouge",
    "chrf": "ChrF",
    "ter": "Ter",
    "meteor": "Meteor",
    "nist_mt": "NistMt",
    "wer": "WER",
    "cer": "CER",
    "exact_match": "ExactMatch",
}


@cache
def script(name: str) -> Any:
    """Return the class of a metric's script; skip the test if its data are missing."""
    folder = os.environ.get("TRUEBLEU_EVALUATE")
    if folder:
        try:
            return getattr(module(name, Path(folder) / "metrics" / name), CLASSES[name])
        except LookupError as error:  # NLTK's data, which truebleu's nist_mt does not need
            missing("perluniprops", str(error))
    if not is_required("evaluate-metrics"):
        missing("evaluate-metrics", "TRUEBLEU_EVALUATE does not name a folder with their scripts")
    try:
        return type(evaluate.load(name))
    except Exception as error:  # noqa: BLE001  whatever a network that is not there raises
        missing("evaluate-metrics", f"its scripts cannot be had: {type(error).__name__}")


def module(name: str, folder: Path) -> Any:
    """Import a script as a module of a package in the script's folder."""
    package = ModuleType(f"hugging_face_{name}")
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    return importlib.import_module(f"{package.__name__}.{name}")


def result(call: Any) -> Any:
    """Return the result of a call, or the class of the error that it raises."""
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
    """Resampled medians are equal, too: both use NumPy's generator with an equal seed."""
    theirs = script("rouge")
    tally.count("truebleu against evaluate's rouge", len(corpus))
    texts = sides(corpus)
    settings: Any = {"use_aggregator": resampled, "use_stemmer": stem}
    settings["tokenizer"] = str.split if split else None
    results = []
    for compute in (partial(theirs._compute, None), averaging.rouge):
        np.random.seed(12345)
        results.append(compute(*texts, **settings))
    assert results[0] == results[1]


def flags(number: int) -> Any:
    return st.tuples(*[st.booleans()] * number)


@examples(3.0)
@given(CORPORA, st.integers(1, 6), st.integers(0, 2), st.integers(1, 3), flags(3))
def test_chrf(corpus: Any, characters: int, words: int, beta: int, flags: Any) -> None:
    theirs = script("chrf")
    tally.count("truebleu against evaluate's chrf", len(corpus))
    settings: Any = (characters, words, beta, *flags)
    expected = result(lambda: theirs._compute(None, *sides(corpus), *settings))
    assert result(lambda: computing.chrf(*sides(corpus), *settings)) == expected


@examples(3.0)
@given(CORPORA, flags(4))
def test_ter(corpus: Any, flags: Any) -> None:
    theirs = script("ter")
    tally.count("truebleu against evaluate's ter", len(corpus))
    expected = result(lambda: theirs._compute(None, *sides(corpus), *flags))
    assert result(lambda: computing.ter(*sides(corpus), *flags)) == expected


@examples(3.0)
@given(CORPORA, st.tuples(st.floats(0, 1), st.floats(0, 4), st.floats(0, 1)))
def test_meteor(corpus: Any, weights: Any) -> None:
    theirs = script("meteor")
    require_wordnet()
    tally.count("truebleu against evaluate's meteor", len(corpus))
    actual = computing.meteor(*sides(corpus), *weights)
    assert actual == theirs._compute(None, *sides(corpus), *weights)


def require_wordnet() -> None:
    try:
        computing.meteor(["a"], [["a"]])
    except LookupError as error:
        missing("wordnet", str(error))


@examples(3.0)
@given(CORPORA, st.integers(1, 5), flags(2))
def test_nist_mt(corpus: Any, n: int, flags: Any) -> None:
    theirs = script("nist_mt")
    tally.count("truebleu against evaluate's nist_mt", len(corpus))
    expected = result(lambda: theirs._compute(None, *sides(corpus), n, *flags))
    assert result(lambda: computing.nist_mt(*sides(corpus), n, *flags)) == expected


@examples(3.0)
@given(CORPORA, st.sampled_from(["wer", "cer"]), st.booleans())
def test_error_rates(corpus: Any, name: str, concatenated: bool) -> None:
    theirs = script(name)
    tally.count(f"truebleu against evaluate's {name}", len(corpus))
    predictions, references = sides(corpus)
    arguments = predictions, [texts[0] for texts in references]
    expected = result(lambda: theirs._compute(None, *arguments, concatenated))
    assert result(lambda: getattr(rates, name)(*arguments, concatenated)) == expected


PATTERNS = st.sampled_from([None, ["a"], [r"\s+", "the"], ["[.]$", ""]])


@examples(3.0)
@given(CORPORA, PATTERNS, flags(3))
def test_exact_match(corpus: Any, patterns: Any, flags: Any) -> None:
    theirs = script("exact_match")
    tally.count("truebleu against evaluate's exact_match", len(corpus))
    predictions, references = sides(corpus)
    arguments = [*predictions, "a\0"], [*(texts[0] for texts in references), "A"]
    expected = theirs._compute(None, *arguments, patterns, *flags)
    assert rates.exact_match(*arguments, patterns, *flags) == expected


@pytest.mark.parametrize("name", CLASSES)
def test_documented_examples(name: str) -> None:
    """Run the examples in the scripts with truebleu's `load`."""
    text = script(name).__doc__
    if name == "meteor":
        require_wordnet()
    names = {"evaluate": SimpleNamespace(load=load)}
    case = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    assert case.examples
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    with np.printoptions(legacy="1.25"):  # the scripts show NumPy numbers as NumPy 1 printed them
        runner.run(case, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
