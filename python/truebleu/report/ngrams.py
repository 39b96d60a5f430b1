"""The n-grams that part two systems: matched by one more often, or invented by it."""

from __future__ import annotations

import json
from zlib import compress

from truebleu import _native
from truebleu.metrics.settings import CASE_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu.metrics.bleu import BLEU
    from truebleu.report.material import Material

__all__ = ["inventory_of", "ngram_tables", "packed_tables"]

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
LEVEL = 6


def inventory_of(metric: BLEU, material: Material) -> _native.Inventory:
    """Every n-gram of all systems and references."""
    batches = list(material.batches.values())
    tokenizer, case = "none", CASE_NAMES[False]
    if metric.of_text is not None and not material.tokens:
        tokenizer, case = metric.tokenizer.native or "none", CASE_NAMES[metric.lowercase]
        systems: list[Any] = [batch.hypotheses for batch in batches]
        references: Any = batches[0].references
    else:
        systems, references = _tokens(metric, material)
    return _native.Inventory(tokenizer, case, systems, references, batches[0].by_segment)


def _tokens(metric: BLEU, material: Material) -> tuple[list[list[Any]], Any]:
    """Systems and references as lists of tokens; references are tokenized once."""
    systems, references = [], None
    for batch in material.batches.values():
        blocks = list(metric.each_block(batch, lambda _, block: block))
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


def token_fields(inventory: _native.Inventory, material: Material) -> list[Sequence[str | None]]:
    """The tokens of each reference and each system, joined: one field for each."""
    present = [[cell is not None for cell in stream] for stream in material.references]
    fields: list[list[str | None]] = [[] for _ in present]
    for segment in range(material.segments):
        found = iter(inventory.references(segment))
        for field, there in zip(fields, present, strict=True):
            field.append(_joined(next(found)) if there[segment] else None)
    systems = [
        [_joined(inventory.hypothesis(system, segment)) for segment in range(material.segments)]
        for system in range(len(material.names))
    ]
    return [*fields, *systems]


def _joined(tokens: Sequence[Any]) -> str:
    return "\x1f".join(map(str, tokens))
