"""The oracle, compared with sacreBLEU: tests of features that sacreBLEU lacks rely on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from tests import oracle
from tests.differential import peer, wmt
from tests.generators import Corpus, corpora, tally
from tests.profiles import PROFILE, examples

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.peer


def as_list(row: oracle.Row) -> list[int]:
    assert row.reference_length.denominator == 1
    return [row.hypothesis_length, int(row.reference_length), *row.matches, *row.totals]


def check_rows(
    hypotheses: Sequence[str], streams: peer.Streams, settings: oracle.Settings
) -> list[list[int]]:
    metric = peer.metric(
        settings.tokenizer, lowercase=settings.lowercase is True, orders=len(settings.weights)
    )
    theirs = peer.rows(metric, hypotheses, streams)
    per_segment = zip(*streams, strict=True)
    for hypothesis, references, row in zip(hypotheses, per_segment, theirs, strict=True):
        ours = oracle.segment_row(hypothesis, references, settings)
        assert as_list(ours) == row, (settings, hypothesis, references)
    return theirs


def check_score(row: Sequence[int], orders: int) -> None:
    """Compare the scores of one row for every smoothing, with and without effective order."""
    result = oracle.Row(
        row[0], oracle.Fraction(row[1]), tuple(row[2 : 2 + orders]), tuple(row[2 + orders :])
    )
    for smoothing, value in peer.SMOOTHINGS:
        for effective_order in (False, True):
            settings = oracle.Settings(
                smoothing=smoothing,
                smoothing_value=value,
                effective_order=effective_order,
                weights=(1.0,) * orders,
            )
            ours = oracle.score(result, settings)
            theirs = peer.score(row, smoothing, value, effective_order=effective_order)
            assert peer.same_value(ours.value, theirs), (row, settings, ours, theirs)
            assert ours.precisions == theirs.precisions, (row, settings)
            assert ours.brevity_penalty == theirs.brevity_penalty, (row, settings)


@examples(0.6)
@given(corpora())
def test_oracle_counts_as_sacrebleu_does(corpus: Corpus) -> None:
    tally.count("oracle against sacreBLEU, counts", len(corpus))
    for tokenizer in peer.TOKENIZERS:
        settings = oracle.Settings(tokenizer=tokenizer, lowercase=len(corpus) % 2 == 1)
        check_rows(corpus.hypotheses, corpus.streams(), settings)


@examples(0.2)
@given(corpora())
def test_oracle_scores_as_sacrebleu_does(corpus: Corpus) -> None:
    tally.count("oracle against sacreBLEU, scores", len(corpus))
    for orders in (1, 2, 4, 7):
        settings = oracle.Settings(weights=(1.0,) * orders)
        rows = check_rows(corpus.hypotheses, corpus.streams(), settings)
        for row in [*rows, [sum(column) for column in zip(*rows, strict=True)]]:
            if row:
                check_score(row, orders)


@pytest.mark.data
@pytest.mark.parametrize("tokenizer", peer.TOKENIZERS)
@pytest.mark.parametrize(("name", "system"), wmt.SETS, ids=[name for name, _ in wmt.SETS])
def test_oracle_counts_real_text_as_sacrebleu_does(name: str, system: str, tokenizer: str) -> None:
    texts = wmt.read(name, system).every(400 if PROFILE == "fast" else 40)
    for lowercase in (False, True):
        settings = oracle.Settings(tokenizer=tokenizer, lowercase=lowercase)
        for row in check_rows(texts.hypotheses, texts.streams, settings):
            check_score(row, 4)
