"""Tables and records of scores."""

from __future__ import annotations

from itertools import chain

from truebleu.scores import BLEUScore, decimals, printed, top_of
from truebleu.views.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from truebleu.io.scoring import Result
    from truebleu.scores import Score

__all__ = [
    "data_table",
    "json_pieces",
    "numbers",
    "records",
    "score_table",
    "segment_data_table",
    "segment_records",
    "segment_table",
]

SCALED = frozenset({"value", "precisions", "recalls", "precision", "recall"})
"""Parts in the scale of the metric: a rounded one reads as its top only when it reaches it."""

SETTINGS = frozenset({"char_order", "word_order", "beta"})
"""Parts that were given, and are not rounded."""

COMMON = ("system", "metric", "value", "segments", "signature")
"""The columns of a table of data with several metrics."""


class Style:
    """How numbers and signatures are shown: `width` decimals (None: the format's own way)."""

    def __init__(self, width: int | None = None, *, full_signature: bool = False) -> None:
        self.width = width
        self.full_signature = full_signature

    def signature(self, signature: Any) -> str:
        """The signature's text, short or full."""
        return str(signature.full() if self.full_signature else signature)

    def for_people(self, value: float, score: Score) -> str:
        """A score like this one in a table: 2 decimals (4 on the scale 1), or `width`."""
        return printed(value, score, self.width)

    def for_programs(self, value: Any, top: float) -> Any:
        """A number in data: as exact as it is, unless `width` is given."""
        if self.width is None or not isinstance(value, float):
            return value
        return float(decimals(value, self.width, top))


# Tables for people


def score_table(systems: Sequence[Sequence[Result]], style: Style) -> Table:
    """One row for each system: the scores; of BLEU alone also what stands behind it."""
    columns = ["system", *(result.score.metric for result in systems[0])]
    rows = [
        [results[0].name, *(style.for_people(one.score.value, one.score) for one in results)]
        for results in systems
    ]
    if columns[1:] == [BLEUScore.metric]:
        columns += ["precisions", "brevity", "ratio", "length", "reference"]
        for row, (result,) in zip(rows, systems, strict=True):
            row.extend(_parts(result.score))
    return Table(columns, rows, left=frozenset({0}), notes=_signatures(systems, style))


def _parts(score: Any) -> list[str]:
    places = 1 if score.scale == 100 else 3
    length = score.effective_reference_length
    return [
        "/".join(f"{part:.{places}f}" for part in score.precisions),
        f"{score.brevity_penalty:.3f}",
        f"{score.length_ratio:.3f}",
        str(score.hypothesis_length),
        str(round(length, 3) if isinstance(length, float) else length),
    ]


def segment_table(systems: Sequence[Sequence[Result]], style: Style) -> Table:
    """One row for each segment and one for the corpus; a column for each system and metric."""
    several = len(systems[0]) > 1
    columns = [
        f"{result.name} {result.score.metric}" if several else result.name
        for result in _all(systems)
    ]
    notes = []
    for result in systems[0]:
        title = f"signature of the segments{f', {result.score.metric}' if several else ''}"
        notes.append((title, style.signature(result.segment_signature)))
    corpus = [(f"{title} (corpus)", text) for title, text in _signatures(systems, style)]
    rows = _Rows(lambda: _segment_rows(systems, style))
    return Table(["segment", *columns], rows, left=frozenset({0}), notes=notes + corpus)


def _all(systems: Sequence[Sequence[Result]]) -> Iterator[Result]:
    """Every result: of the first system by each metric, then of the next."""
    return chain.from_iterable(systems)


