"""Laws of rows for every metric, with any settings and text."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.generators import Corpus
from truebleu import References


def references(corpus: Corpus) -> References:
    return References.per_segment(corpus.references)


def rows_of(metric: Any, corpus: Corpus) -> Any:
    return metric.statistics(corpus.hypotheses, references(corpus))


def check_parts_add_up(metric: Any, corpus: Corpus, cut: int) -> Any:
    """Check that two parts have the rows and the score of the whole; return both scores."""
    all_rows = rows_of(metric, corpus)
    parts = [
        rows_of(metric, Corpus(corpus.hypotheses[a:b], corpus.references[a:b]))
        for a, b in ((0, cut), (cut, len(corpus)))
    ]
    assert np.array_equal(np.concatenate(parts), all_rows)
    at_once = metric.corpus_score(corpus.hypotheses, references(corpus))
    by_parts = metric.score(sum(part.sum(axis=0) for part in parts))
    assert by_parts.value == at_once.value
    return by_parts, at_once


def check_threads_change_nothing(metric: Any, corpus: Corpus, threads: int) -> None:
    """Check on enough segments that every thread counts a block."""
    many = Corpus(corpus.hypotheses * 150, corpus.references * 150)
    texts, references_of_texts = many.hypotheses, references(many)
    for call in (metric.statistics, metric.segment_scores):
        assert np.array_equal(
            call(texts, references_of_texts, threads=threads),
            call(texts, references_of_texts, threads=1),
        )
    expected = metric.corpus_score(texts, references_of_texts, threads=1)
    assert metric.corpus_score(texts, references_of_texts, threads=threads) == expected
