"""Sufficient statistics and scores of several systems with common references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum, lcm, sqrt
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.batch import Batch
from truebleu.inputs.sequences import as_list
from truebleu.inputs.systems import document_numbers
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.signature import Signature, describe_difference
from truebleu.metrics.base.statistics import Rows, labelled_runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


CACHED_BYTES = 1 << 26
"""Maximum total size of the cached rows of all metrics: 64 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedSystem:
    """Sufficient statistics and scores of a system for one metric.

    The system may have several training runs. `rows` has the statistics of each run, in one or more
    arrays with one row per segment. `scores` has the score of each run. `score` is the score of the
    summed statistics of all runs.
    """

    rows: Sequence[Sequence[_native.Array]] = ()
    scores: tuple[Score, ...]
    score: Score

    @property
    def value(self) -> float:
        """Mean score of the system's training runs."""
        return mean([score.value for score in self.scores])

    def table(self, run: int = 0) -> NDArray[np.int64]:
        """Return the sufficient statistics of a training run as one int64 array.

        It has one row per segment. `run` is the index of the training run.
        """
        import numpy as np

        parts = [np.asarray(part) for part in self.rows[run]]
        return np.concatenate(parts).astype(np.int64, copy=False)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CountedSystems:
    """Systems with common references, and the statistics and scores of all their training runs.

    Construct it with `of_texts` or `of_rows`. The sufficient statistics for a metric are computed
    on first use and cached. The cache has at most `CACHED_BYTES`. Statistics that do not fit are
    computed on every use.

    `texts` has the training runs of each system, or None if only statistics are available.
    `documents` has the document name of each segment, or None if segments are resampled.
    """

    names: tuple[str, ...]
    segments: int
    metrics: tuple[Metric[Any], ...]
    documents: Any = None
    texts: Mapping[str, Sequence[Batch]] | None = None
    threads: int = 0
    _rows: Mapping[str, Sequence[Sequence[Rows]]] = field(default_factory=dict)
    _cache: dict[int, dict[str, CountedSystem]] = field(default_factory=dict)

    @classmethod
    def of_texts(
        cls,
        texts: Mapping[str, Sequence[Batch]],
        metrics: Sequence[Metric[Any]],
        *,
        documents: Any = None,
        threads: int = 0,
    ) -> CountedSystems:
        """Create the systems from texts.

        `texts` has the training runs of each system, by system name. The sufficient statistics are
        computed when they are first used.
        """
        if documents is not None and not isinstance(documents, str):
            documents = as_list(documents, "documents")
        return cls(
            names=tuple(texts),
            segments=len(next(iter(texts.values()))[0]),
            metrics=tuple(metrics),
            documents=documents,
            texts=texts,
            threads=threads,
        )

    @classmethod
    def of_rows(
        cls,
        rows: Mapping[str, Sequence[Sequence[Rows]]],
        segments: int,
        metrics: Sequence[Metric[Any]],
        *,
        documents: Any = None,
    ) -> CountedSystems:
        """Create the systems from sufficient statistics.

        `rows[name][run][metric]` has the statistics of one training run of a system for one of the
        `metrics`, with one row per segment. `segments` is the number of segments.
        """
        return cls(
            names=tuple(rows),
            segments=segments,
            metrics=tuple(metrics),
            documents=documents,
            _rows=rows,
        )

    def select(self, names: Iterable[str]) -> CountedSystems:
        """Return the systems in `names`, in this order.

        The result shares the cache of sufficient statistics.
        """
        return replace(self, names=tuple(names))

    def by_metric(self, index: int) -> list[CountedSystem]:
        """Return the sufficient statistics and the scores of all systems for one metric.

        `index` is the index of the metric in `metrics`.
        """
        metric = self.metrics[index]
        if self.texts is None:
            rows = {name: [run[index] for run in self._rows[name]] for name in self.names}
            return score_rows(metric, rows, self.segments)
        cached = self._cache.get(index, {})
        if all(name in cached for name in self.names):
            return [cached[name] for name in self.names]
        texts = {name: self.texts[name] for name in self.names}
        systems = score_rows(metric, metric.rows_of(texts, self.threads), self.segments)
        self._cache[index] = dict(zip(self.names, systems, strict=True))
        if sum(_num_bytes(by_name.values()) for by_name in self._cache.values()) > CACHED_BYTES:
            del self._cache[index]
        return systems

    @property
    def num_runs(self) -> dict[str, int]:
        """Number of training runs of each system."""
        source = self._rows if self.texts is None else self.texts
        return {name: len(source[name]) for name in self.names}

    @property
    def tokens(self) -> bool:
        """Whether segments are lists of tokens."""
        texts = self.texts or {}
        return any(run.tokens for name in texts for run in texts[name])

    def document_numbers(self) -> list[int] | None:
        """Return the document number of each segment, from 0; None without documents."""
        return None if self.documents is None else document_numbers(self.documents, self.segments)


def _num_bytes(systems: Iterable[CountedSystem]) -> int:
    import numpy as np

    runs = [run for system in systems for run in system.rows]
    return sum(np.asarray(part).nbytes for run in runs for part in run)


