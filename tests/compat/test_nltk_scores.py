"""The drop-ins for NLTK's other scores: recorded scores, NLTK itself, documented examples."""

from __future__ import annotations

import doctest
import json
import pickle
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from tests.outcomes import outcome
from tests.profiles import examples
from tests.requirements import missing, require_module
from tests.small_wordnet import SmallWordNet
from truebleu import TrueBleuError
from truebleu.compat import nltk as ours
from truebleu.compat.nltk.metrics import distance
from truebleu.compat.nltk.tokenize.nist import NISTTokenizer
from truebleu.compat.nltk.translate import chrf_score, meteor_score, nist_score, ribes_score
from truebleu.metrics.wordnet import wordnet_version

GOLDEN = read("dropins/nltk")


class NoWords:
    """WordNet without words."""

    def synsets(self, word: str) -> list[Any]:
        del word
        return []


Case = dict[str, Any]
BY_SENTENCE: dict[str, Callable[[list[str], list[list[str]]], Any]] = {
    "sentence_nist n=5": lambda h, r: nist_score.sentence_nist(r, h),
    "sentence_nist n=4": lambda h, r: nist_score.sentence_nist(r, h, 4),
    "sentence_nist n=1": lambda h, r: nist_score.sentence_nist(r, h, n=1),
    "sentence_chrf tokens": lambda h, r: chrf_score.sentence_chrf(r[0], h),
    "sentence_ribes": lambda h, r: ribes_score.sentence_ribes(r, h),
    "sentence_ribes nltk 3.10.2": lambda h, r: ribes_score.sentence_ribes(r, h, pairs="runs"),
    "sentence_ribes alpha=.5 beta=.5": lambda h, r: ribes_score.sentence_ribes(r, h, 0.5, 0.5),
    "word_rank_alignment(ref[0])": lambda h, r: ribes_score.word_rank_alignment(r[0], h),
    "meteor_score": lambda h, r: meteor_score.meteor_score(r, h),
    "meteor_score no wordnet": lambda h, r: meteor_score.meteor_score(r, h, wordnet=NoWords()),
    "meteor_score no wordnet alpha=.5 beta=1 gamma=.25": lambda h, r: meteor_score.meteor_score(
        r, h, wordnet=NoWords(), alpha=0.5, beta=1, gamma=0.25
    ),
    "single_meteor_score": lambda h, r: meteor_score.single_meteor_score(r[0], h),
    "align_words": lambda h, r: meteor_score.align_words(h, r[0]),
    "edit_distance tokens": lambda h, r: distance.edit_distance(h, r[0]),
    "edit_distance_align tokens": lambda h, r: distance.edit_distance_align(h, r[0]),
}
BY_TEXT: dict[str, Callable[[str, str], Any]] = {
    "sentence_chrf(ref[0], hyp) strings": lambda h, r: chrf_score.sentence_chrf(r, h),
    "sentence_chrf beta=2": lambda h, r: chrf_score.sentence_chrf(r, h, beta=2),
    "sentence_chrf ignore_whitespace=False": lambda h, r: chrf_score.sentence_chrf(
        r, h, ignore_whitespace=False
    ),
    "sentence_chrf min_len=2 max_len=3": lambda h, r: chrf_score.sentence_chrf(r, h, 2, 3),
    "edit_distance(hyp, ref[0]) strings": distance.edit_distance,
    "edit_distance strings substitution_cost=2": lambda h, r: distance.edit_distance(h, r, 2),
    "edit_distance strings transpositions": lambda h, r: distance.edit_distance(
        h, r, transpositions=True
    ),
}
BY_CORPUS: dict[str, Callable[[list[list[str]], list[list[list[str]]]], Any]] = {
    "corpus_nist": lambda h, r: nist_score.corpus_nist(r, h),
    "corpus_nist n=2": lambda h, r: nist_score.corpus_nist(r, h, n=2),
    "corpus_chrf(first refs)": lambda h, r: chrf_score.corpus_chrf([each[0] for each in r], h),
    "corpus_ribes": lambda h, r: ribes_score.corpus_ribes(r, h),
    "corpus_ribes nltk 3.10.2": lambda h, r: ribes_score.corpus_ribes(r, h, pairs="runs"),
}
NEED_WORDNET = {"meteor_score", "single_meteor_score", "align_words"}


