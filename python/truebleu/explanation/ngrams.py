"""The n-grams that cost most, from the core's inventory."""

from __future__ import annotations

from truebleu.explanation.values import NgramAhead, NgramLoss, OrderAhead, OrderLosses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from truebleu import _native
    from truebleu.explanation.corpus import Corpus

__all__ = ["losses_and_contrast"]

PLACES = 20
"""So many segments are named of each n-gram."""

LOSSES = (("missing", 0, 0), ("clipped", 0, 0), ("invented", 0, 0))
CONTRASTS = (("ahead", 0, 1), ("ahead", 1, 0))


def losses_and_contrast(
    corpus: Corpus, other: Corpus | None, inventory: _native.Inventory, top: int, first: int = 1
) -> tuple[tuple[OrderLosses, ...], tuple[OrderAhead, ...]]:
    """The `top` n-grams of each order that cost most, and those that part two systems.

    `first` is the number of the first segment.
    """
    rankings = LOSSES if other is None else LOSSES + CONTRASTS
    tables = inventory.tables(corpus.metric.max_ngram_order, rankings, top, PLACES)
    losses = tuple(_losses(corpus, table, first) for table in tables)
    if other is None:
        return losses, ()
    contrast = tuple(_contrast(corpus, other, table, first) for table in tables)
    return losses, contrast


def _losses(corpus: Corpus, table: Any, first: int) -> OrderLosses:
    order, distinct, reference, sums, grams, rankings = table
    total, matches, clipped = sums[0]
    return OrderLosses(
        order,
        distinct,
        total,
        matches,
        clipped,
        total - matches - clipped,
        reference - matches,
        *(
            tuple(_loss(corpus, order, grams, entry, first) for entry in ranking)
            for ranking in rankings[:3]
        ),
    )


def _loss(corpus: Corpus, order: int, grams: Any, entry: Any, first: int) -> NgramLoss:
    gram, count, segments, places, times = entry
    tokens, reference, counts = grams[gram]
    hypothesis, matches, _ = counts[0]
    better = _with_more(corpus, order, count)
    points = None if better is None else better - corpus.score.value
    return NgramLoss(
        tokens,
        count,
        points,
        hypothesis,
        matches,
        reference,
        segments,
        _numbered(places, times, first),
    )


def _contrast(corpus: Corpus, other: Corpus, table: Any, first: int) -> OrderAhead:
    order, _, _, sums, grams, rankings = table
    ahead, behind = rankings[3:]
    return OrderAhead(
        order,
        sums[0][1],
        sums[1][1],
        tuple(_ahead(corpus, order, grams, entry, first) for entry in ahead),
        tuple(_ahead(other, order, grams, entry, first) for entry in behind),
    )


def _ahead(better: Corpus, order: int, grams: Any, entry: Any, start: int) -> NgramAhead:
    gram, count, segments, places, times = entry
    tokens, reference, counts = grams[gram]
    worse = _with_more(better, order, -count)
    points = None if worse is None else better.score.value - worse
    first, second = (matches for _, matches, _ in counts)
    return NgramAhead(
        tokens, count, points, first, second, reference, segments, _numbered(places, times, start)
    )


def _with_more(corpus: Corpus, order: int, count: int) -> float | None:
    """The score with so many matches of an order more, as far as there are n-grams for them.

    None for a mean of sentence scores: it depends on which sentences have them.
    """
    if corpus.metric.average == "macro":
        return None
    row = list(corpus.row)
    matches = corpus.metric.layout.index(f"matches_{order}")
    total = row[corpus.metric.layout.index(f"totals_{order}")]
    row[matches] = min(row[matches] + count, total)
    return corpus.value(row)


def _numbered(places: list[int], counts: list[int], first: int) -> tuple[tuple[int, int], ...]:
    return tuple((place + first, count) for place, count in zip(places, counts, strict=True))
