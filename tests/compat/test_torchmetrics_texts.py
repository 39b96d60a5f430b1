"""The drop-in for torchmetrics' chrF, ROUGE and error rates: recorded numbers, states and errors.

Lsum needs NLTK's Punkt; without its data the other keys are compared.
"""

from __future__ import annotations

import json
import math
import pickle
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from tests.requirements import require_module
from truebleu import ROUGE, MissingDependency, TrueBleuError
from truebleu.compat import torchmetrics as ours
from truebleu.compat.torchmetrics import functional

RECORDED = read("dropins/torchmetrics")
CASES = {case["corpus"]: case for case in RECORDED["cases"]}
VALUES = [(corpus, call) for corpus in CASES for call in CASES[corpus]["values"]]
WITHOUT_LSUM = ("rouge1", "rouge2", "rougeL")


@pytest.fixture(autouse=True)
def _packages() -> None:
    require_module("jiwer")


def has_punkt() -> bool:
    try:
        ROUGE("Lsum", sentences="punkt").sentence_score("a", "a")
    except MissingDependency:
        return False
    return True


PUNKT = has_punkt()


def flat(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [number for key in sorted(value) for number in flat(value[key])]
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in flat(item)]
    return [float(value)]


def without_lsum(value: Any) -> Any:
    if PUNKT or not isinstance(value, dict):
        return value
    return {key: number for key, number in value.items() if "Lsum" not in key}


def settings_of(call: str) -> dict[str, Any]:
    name, _, remainder = call.partition(" ")
    settings = json.loads(remainder) if remainder.startswith("{") else {}
    if remainder == "return_sentence_level_score":
        settings = {remainder: True}
    if "rouge_score" in name and not PUNKT:
        settings["rouge_keys"] = WITHOUT_LSUM
    return {**settings, "as_tensor": False}


def near(found: Any, expected: Any) -> bool:
    return flat(found) == pytest.approx(flat(expected), rel=1e-6, abs=1e-7, nan_ok=True)


@in_one_test(("corpus", "call"), VALUES)
def test_recorded_scores(corpus: str, call: str) -> None:
    case, expected = CASES[corpus], without_lsum(CASES[corpus]["values"][call])
    preds, target = case["preds"], case["target"]
    name = call.split(" ", maxsplit=1)[0]
    if name != "class":
        is_rate = name.endswith("error_rate")
        target = [references[0] for references in target] if is_rate else target
        assert near(getattr(functional, name)(preds, target, **settings_of(call)), expected)
        return
    name = call.split(" ")[1].rstrip(",")
    if "ErrorRate" in name:
        target = [references[0] for references in target]
    keys = {} if PUNKT or name != "ROUGEScore" else {"rouge_keys": WITHOUT_LSUM}
    metric = getattr(ours, name)(as_tensor=False, **keys)
    parts = [metric.clone() for _ in range(0, len(preds), 2)]
    for number, part in enumerate(parts):
        batch = slice(2 * number, 2 * number + 2)
        part.update(preds[batch], target[batch])
        metric.update(preds[batch], target[batch])
    assert near(metric.compute(), expected)
    merged = pickle.loads(pickle.dumps(parts[0]))
    for part in parts[1:]:
        merged.merge_state(part)
    assert near(merged.compute(), expected)
    assert merged.update_count == metric.update_count == len(parts)
    metric.reset()
    assert not metric.update_called


def test_the_recording_is_large_enough() -> None:
    assert len(VALUES) > 600
    assert {call.split(" ")[0] for _, call in VALUES} == {
        "class", "chrf_score", "rouge_score", *(f"{kind}_error_rate" for kind in RATES)
    }  # fmt: skip


RATES = ("word", "char", "match")
TEXTS = st.lists(st.text("ab c", max_size=8), min_size=1, max_size=4)


@given(TEXTS)
def test_identical_texts_are_perfect(texts: list[str]) -> None:
    rates = [
        getattr(functional, f"{kind}_error_rate")(texts, texts, as_tensor=False) for kind in RATES
    ]
    assert all(rate == 0 or math.isnan(rate) for rate in rates)
    score = functional.chrf_score(
        texts, [[text] for text in texts], n_char_order=1, n_word_order=0, as_tensor=False
    )
    assert score == pytest.approx(1 if "".join(texts).replace(" ", "") else 0)