def check(call: Callable[[], Any], expected: Any) -> None:
    """Compare the value and its type, or the class of an error and the start of its message."""
    if isinstance(expected, list) and expected[:1] == ["error"]:
        _, kind, message = expected
        with pytest.raises(TrueBleuError) as caught:
            call()
        assert kind in {each.__name__ for each in type(caught.value).__mro__}
        if message.startswith("max()"):  # Python's own message, recorded with Python 3.11
            with pytest.raises(ValueError, match=r"^max") as pythons:
                max(())
            message = str(pythons.value)
        assert str(caught.value)[:200] == message  # the recording has the start of the message
        assert caught.value.__notes__  # type: ignore[attr-defined]  # what to do
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
        return
    result = call()
    if sys.version_info >= (3, 12) and isinstance(expected, float):
        # The values were recorded with Python 3.11; since 3.12, Python's sum is more exact.
        assert type(result) is float
        assert result == pytest.approx(expected, rel=1e-14)
    else:
        assert json.dumps(result) == json.dumps(expected)


@in_one_test(("name", "case"), [(name, case) for name in BY_SENTENCE for case in GOLDEN["cases"]])
def test_sentences(name: str, case: Case) -> None:
    if name in NEED_WORDNET and wordnet_version() is None:
        missing("wordnet", "NLTK's WordNet is not installed")
    hypothesis, references = case["hypothesis"].split(), [r.split() for r in case["references"]]
    check(lambda: BY_SENTENCE[name](hypothesis, references), case["values"][name])


@in_one_test(("name", "case"), [(name, case) for name in BY_TEXT for case in GOLDEN["cases"]])
def test_texts(name: str, case: Case) -> None:
    hypothesis, reference = case["hypothesis"], case["references"][0]
    check(lambda: BY_TEXT[name](hypothesis, reference), case["values"][name])


@in_one_test(("name", "case"), [(name, case) for name in BY_CORPUS for case in GOLDEN["corpora"]])
def test_corpora(name: str, case: Case) -> None:
    hypotheses = [text.split() for text in case["hypotheses"]]
    references = [[text.split() for text in texts] for texts in case["references"]]
    check(lambda: BY_CORPUS[name](hypotheses, references), case["values"][name])


def test_every_recorded_function_is_compared() -> None:
    assert GOLDEN["cases"][0]["values"].keys() == BY_SENTENCE.keys() | BY_TEXT.keys()
    assert GOLDEN["corpora"][0]["values"].keys() == BY_CORPUS.keys()
    assert GOLDEN["errors"].keys() == ERRORS.keys()


A, B = ["a"], ["b"]
LONG = ["a"] * 2001
ERRORS: dict[str, Callable[[], Any]] = {
    "corpus_nist lengths": lambda: nist_score.corpus_nist([[A]], []),
    "corpus_nist no refs": lambda: nist_score.corpus_nist([[]], [A]),
    "corpus_nist empty": lambda: nist_score.corpus_nist([], []),
    "sentence_nist str": lambda: nist_score.sentence_nist(["abcdef"], "abcdef"),
    "corpus_chrf lengths": lambda: chrf_score.corpus_chrf(["a"], []),
    "corpus_chrf empty": lambda: chrf_score.corpus_chrf([], []),
    "sentence_chrf min>max": lambda: chrf_score.sentence_chrf("a", "a", 3, 2),
    "corpus_ribes empty": lambda: ribes_score.corpus_ribes([], []),
    "corpus_ribes lengths": lambda: ribes_score.corpus_ribes([], [A]),
    "sentence_ribes no refs": lambda: ribes_score.sentence_ribes([], A),
    "sentence_ribes 2001 tokens": lambda: ribes_score.sentence_ribes([LONG], LONG),
    "meteor_score no refs": lambda: meteor_score.meteor_score([], A),
    "meteor_score str hyp": lambda: meteor_score.meteor_score([A], "a"),
    "meteor_score str ref": lambda: meteor_score.meteor_score(["a"], A),
    "edit_distance 2001": lambda: distance.edit_distance("a" * 2001, "b"),
    "edit_distance ints": lambda: distance.edit_distance([1, 2, 3], [1, 3]),
    "kendall_tau []": lambda: ribes_score.kendall_tau([]),
    "spearman_rho []": lambda: ribes_score.spearman_rho([]),
    "spearman_rho [0]": lambda: ribes_score.spearman_rho([0]),
}


