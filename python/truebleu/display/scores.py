"""Tables and records of the scores of systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from truebleu.display.formats import FORMATS, TableView, json_line
from truebleu.display.numbers import interval_text
from truebleu.display.table import Table
from truebleu.metrics.base.score import Score, best_first, places_of, printed, top_of
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.wording import fixed_below, percent

if TYPE_CHECKING:
    from truebleu.evaluation.files import SystemResult

    Systems = Sequence[Sequence[SystemResult]]
    """Results of all systems: a list for each system, with one result per metric."""

SCALED = frozenset({"value", "precisions", "recalls", "precision", "recall"})
"""Components of a score that are on the scale of the metric. Rounding never makes an imperfect
component perfect."""

SETTINGS = frozenset({"char_order", "word_order", "beta"})
"""Components of a score that are settings of the metric. They are not rounded."""

INTERVALS = ("interval", "bca")
"""Confidence intervals in a record. In the data table, each of them has two columns: its low end
and its high end."""

COMMON = (
    "system", "metric", "value", "interval_low", "interval_high", "bca_low", "bca_high",
    "segments", "signature", "resampling",
)  # fmt: skip
"""Columns of the data table if there are several metrics."""


@dataclass(frozen=True, slots=True)
class Style:
    """Formats of numbers, system names and signatures.

    Attributes:
        width: the number of decimals of scores. None: 2 in human-readable tables (4 if the perfect
            score is 1), and full precision in data.
        full_signature: whether signatures name every setting.
        labels: the labels of systems in human-readable tables, by system name. Other systems are
            shown by their names.
    """

    width: int | None = None
    full_signature: bool = field(default=False, kw_only=True)
    labels: Mapping[str, str] = field(default_factory=dict, kw_only=True)

    def label(self, name: str) -> str:
        """Return the label of the system `name` for human-readable tables."""
        return self.labels.get(name, name)

    def signature(self, signature: Any) -> str:
        """Return a signature as text. It names every setting if `full_signature` is set."""
        return str(signature.full() if self.full_signature else signature)

    def format_score(self, value: float, score: Score) -> str:
        """Return a value as text with `width` decimals.

        If `width` is None, the text has the default number of decimals of `score`.
        """
        return printed(value, score, self.width)

    def round_for_data(self, value: Any, top: float) -> Any:
        """Round a number to `width` decimals. If `width` is None, return it unchanged.

        `top` is the perfect score. Lower values are never rounded up to `top`. Values that are not
        floats are returned unchanged.
        """
        if self.width is None or not isinstance(value, float):
            return value
        return float(fixed_below(value, self.width, top))


# Human-readable tables


def in_order(systems: Systems, sort: str) -> list[Sequence[SystemResult]]:
    """Sort systems for a table.

    `sort` is "score" (best first, by the first metric) or "input" (input order).
    """
    if sort == "input":
        return list(systems)
    scores = [results[0].score for results in systems]
    values = [score.value for score in scores]
    order = best_first(values, higher_is_better=scores[0].higher_is_better)
    return [systems[i] for i in order]


def score_table(systems: Systems, style: Style, sort: str = "score") -> Table:
    """Return a table of scores with one row per system.

    If BLEU is the only metric, the table also has the components of BLEU. `sort` is "score" (best
    first) or "input" (input order).
    """
    systems = in_order(systems, sort)
    columns = ["system", *chain.from_iterable(map(_score_columns, systems[0]))]
    rows = [
        [
            style.label(results[0].name),
            *chain.from_iterable(_score_cells(result, style) for result in results),
        ]
        for results in systems
    ]
    if [result.score.metric for result in systems[0]] == [BLEUScore.metric]:
        columns += ["precisions", "BP", "ratio", "hyp_len", "ref_len"]
        for row, (result,) in zip(rows, systems, strict=True):
            row.extend(_parts(result.score))
    notes = _signatures(systems, style)
    if systems[0][0].resampling is not None:
        notes.append(("confidence intervals", str(systems[0][0].resampling)))
    return Table(columns, rows, left=frozenset({0}), notes=notes)


def _score_columns(result: SystemResult) -> list[str]:
    if result.resampling is None:
        return [result.score.metric]
    confidence = percent(float(result.resampling["confidence"]))
    return [result.score.metric, f"{confidence} CI"]


def _score_cells(result: SystemResult, style: Style) -> list[str]:
    cells = [style.format_score(result.score.value, result.score)]
    if result.interval is not None:
        places = places_of(result.score.scale) if style.width is None else style.width
        cells.append(interval_text(result.interval, places))
    return cells


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


def segment_table(systems: Systems, style: Style) -> Table:
    """Return a table with one row per segment, and a last row for the corpus.

    The table has one column of scores for each system and metric.
    """
    several = len(systems[0]) > 1
    columns = [
        f"{style.label(result.name)} {result.score.metric}" if several else style.label(result.name)
        for result in _all(systems)
    ]
    notes = []
    for result in systems[0]:
        title = f"{result.score.metric} segment signature" if several else "segment signature"
        notes.append((title, style.signature(result.segment_signature)))
    corpus = [(f"corpus {title}", text) for title, text in _signatures(systems, style)]
    rows = _Rows(lambda: _segment_rows(systems, style))
    return Table(["segment", *columns], rows, left=frozenset({0}), notes=notes + corpus)


def _all(systems: Systems) -> Iterator[SystemResult]:
    return chain.from_iterable(systems)


class _Rows:
    """Rows of a table. They are built again at each iteration, which saves memory."""

    def __init__(self, make: Callable[[], Iterator[Sequence[str]]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[Sequence[str]]:
        return self._make()


def _segment_rows(systems: Systems, style: Style) -> Iterator[Sequence[str]]:
    for number, cells in enumerate(_segment_cells(systems, style), start=1):
        yield [str(number), *cells]
    yield [
        "corpus",
        *(style.format_score(result.score.value, result.score) for result in _all(systems)),
    ]


def _segment_cells(systems: Systems, style: Style) -> Iterator[list[str]]:
    results = list(_all(systems))
    scores = [result.score for result in results]
    for values in zip(*(result.segment_scores or () for result in results), strict=True):
        yield [style.format_score(*pair) for pair in zip(values, scores, strict=True)]


def _signatures(systems: Systems, style: Style) -> list[tuple[str, str]]:
    if len(systems[0]) == 1:
        return _of_metric([results[0] for results in systems], style, "signature")
    columns = [list(column) for column in zip(*systems, strict=True)]
    return [
        note
        for column in columns
        for note in _of_metric(column, style, f"{column[0].score.metric} signature")
    ]


def _of_metric(results: Sequence[SystemResult], style: Style, title: str) -> list[tuple[str, str]]:
    texts = [style.signature(result.score.signature) for result in results]
    if len(set(texts)) == 1:
        return [(title if len(texts) == 1 else f"{title} (all systems)", texts[0])]
    named = zip(results, texts, strict=True)
    return [(f"{title} ({style.label(result.name)})", text) for result, text in named]


def numbers(systems: Systems, style: Style, *, per_segment: bool) -> Iterable[str]:
    """Return lines of scores without system names, one line per system or segment.

    The scores of a line are separated by tabs.
    """
    if per_segment:
        return map("\t".join, _segment_cells(systems, style))
    return [
        "\t".join(style.format_score(result.score.value, result.score) for result in results)
        for results in systems
    ]


# Machine-readable data


def records(systems: Systems, style: Style) -> list[dict[str, Any]]:
    """Return one JSON-serializable record per system and metric."""
    return [_record(result, style) for result in _all(systems)]


def _record(result: SystemResult, style: Style) -> dict[str, Any]:
    score: Score = result.score
    record: dict[str, Any] = {"system": result.name}
    for name, part in score.to_dict().items():
        if name in SETTINGS:
            record[name] = part
            continue
        top = top_of(score) if name in SCALED else 1
        if isinstance(part, list):
            record[name] = [style.round_for_data(item, top) for item in part]
        else:
            record[name] = style.round_for_data(part, top)
    del record["signature"]
    if result.interval is not None:
        top = top_of(score)
        for name in INTERVALS:
            ends = getattr(result, name)
            record[name] = ends and [style.round_for_data(end, top) for end in ends]
    record["segments"] = result.segments
    record["signature"] = style.signature(score.signature)
    if result.resampling is not None:
        record["resampling"] = str(result.resampling)
    return record


def segment_records(systems: Systems, style: Style) -> Iterator[dict[str, Any]]:
    """Yield one JSON-serializable record per system, metric and segment."""
    for result in _all(systems):
        signature = style.signature(result.segment_signature)
        top = top_of(result.score)
        for number, value in enumerate(result.segment_scores or (), start=1):
            yield {
                "system": result.name,
                "segment": number,
                "metric": result.score.metric,
                "value": style.round_for_data(value, top),
                "signature": signature,
            }


def data_table(systems: Systems, style: Style) -> Table:
    """Return the table of the TSV and CSV formats, with one row per system and metric.

    With one metric, the columns are all components of the score. With several metrics, the columns
    are those of `COMMON`.
    """
    rows = [_flat(record) for record in records(systems, style)]
    if len(systems[0]) > 1:
        rows = [{name: row[name] for name in COMMON if name in row} for row in rows]
    cells = [["" if value is None else str(value) for value in row.values()] for row in rows]
    return Table(list(rows[0]), cells)


def segment_data_table(systems: Systems, style: Style) -> Table:
    """Return the table of the TSV and CSV formats, with one row per system, metric and segment."""
    columns = list(next(segment_records(systems, style)))

    def rows() -> Iterator[Sequence[str]]:
        for record in segment_records(systems, style):
            yield [str(value) for value in record.values()]

    return Table(columns, _Rows(rows))


def _flat(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record without lists: each item becomes a field of its own.

    The fields are `name_low` and `name_high` for an interval, and `name_1`, `name_2`, ... for other
    lists.
    """
    flat: dict[str, Any] = {}
    for name, value in record.items():
        if name in INTERVALS:
            flat[f"{name}_low"], flat[f"{name}_high"] = value or (None, None)
        elif isinstance(value, list):
            flat.update({f"{name}_{i}": item for i, item in enumerate(value, start=1)})
        else:
            flat[name] = value
    return flat


