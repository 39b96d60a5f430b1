"""Hugging Face's chrf, ter, wer, cer, meteor, nist_mt and exact_match: recorded scores."""

from __future__ import annotations

import json
import pickle
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from tests.requirements import missing, require_module
from truebleu import TrueBleuError
from truebleu.compat.evaluate import averaging, computing, rates

GOLDEN = read("dropins/evaluate")
ONE_REFERENCE: dict[str, Callable[..., Any]] = {
    "wer": rates.wer,
    "cer": rates.cer,
    "exact_match": rates.exact_match,
}
METRICS: dict[str, Callable[..., Any]] = {
    "chrf": computing.chrf,
    "ter": computing.ter,
    "nist_mt": computing.nist_mt,
    "meteor": computing.meteor,
    **ONE_REFERENCE,
}
CASES = [(key, case) for case in GOLDEN["cases"] for key in case["values"]]


def compute(key: str, predictions: Any, references: Any) -> Any:
    """Call a metric by its recorded name: `chrf {"word_order": 2}`."""
    name, _, settings = key.partition(" ")
    try:
        return METRICS[name](predictions, references, **json.loads(settings or "{}"))
    except ImportError as error:
        missing("wordnet" if "wordnet" in str(error) else "jiwer", str(error))


def check(call: Callable[[], Any], expected: Any) -> None:
    """Compare the result, or the class and message of an error."""
    if not (isinstance(expected, list) and expected[:1] == ["error"]):
        # Scores of NLTK were recorded with Python 3.11; since 3.12, Python's sum is more exact.
        tolerance = 1e-14 if sys.version_info >= (3, 12) else 0
        assert call() == pytest.approx(expected, rel=tolerance, abs=0)
        return
    _, kind, message = expected
    with pytest.raises(TrueBleuError) as caught:
        call()
    assert kind in {each.__name__ for each in type(caught.value).__mro__}
    assert str(caught.value) == message
    assert caught.value.__notes__  # type: ignore[attr-defined]  # what to do
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


@in_one_test(("key", "case"), CASES)
def test_recorded_scores(key: str, case: dict[str, Any]) -> None:
    references = case["references"]
    if key.partition(" ")[0] in ONE_REFERENCE:
        references = [texts[0] for texts in references]
    check(lambda: compute(key, case["predictions"], references), case["values"][key])


def test_every_recorded_call_is_compared() -> None:
    assert {key.partition(" ")[0] for key, _ in CASES} == METRICS.keys()
    assert len(CASES) == 52 * 22


ERRORS: dict[str, Callable[[], Any]] = {
    "chrf uneven refs": lambda: computing.chrf(["a", "b"], [["a"], ["b", "c"]]),
    "chrf lengths": lambda: computing.chrf(["a"], ["a", "b"]),
    "ter uneven refs": lambda: computing.ter(["a", "b"], [["a"], ["b", "c"]]),
    "rouge none": lambda: averaging.rouge([], []),
    "meteor none": lambda: computing.meteor([], []),
    "wer none": lambda: rates.wer([], []),
}
OF_THE_PACKAGE = {"wer references as lists"}


@in_one_test("name", GOLDEN["errors"])
def test_errors(name: str) -> None:
    if name not in OF_THE_PACKAGE:
        check(ERRORS[name], GOLDEN["errors"][name])


# Examples of the metrics' documentation; `tests/differential` runs those of the scripts.
CATS = ["The relationship between cats and dogs is not exactly friendly.",
        "a good bookshop is just a genteel black hole that knows how to read."]  # fmt: skip
DOGS = [["The relationship between dogs and cats is not exactly friendly."],
        ["A good bookshop is just a genteel Black Hole that knows how to read."]]  # fmt: skip
QUESTIONS = ["does this sentence match??", "what about this sentence?"]
ANSWERS = [["does this sentence match", "does this sentence match!?!"],
           ["wHaT aBoUt ThIs SeNtEnCe?", "wHaT aBoUt ThIs SeNtEnCe?"]]  # fmt: skip