ERRORS: dict[str, Any] = {
    "chrf n_char_order=0": lambda: ours.CHRFScore(n_char_order=0),
    "chrf n_word_order=-1": lambda: ours.CHRFScore(n_word_order=-1),
    "chrf beta=-1": lambda: ours.CHRFScore(beta=-1),
    "rouge key": lambda: ours.ROUGEScore(rouge_keys="rouge10"),
    "ROUGEScore accumulate": lambda: ours.ROUGEScore(accumulate="x"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors_have_the_recorded_message(name: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        ERRORS[name]()
    assert str(caught.value) == RECORDED["errors"][name]["message"]
    assert isinstance(caught.value, TrueBleuError)


def test_one_prediction_and_unusual_rates() -> None:
    recorded = RECORDED["errors"]
    rouge: dict[str, Any] = {"rouge_keys": "rouge1", "as_tensor": False}
    assert functional.chrf_score("a cat sat", ["a cat sat"], as_tensor=False) == 1
    assert near(functional.rouge_score("a b", "a b", **rouge), recorded["rouge str str"])
    assert near(functional.rouge_score([], [], **rouge), recorded["rouge empty"])
    assert functional.word_error_rate("a", "", as_tensor=False) == math.inf
    assert math.isnan(functional.word_error_rate("", "", as_tensor=False))
    assert math.isnan(ours.CharErrorRate(as_tensor=False).compute())


@pytest.mark.parametrize(
    ("path", "name"),
    [("wer", "WordErrorRate"), ("cer", "CharErrorRate"), ("mer", "MatchErrorRate")],
)
def test_modules_are_those_of_the_original(path: str, name: str) -> None:
    place = "truebleu.compat.torchmetrics"
    assert getattr(import_module(f"{place}.text.{path}"), name) is getattr(ours, name)
    import_module(f"{place}.functional.text.{path}")


def test_wrong_input() -> None:
    with pytest.raises(ValueError, match="got 2 predictions and 1 target"):
        functional.word_error_rate(["a", "b"], ["a"])
    with pytest.raises(TypeError, match=r"preds\[0\] is 3, not a text"):
        functional.char_error_rate([3], ["a"])  # type: ignore[list-item]
    with pytest.raises(AttributeError, match=r"target\[1\] has 2 texts\. Pass one per prediction"):
        functional.word_error_rate(["a", "b"], ["a", ["b", "c"]])  # type: ignore[list-item]
    for function in (functional.chrf_score, functional.rouge_score):
        with pytest.raises(TypeError, match=r"preds is of type int\. Pass a list of texts"):
            function(5, ["a"])  # type: ignore[arg-type]
    for beta in ("x", math.nan):
        with pytest.raises(ValueError, match="`beta` to be greater than 0"):
            ours.CHRFScore(beta=beta)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Got unknown rouge key 5"):
        ours.ROUGEScore(rouge_keys=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot merge"):
        ours.CHRFScore().merge_state(ours.CHRFScore(beta=1))
    with pytest.raises(ValueError, match="unknown argument 'sync'"):
        ours.WordErrorRate(sync=True)


def test_functions_of_the_caller() -> None:
    """The expected scores are those of torchmetrics 1.9.0."""
    texts = (["The Cats' running tail"], [["the cat's RUN", "no\n cat"]])
    rouge = ours.ROUGEScore(
        normalizer=lambda text: text.lower().replace("'", ""),
        tokenizer=lambda text: [*text.split(" "), "", None],  # type: ignore[list-item]
        rouge_keys=("rouge1", "rougeL"),
        as_tensor=False,
    )
    assert rouge(*texts)["rouge1_fmeasure"] == pytest.approx(4 / 7)
    letters = ours.ROUGEScore(tokenizer=list, rouge_keys="rouge1", as_tensor=False)
    assert letters("a b", "a \n b c")["rouge1_recall"] == pytest.approx(3 / 5)
    with pytest.raises(ValueError, match="cannot merge"):
        letters.merge_state(ours.ROUGEScore(rouge_keys="rouge1"))


def test_references_are_compared_in_single_precision() -> None:
    """The expected scores are those of torchmetrics 1.9.0, which keeps the first of equal F1.

    In double precision, rounding would make the second reference's score higher.
    """
    rouge = functional.rouge_score(
        "a a a a a a", ["a", "a a b b b b b b"], rouge_keys="rouge1", as_tensor=False
    )
    assert rouge["rouge1_precision"] == pytest.approx(1 / 6)
    predictions, references = ["bab", "baaab"], [["ab abaabaab", "ba", "baabaabba"], ["baaabab"]]
    settings: Any = {"n_char_order": 1, "n_word_order": 0, "beta": 0.5, "as_tensor": False}
    score = functional.chrf_score(predictions, references, **settings)
    assert score == pytest.approx(0.8536585569)


def test_chrf_keeps_sentence_scores_only_on_request() -> None:
    metrics = [
        ours.CHRFScore(return_sentence_level_score=value, as_tensor=False)
        for value in (False, True)
    ]
    for metric in metrics:
        metric.update(["a cat", "a dog"], [["a cat"], ["a dog"]])
    assert [len(metric.sentences) for metric in metrics] == [0, 2]


def test_a_chrf_order_may_be_a_bool() -> None:
    scores = [
        functional.chrf_score(["a cat"], [["a bat"]], n_char_order=order, as_tensor=False)
        for order in (1, True)
    ]
    assert scores[0] == scores[1] > 0


def test_chrf_splits_a_hyphen_off_a_word() -> None:
    score = functional.chrf_score(
        ["a"], [["a-"]], n_char_order=1, n_word_order=1, beta=1.0, as_tensor=False
    )
    assert score == pytest.approx(2 / 3)
