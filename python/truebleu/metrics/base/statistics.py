"""Sufficient statistics of systems, and checks of rows of statistics that users pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from truebleu import _native
from truebleu.errors import EmptyCorpus, InputError, inspected
from truebleu.inputs.batch import Batch
from truebleu.inputs.systems import label, name_system, same_references
from truebleu.inputs.validation import renumbered

Run = TypeVar("Run")

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from truebleu.metrics.base.layout import Layout
    from truebleu.metrics.base.metric import Metric


PART = 1 << 13
"""Segments per block. Rows are counted as 64-bit integers and stored as 32-bit ones if they fit."""

MAX_CACHED = 1 << 18
"""Maximum number of hypotheses whose UTF-8 Python may cache: about 40 MB."""

LARGEST_SUM = 2.0**32
"""Upper bound (exclusive) of the sum of the segment scores in any resample; see `mean_rows`."""

LARGEST = 2**63 - 1
_MATCHED_IN = ("totals", "ngrams", "hypothesis", "reference")
"""Columns that limit a column of matches: for example, `matches_2` is at most `totals_2`."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BlockRows:
    """Sufficient statistics of consecutive segments (a block), with one row per segment.

    `min_references` and `max_references` are the smallest and the largest number of references of a
    segment.
    """

    block: Batch
    rows: _native.Array
    min_references: int
    max_references: int


class Rows:
    """Sufficient statistics of one run of a system (its output for one random seed).

    Attributes:
        tokens: whether the segments are lists of tokens instead of text.
        parts: the statistics, one row per segment, split into arrays of consecutive segments.
        min_references: minimum number of references per segment.
        max_references: maximum number of references per segment.
    """

    def __init__(self, *, tokens: bool = False) -> None:
        self.tokens = tokens
        self.parts: list[_native.Array] = []
        self.min_references = 0
        self.max_references = 0

    def add(self, part: _native.Array, min_references: int, max_references: int) -> None:
        """Append the statistics of the next segments, an array with one row per segment."""
        if self.parts:
            min_references = min(self.min_references, min_references)
            max_references = max(self.max_references, max_references)
        self.parts.append(part)
        self.min_references, self.max_references = min_references, max_references

    def __getstate__(self) -> tuple[Any, ...]:
        import numpy as np

        tables = [np.asarray(part, dtype=np.int64) for part in self.parts]
        parts = [(table.tobytes(), table.shape[1]) for table in tables]
        return self.tokens, parts, self.min_references, self.max_references

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.tokens, parts, self.min_references, self.max_references = state
        self.parts = [_native.Array.of_rows(data, columns) for data, columns in parts]


class Counter:
    """Counter of one metric, which receives the segments of several systems in blocks.

    After `finish`, the attribute `rows` has the sufficient statistics of each system, and `values`
    has the segment scores. Both are mappings from system name. They can be incomplete before
    `finish`, because some metrics score nothing before the last segment.
    """

    def __init__(self, metric: Metric[Any], names: Sequence[str], threads: int) -> None:
        self._metric = metric
        self._threads = threads
        self.rows = {name: Rows() for name in names}
        self.values: dict[str, list[Any]] = {name: [] for name in names}
        self.segments = 0

    def add(self, block: Mapping[str, Batch]) -> None:
        """Add the statistics of the next segments of all systems.

        `block` maps each system name to a batch of segments.

        Raises `InputError` for invalid text; the message names the system and the segment.
        """
        metric = self._metric
        try:
            rows_by_system = metric.rows_of(
                {name: [batch] for name, batch in block.items()}, self._threads
            )
        except InputError as error:
            raise renumbered(error, self.segments) from error.__cause__
        rows_of_block = {name: rows for name, (rows,) in rows_by_system.items()}
        self.add_rows(rows_of_block, len(next(iter(block.values()))))

    def add_rows(self, rows_of_block: Mapping[str, Rows], segments: int) -> None:
        """Add the statistics of the next segments, which the caller has counted.

        `rows_of_block` maps each system name to its statistics. `segments` is the number of
        segments.
        """
        metric = self._metric
        effective = metric.uses_effective_order(sentence=True)
        for name, rows in rows_of_block.items():
            self.rows[name].tokens |= rows.tokens
            for part in rows.parts:
                self.rows[name].add(part, rows.min_references, rows.max_references)
                self.values[name].append(metric.of_tokens.values(part, effective))
        self.segments += segments

    def finish(self) -> None:
        """Complete `rows` and `values`; call it after the last segment was added."""


def labelled_runs(systems: Mapping[str, Sequence[Run]]) -> tuple[list[str], list[Run]]:
    """Return (labels, runs) for the runs of all systems.

    A run is the output of a system for one random seed. A label names the system and the run in
    messages; see `label`.
    """
    labels = [
        label(name, run, len(runs)) for name, runs in systems.items() for run in range(len(runs))
    ]
    return labels, [run for runs in systems.values() for run in runs]