@in_one_test("name", ERRORS)
def test_errors_and_unusual_input(name: str) -> None:
    if name == "sentence_nist str":  # a deliberate difference, as in BLEU
        with pytest.raises(TypeError, match="segment 1: a reference is a str"):
            ERRORS[name]()
        return
    check(ERRORS[name], GOLDEN["errors"][name])


def test_more_errors() -> None:
    numbers: Any = [1]
    calls: list[tuple[Any, type[Exception], str]] = [
        (lambda: nist_score.sentence_nist([A], "a"), TypeError, "hypothesis is a str"),
        (lambda: nist_score.sentence_nist("a", A), TypeError, "references is a str"),
        (lambda: nist_score.sentence_nist([[]], [], 1), ZeroDivisionError, "No hypothesis has 1"),
        (lambda: nist_score.nist_length_penalty(0, 3), ZeroDivisionError, "have no tokens"),
        (lambda: ribes_score.sentence_ribes([A], "a"), TypeError, "hypothesis is a str"),
        (
            lambda: ribes_score.corpus_ribes([[A], [A]], [A, "a"]),
            TypeError,
            "segment 2: hypothesis",
        ),
        (lambda: ribes_score.kendall_tau([1], pairs="some"), ValueError, "Choose from: all, runs"),
        (lambda: chrf_score.sentence_chrf(numbers, "a"), TypeError, "expected str instance, int"),
        (lambda: chrf_score.sentence_chrf("a", "a", 0), ValueError, r"min_len=0 is out of range"),
        (lambda: meteor_score.meteor_score([numbers], A), TypeError, "Pass lists of str"),
        (
            lambda: meteor_score.meteor_score([A], A, wordnet=NoWords(), alpha=2),
            ValueError,
            "alpha=2",
        ),
    ]
    for call, kind, message in calls:
        with pytest.raises(kind, match=message) as caught:
            call()
        assert isinstance(caught.value, TrueBleuError)


@pytest.mark.parametrize("module", ["bleu", "gleu", "nist", "ribes"])
@pytest.mark.parametrize(
    ("references", "hypothesis", "message"),
    [
        ([[A], [A, None]], [A, A], "segment 2: a reference is None. Pass a list of tokens"),
        ([[A], None], [A, A], "segment 2: references is None. Pass a list of token lists"),
        ([[A], [A]], [A, float("nan")], "segment 2: hypothesis is nan. Pass a list of tokens"),
        ([[A], [[A]]], [A, A], "segment 2: a reference is a list of lists. Pass a list of tokens"),
    ],
)
def test_values_that_are_no_token_lists(
    module: str, references: Any, hypothesis: Any, message: str
) -> None:
    function = getattr(getattr(ours.translate, f"{module}_score"), f"corpus_{module}")
    with pytest.raises(TypeError, match=message) as caught:
        function(references, hypothesis)
    assert isinstance(caught.value, TrueBleuError)


def test_without_wordnet_the_error_says_what_to_download(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meteor_score, "wordnet_version", lambda: None)
    for call in (lambda: meteor_score.meteor_score([A], B), lambda: meteor_score.align_words(A, B)):
        with pytest.raises(LookupError, match=r"nltk\.downloader wordnet") as caught:
            call()
        assert isinstance(caught.value, ImportError)


