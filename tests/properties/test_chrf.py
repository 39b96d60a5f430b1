"""Laws of chrF on generated hostile text, and comparison with the oracle."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators import Corpus, corpora, tally
from tests.oracle import chrf as oracle
from tests.profiles import PROFILE, examples
from tests.properties.sums import check_parts_add_up, check_threads_change_nothing, references
from tests.unicode_age import comparable_corpus
from truebleu import CHRF, References


def settings() -> st.SearchStrategy[oracle.Settings]:
    usual = st.tuples(st.just(6), st.sampled_from([0, 2]))
    any_orders = st.tuples(st.integers(0, 11), st.integers(0, 6)).filter(any)
    return st.builds(
        lambda orders, **others: oracle.Settings(*orders, **others),
        orders=st.one_of(usual, any_orders),
        beta=st.sampled_from([2, 1, 3, 0, 0.5]),
        lowercase=st.booleans(),
        whitespace=st.booleans(),
        eps_smoothing=st.booleans(),
    )


def truebleu_metric(chosen: oracle.Settings) -> CHRF:
    return CHRF(**vars(chosen))


@examples(1.0)
@given(corpora(), settings())
def test_counts_and_scores_equal_the_oracles(corpus: Corpus, chosen: oracle.Settings) -> None:
    """Best references are selected by rounded scores in truebleu, by exact ones in the oracle."""
    tally.count("chrF against the oracle", len(corpus))
    metric = truebleu_metric(chosen)
    texts = comparable_corpus(corpus, tokenizer="none", lowercase=chosen.lowercase)
    for ours, refs in zip(texts.hypotheses, texts.references, strict=True):
        theirs = [r for r in refs if r is not None]
        row = tuple(metric.statistics([ours], References.per_segment([theirs]))[0].tolist())
        rows = [oracle.pair_row(ours, r, chosen) for r in theirs]
        assert row in rows, (chosen, ours, theirs)
        best = float(max(oracle.score(each, chosen) for each in rows))
        value = metric.score(row).value
        assert math.isclose(value, best, rel_tol=1e-12, abs_tol=1e-12), (chosen, ours, theirs)


@examples(0.3)
@given(corpora(), settings(), st.data())
def test_any_partition_gives_the_same_sum(
    corpus: Corpus, chosen: oracle.Settings, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(corpus)))
    check_parts_add_up(truebleu_metric(chosen), corpus, cut)


@examples(0.2)
@given(corpora(), settings(), st.sampled_from([2, 3, 8]))
def test_number_of_threads_changes_nothing(
    corpus: Corpus, chosen: oracle.Settings, threads: int
) -> None:
    check_threads_change_nothing(truebleu_metric(chosen), corpus, threads)


@examples(0.3)
@given(corpora(), settings())
def test_streams_sentences_and_segments_agree(corpus: Corpus, chosen: oracle.Settings) -> None:
    metric = truebleu_metric(chosen)
    values = metric.segment_scores(corpus.hypotheses, References.streams(corpus.streams()))
    for hypothesis, refs, value in zip(
        corpus.hypotheses, corpus.references, values.tolist(), strict=True
    ):
        present = [r for r in refs if r is not None]
        assert metric.sentence_score(hypothesis, present).value == value


@examples(0.3)
@given(corpora(), settings())
def test_scores_are_between_0_and_100(corpus: Corpus, chosen: oracle.Settings) -> None:
    metric = truebleu_metric(chosen)
    values = metric.segment_scores(corpus.hypotheses, references(corpus))
    assert np.all((values >= 0) & (values <= 100))
    for hypothesis in corpus.hypotheses:
        if chosen.char_order and not chosen.eps_smoothing and hypothesis.strip():
            assert metric.sentence_score(hypothesis, hypothesis).value == 100


def test_every_code_point_is_one_character() -> None:
    """Whitespace separates words and is not counted, punctuation is split off words."""
    step = 13 if PROFILE == "fast" else 1
    codes = [*range(0x3100), *range(0x3100, 0xD800, step), *range(0xE000, 0x110000, step)]
    chosen = oracle.Settings(char_order=2, word_order=2)
    metric = truebleu_metric(chosen)
    for index in range(0, len(codes), 100):
        characters = [chr(code) for code in codes[index : index + 100]]
        text = " ".join([*characters, *(f"{c}a{c}b" for c in characters)])
        reversed_text = "".join(f"a{c}" for c in reversed(characters))
        for pair in ((text, reversed_text), (reversed_text, text)):
            row = metric.statistics([pair[0]], [pair[1]])[0]
            assert tuple(row.tolist()) == oracle.pair_row(*pair, chosen), ascii(text)


@pytest.mark.parametrize("length", [900, 1200, 5000, 20_000])
@pytest.mark.parametrize("alphabet", ["a", "ab c", "the cat, \u00e4\u65e5"])
def test_long_texts_have_the_oracles_counts(length: int, alphabet: str) -> None:
    """Texts of more than some thousand characters are counted by another algorithm."""
    generator = random.Random(length)
    hypothesis = "".join(generator.choices(alphabet, k=length))
    reference = "".join(generator.choices(alphabet, k=length + 300))
    for chosen in (oracle.Settings(word_order=2), oracle.Settings(char_order=10)):
        row = truebleu_metric(chosen).statistics([hypothesis], [reference])[0]
        assert tuple(row.tolist()) == oracle.pair_row(hypothesis, reference, chosen)