def count_systems(
    metric: Metric[Any], systems: Mapping[str, Sequence[Batch]], threads: int
) -> dict[str, list[Rows]]:
    """Return a dict from system name to sufficient statistics, one `Rows` object per run.

    A run is the output of the system for one random seed. `systems` maps each system name to one
    batch per run. Raises `InputError` for invalid text; the message names the system.
    """
    labels, runs = labelled_runs(systems)
    rows = _count_together(metric, runs, threads)
    if rows is None:
        pairs = zip(runs, labels, strict=True)
        rows = [_count_alone(metric, run, where, threads) for run, where in pairs]
    following = iter(rows)
    return {name: [next(following) for _ in runs] for name, runs in systems.items()}


def _count_together(metric: Metric[Any], runs: Sequence[Batch], threads: int) -> list[Rows] | None:
    """Return the statistics of several runs (outputs of systems), which are counted together.

    Counting together tokenizes the common references only once.

    Returns None if the references differ, if the Rust core lacks the tokenizer, or if a text is
    invalid. The caller then counts each run separately.
    """
    native = metric.of_text
    if native is None or any(run.tokens or not same_references(runs[0], run) for run in runs):
        return None
    rows_of_runs = [Rows() for _ in runs]
    hypotheses = [run.hypotheses for run in runs]
    references, by_segment = runs[0].references, runs[0].by_segment
    try:
        for start in range(0, len(runs[0]), PART):
            end = start + PART
            parts, min_references, max_references = native.rows_of_systems(
                hypotheses,
                references,
                by_segment,
                threads,
                part=(start, end),
                passing=end * len(runs) > MAX_CACHED,
            )
            for rows, part in zip(rows_of_runs, parts, strict=True):
                rows.add(part, min_references, max_references)
    except InputError:
        return None
    return rows_of_runs


def _count_alone(metric: Metric[Any], batch: Batch, where: str, threads: int) -> Rows:
    rows = Rows(tokens=batch.tokens)
    try:
        for part in metric.rows_by_block(batch, threads, narrow=True):
            rows.add(part.rows, part.min_references, part.max_references)
    except InputError as error:
        raise name_system(error, where) from error.__cause__
    return rows


def mean_rows(values: Any, name: str) -> _native.Array:
    """Return sufficient statistics for which the corpus score is the mean of `values`.

    `values` has one number per segment. `Layout.mean` describes the columns.

    `name` is the name of the numbers in error messages. Raises `InputError` for a number that is
    not finite; the message names the segment. Also raises it if the largest absolute value times
    the number of segments is 2**32 or more. The statistics of a bootstrap resample that draws one
    segment every time could then overflow.
    """
    import numpy as np

    numbers = np.ascontiguousarray(values, dtype=np.float64)
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if wrong.size:
        segment = int(wrong[0]) + 1
        raise InputError(
            f"{name}: segment {segment} has {numbers[wrong[0]]}. Every segment needs a finite "
            "number.",
            segment=segment,
        )
    if numbers.size and np.abs(numbers).max() >= LARGEST_SUM / numbers.size:
        raise InputError(
            f"{name}: the largest number times the number of segments ({numbers.size}) is 2**32 or "
            "more. Use a larger unit."
        )
    return _native.mean_rows(numbers.tobytes())