class ScoresView(TableView):
    """Output formats of the scores of systems.

    Args:
        systems: a list for each system, with one result per metric.
        style: the formats of numbers, system names and signatures.
        per_segment: whether to show the scores of all segments.
        sort: the order of systems in human-readable tables: "score" (best first) or "input" (input
            order). Machine-readable formats and tables of segments keep the input order.
    """

    formats = FORMATS

    def __init__(
        self,
        systems: Systems,
        style: Style,
        *,
        per_segment: bool = False,
        sort: str = "score",
    ) -> None:
        self.systems = systems
        self.style = style
        self.per_segment = per_segment
        self.sort = sort

    def tables(self) -> list[Table]:
        """Return a human-readable table of systems or, with `per_segment`, of segments."""
        if self.per_segment:
            return [segment_table(self.systems, self.style)]
        return [score_table(self.systems, self.style, self.sort)]

    def data_table(self) -> Table:
        """Return the table of the TSV and CSV formats.

        Numbers are rounded only if `style.width` is set.
        """
        return (segment_data_table if self.per_segment else data_table)(self.systems, self.style)

    def records(self) -> Iterable[dict[str, Any]]:
        """Return one record per system and metric.

        If `self.per_segment` is true, return one record per system, metric and segment.
        """
        return (segment_records if self.per_segment else records)(self.systems, self.style)

    def json(self) -> Iterator[str]:
        """Yield the lines of a JSON array with one object per system and metric.

        Each list of numbers is on one line. With `per_segment`, each object has the scores of all
        segments.
        """
        score_records = records(self.systems, self.style)
        if self.per_segment:
            for record, result in zip(score_records, _all(self.systems), strict=True):
                top = top_of(result.score)
                record["segment_signature"] = self.style.signature(result.segment_signature)
                record["segment_scores"] = [
                    self.style.round_for_data(value, top) for value in result.segment_scores or ()
                ]
        last = len(score_records) - 1
        yield "["
        for i, record in enumerate(score_records):
            fields = [
                f"    {json_line(name)}: {json_line(value)}" for name, value in record.items()
            ]
            body = ",\n".join(fields)
            yield f"  {{\n{body}\n  }}" + ("," if i < last else "")
        yield "]"
