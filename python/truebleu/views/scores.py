"""Tables and records of scores."""

from __future__ import annotations

from truebleu.scores import decimals
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


class Style:
    """How numbers and signatures are shown: `width` decimals (None: the format's own way)."""

    def __init__(self, width: int | None = None, *, full_signature: bool = False) -> None:
        self.width = width
        self.full_signature = full_signature

    def signature(self, signature: Any) -> str:
        """The signature's text, short or full."""
        return str(signature.full() if self.full_signature else signature)

    def for_people(self, value: float, scale: int) -> str:
        """A number in a table: 2 decimals (4 on the scale 1), as `width` says otherwise."""
        places = self.width if self.width is not None else (2 if scale == 100 else 4)
        return decimals(value, places, scale)

    def for_programs(self, value: Any, scale: int) -> Any:
        """A number in data: as exact as it is, unless `width` is given."""
        if self.width is None or not isinstance(value, float):
            return value
        return float(decimals(value, self.width, scale))


# Tables for people


def score_table(results: Sequence[Result], style: Style) -> Table:
    """One row for each system: the score and what stands behind it."""
    metric = results[0].score.metric
    columns = ["system", metric, "precisions", "brevity", "ratio", "length", "reference"]
    rows = [[result.name, *_parts(result.score, style)] for result in results]
    return Table(columns, rows, left=frozenset({0}), notes=_signatures(results, style))


def _parts(score: Any, style: Style) -> list[str]:
    places = 1 if score.scale == 100 else 3
    length = score.effective_reference_length
    return [
        style.for_people(score.value, score.scale),
        "/".join(f"{part:.{places}f}" for part in score.precisions),
        f"{score.brevity_penalty:.3f}",
        f"{score.length_ratio:.3f}",
        str(score.hypothesis_length),
        str(round(length, 3) if isinstance(length, float) else length),
    ]


def segment_table(results: Sequence[Result], style: Style) -> Table:
    """One row for each segment and one for the corpus; one column for each system."""
    columns = ["segment", *(result.name for result in results)]
    sentence = style.signature(results[0].segment_signature)
    notes = [("signature of the segments", sentence)]
    corpus = [(f"{title} (corpus)", text) for title, text in _signatures(results, style)]
    rows = _Rows(lambda: _segment_rows(results, style))
    return Table(columns, rows, left=frozenset({0}), notes=notes + corpus)


class _Rows:
    """Rows that are made each time they are asked for, instead of being held."""

    def __init__(self, make: Callable[[], Iterator[Sequence[str]]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Sequence[str]]:
        return self._make()


def _segment_rows(results: Sequence[Result], style: Style) -> Iterator[Sequence[str]]:
    scale = results[0].score.scale
    for number, values in enumerate(_by_segment(results), start=1):
        yield [str(number), *(style.for_people(value, scale) for value in values)]
    yield ["corpus", *(style.for_people(result.score.value, scale) for result in results)]


def _by_segment(results: Sequence[Result]) -> Iterator[tuple[float, ...]]:
    return zip(*(result.segment_scores or () for result in results), strict=True)


def _signatures(results: Sequence[Result], style: Style) -> list[tuple[str, str]]:
    """The signature once where all systems have the same, else each with its system."""
    texts = [style.signature(result.score.signature) for result in results]
    if len(set(texts)) == 1:
        return [("signature" if len(texts) == 1 else "signature of every system", texts[0])]
    named = zip(results, texts, strict=True)
    return [(f"signature of {result.name}", text) for result, text in named]


def numbers(results: Sequence[Result], style: Style, *, per_segment: bool) -> Iterable[str]:
    """Nothing but the scores: a line for each system, or for each segment with a tab between."""
    scale = results[0].score.scale
    if not per_segment:
        return [style.for_people(result.score.value, scale) for result in results]
    return (
        "\t".join(style.for_people(value, scale) for value in values)
        for values in _by_segment(results)
    )


# Data for programs


def records(results: Sequence[Result], style: Style) -> list[dict[str, Any]]:
    """One record for each system; numbers are numbers."""
    return [_record(result, style) for result in results]


def _record(result: Result, style: Style) -> dict[str, Any]:
    score: Score = result.score
    record: dict[str, Any] = {"system": result.name}
    for name, part in score.to_dict().items():
        scale = score.scale if name in {"value", "precisions"} else 1
        if isinstance(part, list):
            record[name] = [style.for_programs(item, scale) for item in part]
        else:
            record[name] = style.for_programs(part, scale)
    del record["signature"]
    record["segments"] = result.segments
    record["signature"] = style.signature(score.signature)
    return record


def segment_records(results: Sequence[Result], style: Style) -> Iterator[dict[str, Any]]:
    """One record for each system and segment."""
    for result in results:
        signature = style.signature(result.segment_signature)
        scale = result.score.scale
        for number, value in enumerate(result.segment_scores or (), start=1):
            yield {
                "system": result.name,
                "segment": number,
                "metric": result.score.metric,
                "value": style.for_programs(value, scale),
                "signature": signature,
            }


def json_pieces(results: Sequence[Result], style: Style, *, per_segment: bool) -> Iterable[str]:
    """Lines of one JSON array with an object for each system."""
    import json

    ready = records(results, style)
    if per_segment:
        for record, result in zip(ready, results, strict=True):
            scale = result.score.scale
            record["segment_signature"] = style.signature(result.segment_signature)
            record["segment_scores"] = [
                style.for_programs(value, scale) for value in result.segment_scores or ()
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


def data_table(results: Sequence[Result], style: Style) -> Table:
    """One row for each system with every part in a column of its own."""
    rows = [_flat(record) for record in records(results, style)]
    return Table(list(rows[0]), [[str(value) for value in row.values()] for row in rows])


def segment_data_table(results: Sequence[Result], style: Style) -> Table:
    """One row for each system and segment."""
    columns = list(next(segment_records(results, style)))

    def rows() -> Iterator[Sequence[str]]:
        for record in segment_records(results, style):
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
