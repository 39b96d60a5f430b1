"""Rewards: sentence scores of the metric, with cached references, after pickling, in threads."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from math import nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests import oracle
from tests.generators import Corpus, corpora
from tests.generators.plain import news
from tests.profiles import examples
from tests.properties.settings import settings, truebleu_metric
from truebleu import (
    BLEU,
    CHRF,
    GLEU,
    METEOR,
    TER,
    ConfigurationError,
    InputError,
    InvalidUnicode,
    LengthMismatch,
    References,
    Reward,
)
from truebleu.integrations.rewards.cache import Cache

PROMPTS: dict[Any, Any] = {
    "cat": ["The cat sat on the mat.", "On the mat sat a cat, the cat's mat it was."],
    "rain": "It rained all day.",
    7: ["", "Donaudampfschifffahrtskapitän, Donaudampfschifffahrtskapitän!"],
}
COMPLETIONS = [
    *("", " ", "The cat sat on a mat.", "the the the the mat mat", "It rained all day."),
    *("Der Donaudampfschifffahrtskapitän!", "\u3000", "— nothing —"),
]
KEYS = [key for key in PROMPTS for _ in COMPLETIONS]
METRICS = [
    *(BLEU(smoothing=name) for name in ("none", "floor", "add-k", "exp", "method4", "method5")),
    BLEU(convention="nltk", tokenizer="13a", smoothing="method7"),
    BLEU(convention="huggingface", smoothing="laplace"),
    BLEU(reference_length="average", lowercase=True, max_ngram_order=6),
    BLEU(tokenizer=str.split),
    CHRF(),
    CHRF(word_order=2, lowercase=True),
    METEOR(synonyms=None),
    GLEU(),
    GLEU(min_order=2, max_order=3, scale=100),
    TER(),
]


def one_by_one(metric: Any) -> list[float]:
    pairs = zip(COMPLETIONS * len(PROMPTS), KEYS, strict=True)
    return [metric.sentence_score(text, PROMPTS[key]).value for text, key in pairs]


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_rewards_are_sentence_scores(metric: Any) -> None:
    expected = one_by_one(metric)
    completions = COMPLETIONS * len(PROMPTS)
    for threads in (1, 3):
        reward = Reward(PROMPTS, metric, threads=threads, scale=None)
        assert reward.scores(completions, prompts=KEYS).tolist() == expected
        assert reward(completions, prompts=KEYS) == expected
        rows = reward.statistics(completions, prompts=KEYS)
        references = [PROMPTS[key] for key in KEYS]
        lists = [[one] if isinstance(one, str) else one for one in references]
        counts = metric.statistics(completions, References.per_segment(lists))
        assert np.array_equal(rows, counts)
        later = Reward(metric=metric, threads=threads).scores(completions, references)
        assert later.tolist() == expected


@examples(0.1)
@given(corpora(), settings())
def test_any_text_with_any_settings_of_bleu(corpus: Corpus, chosen: oracle.Settings) -> None:
    metric = truebleu_metric(chosen)
    pairs = list(zip(corpus.hypotheses, corpus.references, strict=True))
    rewards = Reward(metric=metric).scores(corpus.hypotheses, [texts for _, texts in pairs])
    present = [(text, [one for one in texts if one is not None]) for text, texts in pairs]
    assert rewards.tolist() == [metric.sentence_score(*pair).value for pair in present]


def test_a_reward_is_a_fraction_of_the_perfect_score() -> None:
    text = "The cat sat on the mat."
    for metric in (BLEU(), BLEU(scale=1), CHRF(), GLEU(), GLEU(scale=100)):
        assert Reward(text, metric)([text]) == [1.0]
        assert Reward(text, metric, scale=5)([text]) == [5.0]
    errors = Reward("a b c", TER())(["a b c", "a b", "x y z w"])
    assert errors == pytest.approx([0, -1 / 3, -4 / 3])
    assert str(Reward(text, TER())([text])[0]) == "0.0"


def test_an_empty_completion_has_the_lowest_reward() -> None:
    for metric in (BLEU(), BLEU(smoothing="add-k"), CHRF(), GLEU()):
        assert Reward([[], ["a b", ""]][1], metric)(["", "  "]) == [0.0, 0.0]
    assert Reward("a b", TER())([""]) == [-1.0]


def test_references_of_every_shape() -> None:
    text = "It rained all day."
    assert Reward(text)([text, ""]) == [1.0, 0.0]
    assert Reward([text, "x"])([text]) == [1.0]
    assert Reward(np.array([text, "x"]))([text]) == [1.0]
    assert Reward({"only": text})([text]) == [1.0]
    by_segment = References.per_segment([[text], ["x", "y"]])
    by_stream = References.streams([[text, "x"], [None, "y"]])
    for references in (by_segment, by_stream):
        assert Reward(references)([text, "y"], prompts=[0, 1]) == [1.0, 1.0]
    assert Reward()([text, "y"], [text, [None, "y"]]) == [1.0, 1.0]
    assert Reward()([text, "y"], by_segment) == [1.0, 1.0]
    assert Reward(metric=CHRF())([text, text, "x"], References.repeat([text], 3))[:2] == [1.0, 1.0]
    assert Reward()([], []) == []
    assert Reward().statistics([], []).shape == (0, 10)


def test_the_repr() -> None:
    assert repr(Reward(PROMPTS, CHRF())) == "Reward(metric=CHRF(), prompts=3, scale=1.0)"
    assert repr(Reward(scale=None)) == "Reward(metric=BLEU(), scale=None)"


def test_lists_of_tokens() -> None:
    ids = Reward()([[1, 2, 3], [1, 2]], [[1, 2, 3], [[4, 5], [1, 2]]])
    words = Reward()([["a", "b"], ["c"]], [[["a", "b"]], ["c"]])
    assert (ids, words) == ([1.0, 1.0], [1.0, 1.0])
    assert Reward(metric=BLEU(lowercase=True))([["A", "b"]], [["a", "B"]]) == [1.0]


def test_pickles_and_threads() -> None:
    corpus = news(seed=5, segments=400)
    references = dict(enumerate(corpus.references))
    reward = Reward(references, memory=20_000, threads=2)
    again = pickle.loads(pickle.dumps(reward))
    expected = Reward(references)(corpus.hypotheses, prompts=range(400))
    with ThreadPoolExecutor(8) as pool:
        parts = [pool.submit(one, corpus.hypotheses, prompts=range(400)) for one in (reward, again)]
        parts += [pool.submit(reward, corpus.hypotheses, prompts=range(400)) for _ in range(14)]
        assert all(part.result() == expected for part in parts)


@pytest.mark.parametrize("keyed", [True, False])
def test_iterators_of_references_are_read_once(keyed: bool) -> None:
    text = "It rained all day."
    references: Any = (each for each in [text, "It rained."])
    reward = Reward({"rain": references} if keyed else references)
    again = pickle.loads(pickle.dumps(reward))
    assert [one([text])[0] for one in (reward, reward, again)] == [1.0, 1.0, 1.0]


def test_a_pickled_reward_has_the_prompts_of_its_original() -> None:
    references = {"rain": "It rained all day."}
    reward = Reward(references)
    references["sun"] = "The sun shone."
    again = pickle.loads(pickle.dumps(reward))
    assert repr(again) == repr(reward)
    assert "prompts=1" in repr(reward)


def test_memory_is_bounded() -> None:
    cache = Cache(3000)
    reward = Reward()
    for i in range(50):
        group = (f"reference {i} of some words",)
        compiled = cache.get(group, 0, lambda: reward._compile(group, tokens=False))  # noqa: B023
        assert cache.get(group, 0, lambda: pytest.fail("it was compiled twice")) is compiled
        assert cache.used <= 3000
    assert 1 < len(cache) < 50
    tiny = Cache(0)
    for i in range(3):
        tiny.get(i, 0, lambda: compiled)
    assert len(tiny) == 1  # the entry in use


def test_a_call_inside_the_cache_does_not_wait() -> None:
    cache, reward = Cache(1 << 20), Reward()

    def compiled() -> Any:
        inner = cache.get("b", 0, lambda: reward._compile(("b",), tokens=False))
        return inner if inner.bytes else None

    assert cache.get("a", 0, compiled) is not None
    assert len(cache) == 1


def failing(text: str) -> list[str]:
    if text == "bad":
        raise KeyError(text)
    return text.split()


ONE, MANY, NONE = Reward("a b c"), Reward(PROMPTS), Reward()
FAILING = Reward(metric=BLEU(tokenizer=failing))


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: MANY(["a", None], prompts=["cat", 7]), InputError, "completion 2 is None"),
        (lambda: MANY(["a", 3], prompts=["cat", 7]), InputError, "completion 2 is a number, 3"),
        (lambda: ONE(["a", "\ud800"]), InvalidUnicode, "completion 2 holds a lone surrogate"),
        (lambda: ONE(["a", None]), InputError, '2 is None. Pass "" for an empty completion.$'),
        (lambda: ONE(["a", float("nan")]), InputError, 'Pass "" for an empty completion.$'),
        (lambda: ONE.statistics(["a", None]), InputError, "completion 2 is None"),
        (lambda: Reward("a b c", METEOR())(["a", None]), InputError, "completion 2 is None"),
        (lambda: Reward("a", METEOR()).statistics([5]), InputError, "completion 1 is a number, 5"),
        (lambda: ONE("a"), InputError, "completions is a str"),
        (lambda: MANY(["a", "b"], prompts=["cat", "cet"]), InputError, "Did you mean 'cat'"),
        (lambda: MANY(["a"], prompts=[["cat"]]), InputError, "completion 1: unknown prompt"),
        (lambda: MANY(["a"]), InputError, "Reward has references for 3 prompts. Pass prompts="),
        (lambda: MANY(["a"], prompts=["cat", 7]), LengthMismatch, "prompts has 2"),
        (lambda: ONE(["a"], ["b"]), InputError, "Reward already has references"),
        (lambda: NONE(["a"]), InputError, "Reward has no references"),
        (lambda: NONE(["a"], ["a", "b"]), LengthMismatch, "references has 2"),
        (lambda: NONE(["a", "b"], ["a", None]), InputError, "completion 2 has no reference"),
        (lambda: NONE(["a", "b"], ["a", []]), InputError, "completion 2 has no reference"),
        (lambda: NONE(["a", "b"], ["a", nan]), InputError, "completion 2 has no reference"),
        (lambda: NONE(["a"], [["b", 5]]), InputError, "completion 1: reference 2 is a number, 5"),
        (
            lambda: NONE(["a"], ["b\udc00"]),
            InvalidUnicode,
            "completion 1: the reference holds a lone",
        ),
        (lambda: NONE(["a"], [[["b"]]]), InputError, "completion 1: the reference is a list"),
        (
            lambda: NONE([["a"], ["b"]], [[["a"]], [["b", 3]]]),
            InputError,
            "completion 2: the reference, token 2, is of type int",
        ),
        (lambda: FAILING(["a", "bad"], ["a", "b"]), InputError, "segment 2: .* failed on the text"),
        (lambda: FAILING(["a", "b"], ["a", "bad"]), InputError, "segment 2: .* failed on the text"),
        (
            lambda: Reward(References.streams([["a", "b"], ["c"]])),
            LengthMismatch,
            "stream 1 has 2 references, stream 2 has 1",
        ),
        (lambda: NONE([["a"]], ["b c"]), InputError, "completion 1: the reference is text"),
        (lambda: NONE([["a"]], [["b c"]]), InputError, "references are text"),
        (lambda: Reward("a", CHRF())([["a"]]), InputError, "text"),
        (lambda: Reward({}), InputError, "empty dict"),
        (lambda: Reward(5), InputError, "references is of type int, not a list"),
        (lambda: Reward(metric=5), ConfigurationError, "metric=5 is not a metric"),  # type: ignore[arg-type]
        (lambda: Reward(scale=0), ConfigurationError, "scale=0"),
        (lambda: Reward(scale=1e300), ConfigurationError, "above 0, at most 1e"),
        (lambda: Reward(threads=0), ConfigurationError, "threads"),
        (lambda: Reward(memory=-1), ConfigurationError, "memory=-1"),
    ],
)
def test_wrong_calls(call: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        call()


def test_too_many_references_for_a_convention() -> None:
    with pytest.raises(InputError, match="segment 2 has 2 references") as caught:
        Reward(metric=BLEU(convention="fairseq"))(["a", "b"], ["a", ["b", "c"]])
    assert caught.value.segment == 2
