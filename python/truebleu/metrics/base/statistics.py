"""Sufficient statistics: the rows of systems, rows that a user passes back, arrays out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from truebleu import _native
from truebleu.errors import EmptyCorpus, InputError, inspected
from truebleu.inputs.batch import Batch
from truebleu.inputs.systems import label, name_system, same_references
from truebleu.inputs.validation import renumbered

Each = TypeVar("Each")

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from truebleu.metrics.base.layout import Layout
    from truebleu.metrics.base.metric import Metric


PART = 1 << 13
"""Segments counted at a time: their rows are made of 64 bits, and kept in 32 where they fit."""

KEPT = 1 << 18
"""Hypotheses that may keep their UTF-8 where an interpreter must be asked for it: some 40 MB."""

LARGEST_SUM = 2.0**32
"""The size that the numbers of `mean_rows` cannot reach, whatever is drawn of them."""

LARGEST = 2**63 - 1
_MATCHED_IN = ("totals", "ngrams", "hypothesis", "reference")
"""What a column of matches may be named after: `matches_2` are among `totals_2`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRows:
    """The rows of a block of segments, which were counted as `block` has them.

    `fewest` and `most` are how many references a segment has.
    """

    block: Batch
    rows: _native.Array
    fewest: int
    most: int


class Rows:
    """The rows of one run, in one array or several, and the fewest and most references of one.

    `tokens` says that its segments were lists of tokens.
    """

    def __init__(self, *, tokens: bool = False) -> None:
        self.tokens = tokens
        self.parts: list[_native.Array] = []
        self.fewest = 0
        self.most = 0

    def add(self, part: _native.Array, fewest: int, most: int) -> None:
        """Add the rows of the next segments."""
        if self.parts:
            fewest, most = min(self.fewest, fewest), max(self.most, most)
        self.parts.append(part)
        self.fewest, self.most = fewest, most

    def __getstate__(self) -> tuple[Any, ...]:
        """What a pickle keeps: the rows as bytes."""
        import numpy as np

        tables = [np.asarray(part, dtype=np.int64) for part in self.parts]
        parts = [(table.tobytes(), table.shape[1]) for table in tables]
        return self.tokens, parts, self.fewest, self.most

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        """Take back what `__getstate__` gave."""
        self.tokens, parts, self.fewest, self.most = state
        self.parts = [_native.Array.of_rows(data, columns) for data, columns in parts]


class Counter:
    """Rows and segment scores of systems by one metric, counted block by block.

    `rows` and `values` have those of each system by its name, `values` in one array or several.
    They are complete after `finish`: some metrics have rows only when the last segment is known.
    """

    def __init__(self, metric: Metric[Any], names: Sequence[str], threads: int) -> None:
        self._metric = metric
        self._threads = threads
        self.rows = {name: Rows() for name in names}
        self.values: dict[str, list[Any]] = {name: [] for name in names}
        self.segments = 0

    def add(self, block: Mapping[str, Batch]) -> None:
        """Count the next segments of all systems.

        Raises `InputError` for a wrong text, with its system and its segment in the corpus.
        """
        metric = self._metric
        try:
            counted = metric.rows_of({name: [each] for name, each in block.items()}, self._threads)
        except InputError as error:
            raise renumbered(error, self.segments) from error.__cause__
        effective = metric.uses_effective_order(sentence=True)
        for name, (rows,) in counted.items():
            self.rows[name].tokens |= rows.tokens
            for part in rows.parts:
                self.rows[name].add(part, rows.fewest, rows.most)
                self.values[name].append(metric.of_tokens.values(part, effective))
        self.segments += len(next(iter(block.values())))

    def finish(self) -> None:
        """Complete rows and values: the last segment has been added."""


def labelled_runs(systems: Mapping[str, Sequence[Each]]) -> tuple[list[str], list[Each]]:
    """Return what to call each run of each system, and what belongs to it."""
    labels = [
        label(name, run, len(runs)) for name, runs in systems.items() for run in range(len(runs))
    ]
    return labels, [each for runs in systems.values() for each in runs]


