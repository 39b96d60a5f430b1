"""Diversity measures as tables and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.display.formats import FORMATS, TableView
from truebleu.display.table import Table
from truebleu.metrics.base.score import places_of

if TYPE_CHECKING:
    from truebleu.metrics.diversity import Diversity

    CollectionResult = tuple[str, Diversity, Sequence[float] | None]
    """Name of a collection, its diversity, and the score of each text (None if the texts were not
    scored one by one)."""


def _record(result: CollectionResult) -> dict[str, object]:
    name, diversity, values = result
    record = {"name": name, **diversity.to_dict()}
    return record if values is None else {**record, "per_text": list(values)}


def _collections(collections: Sequence[CollectionResult], *, full: bool) -> Table:
    orders = collections[0][1].orders
    columns = ["name", "texts", "tokens", "self-BLEU"]
    columns += [f"distinct-{order.order}" for order in orders]
    columns += [f"entropy-{order.order}" for order in orders]
    rows = [_row(name, diversity, full=full) for name, diversity, _ in collections]
    return Table(columns, rows, left=frozenset({0}), notes=_notes(collections))


def _row(name: str, diversity: Diversity, *, full: bool) -> list[str]:
    def number(value: float | None, digits: int) -> str:
        return "" if value is None else repr(value) if full else f"{value:.{digits}f}"

    ratios = [number(order.ratio, 4) for order in diversity.orders]
    entropies = [number(order.entropy, 4) for order in diversity.orders]
    score = number(diversity.self_bleu, places_of(diversity.scale))
    return [name, str(diversity.texts), str(diversity.tokens), score, *ratios, *entropies]


def _texts(collections: Sequence[CollectionResult], *, full: bool) -> Table:
    rows = [
        [name, str(number), repr(value) if full else f"{value:.{places_of(diversity.scale)}f}"]
        for name, diversity, values in collections
        for number, value in enumerate(values or (), 1)
    ]
    return Table(
        ["name", "text", "self-BLEU"], rows, left=frozenset({0}), notes=_notes(collections)
    )


def _notes(collections: Sequence[CollectionResult]) -> list[tuple[str, str]]:
    signature_by_name = {name: str(diversity.signature) for name, diversity, _ in collections}
    if len(set(signature_by_name.values())) == 1:
        return [("signature", next(iter(signature_by_name.values())))]
    return [(f"{name} signature", signature) for name, signature in signature_by_name.items()]


class CollectionsView(TableView):
    """Output formats of the diversity of several collections of texts.

    If each text has a score, tables and JSON Lines have one row per text.
    """

    formats = FORMATS

    def __init__(self, collections: Sequence[CollectionResult]) -> None:
        super().__init__(collections)

    def _table(self, *, full: bool) -> Table:
        per_text = self.value[0][2] is not None
        return (_texts if per_text else _collections)(self.value, full=full)

    def tables(self) -> list[Table]:
        """Return a human-readable table, with one row per collection.

        If each text has a score, the table has one row per text.
        """
        return [self._table(full=False)]

    def data_table(self) -> Table:
        """Return the table in full precision, for the TSV and CSV formats."""
        return self._table(full=True)

    def data(self) -> Any:
        """Return one JSON-serializable record per collection."""
        return list(map(_record, self.value))

    def records(self) -> Iterator[dict[str, object]]:
        """Yield one JSON-serializable record per collection or, if texts have scores, per text."""
        for name, diversity, values in self.value:
            if values is None:
                yield _record((name, diversity, None))
                continue
            for number, value in enumerate(values, 1):
                yield {"name": name, "text": number, "self_bleu": value}


class DiversityView(CollectionsView):
    """Output formats of the diversity of one collection of texts."""

    def __init__(self, diversity: Diversity) -> None:
        super().__init__([("texts", diversity, None)])

    def data(self) -> Any:
        """Return the diversity as JSON-serializable data."""
        return self.value[0][1].to_dict()

    def summary(self) -> dict[str, Any]:
        """Return the diversity as JSON-serializable data, with the item "kind"."""
        return {"kind": "diversity", **self.data()}