@in_one_test("recorded", GOLDEN["nist_tokens"])
def test_tokens_of_the_nist_tokenizer(recorded: list[Any]) -> None:
    text, plain, lower, split = recorded
    tokenizer = NISTTokenizer()
    assert tokenizer.tokenize(text) == plain
    assert tokenizer.tokenize(text, lowercase=True) == lower
    assert tokenizer.tokenize(text, western_lang=False) == split
    assert tokenizer.tokenize(text, return_str=True) == " ".join(plain)


def test_modules_export_their_functions() -> None:
    nltk = require_module("nltk")
    for name in ("bleu", "chrf", "gleu", "meteor", "nist", "ribes"):
        for side in (ours.translate, ours):
            assert getattr(side, name).__name__ == getattr(nltk.translate, name).__name__
    assert ours.edit_distance is ours.metrics.edit_distance is distance.edit_distance
    assert ours.edit_distance_align is distance.edit_distance_align


WORDS = st.lists(
    st.sampled_from(["a", "b", "c", "d", "Run", "running", "quick", "fast"]), max_size=9
)
FEW = st.lists(st.sampled_from("ab"), max_size=14)
TEXTS = st.text(st.sampled_from("ab \t\nñ\x1c\u2003"), max_size=12)


def theirs(module: str) -> Any:
    return require_module(f"nltk.{module}")


def agree(call: Callable[[Any], Any], our: ModuleType, their: Any) -> None:
    result, expected = outcome(lambda: call(our)), outcome(lambda: call(their))
    if isinstance(expected, Exception):
        assert isinstance(result, type(expected)), (result, expected)
        assert str(result) == str(expected)
    else:
        assert (result, type(result)) == (expected, type(expected))


@pytest.mark.peer
@examples(3.0)
@given(st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), max_size=4),
       st.integers(1, 6))  # fmt: skip
def test_nist_equals_nltk(corpus: Any, n: int) -> None:
    hypotheses, references = [h for h, _ in corpus], [r for _, r in corpus]
    their = theirs("translate.nist_score")
    agree(lambda side: side.corpus_nist(references, hypotheses, n), nist_score, their)


@pytest.mark.peer
@examples(3.0)
@given(st.lists(st.tuples(TEXTS | WORDS, TEXTS | WORDS), min_size=1, max_size=4),
       st.integers(1, 3), st.integers(1, 7), st.sampled_from([1, 2, 3.0, 0.5]),
       st.booleans())  # fmt: skip
def test_chrf_equals_nltk(
    corpus: Any, shortest: int, longest: int, beta: float, ignore: bool
) -> None:
    hypotheses, references = [h for h, _ in corpus], [r for _, r in corpus]
    their = theirs("translate.chrf_score")
    settings = (shortest, longest, beta, ignore)
    agree(lambda side: side.corpus_chrf(references, hypotheses, *settings), chrf_score, their)
    agree(
        lambda side: side.chrf_precision_recall_fscore_support(
            references[0], hypotheses[0], shortest, beta
        ),
        chrf_score,
        their,
    )


@pytest.mark.peer
@examples(4.0)
@given(st.lists(st.tuples(FEW | WORDS, st.lists(FEW | WORDS, max_size=3)), min_size=1, max_size=3))
def test_ribes_equals_nltk(corpus: Any) -> None:
    hypotheses, references = [h for h, _ in corpus], [r for _, r in corpus]
    their = theirs("translate.ribes_score")
    agree(lambda side: side.corpus_ribes(references, hypotheses), ribes_score, their)
    pairs = [(reference, hypothesis) for hypothesis, several in corpus for reference in several]
    agree(lambda side: [side.word_rank_alignment(*pair) for pair in pairs], ribes_score, their)
    agree(lambda side: side.position_of_ngram(("a", "b"), hypotheses[0]), ribes_score, their)


