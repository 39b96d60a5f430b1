"""The drop-ins for Hugging Face's metrics: recorded scores, documented examples and loading.

The original scripts must be downloaded, so the scores that evaluate 0.4.6 gave for the golden
corpora were recorded in testdata/golden/tools/hf_evaluate.json. The installed package loads
truebleu's scripts without network access.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from tests.requirements import missing
from truebleu import MissingDependency, TrueBleuError
from truebleu.compat.evaluate import METRICS, averaging, computing, load, path, rates

GOLDEN: dict[str, tuple[Callable[..., dict[str, Any]], dict[str, Any]]] = {
    "hf_evaluate.bleu(smooth=False)": (computing.bleu, {}),
    "hf_evaluate.bleu(smooth=True)": (computing.bleu, {"smooth": True}),
    "hf_evaluate.google_bleu": (computing.google_bleu, {}),
    "hf_evaluate.sacrebleu": (computing.sacrebleu, {}),
}
ERRORS = {"ZeroDivisionError": ZeroDivisionError, "ValueError": ValueError}
RECORDED = [
    (golden, case)
    for golden, cases in read("golden/tools/hf_evaluate").items()
    if golden in GOLDEN
    for case in cases
]


def agrees(golden: str, predictions: Any, references: Any, recorded: Any) -> None:
    function, settings = GOLDEN[golden]
    if isinstance(recorded, dict) and "error" in recorded:
        with pytest.raises(ERRORS[recorded["error"].partition(":")[0]]):
            function(predictions, references, **settings)
        return
    result = function(predictions, references, **settings)
    if isinstance(recorded, dict):
        assert result == recorded
        assert list(result) == list(recorded)
    else:
        assert next(iter(result.values())) == recorded


@in_one_test(("golden", "case"), RECORDED)
def test_recorded_scores(golden: str, case: str) -> None:
    recorded = read("golden/tools/hf_evaluate")[golden][case]
    inputs = read("golden/inputs")[case]
    agrees(golden, inputs["hypotheses"], inputs["references"], recorded["corpus"])
    if "sentences" not in recorded:
        return
    segments = zip(inputs["hypotheses"], inputs["references"], recorded["sentences"], strict=True)
    for hypothesis, references, expected in segments:
        agrees(golden, [hypothesis], [references], expected)


def test_every_recorded_metric_is_compared() -> None:
    names = read("golden/tools/hf_evaluate")
    assert {name for name in names if not name.startswith("tokens: ")} == set(GOLDEN)


# Examples of the metrics' documentation.
STAR_WARS = ["hello there general kenobi", "foo bar foobar"]
ANKH = ["hello there general kenobi", "on our way to ankh morpork"]
COMMANDS = "which ensures that the rubber duck always disobeys the commands of the cat"
RUBBER_DUCK = [
    f"It is a guide to action {COMMANDS}",
    "he read the book because he was interested in world history",
]
FORCES = "which guarantees the rubber duck forces never being under the command of the cat"
ONE = [f"It is the guiding principle {FORCES}"]
THREE = [
    *ONE,
    "It is a guide to action that ensures that the rubber duck will never heed the cat commands",
    "It is the practical guide for the rubber duck army never to heed the directions of the cat",
]
BOOK = ["he was interested in world history because he read the book"]
EXAMPLES: list[tuple[str, Any, Any, dict[str, Any], str, int, float]] = [
    ("bleu", STAR_WARS, [[STAR_WARS[0], "hello there!"], [STAR_WARS[1]]], {}, "bleu", 16, 1.0),
    ("sacrebleu", STAR_WARS, [[STAR_WARS[0], "hello there !"], [STAR_WARS[1]] * 2], {}, "score",
     1, 100.0),
    ("sacrebleu", ANKH, [[ANKH[0], "hello there !"], ["goodbye ankh morpork", "ankh morpork"]], {},
     "score", 1, 39.8),
    ("google_bleu", RUBBER_DUCK, [ONE, BOOK], {}, "google_bleu", 2, 0.44),
    ("google_bleu", RUBBER_DUCK, [THREE, BOOK], {}, "google_bleu", 2, 0.61),
    ("google_bleu", RUBBER_DUCK, [THREE, BOOK], {"min_len": 2}, "google_bleu", 2, 0.53),
    ("google_bleu", RUBBER_DUCK, [THREE, BOOK], {"min_len": 2, "max_len": 6}, "google_bleu", 2,
     0.4),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "predictions", "references", "settings", "key", "digits", "expected"), EXAMPLES
)
def test_the_documented_examples(
    name: str, predictions: Any, references: Any, settings: Any, key: str, digits: int,
    expected: float,
) -> None:  # fmt: skip
    found = getattr(computing, name)(predictions, references, **settings)
    assert round(found[key], digits) == expected


def test_the_keys_of_sacrebleu() -> None:
    found = computing.sacrebleu(["a b"], ["a b"])
    assert list(found) == ["score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len"]


def test_settings() -> None:
    text, tokenized = ["the cat sat."], ["the cat sat ."]
    assert computing.bleu(text, tokenized, max_order=2)["bleu"] == 1
    assert len(computing.bleu(text, tokenized, max_order=2)["precisions"]) == 2
    assert computing.bleu(text, tokenized, tokenizer=str.split, max_order=1)["bleu"] < 1
    assert (
        computing.bleu(text, tokenized, tokenizer="char", max_order=1)["translation_length"] == 10
    )
    assert computing.google_bleu(text, tokenized, tokenizer=str.split)["google_bleu"] < 1
    # A custom tokenizer gets the text unchanged, with trailing whitespace.
    assert computing.bleu(["ab "], ["ab"], tokenizer=list, max_order=1)["translation_length"] == 3
    assert computing.sacrebleu(["A"], ["a"], lowercase=True)["counts"][0] == 1


def test_a_list_of_one_text_equals_the_text() -> None:
    found = computing.bleu(STAR_WARS, STAR_WARS)
    assert found == computing.bleu(STAR_WARS, [[each] for each in STAR_WARS])


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: computing.bleu(["a"], [""]), ZeroDivisionError, r"the references have no tokens"),
        (lambda: computing.bleu([""], ["a"]), ZeroDivisionError, r"the predictions have no tokens"),
        (lambda: computing.bleu([], []), ValueError, r"references is empty"),
        (lambda: computing.bleu(["a"], ["a", "b"]), ValueError, r"1 hypothes"),
        (lambda: computing.bleu(["a"], [[]]), ValueError, r"no reference"),
        (lambda: computing.bleu(["a"], ["a"], max_order=0), ValueError, r"max_ngram_order=0"),
        (lambda: computing.sacrebleu(["a", "b"], [["a"], ["b", "c"]]), ValueError, r"1, 2"),
        (lambda: computing.google_bleu([], []), ValueError, r"references is empty"),
        (lambda: path("bleurt"), ValueError, r"unknown metric 'bleurt'.*Choose from: bleu"),
        (lambda: load("bleurt"), ValueError, r"unknown metric 'bleurt'"),
    ],
)
def test_wrong_input(call: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        call()
    assert isinstance(caught.value, TrueBleuError)


FUNCTIONS: list[Callable[..., Any]] = [
    computing.bleu,
    computing.sacrebleu,
    computing.google_bleu,
    computing.chrf,
    computing.ter,
    computing.nist_mt,
    computing.meteor,
    averaging.rouge,
    rates.wer,
    rates.cer,
    rates.exact_match,
]


@pytest.mark.parametrize(
    ("predictions", "references", "message"),
    [
        (["a b", "c"], ["a b", None], "segment 2: the reference is None"),
        (["a b", "c"], ["a b", float("nan")], "segment 2: the reference is of type float"),
        (["a b", "c"], [b"a b", "c"], "segment 1: the reference is of type bytes"),
        ("ab", ["a", "b"], "predictions is 'ab', not a list. Pass a list of texts"),
        (["a", "b"], "ab", "references is 'ab', not a list. Pass a list of texts"),
        (["a"], None, "references is None, not a list"),
    ],
)
def test_missing_texts_and_a_str_in_place_of_a_list(
    predictions: Any, references: Any, message: str
) -> None:
    for function in FUNCTIONS:
        with pytest.raises(TypeError, match=message) as caught:
            function(predictions, references)
        assert isinstance(caught.value, TrueBleuError)


def test_a_prediction_that_is_none_is_not_scored() -> None:
    """NLTK's tokenizer for NIST would read it as the word None."""
    predictions: Any = ["a b c d e", None]
    for function in (computing.nist_mt, computing.meteor, rates.exact_match):
        with pytest.raises(TypeError, match="segment 2: the prediction is None"):
            function(predictions, ["a b c d e", "None"])
    with pytest.raises(TypeError, match="segment 1: the reference is None"):
        computing.nist_mt(["a b c d e"], [["a b c d e", None]])  # type: ignore[list-item]