SPOKEN = ["this is the prediction", "there is an other sample"]
HEARD = ["this is the reference", "there is another one"]
GUIDE = "a guide to action which ensures that the military always obeys the commands of the party"
PARTY = "a guide to action that ensures that the military will forever heed Party commands"
PREDICTED = ["cat?", "theater", "yelling", "agent"]
EXPECTED = ["the cat", "theater", "YELLING", "agent007"]


def test_documented_examples() -> None:
    assert computing.chrf(CATS, DOGS) == {
        "score": 84.64214891738334, "char_order": 6, "word_order": 0, "beta": 2,
    }  # fmt: skip
    assert computing.chrf(CATS, DOGS, word_order=2)["score"] == 82.87263732906315
    assert computing.chrf(CATS, DOGS, word_order=2, lowercase=True)["score"] == 92.12853119829202
    assert computing.ter(QUESTIONS, ANSWERS, case_sensitive=True) == {
        "score": 62.5, "num_edits": 5, "ref_length": 8.0,
    }  # fmt: skip
    assert computing.ter(QUESTIONS, ANSWERS, ignore_punct=True)["num_edits"] == 0
    assert rates.wer(SPOKEN, HEARD) == 0.5
    assert rates.cer(SPOKEN, HEARD) == 0.34146341463414637
    result = computing.nist_mt([f"It is {GUIDE}"], [f"It is {PARTY}"])
    assert result == {"nist_mt": 2.4477124183006533}
    assert rates.exact_match(PREDICTED, EXPECTED)["exact_match"] == 0.25
    ignored: Any = ["the ", "yell"]
    settings: Any = {"ignore_case": True, "ignore_punctuation": True}
    assert rates.exact_match(PREDICTED, EXPECTED, ignored, **settings)["exact_match"] == 0.5
    ignored, settings["ignore_numbers"] = [*ignored, "YELL"], True
    assert rates.exact_match(PREDICTED, EXPECTED, ignored, **settings)["exact_match"] == 1.0


def test_meteor_without_its_data_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    nltk = require_module("nltk")

    def lost(_: str) -> Any:
        raise LookupError

    monkeypatch.setattr(nltk, "word_tokenize", lost)
    with pytest.raises(LookupError, match=r"python -m nltk\.downloader punkt_tab") as caught:
        computing.meteor(["a"], ["a"])
    assert isinstance(caught.value, ImportError)


WRONG: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: rates.wer(["a"], [["a"]]), TypeError, "segment 1: the reference is of type"),  # type: ignore[list-item]
    (lambda: rates.exact_match(["a"], [["a"]]), TypeError, "the reference is of type list"),  # type: ignore[list-item]
    (lambda: rates.exact_match(["a"], []), ValueError, "got 1 prediction and 0 references"),
    (lambda: rates.exact_match([], []), ValueError, "predictions is empty"),
    (lambda: rates.exact_match(["a"], ["a"], ["("]), re.error, r"regexes_to_ignore: '\(' is not"),
    (lambda: rates.wer(["a"], ["a", "b"]), ValueError, "1 hypothesis"),
    (lambda: rates.cer(["a"], [""]), ZeroDivisionError, "The references have no characters"),
    (lambda: computing.meteor([], []), IndexError, "references is empty"),
    (lambda: computing.chrf(["a"], [["a"], ["b"]]), ValueError, "Pass a reference, or a list"),
    (lambda: computing.nist_mt(["a b"], ["a b"]), ZeroDivisionError, "No hypothesis has 3 tokens"),
    (lambda: computing.nist_mt([], []), IndexError, "references is empty"),
]


@in_one_test(("call", "kind", "message"), WRONG)
def test_wrong_input(call: Callable[[], Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        call()
    assert isinstance(caught.value, TrueBleuError)