class _Rows:
    """Rows that are made each time they are asked for, instead of being held."""

    def __init__(self, make: Callable[[], Iterator[Sequence[str]]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Sequence[str]]:
        return self._make()


def _segment_rows(systems: Sequence[Sequence[Result]], style: Style) -> Iterator[Sequence[str]]:
    for number, cells in enumerate(_segment_cells(systems, style), start=1):
        yield [str(number), *cells]
    yield ["corpus", *(style.for_people(one.score.value, one.score) for one in _all(systems))]


def _segment_cells(systems: Sequence[Sequence[Result]], style: Style) -> Iterator[list[str]]:
    """For each segment its scores, in the order of `_all`."""
    results = list(_all(systems))
    scores = [result.score for result in results]
    for values in zip(*(result.segment_scores or () for result in results), strict=True):
        yield [style.for_people(*pair) for pair in zip(values, scores, strict=True)]


def _signatures(systems: Sequence[Sequence[Result]], style: Style) -> list[tuple[str, str]]:
    """Each metric's signature, once where all systems have the same, else each with its system."""
    if len(systems[0]) == 1:
        return _of_metric([results[0] for results in systems], style, "signature")
    columns = [list(column) for column in zip(*systems, strict=True)]
    return [
        note
        for column in columns
        for note in _of_metric(column, style, f"signature of {column[0].score.metric}")
    ]


def _of_metric(results: Sequence[Result], style: Style, title: str) -> list[tuple[str, str]]:
    texts = [style.signature(result.score.signature) for result in results]
    if len(set(texts)) == 1:
        return [(title if len(texts) == 1 else f"{title} of every system", texts[0])]
    named = zip(results, texts, strict=True)
    return [(f"{title} of {result.name}", text) for result, text in named]


def numbers(
    systems: Sequence[Sequence[Result]], style: Style, *, per_segment: bool
) -> Iterable[str]:
    """Nothing but the scores: a line for each system, or for each segment; tabs between them."""
    if per_segment:
        return map("\t".join, _segment_cells(systems, style))
    return [
        "\t".join(style.for_people(one.score.value, one.score) for one in results)
        for results in systems
    ]


# Data for programs


def records(systems: Sequence[Sequence[Result]], style: Style) -> list[dict[str, Any]]:
    """One record for each system and metric; numbers are numbers."""
    return [_record(result, style) for result in _all(systems)]


def _record(result: Result, style: Style) -> dict[str, Any]:
    score: Score = result.score
    record: dict[str, Any] = {"system": result.name}
    for name, part in score.to_dict().items():
        if name in SETTINGS:
            record[name] = part
            continue
        top = top_of(score) if name in SCALED else 1
        if isinstance(part, list):
            record[name] = [style.for_programs(item, top) for item in part]
        else:
            record[name] = style.for_programs(part, top)
    del record["signature"]
    record["segments"] = result.segments
    record["signature"] = style.signature(score.signature)
    return record


def segment_records(systems: Sequence[Sequence[Result]], style: Style) -> Iterator[dict[str, Any]]:
    """One record for each system, metric and segment."""
    for result in _all(systems):
        signature = style.signature(result.segment_signature)
        top = top_of(result.score)
        for number, value in enumerate(result.segment_scores or (), start=1):
            yield {
                "system": result.name,
                "segment": number,
                "metric": result.score.metric,
                "value": style.for_programs(value, top),
                "signature": signature,
            }


def json_pieces(
    systems: Sequence[Sequence[Result]], style: Style, *, per_segment: bool
) -> Iterable[str]:
    """Lines of one JSON array with an object for each system and metric."""
    import json

    ready = records(systems, style)
    if per_segment:
        for record, result in zip(ready, _all(systems), strict=True):
            top = top_of(result.score)
            record["segment_signature"] = style.signature(result.segment_signature)
            record["segment_scores"] = [
                style.for_programs(value, top) for value in result.segment_scores or ()
            ]
    last = len(ready) - 1
    yield "["
    for place, record in enumerate(ready):
        fields = [
            f"    {json.dumps(name)}: {json.dumps(value, ensure_ascii=False, allow_nan=False)}"
            for name, value in record.items()
        ]
        body = ",\n".join(fields)
        yield f"  {{\n{body}\n  }}" + ("," if place < last else "")
    yield "]"


def data_table(systems: Sequence[Sequence[Result]], style: Style) -> Table:
    """One row for each system with every part in a column of its own.

    With several metrics a row for each system and metric, with the parts that all scores have.
    """
    rows = [_flat(record) for record in records(systems, style)]
    if len(systems[0]) > 1:
        rows = [{name: row[name] for name in COMMON} for row in rows]
    return Table(list(rows[0]), [[str(value) for value in row.values()] for row in rows])


def segment_data_table(systems: Sequence[Sequence[Result]], style: Style) -> Table:
    """One row for each system, metric and segment."""
    columns = list(next(segment_records(systems, style)))

    def rows() -> Iterator[Sequence[str]]:
        for record in segment_records(systems, style):
            yield [str(value) for value in record.values()]

    return Table(columns, _Rows(rows))


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """A list becomes columns `name_1`, `name_2`, ..."""
    flat: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, list):
            flat.update({f"{name}_{place}": item for place, item in enumerate(value, start=1)})
        else:
            flat[name] = value
    return flat
