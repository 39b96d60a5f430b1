"""Self-BLEU, distinct n-grams and entropy, compared with definitions and with the oracle."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.generators import Corpus, corpora
from tests.oracle import diversity as plain
from tests.profiles import examples
from tests.properties.settings import close, settings, texts_for, truebleu_metric
from tests.properties.test_oracle_agrees import as_list
from truebleu import (
    BLEU,
    CHRF,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    InvalidUnicode,
    measure_diversity,
    self_bleu,
)
from truebleu.metrics.diversity import Collection

CONVENTIONS = ["sacrebleu", "nltk", "mteval-v13a", "torchmetrics", "coco", "matlab", "fairseq"]
WORDS = st.lists(st.lists(st.sampled_from("abcde"), max_size=9), min_size=2, max_size=9)
TEXTS = ["The cat sat on a mat.", "", "It rained — all day", "The cat sat.", "It rained all day"]


def one_by_one(texts: Any, metric: BLEU) -> list[float]:
    texts = list(texts)
    return [
        metric.sentence_score(text, [*texts[:index], *texts[index + 1 :]]).value
        for index, text in enumerate(texts)
    ]


# Every text is a hypothesis and a reference, so lowercasing of one of them is left out.
SETTINGS = settings().filter(lambda chosen: chosen.lowercase != "references-after")


@examples(0.5)
@given(corpora(400), SETTINGS)
def test_rows_and_scores_equal_the_oracles(corpus: Corpus, chosen: oracle.Settings) -> None:
    texts = texts_for(chosen, corpus).hypotheses
    if len(texts) < 2:
        texts = [*texts, "the cat"]
    metric = truebleu_metric(chosen)
    collection = Collection(metric)
    collection.add(texts)
    collection.count()
    expected = [as_list(row, chosen) for row in plain.rows(texts, chosen)]
    assert np.asarray(collection.rows()).tolist() == expected
    score = self_bleu(texts, metric, per_text=True)
    assert score.tolist() == one_by_one(texts, metric)
    if chosen.effective_order:
        assert all(map(close, score.tolist(), plain.scores(texts, chosen)))


@examples(0.3)
@given(corpora(600), SETTINGS)
def test_orders_equal_the_oracles(corpus: Corpus, chosen: oracle.Settings) -> None:
    texts = texts_for(chosen, corpus).hypotheses * 2
    diversity = measure_diversity(texts, truebleu_metric(chosen), orders=6)
    for order in diversity.orders:
        total, distinct, entropy = plain.order(texts, chosen, order.order)
        assert (order.total, order.distinct) == (total, distinct)
        assert order.entropy == pytest.approx(entropy, abs=1e-11)
        assert order.ratio == (distinct / total if total else None)
    assert diversity.tokens == diversity.orders[0].total
    assert diversity.self_bleu == self_bleu(texts, truebleu_metric(chosen))


@pytest.mark.parametrize("convention", CONVENTIONS)
@examples(0.15)
@given(texts=WORDS)
def test_conventions_equal_sentence_scores(convention: str, texts: list[list[str]]) -> None:
    for smoothing in (None, "method1", "method2", "method4", "method5", "method7"):
        metric = BLEU(convention=convention, smoothing=smoothing)
        try:
            expected = one_by_one(texts, metric)
        except InputError:  # in NLTK, method 5 without a match divides 0 by 0
            with pytest.raises(InputError):
                self_bleu(texts, metric)
            continue
        assert self_bleu(texts, metric, per_text=True).tolist() == expected


@pytest.mark.parametrize(
    "metric",
    [
        BLEU(lowercase=True, tokenizer="intl"),
        BLEU(tokenizer=str.split, lowercase=True),
        BLEU(reference_length="closest-first", average="macro"),
        BLEU(max_ngram_order=9, scale=1),
    ],
    ids=repr,
)
def test_every_kind_of_metric(metric: BLEU) -> None:
    assert self_bleu(TEXTS, metric, per_text=True).tolist() == one_by_one(TEXTS, metric)


def test_lowercasing_only_references_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="is not supported"):
        self_bleu(TEXTS, BLEU(lowercase="references-after"))


def test_the_mean_of_any_number_of_lengths() -> None:
    """A row cannot store the mean of 34 lengths, but a score does not need a row."""
    texts = [f"{'the cat sat on ' * (index % 7)}a mat {index}" for index in range(36)]
    metric = BLEU(reference_length="average")
    with pytest.raises(InputError, match="average reference length"):
        metric.sentence_score(texts[0], texts[1:35])
    result = self_bleu(texts[:35], metric, per_text=True)
    lengths = [len(text.split()) for text in texts[:35]]
    for index, value in enumerate(result.tolist()):
        score = BLEU(reference_length="longest").sentence_score(
            texts[index], texts[:index] + texts[index + 1 : 35]
        )
        mean = (sum(lengths) - lengths[index]) / 34
        penalty = math.exp(1 - mean / lengths[index]) if mean > lengths[index] else 1
        assert value == pytest.approx(score.value / score.brevity_penalty * penalty, rel=1e-12)


def test_lists_of_tokens_and_ids() -> None:
    words = [["a", "b", "c", "donaudampfschiff"], ["a", "b", "C"], ["donaudampfschiff"], []]
    ids = [[1, 2, 3, 10**15], [1, 2, 7], [10**15], []]
    assert self_bleu(words) == self_bleu(ids)
    lower = [[token.lower() for token in text] for text in words]
    assert self_bleu(words, BLEU(lowercase=True)) == self_bleu(lower)
    assert measure_diversity(words).signature["tok"] == "none"


# Laws


@examples(0.5)
@given(corpora(600), st.randoms(use_true_random=False))
def test_the_order_of_texts_changes_nothing(corpus: Corpus, chance: random.Random) -> None:
    texts = [*corpus.hypotheses, "the cat"]
    shuffled = chance.sample(texts, len(texts))
    assert measure_diversity(shuffled).to_dict() == measure_diversity(texts).to_dict()


@examples(0.5)
@given(corpora(600))
def test_a_repeated_text_scores_100(corpus: Corpus) -> None:
    texts = [*corpus.hypotheses, "the cat sat on the mat"]
    metric = BLEU()
    before = self_bleu([*texts, "xyzzy"], metric, per_text=True)[:-1]
    for index, text in enumerate(texts):
        after = self_bleu([*texts, text], metric, per_text=True)
        perfect = metric.sentence_score(text, text).value
        assert after[index] == after[-1] == perfect
        matches = after[:-1] < before - 1e-9  # only a reference of closer length can lower it
        assert not matches.any() or len({len(each.split()) for each in texts}) > 1


def test_equal_texts_have_the_lowest_diversity() -> None:
    diversity = measure_diversity(["a b c d e"] * 50)
    assert diversity.self_bleu == 100
    assert [order.distinct for order in diversity.orders] == [5, 4, 3, 2]
    assert diversity.orders[0].entropy == pytest.approx(math.log(5))


def test_different_texts_have_the_highest_diversity() -> None:
    diversity = measure_diversity([f"a{at} b{at} c{at} d{at}" for at in range(50)])
    assert diversity.self_bleu == 0
    assert [order.ratio for order in diversity.orders] == [1, 1, 1, 1]
    assert diversity.orders[3].entropy == pytest.approx(math.log(50))


def test_texts_without_words() -> None:
    diversity = measure_diversity(["", "", ""])
    assert (diversity.self_bleu, diversity.tokens) == (0, 0)
    assert [(order.total, order.ratio, order.entropy) for order in diversity.orders] == [
        (0, None, 0)
    ] * 4
    assert str(diversity) == "self-BLEU = 0.00 (3 texts, 0 tokens)"


# Errors


def test_wrong_input() -> None:
    with pytest.raises(EmptyCorpus, match="there are no texts"):
        self_bleu([])
    with pytest.raises(InputError, match="self-BLEU needs at least 2 texts"):
        measure_diversity(["alone"])
    with pytest.raises(InputError, match="texts is a str"):
        self_bleu("a text")
    with pytest.raises(InputError, match=r"^text 2 is None"):
        self_bleu(["a", None, "b"])
    with pytest.raises(InvalidUnicode, match=r"^text 3 holds a lone surrogate"):
        self_bleu(["a", "b", "\ud800"])
    with pytest.raises(InputError, match=r"^text 2 is text among lists of tokens"):
        self_bleu([["a"], "b"])
    with pytest.raises(ConfigurationError, match=r"self-BLEU requires BLEU, got chrF"):
        self_bleu(["a", "b"], CHRF())
    with pytest.raises(
        ConfigurationError, match=r"orders=0 is out of range\. Use an integer from 1"
    ):
        measure_diversity(["a", "b"], orders=0)
    with pytest.raises(
        ConfigurationError, match=r"per_text='no' is not a bool\. Use True or False"
    ):
        self_bleu(["a", "b"], per_text="no")  # type: ignore[call-overload]
    with pytest.raises(InputError, match="this convention accepts one"):
        self_bleu(["a", "b", "c"], BLEU(convention="fairseq"))
