"""The drop-in for NLTK's BLEU and GLEU, compared with NLTK."""

from __future__ import annotations

import doctest
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import truebleu.compat.nltk as ours
from tests.outcomes import outcome
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import TrueBleuError
from truebleu.compat.nltk.translate.meteor_score import meteor_scores

theirs = require_module("nltk.translate.bleu_score")
gleu = require_module("nltk.translate.gleu_score")
pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore:.*:UserWarning")]

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), max_size=11)
SEGMENTS = st.tuples(st.lists(WORDS, min_size=1, max_size=3), WORDS)
CORPORA = st.lists(SEGMENTS, min_size=1, max_size=5)
WEIGHTS = st.sampled_from(
    [
        (0.25, 0.25, 0.25, 0.25),
        [0.25, 0.25, 0.25, 0.25],
        (1, 0, 0, 0),
        (0.5, 0.5),
        (1, 1),
        [(0.5, 0.5), (1 / 3, 1 / 3, 1 / 3), (0.2, 0.2, 0.2, 0.2, 0.2)],
        [(0.25, 0.25, 0.25, 0.25)],
    ]
)


def same(our: Any, their: Any) -> bool:
    if isinstance(their, Exception):
        return isinstance(our, type(their)) and isinstance(our, TrueBleuError)
    return bool(our == their) and type(our) is type(their)


@examples(6.0)
@given(CORPORA, WEIGHTS, st.integers(-1, 7), st.booleans())
def test_corpus_bleu(corpus: Any, weights: Any, method: int, reweigh: bool) -> None:
    references, hypotheses = [refs for refs, _ in corpus], [hypothesis for _, hypothesis in corpus]

    def call(module: Any) -> Any:
        smooth = None
        if method >= 0:
            smooth = getattr(module.SmoothingFunction(0.2, 4, 6), f"method{method}")
        return module.corpus_bleu(references, hypotheses, weights, smooth, auto_reweigh=reweigh)

    our, their = outcome(lambda: call(ours)), outcome(lambda: call(theirs))
    assert same(our, their), (our, their)


@examples(2.0)
@given(SEGMENTS, st.integers(1, 6))
def test_precisions_lengths_and_penalty(segment: Any, n: int) -> None:
    references, hypothesis = segment
    our = ours.modified_precision(references, hypothesis, n)
    their = theirs.modified_precision(references, hypothesis, n)
    assert (our.numerator, our.denominator) == (their.numerator, their.denominator)
    assert our == Fraction(their.numerator, their.denominator)
    closest = ours.closest_ref_length(references, len(hypothesis))
    assert closest == theirs.closest_ref_length(references, len(hypothesis))
    penalty = ours.brevity_penalty(closest, len(hypothesis))
    assert penalty == theirs.brevity_penalty(closest, len(hypothesis))


@examples(2.0)
@given(SEGMENTS, st.integers(0, 7))
def test_smoothing_functions_by_themselves(segment: Any, method: int) -> None:
    references, hypothesis = segment

    def call(module: Any) -> Any:
        p_n = [module.modified_precision(references, hypothesis, n) for n in range(1, 5)]
        smooth = getattr(module.SmoothingFunction(), f"method{method}")
        smoothed = smooth(
            p_n, references=references, hypothesis=hypothesis, hyp_len=len(hypothesis)
        )
        return [float(each) for each in smoothed]

    our, their = outcome(lambda: call(ours)), outcome(lambda: call(theirs))
    assert same(our, their), (our, their)


def test_method5_is_the_mean_of_neighbours() -> None:
    """Random corpora above reach method5 rarely."""
    given_ = [["a", "b", "c", "d", "e"]], ["a", "b", "c", "x", "e"]
    our, their = (
        side.SmoothingFunction().method5(
            [side.modified_precision(*given_, n) for n in range(1, 5)], *given_, 5
        )
        for side in (ours, theirs)
    )
    assert list(map(float, our)) == list(map(float, their))


@examples(1.0)
@given(CORPORA, st.integers(1, 4), st.integers(1, 6))
def test_gleu(corpus: Any, shortest: int, longest: int) -> None:
    references, hypotheses = [refs for refs, _ in corpus], [hypothesis for _, hypothesis in corpus]
    if shortest <= longest:
        result = ours.corpus_gleu(references, hypotheses, shortest, longest)
        assert result == gleu.corpus_gleu(references, hypotheses, shortest, longest)


def test_a_custom_smoothing_function() -> None:
    def half(p_n: list[Any], references: Any, hypothesis: Any, hyp_len: int) -> list[float]:
        assert references == [["a", "b", "c"]]
        return [max(float(p), 0.5) / hyp_len for p in p_n]

    given_ = ([[["a", "b", "c"]]], [["a", "b", "d", "e"]])
    assert ours.corpus_bleu(*given_, smoothing_function=half) == theirs.corpus_bleu(
        *given_, smoothing_function=half
    )
    short = ([[["a", "b", "c"]]], [["a", "b"]])
    our, their = (
        side.corpus_bleu(*short, smoothing_function=half, auto_reweigh=True)
        for side in (ours, theirs)
    )
    assert our == their != ours.corpus_bleu(*short, smoothing_function=half)


