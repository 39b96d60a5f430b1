"""Laws of every metric on generated hostile text."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators import Corpus, corpora
from tests.profiles import examples
from tests.properties.family import FAMILY, Member
from tests.properties.sums import references, rows_of
from truebleu import Accumulator, References

every_member = pytest.mark.parametrize("member", FAMILY, ids=str)
SMALL = 400
"""Bytes of a corpus, few because there are many metrics and some are slow."""


@every_member
@examples(0.06)
@given(corpora(SMALL), st.integers(0, 10**9))
def test_any_partition_and_any_order_give_the_same_sum(
    member: Member, corpus: Corpus, seed: int
) -> None:
    metric, order = member.metric, list(range(len(corpus)))
    generator = random.Random(seed)
    generator.shuffle(order)
    cut = generator.randint(0, len(order))
    rows = rows_of(metric, corpus)
    grown = metric.accumulator()
    for part in (order[:cut], order[cut:]):
        some = Corpus([corpus.hypotheses[i] for i in part], [corpus.references[i] for i in part])
        assert np.array_equal(rows_of(metric, some), rows[part])
        grown.update(some.hypotheses, references(some))
    score = metric.corpus_score(corpus.hypotheses, references(corpus))
    assert grown.compute() == score
    assert Accumulator.from_bytes(grown.to_bytes(), metric) == grown
    assert metric.score(rows.sum(axis=0)).value == score.value


@every_member
@examples(0.06)
@given(corpora(SMALL))
def test_all_interfaces_give_equal_scores(member: Member, corpus: Corpus) -> None:
    metric = member.metric
    again = pickle.loads(pickle.dumps(metric))
    assert (again, hash(again)) == (metric, hash(metric))
    rows = rows_of(metric, corpus)
    assert np.array_equal(rows_of(again, corpus), rows)
    streams = References.streams(corpus.streams())
    assert np.array_equal(metric.statistics(corpus.hypotheses, streams, threads=2), rows)
    values = metric.segment_scores(corpus.hypotheses, references(corpus)).tolist()
    assert values == metric.segment_scores(corpus.hypotheses, streams, threads=3).tolist()
    for hypothesis, segment_references, value in zip(
        corpus.hypotheses, corpus.references, values, strict=True
    ):
        present = [text for text in segment_references if text is not None]
        assert metric.sentence_score(hypothesis, present).value == value


@every_member
@examples(0.1)
@given(corpora(SMALL))
def test_bounds_and_the_perfect_score(member: Member, corpus: Corpus) -> None:
    metric = member.metric
    values = metric.segment_scores(corpus.hypotheses, references(corpus))
    assert np.all((values >= member.lowest) & (values <= member.highest))
    score = metric.corpus_score(corpus.hypotheses, references(corpus))
    assert member.lowest <= score.value <= member.highest
    itself = metric.segment_scores(corpus.hypotheses, corpus.hypotheses).tolist()
    for hypothesis, value in zip(corpus.hypotheses, itself, strict=True):
        expected = member.self_score(hypothesis)
        assert value == pytest.approx(expected or 0.0, abs=1e-15), ascii(hypothesis)


@pytest.mark.parametrize("member", [one for one in FAMILY if one.best_reference], ids=str)
@examples(0.06)
@given(corpora(SMALL), st.text("abc the.", max_size=20))
def test_another_reference_never_lowers_the_score(
    member: Member, corpus: Corpus, another: str
) -> None:
    metric = member.metric
    before = metric.segment_scores(corpus.hypotheses, references(corpus))
    more = References.per_segment([[*each, another] for each in corpus.references])
    after = metric.segment_scores(corpus.hypotheses, more)
    assert np.all(after >= before if metric.higher_is_better else after <= before)
    twice = References.per_segment([[*each, *each] for each in corpus.references])
    assert np.array_equal(metric.statistics(corpus.hypotheses, twice), rows_of(metric, corpus))
