"""The core's inventory of n-grams, compared with BLEU's counts and with a slow count."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.generators import Corpus, corpora
from tests.oracle import inventory as by_hand
from tests.profiles import examples
from tests.properties.settings import texts_for
from truebleu import BLEU, References, _native
from truebleu.errors import InputError

ALL = 10**9
KINDS = [("matched", 0, 0), ("missed", 0, 0), ("clipped", 0, 0), ("unmatched", 0, 0)]
TOKENIZERS = list(oracle.TOKENIZERS)


def present(corpus: Corpus) -> list[list[str]]:
    return [[text for text in refs if text is not None] for refs in corpus.references]


def tokenized(corpus: Corpus, tokenizer: str, *, lowercase: bool) -> list[Any]:
    def cut(text: str) -> list[str]:
        return oracle.tokenize(text, tokenizer, lowercase=lowercase)

    pairs = zip(corpus.hypotheses, present(corpus), strict=True)
    return [(cut(hypothesis), [cut(text) for text in refs]) for hypothesis, refs in pairs]


def as_counter(grams: list[Any], ranking: list[Any]) -> Counter[Any]:
    return Counter({grams[gram][0]: value for gram, value, *_ in ranking})


@examples(1.0)
@given(corpora(), st.sampled_from(TOKENIZERS), st.booleans(), st.integers(1, 6))
def test_every_ngram_has_its_counts(
    corpus: Corpus, tokenizer: str, lowercase: bool, orders: int
) -> None:
    corpus = texts_for(oracle.Settings(tokenizer=tokenizer, lowercase=lowercase), corpus)
    case = "lc" if lowercase else "mixed"
    inventory = _native.Inventory(tokenizer, case, [corpus.hypotheses], corpus.references, True)
    metric = BLEU(tokenizer=tokenizer, lowercase=lowercase, max_ngram_order=orders)
    score = metric.corpus_score(corpus.hypotheses, References.per_segment(corpus.references))
    segments = tokenized(corpus, tokenizer, lowercase=lowercase)
    for order, distinct, reference, sums, grams, rankings in inventory.tables(
        orders, KINDS, ALL, ALL
    ):
        expected = by_hand.counts(segments, order)
        counts = (as_counter(grams, ranking) for ranking in rankings)
        matched, missed, clipped, unmatched = counts
        assert matched == expected.matched
        assert missed == expected.missed
        assert clipped == expected.clipped
        assert unmatched == expected.unmatched
        assert sums == [(score.totals[order - 1], score.matches[order - 1], clipped.total())]
        assert reference == matched.total() + missed.total()
        assert distinct == len(expected.hypothesis | expected.missed)


@examples(0.5)
@given(corpora(), st.sampled_from(TOKENIZERS))
def test_ngrams_have_their_segments(corpus: Corpus, tokenizer: str) -> None:
    inventory = _native.Inventory(tokenizer, "mixed", [corpus.hypotheses], corpus.references, True)
    segments = tokenized(corpus, tokenizer, lowercase=False)
    for order, _, _, _, grams, rankings in inventory.tables(3, KINDS, ALL, ALL):
        alone = [by_hand.counts([segment], order) for segment in segments]
        for name, ranking in zip(
            ("matched", "missed", "clipped", "unmatched"), rankings, strict=True
        ):
            assert [entry[1] for entry in ranking] == sorted(
                (entry[1] for entry in ranking), reverse=True
            )
            for gram, value, count, places, times in ranking:
                tokens = grams[gram][0]
                expected = [
                    (index, getattr(row, name)[tokens])
                    for index, row in enumerate(alone)
                    if getattr(row, name)[tokens]
                ]
                assert list(zip(places, times, strict=True)) == expected
                assert (value, count) == (sum(n for _, n in expected), len(expected))


@examples(0.5)
@given(corpora(), st.randoms(use_true_random=False))
def test_two_systems_differ_by_their_matches(corpus: Corpus, random: Any) -> None:
    others = list(corpus.hypotheses)
    random.shuffle(others)
    inventory = _native.Inventory(
        "none", "mixed", [corpus.hypotheses, others], corpus.references, True
    )
    first = tokenized(corpus, "none", lowercase=False)
    second = tokenized(Corpus(others, corpus.references), "none", lowercase=False)
    kinds = [("ahead", 0, 1), ("ahead", 1, 0)]
    for order, _, _, sums, grams, rankings in inventory.tables(4, kinds, ALL, 1):
        matches = [by_hand.counts(segments, order).matched for segments in (first, second)]
        ahead, behind = (as_counter(grams, ranking) for ranking in rankings)
        assert ahead == matches[0] - matches[1]
        assert behind == matches[1] - matches[0]
        net = ahead.total() - behind.total()
        assert net == sums[0][1] - sums[1][1]


@examples(0.5)
@given(corpora(), st.sampled_from(TOKENIZERS), st.integers(1, 5))
def test_marks_are_the_matches_of_a_segment(corpus: Corpus, tokenizer: str, orders: int) -> None:
    inventory = _native.Inventory(tokenizer, "mixed", [corpus.hypotheses], corpus.references, True)
    metric = BLEU(tokenizer=tokenizer, max_ngram_order=orders)
    rows = metric.statistics(corpus.hypotheses, References.per_segment(corpus.references)).tolist()
    for index, (row, segment) in enumerate(
        zip(rows, tokenized(corpus, tokenizer, lowercase=False), strict=True)
    ):
        assert inventory.hypothesis(0, index) == tuple(segment[0])
        assert inventory.references(index) == tuple(map(tuple, segment[1]))
        marks = inventory.marks(0, index, orders)
        result = [sum(status == "matched" for status, _ in of_order) for of_order in marks]
        assert result == row[2 : 2 + orders]
        assert list(map(len, marks)) == row[2 + orders :]
        for status, references in (mark for of_order in marks for mark in of_order):
            assert bool(references) == (status != "unmatched")


def test_a_ranking_is_limited_to_its_first_entries() -> None:
    inventory = _native.Inventory("none", "mixed", [["a b c d e", "a b c"]], [["x", "y"]], False)
    ((_, distinct, _, _, grams, (unmatched,)),) = inventory.tables(1, [("unmatched", 0, 0)], 2, 1)
    assert distinct == 7
    assert grams == [(("a",), 0, [(2, 0, 0)]), (("b",), 0, [(2, 0, 0)])]
    assert unmatched == [(0, 2, 2, [0], [1]), (1, 2, 2, [0], [1])]


def test_token_lists_and_ids_are_not_tokenized() -> None:
    words = _native.Inventory("13a", "lc", [[["A.", "b c"]]], [[["A.", "a."]]], False)
    assert words.hypothesis(0, 0) == ("A.", "b c")
    ids = _native.Inventory("none", "mixed", [[[7, -(2**63)]]], [[[7, 2**63 - 1]]], False)
    ((_, _, _, sums, *_),) = ids.tables(1, [], 1, 1)
    assert sums == [(2, 1, 0)]
    assert ids.references(0) == ((7, 2**63 - 1),)


def test_a_segment_without_references_is_an_error() -> None:
    with pytest.raises(InputError, match="segment 2 has no reference"):
        _native.Inventory("none", "mixed", [["a", "b"]], [["a"], []], True)