def concatenated(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    """Return the arrays joined into one; a single array is returned without copying."""
    if len(arrays) == 1:
        return arrays[0]
    import numpy as np

    return np.concatenate(arrays)


def one_row(row: Any, layout: Layout) -> tuple[tuple[int, ...], int | None]:
    """Return (sum, number of rows) for rows of statistics that a user passed.

    `row` is an array or a list of rows, or a single row. For a single row, the number of rows is
    None, because it may be a sum. Raises `InputError` for a wrong number of columns, for a negative
    or fractional count, and for more matches than n-grams. Raises `EmptyCorpus` if there are no
    rows.
    """
    shape: tuple[int, ...] | None = getattr(row, "shape", None)
    if shape is not None and _is_table(row) and shape[0] and shape[1] == len(layout):
        _check_signs(row, layout)
        total, last = exact_sum(row), row[-1].tolist()
        if not layout.adds:
            columns = zip(layout, total, last, strict=True)
            total = [sum_ if column.adds else end for column, sum_, end in columns]
        return _checked(total, layout), len(row)
    if shape is not None and len(shape) > 2:
        raise _not_a_row(f"an array of shape {tuple(shape)}", layout)
    items = _listed(row, layout)
    if shape is not None and len(shape) == 2 and not items:
        raise EmptyCorpus("nothing to score: there are no rows.")
    if not any(_is_row(item) for item in items):
        return _checked(items, layout), None
    rows = [_checked(_listed(item, layout), layout) for item in items]
    summed = rows[0]
    for next_row in rows[1:]:
        summed = layout.added(summed, next_row)
    check_size(summed)
    return summed, len(rows)


def check_size(row: tuple[int, ...]) -> None:
    """Raise `InputError` if a number in a row of statistics exceeds 2**63 - 1."""
    if max(row) > LARGEST:
        raise InputError("a count exceeds 2**63 - 1.")


def exact_sum(rows: NDArray[Any]) -> list[int]:
    """Return the sum of each column, as Python integers, which cannot overflow."""
    import numpy as np

    wide = rows.astype(np.int64, copy=False)
    # Sum upper and lower 32 bits separately, so that no sum overflows.
    high, low = (wide >> 32).sum(axis=0).tolist(), (wide & 0xFFFFFFFF).sum(axis=0).tolist()
    return [(upper << 32) + lower for upper, lower in zip(high, low, strict=True)]


def _is_table(row: Any) -> bool:
    """Return whether a value is a two-dimensional array of signed integers."""
    return getattr(getattr(row, "dtype", None), "kind", "") == "i" and len(row.shape) == 2


def _check_signs(rows: NDArray[Any], layout: Layout) -> None:
    """Raise `InputError` if a row has a negative count, even if the sum of the rows has none."""
    counts = [i for i, column in enumerate(layout) if not column.signed]
    if len(counts) == len(layout) and rows.min() >= 0:
        return  # fast path for the usual case
    wrong = (rows[:, counts] < 0).any(axis=1)
    if wrong.any():
        _checked(rows[wrong.argmax()].tolist(), layout)


def _listed(row: Any, layout: Layout) -> list[Any]:
    try:
        if not isinstance(row, (str, bytes)):
            return list(row.tolist() if hasattr(row, "tolist") else row)
    except TypeError:
        pass
    raise _not_a_row(inspected(row), layout)


def _is_row(item: Any) -> bool:
    return hasattr(item, "__len__") and not isinstance(item, (str, bytes))


def _checked(items: list[Any], layout: Layout) -> tuple[int, ...]:
    if len(items) != len(layout):
        raise _not_a_row(f"a row of {len(items)}", layout)
    for column, item in zip(layout, items, strict=True):
        wrong = not hasattr(item, "__index__") or isinstance(item, bool)
        if wrong or (item < 0 and not column.signed):
            raise InputError(
                f"column {column.name} of the row is {item!r}. Use an integer from 0, as in rows "
                "of metric.statistics(...)."
            )
    counts = tuple(item.__index__() for item in items)
    check_size(counts)
    named = dict(zip(layout.names, counts, strict=True))
    _check_matches(named)
    if not layout.adds:
        _check_last(named)
    return counts


def _check_matches(counts: dict[str, int]) -> None:
    # This condition can be checked on sums: it is true for a sum if it is true for each row.
    for name, matches in counts.items():
        if "matches" not in name:
            continue
        for kind in _MATCHED_IN:
            limit = name.replace("matches", kind)
            if matches > counts.get(limit, matches):
                raise InputError(
                    f"column {name} of the row is {matches}, more than {counts[limit]} in column "
                    f"{limit}. The columns are {', '.join(counts)}."
                )


def _check_last(counts: dict[str, int]) -> None:
    """Raise `InputError` if the counts are a plain sum of rows that have columns `last_...`.

    Columns `last_...` count the last segment only, so they must not be added. A sum is detected by
    its number of n-grams. One segment of n tokens has n - k + 1 n-grams of order k; several
    segments of n tokens in total have fewer. Some conventions count an n-gram even in a segment
    that is too short for one. Sums that include such segments are not detected.
    """
    length = counts["last_hypothesis_length"]
    is_whole = length == counts["hypothesis_length"]
    for name, total in counts.items():
        kind, _, order = name.rpartition("_")
        expected = length - int(order) + 1 if order.isdigit() else 0
        # Some conventions count one n-gram where there is none, even in empty segments.
        is_wrong = (
            kind == "last_totals" and total not in (max(0, expected), max(1, expected))
        ) or (kind == "totals" and is_whole and total < expected)
        if is_wrong:
            raise InputError(
                "the row is a plain sum, but its columns last_... count only the last segment "
                "and cannot be summed. Pass the rows themselves: metric.score(statistics)."
            )


def _not_a_row(value: str, layout: Layout) -> InputError:
    return InputError(
        f"{value} is not a row of this metric. Pass {len(layout)} integers "
        f"({', '.join(layout.names)}), or several such rows."
    )