@pytest.mark.parametrize(
    ("references", "hypothesis"),
    [
        ([[(1, 2), "a", 3.5, None, 7]], [(1, 2), "a", 3.5, None, 8]),
        ([["it rained", "all day", "in town"]], ["it rained", "all day", "long ago"]),
        ([["it rained"], ["all day"]], ["it rained"]),
    ],
)
def test_tokens_may_be_any_hashable_values(references: Any, hypothesis: Any) -> None:
    assert ours.sentence_bleu(references, hypothesis) == theirs.sentence_bleu(
        references, hypothesis
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda side, _: side.corpus_bleu([[["a"]]], []),
        lambda side, _: side.corpus_bleu([], []),
        lambda side, _: side.sentence_bleu([], ["a"]),
        lambda side, _: side.closest_ref_length([], 3),
        lambda _, gleu: gleu.corpus_gleu([[["a"]]], []),
        lambda _, gleu: gleu.corpus_gleu([], []),
        lambda _, gleu: gleu.sentence_gleu([["a", "b"], ["c"]], ["a", "c"]),
    ],
)
def test_empty_input(call: Any) -> None:
    sides = (ours, ours), (theirs, gleu)
    our, their = (outcome(lambda side=side: call(*side)) for side in sides)
    assert same(our, their), (our, their)


def test_arrays_and_large_integers_as_tokens() -> None:
    np = require_module("numpy")
    texts, others = [[1, 2, 3, 4], [1, 2, 3, 3]], [[[1, 2, 3, 4]], [[3, 2, 1, 1]]]
    large = [[2**70, 1, 2, 3], [2**63, -(2**63) - 1, 5, 6]]
    for hypotheses, references in (
        (np.array(texts), np.array(others)),
        (large, [[text] for text in large]),
        ([[2**64, 1]], [[[2**63, 1]]]),
    ):
        for name in ("corpus_bleu", "corpus_gleu"):
            result = getattr(ours, name)(references, hypotheses)
            assert result == getattr(gleu if "gleu" in name else theirs, name)(
                references, hypotheses
            )
    weights = np.array([0.25] * 4)  # equal to the default, but another object
    inputs = (others[0], texts[0], weights)
    assert ours.sentence_bleu(*inputs, auto_reweigh=True) == theirs.sentence_bleu(*inputs)


@pytest.mark.parametrize("weights", [(), [], (0, 0), (-1, 2), (math.nan, 1), (None,)])
def test_weights_of_zero_are_an_error(weights: Any) -> None:
    with pytest.raises(TrueBleuError, match="weights"):
        ours.sentence_bleu([["a", "b"]], ["a", "b"], weights)


def test_a_score_above_the_largest_float_overflows() -> None:
    inputs = ([[1, 2, 1, 1, 1, 3, 2, 3], [2, 1, 3]],), [[1, 3]], (1e5, 1e5)
    for module in (theirs, ours):
        with pytest.raises(OverflowError):
            module.corpus_bleu(*inputs, module.SmoothingFunction().method5)


def test_gleu_refuses_strings_and_segments_without_references() -> None:
    tokens = ["a", "b"]
    pair: Any
    for pair in (([tokens], "a b"), ("a b", tokens), (["a b"], tokens)):
        with pytest.raises(TypeError, match=r"segment 1: .* a str"):
            ours.sentence_gleu(*pair)
    with pytest.raises(TrueBleuError, match="segment 2 has no references"):
        ours.corpus_gleu([[["a"]], []], [["a"], ["a"]])


@pytest.mark.parametrize(
    "function", [ours.corpus_bleu, ours.corpus_gleu, meteor_scores], ids=lambda each: each.__name__
)
def test_unequal_lengths(function: Any) -> None:
    with pytest.raises(AssertionError, match="got 2 hypotheses and 1 reference list"):
        function([[["a"]]], [["a"], ["b"]])


def test_a_ratio_equals_a_fraction() -> None:
    ratio = ours.modified_precision([["a", "b"]], ["a", "b", "c", "d"], 1)
    assert ratio.numerator == 2
    assert {Fraction(1, 2): "half"}[ratio] == "half"


def test_a_string_is_not_a_list_of_tokens() -> None:
    with pytest.raises(TypeError, match=r"segment 1: hypothesis is a str, 'the cat'\. Pass a list"):
        ours.sentence_bleu([["the", "cat"]], "the cat")
    with pytest.raises(TypeError, match=r"segment 1: a reference is a str"):
        ours.sentence_bleu(["the cat"], ["the", "cat"])
    with pytest.raises(TypeError, match=r"references is a str"):
        ours.sentence_bleu("the cat", ["the", "cat"])


def test_a_zero_without_smoothing_causes_a_warning() -> None:
    with pytest.warns(UserWarning, match="no 3-gram of the hypotheses"):
        value = ours.sentence_bleu([["a", "b", "c"]], ["a", "b", "d"])
    assert 0 < value < 1e-100


def test_the_scores_on_published_pages() -> None:
    """0.207 is on the page of Future AGI's SDK, which calls NLTK. The others are NLTK's."""
    smooth = ours.SmoothingFunction().method1
    result = ours.sentence_bleu(
        [["the", "cat", "sat", "on", "the", "mat"]],
        ["the", "cat", "sat"],
        smoothing_function=smooth,
    )
    assert result == 0.20687381245863395
    assert math.isclose(
        ours.modified_precision([["the", "cat", "is", "on", "the", "mat"]], ["the"] * 7, n=1),
        2 / 7,
    )


EXAMPLES = [each for each in doctest.DocTestFinder().find(theirs) if each.examples]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_nltks_documented_examples(example: doctest.DocTest) -> None:
    """Examples of NLTK's docstrings, with truebleu's modules."""
    example.globs = {name: getattr(ours, name) for name in ours.__all__}
    example.globs["Fraction"] = Fraction
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    report: list[str] = []
    runner.run(example, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
