"""The n-grams that lower a BLEU score the most, and the match status of n-grams in a segment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.explanation.results import (
    NgramAhead,
    NgramLoss,
    OrderAhead,
    OrderLosses,
    SegmentMarks,
    TokenMark,
)

if TYPE_CHECKING:
    from truebleu.explanation.corpus import Corpus

PLACES = 20
"""Maximum number of segments listed for each n-gram."""
LOSSES = (("missed", 0, 0), ("clipped", 0, 0), ("unmatched", 0, 0))
CONTRASTS = (("ahead", 0, 1), ("ahead", 1, 0))


def losses_and_contrast(
    corpus: Corpus, compared: Corpus | None, inventory: _native.Inventory, top: int, first: int = 1
) -> tuple[tuple[OrderLosses, ...], tuple[OrderAhead, ...]]:
    """Return n-grams that lower the score most, and n-grams that one system matches more often.

    The first result has the missed, clipped and unmatched n-grams of each order. The second result
    has the n-grams of each order that one of the two systems matches more often. `compared` is the
    other system; if it is None, the second result is empty. Each list of n-grams has at most `top`
    items. `first` is the number of the first segment.
    """
    rankings = LOSSES if compared is None else LOSSES + CONTRASTS
    tables = inventory.tables(corpus.metric.max_ngram_order, rankings, top, PLACES)
    losses = tuple(_losses(corpus, table, first) for table in tables)
    if compared is None:
        return losses, ()
    contrast = tuple(_contrast(corpus, compared, table, first) for table in tables)
    return losses, contrast


def _losses(corpus: Corpus, table: Any, first: int) -> OrderLosses:
    order, distinct, reference, sums, grams, rankings = table
    total, matches, clipped = sums[0]
    most_missed, most_clipped, most_unmatched = (
        tuple(_loss(corpus, order, grams, entry, first) for entry in ranking)
        for ranking in rankings[:3]
    )
    return OrderLosses(
        order=order,
        distinct=distinct,
        total=total,
        matches=matches,
        clipped=clipped,
        unmatched=total - matches - clipped,
        missed=reference - matches,
        most_missed=most_missed,
        most_clipped=most_clipped,
        most_unmatched=most_unmatched,
    )


def _loss(corpus: Corpus, order: int, grams: Any, entry: Any, first: int) -> NgramLoss:
    gram, count, segments, places, times = entry
    tokens, reference, counts = grams[gram]
    hypothesis, matches, _ = counts[0]
    better = _with_more(corpus, order, count)
    points = None if better is None else better - corpus.score.value
    return NgramLoss(
        tokens=tokens,
        count=count,
        points=points,
        hypothesis=hypothesis,
        matches=matches,
        reference=reference,
        segments=segments,
        places=_numbered(places, times, first),
    )


def _contrast(corpus: Corpus, compared: Corpus, table: Any, first: int) -> OrderAhead:
    order, _, _, sums, grams, rankings = table
    ahead, behind = rankings[3:]
    return OrderAhead(
        order=order,
        matches=sums[0][1],
        other_matches=sums[1][1],
        ahead=tuple(_ahead(corpus, order, grams, entry, first) for entry in ahead),
        behind=tuple(_ahead(compared, order, grams, entry, first) for entry in behind),
    )


def _ahead(better: Corpus, order: int, grams: Any, entry: Any, start: int) -> NgramAhead:
    gram, count, segments, places, times = entry
    tokens, reference, counts = grams[gram]
    worse = _with_more(better, order, -count)
    points = None if worse is None else better.score.value - worse
    first, second = (matches for _, matches, _ in counts)
    return NgramAhead(
        tokens=tokens,
        count=count,
        points=points,
        first=first,
        second=second,
        reference=reference,
        segments=segments,
        places=_numbered(places, times, start),
    )


def _with_more(corpus: Corpus, order: int, count: int) -> float | None:
    if corpus.metric.average == "macro":
        return None
    row = list(corpus.row)
    matches = corpus.metric.layout.index(f"matches_{order}")
    total = row[corpus.metric.layout.index(f"totals_{order}")]
    row[matches] = min(row[matches] + count, total)
    return corpus.value(row)


def _numbered(places: list[int], counts: list[int], first: int) -> tuple[tuple[int, int], ...]:
    return tuple((place + first, count) for place, count in zip(places, counts, strict=True))


# Status of every n-gram of a segment, token by token


Mark = tuple[str, "list[int]"]


def marks_of(
    inventory: _native.Inventory, system: int, segment: int, orders: int, *, number: int
) -> SegmentMarks:
    """Return the tokens of a hypothesis with the match status of their n-grams.

    `system` and `segment` are the indices of the hypothesis in `inventory`. `orders` is the maximum
    n-gram order. `number` becomes the segment number of the result.
    """
    tokens = inventory.hypothesis(system, segment)
    references = inventory.references(segment)
    by_order = inventory.marks(system, segment, orders)
    token_marks = tuple(_token(token, i, by_order) for i, token in enumerate(tokens))
    in_references = tuple(_produced(reference, tokens) for reference in references)
    return SegmentMarks(segment=number, tokens=token_marks, references=in_references)


def _token(token: str | int, index: int, by_order: Sequence[Sequence[Mark]]) -> TokenMark:
    longest = 0
    references: tuple[int, ...] = ()
    for order, marks in enumerate(by_order, start=1):
        covering = marks[max(0, index - order + 1) : index + 1]
        serving = {k + 1 for status, having in covering if status == "matched" for k in having}
        if serving:
            longest, references = order, tuple(sorted(serving))
    ngrams = tuple(marks[index][0] if index < len(marks) else None for marks in by_order)
    return TokenMark(
        token=token,
        status=by_order[0][index][0],
        longest=longest,
        references=references,
        ngrams=ngrams,
    )


def _produced(
    reference: Sequence[str | int], hypothesis: Sequence[str | int]
) -> tuple[tuple[str | int, bool], ...]:
    # Swap hypothesis and reference, to get the status of the reference's tokens.
    turned = _native.Inventory("none", "mixed", [[reference]], [[hypothesis]], False)
    marks = turned.marks(0, 0, 1)[0]
    pairs = zip(reference, marks, strict=True)
    return tuple((token, status == "matched") for token, (status, _) in pairs)