def count_systems(
    metric: Metric[Any], systems: Mapping[str, Sequence[Batch]], threads: int
) -> dict[str, list[Rows]]:
    """Return the rows of each run of each system, all counted by themselves.

    Raises `InputError` for a wrong text, with its system.
    """
    labels, runs = labelled_runs(systems)
    rows = _count_together(metric, runs, threads)
    if rows is None:
        pairs = zip(labels, runs, strict=True)
        rows = [_count_alone(metric, run, who, threads) for who, run in pairs]
    following = iter(rows)
    return {name: [next(following) for _ in each] for name, each in systems.items()}


def _count_together(metric: Metric[Any], runs: Sequence[Batch], threads: int) -> list[Rows] | None:
    """Return the rows of all runs at once, so that every reference is read and tokenized once.

    None where that cannot be, or something is wrong: counting run by run says what.
    """
    native = metric.of_text
    if native is None or any(run.tokens or not same_references(runs[0], run) for run in runs):
        return None
    counted = [Rows() for _ in runs]
    hypotheses = [run.hypotheses for run in runs]
    references, by_segment = runs[0].references, runs[0].by_segment
    try:
        for start in range(0, len(runs[0]), PART):
            end = start + PART
            parts, fewest, most = native.rows_of_systems(
                hypotheses,
                references,
                by_segment,
                threads,
                part=(start, end),
                passing=end * len(runs) > KEPT,
            )
            for rows, part in zip(counted, parts, strict=True):
                rows.add(part, fewest, most)
    except InputError:
        return None
    return counted


def _count_alone(metric: Metric[Any], batch: Batch, who: str, threads: int) -> Rows:
    rows = Rows(tokens=batch.tokens)
    try:
        for part in metric.rows_by_block(batch, threads, narrow=True):
            rows.add(part.rows, part.fewest, part.most)
    except InputError as error:
        raise name_system(error, who) from error.__cause__
    return rows


def mean_rows(values: Any, what: str) -> _native.Array:
    """Return rows of `Layout.mean`, of one finite number for each segment.

    `what` is what messages call the numbers. Raises `InputError` for what is no number, with its
    segment, and where the largest of their sizes times how many they are reaches 2**32: a resample
    may draw that number every time, and rows would have no room for it.
    """
    import numpy as np

    numbers = np.ascontiguousarray(values, dtype=np.float64)
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if wrong.size:
        segment = int(wrong[0]) + 1
        raise InputError(
            f"{what}: segment {segment} has {numbers[wrong[0]]}; every segment needs a finite "
            "number",
            segment=segment,
        )
    if numbers.size and np.abs(numbers).max() >= LARGEST_SUM / numbers.size:
        raise InputError(
            f"{what}: the largest number times the number of segments ({numbers.size}) is 2**32 or "
            "more; put the numbers in a larger unit"
        )
    return _native.mean_rows(numbers.tobytes())


