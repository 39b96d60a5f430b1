"""Tables of n-grams that distinguish systems, and distributions of segment scores, for the report.

The tables list two kinds of n-grams. Some are matched by one system more often than by another
system. The others occur in the output of a system but in no reference.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from zlib import compress

import numpy as np

from truebleu import _native
from truebleu.inputs.batch import Batch
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.report.boundaries import FOLDS, BoundaryField, Signs, signs_of

if TYPE_CHECKING:
    from truebleu.metrics.bleu import BLEU
    from truebleu.report.input import ReportInput

MAX_NGRAMS = 100
"""Maximum number of n-grams in one list."""
MIN_LISTED = 10
MAX_SEGMENTS = 50
"""Maximum number of segments listed for one n-gram."""
ENTRIES = 24_000
"""Maximum number of n-grams in all lists of a report. With many pairs of systems, each list is
shorter than `MAX_NGRAMS`."""
NAMED = 240_000
"""Maximum number of segments in all lists of a report."""
LISTS = 4
SOME = 200
"""Number of segments whose tokens are searched for subword markers."""
LEVEL = 6


def inventory_of(inputs: ReportInput) -> _native.Inventory:
    """Return the n-gram counts of all systems and references of a report."""
    metric, batches = inputs.metric, inputs.batches
    tokenizer, case = "none", CASE_NAMES[False]
    if metric.of_text is not None and not inputs.tokens:
        tokenizer, case = metric.tokenizer.native or "none", CASE_NAMES[metric.lowercase]
        systems: list[Any] = inputs.hypotheses
        references: Any = batches[0].references
    else:
        systems, references = _tokens(metric, batches)
    return _native.Inventory(tokenizer, case, systems, references, batches[0].by_segment)


def _tokens(metric: BLEU, batches: Sequence[Batch]) -> tuple[list[list[Any]], Any]:
    systems, references = [], None
    for batch in batches:
        blocks = list(metric.prepared(batch))
        systems.append([cell for block in blocks for cell in block.hypotheses])
        if references is not None:
            continue
        if batch.by_segment:
            references = [cell for block in blocks for cell in block.references]
        else:
            streams = zip(*(block.references for block in blocks), strict=True)
            references = [[cell for part in parts for cell in part] for parts in streams]
    return systems, references


def ngram_tables(inventory: _native.Inventory, orders: int, systems: int) -> dict[str, Any]:
    """Return tables of n-grams that distinguish systems, one per n-gram order from 1 to `orders`.

    A table has one list for each ordered pair of systems: the n-grams that the first system matches
    more often than the second system. It also has one list for each system: the n-grams of the
    system that match no reference. `systems` is the number of systems. With one system, the tables
    have no lists.
    """
    pairs = [(a, b) for a in range(systems) for b in range(a + 1, systems)]
    lists = max(1, LISTS * orders * len(pairs))
    top = max(MIN_LISTED, min(MAX_NGRAMS, ENTRIES // lists))
    max_segments = max(MIN_LISTED, min(MAX_SEGMENTS, NAMED // (lists * top)))
    rankings: list[tuple[str, int, int]] = []
    if pairs:
        rankings = [("ahead", *pair) for a, b in pairs for pair in ((a, b), (b, a))]
        rankings += [("unmatched", system, system) for system in range(systems)]
    tables = inventory.tables(orders, rankings, top, max_segments)
    return {"orders": [_order_table(table, rankings) for table in tables]}


def _order_table(table: Any, rankings: Sequence[tuple[str, int, int]]) -> dict[str, Any]:
    order, _, _, sums, grams, ranked = table
    segments: dict[tuple[int, ...], int] = {}
    lists = [
        _list(ranking, entries, segments) for ranking, entries in zip(rankings, ranked, strict=True)
    ]
    return {
        "order": order,
        "matched": list(map(_matched, sums)),
        "unmatched": list(map(_unmatched, sums)),
        "ngrams": [
            {
                "tokens": tokens,
                "matched": list(map(_matched, counts)),
                "unmatched": list(map(_unmatched, counts)),
            }
            for tokens, _, counts in grams
        ],
        "segments": list(segments),
        "lists": lists,
    }


def _list(
    ranking: tuple[str, int, int], entries: Any, index_by_segments: dict[tuple[int, ...], int]
) -> dict[str, Any]:
    """Return a list of n-grams for the page.

    `ranking` says which systems and which kind of n-grams the list is about. For each n-gram, the
    list has the index of the set of segments in which it occurs. `index_by_segments` maps these
    sets to their indices. Missing sets are added.
    """
    kind, first, second = ranking
    return {
        "kind": kind,
        "systems": [first, second] if kind == "ahead" else [first],
        "ngrams": [gram for gram, *_ in entries],
        "in_segments": [count for _, _, count, *_ in entries],
        "segments": [
            index_by_segments.setdefault(tuple(segments), len(index_by_segments))
            for _, _, _, segments, _ in entries
        ],
    }


def _matched(counts: tuple[int, int, int]) -> int:
    return counts[1]


def _unmatched(counts: tuple[int, int, int]) -> int:
    total, matched, clipped = counts
    return total - matched - clipped


def packed_tables(tables: dict[str, Any]) -> bytes:
    """Return the tables of n-grams as JSON, compressed with zlib."""
    text = json.dumps(tables, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return compress(text.encode(), LEVEL)


def token_fields(
    inventory: _native.Inventory, inputs: ReportInput, texts: Sequence[Sequence[str | None]]
) -> tuple[list[BoundaryField], Signs]:
    """Return the token boundaries of the report's texts, and the tokenizer's subword markers.

    `texts` has one list of texts for each reference, then one for each system. A list has one text
    per segment. There is one `BoundaryField` for each of these lists.
    """
    sampled = range(min(inputs.segments, SOME))
    signs = signs_of([list(map(str, inventory.hypothesis(0, segment))) for segment in sampled])
    present = [[cell is not None for cell in stream] for stream in inputs.references]

    def of_reference(number: int, segment: int) -> Sequence[Any] | None:
        if not present[number][segment]:
            return None
        return inventory.references(segment)[sum(stream[segment] for stream in present[:number])]

    tokens: list[Callable[[int], Sequence[Any] | None]] = [
        *(partial(of_reference, number) for number in range(len(present))),
        *(partial(inventory.hypothesis, system) for system in range(len(inputs.names))),
    ]
    fold = FOLDS[CASE_NAMES[inputs.metric.lowercase]]
    fields = [
        BoundaryField(stream, of_segment, fold, signs)
        for stream, of_segment in zip(texts, tokens, strict=True)
    ]
    return fields, signs


# Distribution of segment scores, for the small histograms of the overview


BINS = 20
"""Number of histogram bins from 0 to the highest score, as in the page's histograms of scores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentScores:
    """Distribution of the segment scores of one system.

    `counts` has the number of segments in each of `BINS` bins of equal width. A score on the edge
    between two bins counts in the upper bin. `quartiles` has the 25th, 50th and 75th percentile.
    """

    counts: list[int]
    quartiles: tuple[float, float, float]


def segment_scores(metric: BLEU, rows: Sequence[_native.Array]) -> SegmentScores:
    """Return the distribution of a system's segment scores.

    `rows` are the system's sufficient statistics, in one or more arrays with one row per segment.
    """
    effective = metric.uses_effective_order(sentence=True)
    parts = [np.asarray(metric.of_tokens.values(part, effective)) for part in rows]
    values = np.concatenate(parts)
    steps = np.clip((values * (BINS / metric.scale)).astype(np.int64), 0, BINS - 1)
    # Equals np.quantile, which imports np.ma and takes longer.
    positions = (len(values) - 1) * np.array((0.25, 0.5, 0.75))
    low, middle, high = np.interp(positions, np.arange(len(values)), np.sort(values)).tolist()
    counts = np.bincount(steps, minlength=BINS).tolist()
    return SegmentScores(counts=counts, quartiles=(low, middle, high))