def test_predictions_and_references_may_be_iterators() -> None:
    texts = ["a b c d e", "f g h i j"]
    for function in (computing.bleu, computing.sacrebleu, computing.nist_mt, rates.wer):
        call: Any = function
        assert call(iter(texts), iter(texts)) == call(texts, texts)


def test_each_folder_has_a_script_of_its_name() -> None:
    for name in METRICS:
        assert (Path(path(name)) / f"{name}.py").is_file()


# A process of its own: at import, evaluate looks for a cache folder and the network.
PROGRAM = """
import json, socket, sys
def refused(*arguments, **named):
    raise OSError("there is no network here")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refused
import evaluate
from truebleu.compat.evaluate import METRICS, load, path
found = []
for name, predictions, references, settings in json.load(sys.stdin):
    metric = evaluate.load(path(name))
    assert type(metric).__mro__[1] is evaluate.Metric and metric.name == name, metric
    found.append(metric.compute(predictions=predictions, references=references, **settings))
    single = [each[0] for each in references]
    metric.add_batch(predictions=predictions, references=single)
    assert metric.compute() == metric.compute(predictions=predictions, references=single)
one = {"predictions": ["the cat sat on mat"], "references": ["the cat sat on it"]}
for name in ("chrf", "ter", "nist_mt", "wer", "cer", "exact_match"):
    found.append(load(name).compute(**one))
found.append([load(name).name for name in METRICS])
try:
    load("bleu").compute(predictions=[""], references=["a"])
except ZeroDivisionError as error:
    found.append(str(error))
print(json.dumps(found))
"""


def test_evaluate_loads_the_metrics_without_network(tmp_path: Path) -> None:
    if importlib.util.find_spec("evaluate") is None:
        missing("evaluate", "the package evaluate is not installed")
    cases = [example[:4] for example in EXAMPLES]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps(cases),
        env={**os.environ, "HF_HOME": str(tmp_path), "HF_EVALUATE_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *data, names, error = json.loads(done.stdout)
    assert names == list(METRICS)
    single = (["the cat sat on mat"], ["the cat sat on it"])
    assert data == [
        *(
            getattr(computing, name)(predictions, references, **settings)
            for name, predictions, references, settings in cases
        ),
        *(getattr(computing, name)(*single) for name in ("chrf", "ter", "nist_mt")),
        *(getattr(rates, name)(*single) for name in ("wer", "cer", "exact_match")),
    ]
    assert "the predictions have no tokens" in error


def test_without_the_package_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "evaluate", None)
    with pytest.raises(MissingDependency, match="pip install evaluate"):
        load("bleu")