def joined(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    """One array of the parts in order, without copying where there is one part."""
    if len(arrays) == 1:
        return arrays[0]
    import numpy as np

    return np.concatenate(arrays)


def one_row(row: Any, layout: Layout) -> tuple[tuple[int, ...], int | None]:
    """The summed row as Python integers, and how many rows it was summed of if there were more.

    Raises `InputError` when a width is not the layout's, or a count is no whole number, negative,
    or more matches than there are n-grams, and `EmptyCorpus` when there are no rows.
    """
    shape: tuple[int, ...] | None = getattr(row, "shape", None)
    if shape is not None and _is_table(row) and shape[0] and shape[1] == len(layout):
        _check_signs(row, layout)
        total, last = exact_sum(row), row[-1].tolist()
        if not layout.adds:
            columns = zip(layout, total, last, strict=True)
            total = [both if column.adds else end for column, both, end in columns]
        return _checked(total, layout), len(row)
    if shape is not None and len(shape) > 2:
        raise _not_a_row(f"an array of shape {tuple(shape)}", layout)
    items = _listed(row, layout)
    if shape is not None and len(shape) == 2 and not items:
        raise EmptyCorpus("there are no rows to score: the corpus has no segments")
    if not any(_is_row(item) for item in items):
        return _checked(items, layout), None
    rows = [_checked(_listed(item, layout), layout) for item in items]
    summed, *others = rows
    for other in others:
        summed = layout.added(summed, other)
    check_size(summed)
    return summed, len(rows)


def check_size(row: tuple[int, ...]) -> None:
    """Raise `InputError` for a number that a row cannot hold."""
    if max(row) > LARGEST:
        raise InputError("a count is larger than 2**63 - 1, the largest that a row can hold")


def exact_sum(rows: NDArray[Any]) -> list[int]:
    """The sum of each column of an array of integers, which may be larger than they can be."""
    import numpy as np

    wide = rows.astype(np.int64, copy=False)
    # In halves, which do not overflow.
    high, low = (wide >> 32).sum(axis=0).tolist(), (wide & 0xFFFFFFFF).sum(axis=0).tolist()
    return [(one << 32) + other for one, other in zip(high, low, strict=True)]


def _is_table(row: Any) -> bool:
    """Whether it is an array of integers, of two dimensions; others are gone through by rows."""
    return getattr(getattr(row, "dtype", None), "kind", "") == "i" and len(row.shape) == 2


def _check_signs(rows: NDArray[Any], layout: Layout) -> None:
    """Refuse a table with a negative count, which may be hidden in the sum."""
    counts = [i for i, column in enumerate(layout) if not column.signed]
    if len(counts) == len(layout) and rows.min() >= 0:
        return  # nearly always, at the speed of memory
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
                f"column {column.name} of the row is {item!r}: counts are whole numbers from 0. "
                "Rows come from metric.statistics(...), and stay whole when they are added"
            )
    counts = tuple(item.__index__() for item in items)
    check_size(counts)
    named = dict(zip(layout.names, counts, strict=True))
    _check_matches(named)
    if not layout.adds:
        _check_last(named)
    return counts


def _check_matches(counts: dict[str, int]) -> None:
    # A sum of rows that can be is one that can be, too: nothing that was counted is refused.
    for name, matches in counts.items():
        if "matches" not in name:
            continue
        for kind in _MATCHED_IN:
            whole = name.replace("matches", kind)
            if matches > counts.get(whole, matches):
                raise InputError(
                    f"column {name} of the row is {matches}, more than the {counts[whole]} of "
                    f"column {whole}: no text has such counts. The columns are "
                    f"{', '.join(counts)}"
                )


def _check_last(counts: dict[str, int]) -> None:
    """Refuse a plain sum of rows where columns are of the last segment alone.

    The n-grams of one segment follow from its length; a sum of several has fewer. (A sum with
    segments of one token is not detected where these count as an n-gram of each order.)
    """
    length = counts["last_hypothesis_length"]
    is_whole = length == counts["hypothesis_length"]
    for name, total in counts.items():
        kind, _, order = name.rpartition("_")
        fitting = length - int(order) + 1 if order.isdigit() else 0
        # Some conventions count one n-gram where there is none, in empty segments, too.
        is_wrong = (kind == "last_totals" and total not in (max(0, fitting), max(1, fitting))) or (
            kind == "totals" and is_whole and total < fitting
        )
        if is_wrong:
            raise InputError(
                "the row is a plain sum, but columns last_... are of the last segment alone "
                "and cannot be summed. Pass the rows themselves: metric.score(statistics)."
            )


def _not_a_row(what: str, layout: Layout) -> InputError:
    return InputError(
        f"{what} is no row of this metric: expected are {len(layout)} integers "
        f"({', '.join(layout.names)}), or several such rows"
    )
