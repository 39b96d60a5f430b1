"""The n-grams that part two systems: matched by one more often, or invented by it."""

from __future__ import annotations

import json
from math import log
from zlib import compress

from truebleu import _native
from truebleu.metrics.settings import CASE_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu.metrics.bleu import BLEU
    from truebleu.report.material import Material

__all__ = ["inventory_of", "log_odds", "ngram_tables", "packed_tables"]

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
SHRINKAGE = 0.5
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
    """For each pair and order four lists, the n-grams that count most first."""
    pairs = [(a, b) for a in range(systems) for b in range(a + 1, systems)]
    lists = max(1, LISTS * orders * len(pairs))
    top = max(FEWEST, min(MOST, ENTRIES // lists))
    places = max(FEWEST, min(PLACES, NAMED // (lists * top)))
    rankings = [("ahead", *pair) for a, b in pairs for pair in ((a, b), (b, a))]
    rankings += [("invented", system, system) for system in range(systems)]
    tables = inventory.tables(orders, rankings, top, places)
    made = [
        {
            "first": a,
            "second": b,
            "orders": [_of_pair(table, place, a, b, len(pairs)) for table in tables],
        }
        for place, (a, b) in enumerate(pairs)
    ]
    return {"pairs": made}


def _of_pair(table: Any, place: int, a: int, b: int, pairs: int) -> dict[str, Any]:
    order, _, _, sums, rankings = table
    ahead, behind = rankings[2 * place], rankings[2 * place + 1]
    invented = rankings[2 * pairs :]
    matched = (sums[a][1], sums[b][1])
    made_up = (_invented(sums[a]), _invented(sums[b]))
    return {
        "order": order,
        "only_first": [_entry(each, a, b, _matched, matched) for each in ahead],
        "only_second": [_entry(each, a, b, _matched, matched) for each in behind],
        "first_invents": [_entry(each, a, b, _invented, made_up) for each in invented[a]],
        "second_invents": [_entry(each, a, b, _invented, made_up) for each in invented[b]],
    }


def _matched(counts: tuple[int, int, int]) -> int:
    return counts[1]


def _invented(counts: tuple[int, int, int]) -> int:
    total, matched, clipped = counts
    return total - matched - clipped


def _entry(entry: Any, a: int, b: int, count: Any, whole: tuple[int, int]) -> dict[str, Any]:
    tokens, _, counts, _, segments, places = entry
    first, second = count(counts[a]), count(counts[b])
    return {
        "tokens": list(tokens),
        "first": first,
        "second": second,
        "log_odds": round(log_odds(first, whole[0], second, whole[1]), 4),
        "in_segments": segments,
        "segments": [segment for segment, _ in places],
    }


def log_odds(first: int, of_first: int, second: int, of_second: int) -> float:
    """The log of the ratio of two odds, each count with half an n-gram more: rare ones shrink.

    >>> round(log_odds(8, 100, 2, 100), 3), log_odds(3, 50, 3, 50)
    (1.287, 0.0)
    """
    return _log_odds(first, of_first) - _log_odds(second, of_second)


def _log_odds(count: int, whole: int) -> float:
    return log((count + SHRINKAGE) / (whole - count + SHRINKAGE))


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