@pytest.mark.peer
@examples(2.0)
@given(st.lists(st.integers(0, 9), max_size=10), st.booleans())
def test_ranks_equal_nltk(ranks: list[int], normalize: bool) -> None:
    their = theirs("translate.ribes_score")
    agree(lambda side: side.kendall_tau(ranks, normalize), ribes_score, their)
    agree(lambda side: side.spearman_rho(ranks, normalize), ribes_score, their)
    agree(lambda side: list(side.find_increasing_sequences(ranks)), ribes_score, their)


@pytest.mark.peer
@examples(4.0)
@given(FEW | TEXTS | WORDS, FEW | TEXTS | WORDS, st.sampled_from([1, 2, 3, 0.5]), st.booleans())
def test_edit_distance_equals_nltk(s1: Any, s2: Any, cost: float, transpositions: bool) -> None:
    their = theirs("metrics.distance")
    agree(lambda side: side.edit_distance(s1, s2, cost, transpositions), distance, their)
    agree(lambda side: side.edit_distance_align(s1, s2, cost), distance, their)


class FirstLetter:
    """Stemmer that keeps one letter."""

    def stem(self, word: str) -> str:
        return word[:1]


@pytest.mark.peer
@examples(4.0)
@given(WORDS, st.lists(WORDS, max_size=3), st.booleans(), st.floats(0, 1), st.floats(0, 3))
def test_meteor_equals_nltk(
    hypothesis: Any, references: Any, own: bool, alpha: float, beta: float
) -> None:
    their = theirs("translate.meteor_score")
    settings: dict[str, Any] = {"wordnet": SmallWordNet(), "alpha": alpha, "beta": beta}
    settings |= {"stemmer": FirstLetter(), "preprocess": str.upper} if own else {}
    agree(lambda side: side.meteor_score(references, hypothesis, **settings), meteor_score, their)
    stemmer = {"stemmer": FirstLetter()} if own else {}
    for reference in references:
        for call in (
            lambda side, r=reference: side.exact_match(hypothesis, r),
            lambda side, r=reference: side.stem_match(hypothesis, r, **stemmer),
            lambda side, r=reference: side.wordnetsyn_match(hypothesis, r, SmallWordNet()),
            lambda side, r=reference: side.align_words(
                hypothesis, r, wordnet=SmallWordNet(), **stemmer
            ),
        ):
            agree(call, meteor_score, their)


DOCUMENTED = {
    "translate.nist_score": nist_score,
    "translate.chrf_score": chrf_score,
    "translate.ribes_score": ribes_score,
    "translate.meteor_score": meteor_score,
}


@pytest.mark.peer
@pytest.mark.parametrize("name", DOCUMENTED)
def test_nltks_documented_examples(name: str) -> None:
    """Examples of NLTK's docstrings, with truebleu's modules."""
    module = theirs(name)
    if name == "translate.meteor_score" and wordnet_version() is None:
        missing("wordnet", "NLTK's WordNet is not installed")
    cases = [case for case in doctest.DocTestFinder().find(module) if case.examples]
    assert cases
    for example in cases:
        example.globs = {**vars(DOCUMENTED[name]), "choose": theirs("util").choose}
        report: list[str] = []
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
        runner.run(example, out=report.append)
        assert runner.summarize(verbose=False).failed == 0, "".join(report)


@examples(1.0)
@given(st.text("abc", max_size=200), st.text("abcd", max_size=200))
def test_long_edit_distances_equal_those_of_the_table(s1: str, s2: str) -> None:
    """Integer costs use bit vectors; costs of another type use a table of all prefixes."""
    for cost in (1, 2, 5):
        result = distance.edit_distance(s1, s2, cost)
        assert type(result) is int
        assert result == distance.edit_distance(s1, s2, float(cost))
    assert distance.edit_distance(s1, s2) == distance.edit_distance(list(s2), list(s1))