def score_rows(
    metric: Metric[Any], systems: Mapping[str, Sequence[Rows]], segments: int
) -> list[CountedSystem]:
    """Compute the scores of systems from their sufficient statistics.

    `systems` maps each system name to the statistics of its training runs, one row per segment.

    Raises:
        InputError: signatures differ between the training runs of a system.
    """
    labels, flat = labelled_runs(systems)
    signatures = [
        metric.signature(
            rows.min_references if rows.min_references == rows.max_references else "var",
            segments,
            tokens=rows.tokens,
        )
        for rows in flat
    ]
    counted_systems = []
    start = 0
    for runs in systems.values():
        span = slice(start, start := start + len(runs))
        for where, signature in zip(labels[span], signatures[span], strict=True):
            check_same(signatures[span.start], signature, where)
        counted_systems.append(_system(metric, runs, signatures[span]))
    return counted_systems


def _system(
    metric: Metric[Any], runs: Sequence[Rows], signatures: Sequence[Signature]
) -> CountedSystem:
    sums = [_summed(rows.parts) for rows in runs]
    scores = tuple(map(metric.scored, signatures, sums))
    total = tuple(map(sum, zip(*sums, strict=True)))
    score = metric.scored(signatures[0], total)
    return CountedSystem(rows=[rows.parts for rows in runs], scores=scores, score=score)


def _summed(parts: Sequence[_native.Array]) -> tuple[int, ...]:
    import numpy as np

    sums = [np.asarray(part).sum(axis=0, dtype=np.int64).tolist() for part in parts]
    return tuple(map(sum, zip(*sums, strict=True)))


def check_same(first: Signature, second: Signature, where: str) -> None:
    """Raise `InputError` if the signature `second` differs from the signature `first`.

    `where` is the result of `label` for the system with the signature `second`.
    """
    fields = describe_difference(first, second)
    if fields:
        raise InputError(
            f"cannot compare systems with different signatures: {where} has other settings than "
            f"the first system ({fields}). Score both with the same settings."
        )


# Several runs of a system: averages, and the rows that a trial swaps


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean. The mean of a single value is exactly this value."""
    return values[0] if len(values) == 1 else fsum(values) / len(values)


def deviation(values: Sequence[float]) -> float | None:
    """Return the sample standard deviation (divisor n - 1); None for one value."""
    if len(values) < 2:
        return None
    middle = mean(values)
    return sqrt(fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def check_equal(runs: Mapping[str, int]) -> None:
    """Raise `ConfigurationError` if systems have different numbers of training runs.

    `runs` maps each system name to the number of its runs. The check is for `swap="runs"`, which
    swaps each run of a system with one run of another system.
    """
    if len(set(runs.values())) > 1:
        counts = ", ".join(f"{name!r} has {number}" for name, number in runs.items())
        raise ConfigurationError(
            f"swap='runs' is not supported with different numbers of runs: {counts}. Leave it "
            "out, or pass equally many runs of each system."
        )


def each_run(
    metric: Metric[Any], systems: Sequence[CountedSystem], units: Sequence[int] | None
) -> _native.Resampling:
    """Return a resampler of the Rust core that has all training runs, ordered by system.

    `units` has the document number of each segment, or None if segments are resampled. Segments
    without the ratings of a score column are left out. The results are therefore those of the rated
    segments alone, and no resample is without ratings.

    Raises `InputError` if only one document has ratings.
    """
    rows: Sequence[Sequence[_native.Array]] = [run for system in systems for run in system.rows]
    if metric.row_source == "column":
        rows, units = _rated(metric, rows, units)
    return _native.Resampling(
        metric.of_tokens, metric.uses_effective_order(sentence=False), rows, units
    )


def _rated(
    metric: Metric[Any], rows: Sequence[Sequence[_native.Array]], units: Sequence[int] | None
) -> tuple[Sequence[Sequence[_native.Array]], Sequence[int] | None]:
    """Return the rows and the units of the segments with ratings.

    `rows` has the statistics of each system for a score column, in each row first the number of
    ratings. A segment that lacks a rating has a row of zeros for all systems.
    """
    import numpy as np

    is_rated = np.concatenate([np.asarray(part) for part in rows[0]])[:, 0] > 0
    if is_rated.all():
        return rows, units
    if units is not None:
        names = [unit for unit, has_rating in zip(units, is_rated, strict=True) if has_rating]
        units = document_numbers(names, len(names), f"documents with ratings of {metric.name!r}")
    tables = (np.concatenate([np.asarray(part) for part in parts]) for parts in rows)
    rated = [np.ascontiguousarray(table[is_rated], dtype=np.int64) for table in tables]
    return [[_native.Array.of_rows(table.tobytes(), table.shape[1])] for table in rated], units


def swapped(
    metric: Metric[Any],
    systems: Sequence[CountedSystem],
    units: Sequence[int] | None,
    segments: int,
    swap: str,
) -> _native.Resampling:
    """Return a resampler of the Rust core for randomization tests of systems with several runs.

    The test swaps the outputs of two systems at random. The training runs of a system are
    concatenated. If systems have different numbers of runs, their runs are repeated, so that all
    systems have equally many.

    `units` has the document number of each segment, or None if segments are swapped. `segments` is
    the number of segments. `swap` is "segments" or "runs", as in `compare`.
    """
    counts = [len(system.rows) for system in systems]
    times = lcm(*counts)
    rows = [
        [part for run in system.rows for part in run] * (times // len(system.rows))
        for system in systems
    ]
    if times > 1:
        units = _stacked(range(segments) if units is None else units, times, swap)
    effective = metric.uses_effective_order(sentence=False)
    return _native.Resampling(metric.of_tokens, effective, rows, units)


def _stacked(units: Sequence[int], times: int, swap: str) -> list[int]:
    if swap == "segments":
        return [*units] * times
    step = max(units) + 1
    return [unit + step * run for run in range(times) for unit in units]
