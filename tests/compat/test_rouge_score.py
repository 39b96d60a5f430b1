"""The drop-in for rouge-score: recorded scores, the package itself, and the package's tests."""

from __future__ import annotations

import inspect
import pickle
import re
import unittest
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from tests.outcomes import outcome
from tests.profiles import examples
from tests.requirements import missing, require_module
from truebleu import TrueBleuError
from truebleu.compat.rouge_score import rouge_scorer, scoring, tokenize, tokenizers

GOLDEN = read("dropins/rouge_score")
TYPES = GOLDEN["rouge_types"]
VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "stem": {"use_stemmer": True},
    "split_summaries": {"split_summaries": True},
    "stem+split_summaries": {"use_stemmer": True, "split_summaries": True},
    "tokenizer=split": {"split": True},
    "tokenizer=split,stem": {"split": True, "use_stemmer": True},
}
FIELDS = ("precision", "recall", "fmeasure")


class Split:
    """Tokenizer with the method that rouge-score calls."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


def scorer_of(variant: str) -> rouge_scorer.RougeScorer:
    settings = dict(VARIANTS[variant])
    tokenizer = Split() if settings.pop("split", False) else None
    return rouge_scorer.RougeScorer(TYPES, tokenizer=tokenizer, **settings)


def values(scores: dict[str, scoring.Score]) -> str:
    """Return the values with their types: the integer 0 differs from the float 0.0."""
    return repr({kind: list(score) for kind, score in scores.items()})


@in_one_test(("case", "variant"), [(case, each) for case in GOLDEN["cases"] for each in VARIANTS])
def test_recorded_scores(case: dict[str, Any], variant: str) -> None:
    scorer, expected = scorer_of(variant), case["values"][variant]
    best = repr(expected.get("score_multi", expected["score"]))
    prediction, targets = case["prediction"], case["targets"]
    try:
        assert values(scorer.score(targets[0], prediction)) == repr(expected["score"])
    except LookupError as error:
        missing("punkt", str(error))
    assert values(scorer.score_multi(targets, prediction)) == best
    assert list(map(values, scorer.score_batch([targets], [prediction]))) == [best]


def test_the_recording_has_every_score() -> None:
    numbers = [
        number
        for case in GOLDEN["cases"]
        for variant in list(VARIANTS)[:4]
        for score in case["values"][variant]["score"].values()
        for number in score
    ]
    assert len(numbers) == 43 * 4 * 5 * 3 == 2580


@in_one_test("case", GOLDEN["cases"])
def test_recorded_tokens(case: dict[str, Any]) -> None:
    text = case["prediction"]
    assert tokenize.tokenize(text, None) == case["tokens"]["plain"]
    assert tokenizers.DefaultTokenizer().tokenize(text) == case["tokens"]["plain"]
    assert tokenizers.DefaultTokenizer(True).tokenize(text) == case["tokens"]["stem"]


@in_one_test("recorded", GOLDEN["aggregates"])
def test_intervals_of_one_seed(recorded: dict[str, Any]) -> None:
    corpus = GOLDEN["corpora"][recorded["corpus"]]
    scorer = rouge_scorer.RougeScorer(recorded["rouge_types"], recorded["use_stemmer"])
    aggregator = scoring.BootstrapAggregator(recorded["confidence_interval"], recorded["n_samples"])
    for scores in scorer.score_batch(corpus["references"], corpus["hypotheses"]):
        aggregator.add_scores(scores)
    np.random.seed(recorded["numpy_seed"])
    result = aggregator.aggregate()
    assert {
        kind: [[*map(float, bound)] for bound in bounds] for kind, bounds in result.items()
    } == recorded["value"]
    assert all(type(bound) is scoring.Score for bounds in result.values() for bound in bounds)


def scored(types: Any, *texts: Any) -> Any:
    return rouge_scorer.RougeScorer(types).score(*texts or ("a b", "a b"))


def multi(types: Any, targets: Any) -> Any:
    return rouge_scorer.RougeScorer(types).score_multi(targets, "a")


CALLS: dict[str, Any] = {
    "rouge_types=['rouge10']": lambda: scored(["rouge10"]),
    "rouge_types=['rouge0']": lambda: scored(["rouge0"]),
    "rouge_types=['rougel']": lambda: scored(["rougel"]),
    "rouge_types=['rouge1','rouge1']": lambda: scored(["rouge1", "rouge1"]),
    "rouge_types=[]": lambda: scored([]),
    "rouge_types='rouge1' (str)": lambda: scored("rouge1"),
    "rouge_types=('rouge1',)": lambda: scored(("rouge1",)),
    "score_multi targets=[]": lambda: multi(["rouge1"], []),
    "score_multi targets=[] no types": lambda: multi([], []),
    "score_multi targets='ab' (str)": lambda: multi(["rouge1"], "ab"),
    "score(None, 'a')": lambda: scored(["rouge1"], None, "a"),
    "score(b'a b', b'a')": lambda: scored(["rouge1"], b"a b", b"a"),
    "score(list,list)": lambda: scored(["rouge1"], ["a"], ["a"]),
    "Aggregator(-1)": lambda: scoring.BootstrapAggregator(-1),
    "Aggregator(n_samples=0)": lambda: scoring.BootstrapAggregator(n_samples=0),
    "Aggregator().aggregate() empty": lambda: scoring.BootstrapAggregator().aggregate(),
    "fmeasure(0,0)": lambda: scoring.fmeasure(0, 0),
    "fmeasure(0.5,1)": lambda: scoring.fmeasure(0.5, 1),
    "repr Score": lambda: repr(scoring.Score(0.5, 1, 0.25)),
}


@in_one_test("call", CALLS)
def test_errors_and_unusual_input(call: str) -> None:
    expected = GOLDEN["errors"][call]
    if isinstance(expected, dict) and "error" in expected:
        with pytest.raises(TrueBleuError) as caught:
            CALLS[call]()
        assert str(caught.value) == expected["message"]
        assert expected["error"] in {each.__name__ for each in type(caught.value).__mro__}
        assert caught.value.__notes__  # type: ignore[attr-defined]  # what to do
        assert str(pickle.loads(pickle.dumps(caught.value))) == expected["message"]
        return
    result = CALLS[call]()
    if isinstance(result, dict):
        result = {kind: dict(zip(FIELDS, score, strict=True)) for kind, score in result.items()}
    assert result == expected


def test_every_recorded_error_is_compared() -> None:
    assert CALLS.keys() == GOLDEN["errors"].keys()


WORDS = ["the", "Cat", "running", "ran", "flies", "é", "K", "1.5", "\n", ".", "", "ﬁn"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
SETTINGS = st.fixed_dictionaries({"use_stemmer": st.booleans()})
KINDS = st.lists(st.sampled_from([*TYPES, "rouge9", "rouge0", "rougex", 3]), min_size=0, max_size=3)
INPUTS = st.one_of(TEXTS, TEXTS.map(str.encode), st.sampled_from([None, 3, ["a"]]))


def check_same(our: Any, their: Any) -> None:
    if isinstance(their, Exception):
        assert isinstance(our, type(their)), (our, their)
        assert str(our) == str(their)
        assert isinstance(our, TrueBleuError)
        return
    if isinstance(our, Exception):
        raise our
    assert values(our) == values(their)
    assert repr(our) == repr(their)


@pytest.mark.peer
@examples(4.0)
@given(INPUTS, INPUTS, KINDS, SETTINGS)
def test_score_equals_the_package(target: Any, prediction: Any, kinds: Any, settings: Any) -> None:
    package = require_module("rouge_score.rouge_scorer", "rouge-score")
    our, their = (
        outcome(lambda side=side: side.RougeScorer(kinds, **settings).score(target, prediction))
        for side in (rouge_scorer, package)
    )
    check_same(our, their)


@pytest.mark.peer
@examples(4.0)
@given(st.lists(TEXTS, max_size=4), TEXTS, SETTINGS, st.booleans())
def test_score_multi_equals_the_package(
    targets: Any, prediction: str, settings: Any, words: bool
) -> None:
    package = require_module("rouge_score.rouge_scorer", "rouge-score")
    tokenizer = Pairs() if words else None
    our, their = (
        outcome(
            lambda side=side: side.RougeScorer(TYPES, tokenizer=tokenizer, **settings).score_multi(
                targets, prediction
            )
        )
        for side in (rouge_scorer, package)
    )
    check_same(our, their)


class Pairs:
    """Tokenizer whose tokens are not strings."""

    def tokenize(self, text: str) -> list[tuple[int, str]]:
        return [(len(word), word[:1]) for word in text.split(" ")]


class Own(NamedTuple):
    """Score with one field."""

    value: float


class Ints(NamedTuple):
    """Score with integer fields."""

    matches: int
    segments: int


@pytest.mark.peer
def test_the_aggregator_equals_the_package() -> None:
    """Scores may have another class, one field, or integer fields."""
    package = require_module("rouge_score.scoring", "rouge-score")
    results = []
    for side in (scoring, package):
        aggregator = side.BootstrapAggregator(0.9, 200)
        for number in (1 / n for n in range(1, 40)):
            aggregator.add_scores({"own": Own(number), "float": number, "ints": Ints(0, 1)})
            aggregator.add_scores({"score": side.Score(number, 0, number / 3)})
        np.random.seed(5)
        results.append(repr(aggregator.aggregate()))
    assert results[0] == results[1]


def test_score_batch() -> None:
    scorer = rouge_scorer.RougeScorer(TYPES, use_stemmer=True)
    targets = ["the cats sat", ["a dog", "the dog ran"], b"bytes too"]
    predictions = ["the cat sat", "dogs ran", "bytes"]
    result = scorer.score_batch(targets, predictions)
    assert result[0] == scorer.score("the cats sat", "the cat sat")
    assert result[1] == scorer.score_multi(["a dog", "the dog ran"], "dogs ran")
    assert result[2] == scorer.score("bytes too", "bytes")
    assert scorer.score_batch([], []) == []
    assert rouge_scorer.RougeScorer([]).score_batch(["a", "b"], ["a", "b"]) == [{}, {}]
    with pytest.raises(ValueError, match=r"got 1 prediction and 2 targets\. Pass a target"):
        scorer.score_batch(["a", "b"], ["a"])
    with pytest.raises(ValueError, match="argmax of an empty sequence"):
        scorer.score_batch(["a", []], ["a", "b"])
    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'lower'"):
        scorer.score_batch(["a", "b"], ["a", None])  # type: ignore[list-item]
    with pytest.raises(TrueBleuError, match="'NoneType' object has no attribute 'lower'"):
        scorer.score_batch(["a", None], ["a", "b"])
    with pytest.raises(TypeError, match="not expecting type '<class 'int'>'"):
        rouge_scorer.RougeScorer(["rougeLsum"]).score_batch(["a"], [3])  # type: ignore[list-item]


def test_a_tokenizer_without_tokenize_is_an_error() -> None:
    with pytest.raises(TypeError, match="abstract"):
        tokenizers.Tokenizer()  # type: ignore[abstract]

    class Silent(tokenizers.Tokenizer):
        def tokenize(self, text: Any) -> Any:
            return super().tokenize(text)  # type: ignore[safe-super]

    with pytest.raises(NotImplementedError, match="Tokenizer must override tokenize"):
        Silent().tokenize("a")


# Tests of the package that use neither private functions nor files that it does not ship.
PACKAGE_TESTS = {
    "rouge_scorer_test": {
        "testInvalidRougeTypes", "testValidRougeTypes", "testRouge1", "testRouge1Multi",
        "testRougeAllMulti", "testRougeEmpty", "testRouge2", "testRougeLConsecutive",
        "testRougeLNonConsecutive", "testMultipleRougeTypes", "testRougeLsum",
        "testRougeTokenizerInit",
    },
    "tokenize_test": {"test_give_me_a_name"},
    "tokenizers_test": {
        "test_default_tokenizer_no_stemmer_init", "test_default_tokenizer_with_stemmer_init",
    },
}  # fmt: skip


@pytest.mark.peer
@pytest.mark.parametrize("name", PACKAGE_TESTS)
def test_the_packages_tests(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = require_module("rouge_score.test_util", "rouge-score")
    (tmp_path / "text").write_text("")
    for file in ("TARGETS_FILE", "PREDICTIONS_FILE"):
        # setUp reads these files, but the selected tests do not use them.
        monkeypatch.setattr(files, file, str(tmp_path / "text"))
    module = require_module(f"rouge_score.{name}", "rouge-score")
    source = re.sub(
        r"^from rouge_score import (rouge_scorer|scoring|tokenizers|tokenize)$",
        r"from truebleu.compat.rouge_score import \1",
        inspect.getsource(module),
        flags=re.MULTILINE,
    )
    assert "from truebleu" in source
    names: dict[str, Any] = {"__name__": name}
    exec(compile(source, name, "exec"), names)
    tests = [
        test
        for item in names.values()
        if inspect.isclass(item) and issubclass(item, unittest.TestCase)
        for test in unittest.defaultTestLoader.loadTestsFromTestCase(item)
        if re.sub(r"\d+$", "", test._testMethodName) in PACKAGE_TESTS[name]  # type: ignore[union-attr]
        or test._testMethodName in PACKAGE_TESTS[name]  # type: ignore[union-attr]
    ]
    assert len(tests) >= len(PACKAGE_TESTS[name])
    result = unittest.TestResult()
    unittest.TestSuite(tests).run(result)
    assert result.errors + result.failures == []


def test_a_custom_tokenizer_reads_each_text_once() -> None:
    seen: list[str] = []

    class Recording(Split):
        def tokenize(self, text: str) -> list[str]:
            seen.append(text)
            return super().tokenize(text)

    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"], tokenizer=Recording())
    scorer.score("a b", "a c")
    assert sorted(seen) == ["a b", "a c"]
    with pytest.raises(ValueError, match="argmax of an empty sequence"):
        rouge_scorer.RougeScorer(["rouge0"]).score_multi([], "a")
