"""truebleu, compared with the oracle under every setting."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.generators import Corpus, corpora, tally
from tests.profiles import examples
from tests.properties.settings import (
    SACREBLEUS,
    close,
    settings,
    texts_for,
    truebleu_metric,
)
from truebleu import BLEUScore, References

# Unit of lengths with the rule "average": parts of a token.
AVERAGE_PARTS = 720720


def oracle_rows(corpus: Corpus, chosen: oracle.Settings) -> list[oracle.Row]:
    pairs = zip(corpus.hypotheses, corpus.references, strict=True)
    return [oracle.segment_row(hypothesis, refs, chosen) for hypothesis, refs in pairs]


def as_list(row: oracle.Row, chosen: oracle.Settings) -> list[int]:
    """Return the row in truebleu's layout, where a mean length is in parts of a token."""
    length = row.reference_length
    if chosen.reference_length == "average":
        length *= AVERAGE_PARTS
    assert length.denominator == 1
    return [row.hypothesis_length, int(length), *row.matches, *row.totals]


def check_score(ours: BLEUScore, row: oracle.Row, chosen: oracle.Settings) -> None:
    theirs = oracle.score(row, chosen)
    orders = len(chosen.weights)
    assert ours.matches == row.matches[:orders]
    assert ours.totals == row.totals[:orders]
    assert ours.hypothesis_length == row.hypothesis_length
    assert close(ours.effective_reference_length, float(row.reference_length))
    assert close(ours.brevity_penalty, theirs.brevity_penalty)
    assert all(map(close, ours.precisions, theirs.precisions)), (ours, theirs)
    check_value(ours.value, row, chosen)


def check_value(ours: float, row: oracle.Row, chosen: oracle.Settings) -> None:
    """Compare scores: exactly if sacreBLEU has the setting, else up to rounding."""
    theirs = oracle.score(row, chosen).value
    plain = len(set(chosen.weights)) == 1 and chosen.smoothing in SACREBLEUS
    if plain and chosen.scale == 100 and chosen.reference_length != "average":
        assert ours == theirs, (row, chosen)
    else:
        assert close(ours, theirs), (row, chosen)


@examples(1.0)
@given(corpora(), settings())
def test_counts_and_scores_under_every_setting(corpus: Corpus, chosen: oracle.Settings) -> None:
    tally.count("truebleu against the oracle", len(corpus))
    texts = texts_for(chosen, corpus)
    rows = oracle_rows(texts, chosen)
    metric = truebleu_metric(chosen)
    references = References.per_segment(texts.references)
    result = metric.statistics(texts.hypotheses, references)
    for index, (ours, theirs) in enumerate(zip(result.tolist(), rows, strict=True)):
        segment = (texts.hypotheses[index], texts.references[index])
        assert ours == as_list(theirs, chosen), (chosen, segment)
    total = oracle.add(rows, chosen.orders_counted)
    score = metric.corpus_score(texts.hypotheses, references)
    check_score(score, total, chosen)
    values = metric.segment_scores(texts.hypotheses, references)
    for value, row in zip(values.tolist(), rows, strict=True):
        check_value(value, row, chosen)


@examples(1.0)
@given(
    settings(),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=7, max_size=7),
    st.integers(1, 60),
    st.integers(0, 60),
)
def test_score_of_any_row(
    chosen: oracle.Settings,
    counts: list[tuple[int, int]],
    hypothesis_length: int,
    reference_length: int,
) -> None:
    """Some rows are impossible, but longer n-grams are never more frequent than shorter ones."""
    counts = counts[: chosen.orders_counted]
    matches = tuple(sorted(map(min, counts), reverse=True))
    totals = tuple(sorted(map(max, counts), reverse=True))
    row = oracle.Row(hypothesis_length, oracle.Fraction(reference_length), matches, totals)
    check_score(truebleu_metric(chosen).score(as_list(row, chosen)), row, chosen)
