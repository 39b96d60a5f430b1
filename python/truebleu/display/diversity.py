"""What was found of texts' diversity, as tables and JSON."""

from __future__ import annotations

import json

from truebleu.scores import places_of
from truebleu.views.table import Table, as_csv, as_latex, as_markdown, as_text, as_tsv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from truebleu.diversity.values import Diversity

    Measured = tuple[str, Diversity, Sequence[float] | None]
    """A name, what was found, and where it is asked for the score of each text."""

__all__ = ["FORMATS", "rendered"]

FORMATS = ("text", "json", "jsonl", "tsv", "csv", "markdown", "latex")
"""Those for people are text, markdown and latex; the others hold every number in full."""


def rendered(found: Sequence[Measured], form: str) -> Iterable[str]:
    """Give the lines of what was found in one of `FORMATS`, without line ends."""
    if form == "json":
        return json.dumps(list(map(_record, found)), ensure_ascii=False, indent=2).split("\n")
    if form == "jsonl":
        return _json_lines(found)
    full = form in {"tsv", "csv"}
    table = (_texts if found[0][2] is not None else _collections)(found, full=full)
    shapes = {"text": as_text, "markdown": as_markdown, "latex": as_latex}
    return {**shapes, "tsv": as_tsv, "csv": as_csv}[form](table)


def _record(measured: Measured) -> dict[str, object]:
    name, found, values = measured
    record = {"name": name, **found.to_dict()}
    return record if values is None else {**record, "per_text": list(values)}


def _json_lines(found: Sequence[Measured]) -> Iterator[str]:
    for name, diversity, values in found:
        if values is None:
            yield json.dumps(_record((name, diversity, None)), ensure_ascii=False)
            continue
        for number, value in enumerate(values, 1):
            record = {"name": name, "text": number, "self_bleu": value}
            yield json.dumps(record, ensure_ascii=False)


def _collections(found: Sequence[Measured], *, full: bool) -> Table:
    orders = found[0][1].orders
    columns = ["name", "texts", "tokens", "self-BLEU"]
    columns += [f"distinct-{order.order}" for order in orders]
    columns += [f"entropy-{order.order}" for order in orders]
    rows = [_row(name, diversity, full=full) for name, diversity, _ in found]
    return Table(columns, rows, left=frozenset({0}), notes=_notes(found))


def _row(name: str, found: Diversity, *, full: bool) -> list[str]:
    def number(value: float | None, digits: int) -> str:
        return "" if value is None else repr(value) if full else f"{value:.{digits}f}"

    ratios = [number(order.ratio, 4) for order in found.orders]
    entropies = [number(order.entropy, 4) for order in found.orders]
    score = number(found.self_bleu, places_of(found.scale))
    return [name, str(found.texts), str(found.tokens), score, *ratios, *entropies]


def _texts(found: Sequence[Measured], *, full: bool) -> Table:
    rows = [
        [name, str(number), repr(value) if full else f"{value:.{places_of(diversity.scale)}f}"]
        for name, diversity, values in found
        for number, value in enumerate(values or (), 1)
    ]
    return Table(["name", "text", "self-BLEU"], rows, left=frozenset({0}), notes=_notes(found))


def _notes(found: Sequence[Measured]) -> list[tuple[str, str]]:
    """The signatures: one for all where they agree."""
    said = {name: str(diversity.signature) for name, diversity, _ in found}
    if len(set(said.values())) == 1:
        return [("signature", next(iter(said.values())))]
    return [(f"signature of {name}", signature) for name, signature in said.items()]
