"""The n-grams that part two systems: matched by one more often, or invented by it."""

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

MOST = 100
"""N-grams of a list."""
FEWEST = 10
PLACES = 50
"""Segments that are named of an n-gram."""
ENTRIES = 24_000
NAMED = 240_000
"""So many n-grams, and segments of them, a report names at most: with many pairs of systems the
lists are shorter."""
LISTS = 4
SOME = 200
"""Segments that tell which signs the tokenizer writes."""
LEVEL = 6


def inventory_of(inputs: ReportInput) -> _native.Inventory:
    """Every n-gram of all systems and references."""
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
    """Systems and references as lists of tokens; references are tokenized once."""
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
    """For each order the n-grams that part two systems and those that one makes up.

    An n-gram stands there once for all lists that it is in, and so do equal lists of segments.
    """
    pairs = [(a, b) for a in range(systems) for b in range(a + 1, systems)]
    lists = max(1, LISTS * orders * len(pairs))
    top = max(FEWEST, min(MOST, ENTRIES // lists))
    places = max(FEWEST, min(PLACES, NAMED // (lists * top)))
    rankings: list[tuple[str, int, int]] = []
    if pairs:
        rankings = [("ahead", *pair) for a, b in pairs for pair in ((a, b), (b, a))]
        rankings += [("invented", system, system) for system in range(systems)]
    tables = inventory.tables(orders, rankings, top, places)
    return {"orders": [_of_order(table, rankings) for table in tables]}


def _of_order(table: Any, rankings: Sequence[tuple[str, int, int]]) -> dict[str, Any]:
    order, _, _, sums, grams, ranked = table
    segments: dict[tuple[int, ...], int] = {}
    lists = [
        _list(ranking, entries, segments) for ranking, entries in zip(rankings, ranked, strict=True)
    ]
    return {
        "order": order,
        "matched": list(map(_matched, sums)),
        "invented": list(map(_invented, sums)),
        "ngrams": [
            {
                "tokens": tokens,
                "matched": list(map(_matched, counts)),
                "invented": list(map(_invented, counts)),
            }
            for tokens, _, counts in grams
        ],
        "segments": list(segments),
        "lists": lists,
    }


def _list(
    ranking: tuple[str, int, int], entries: Any, known: dict[tuple[int, ...], int]
) -> dict[str, Any]:
    """The n-grams of a ranking; their segments are places in what is `known` of them."""
    kind, first, second = ranking
    return {
        "kind": kind,
        "systems": [first, second] if kind == "ahead" else [first],
        "ngrams": [gram for gram, *_ in entries],
        "in_segments": [count for _, _, count, *_ in entries],
        "segments": [known.setdefault(tuple(one), len(known)) for _, _, _, one, _ in entries],
    }


def _matched(counts: tuple[int, int, int]) -> int:
    return counts[1]


def _invented(counts: tuple[int, int, int]) -> int:
    total, matched, clipped = counts
    return total - matched - clipped


def packed_tables(tables: dict[str, Any]) -> bytes:
    """The tables as one stream of zlib."""
    text = json.dumps(tables, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return compress(text.encode(), LEVEL)


def token_fields(
    inventory: _native.Inventory, inputs: ReportInput, texts: Sequence[Sequence[str | None]]
) -> tuple[list[BoundaryField], Signs]:
    """Return the boundaries of tokens in `texts`, one field for each reference and each system."""
    some = range(min(inputs.segments, SOME))
    signs = signs_of([list(map(str, inventory.hypothesis(0, segment))) for segment in some])
    present = [[cell is not None for cell in stream] for stream in inputs.references]

    def of_reference(number: int, segment: int) -> Sequence[Any] | None:
        if not present[number][segment]:
            return None
        return inventory.references(segment)[sum(each[segment] for each in present[:number])]

    tokens: list[Callable[[int], Sequence[Any] | None]] = [
        *(partial(of_reference, number) for number in range(len(present))),
        *(partial(inventory.hypothesis, system) for system in range(len(inputs.names))),
    ]
    fold = FOLDS[CASE_NAMES[inputs.metric.lowercase]]
    fields = [
        BoundaryField(each, of_segment, fold, signs)
        for each, of_segment in zip(texts, tokens, strict=True)
    ]
    return fields, signs


# How the scores of a system's segments are spread: what a small picture beside its score shows


BINS = 20
"""As many as the page's histograms of scores have, from 0 to the scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentScores:
    """How many segments score in each of `BINS` equal steps, and the three quartiles.

    A score on an edge is in the step above it, a perfect one in the last.
    """

    counts: list[int]
    quartiles: tuple[float, float, float]


def segment_scores(metric: BLEU, rows: Sequence[_native.Array]) -> SegmentScores:
    """The spread of sentence scores, from a system's rows, which may be in several parts."""
    effective = metric.uses_effective_order(sentence=True)
    parts = [np.asarray(metric.of_tokens.values(part, effective)) for part in rows]
    values = np.concatenate(parts)
    steps = np.clip((values * (BINS / metric.scale)).astype(np.int64), 0, BINS - 1)
    # What NumPy's quantile gives; that one loads NumPy's masked arrays, which take long.
    at = (len(values) - 1) * np.array((0.25, 0.5, 0.75))
    low, middle, high = np.interp(at, np.arange(len(values)), np.sort(values)).tolist()
    counts = np.bincount(steps, minlength=BINS).tolist()
    return SegmentScores(counts=counts, quartiles=(low, middle, high))
