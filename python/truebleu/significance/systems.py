"""The rows of several systems on the same references."""

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
from truebleu.metrics.base.signature import Signature, apart
from truebleu.metrics.base.statistics import Rows, labelled_runs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


KEPT_BYTES = 1 << 26
"""Rows of all metrics together that are kept: 64 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedSystem:
    """A system, counted by one metric: the rows of each run, in one array or several, and scores.

    `scores` are those of the runs, `score` is that of all their rows together.
    """

    rows: Sequence[Sequence[_native.Array]] = ()
    scores: tuple[Score, ...]
    score: Score

    @property
    def value(self) -> float:
        """The mean of the runs' scores."""
        return mean([score.value for score in self.scores])

    def table(self, run: int = 0) -> NDArray[np.int64]:
        """Return the rows of a run in one array of shape (segments, columns)."""
        import numpy as np

        parts = [np.asarray(part) for part in self.rows[run]]
        return np.concatenate(parts).astype(np.int64, copy=False)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CountedSystems:
    """Systems on the same references, with the rows and scores of all their runs by all metrics.

    Made by `of_texts` and `of_rows`. A metric is counted when it is first asked for. Rows are kept
    up to `KEPT_BYTES`; a metric that would need more is counted anew each time.

    `texts` has the runs of each system, None where only rows are known. `documents` are the names
    of the segments' documents, where these are drawn and swapped whole.
    """

    names: tuple[str, ...]
    segments: int
    metrics: tuple[Metric[Any], ...]
    documents: Any = None
    texts: Mapping[str, Sequence[Batch]] | None = None
    threads: int = 0
    _rows: Mapping[str, Sequence[Sequence[Rows]]] = field(default_factory=dict)
    _kept: dict[int, dict[str, CountedSystem]] = field(default_factory=dict)

    @classmethod
    def of_texts(
        cls,
        texts: Mapping[str, Sequence[Batch]],
        metrics: Sequence[Metric[Any]],
        *,
        documents: Any = None,
        threads: int = 0,
    ) -> CountedSystems:
        """Return the systems with these texts, which are counted when they are needed."""
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
        """Return systems that were counted already: the rows of each run by each metric."""
        return cls(
            names=tuple(rows),
            segments=segments,
            metrics=tuple(metrics),
            documents=documents,
            _rows=rows,
        )

    def select(self, names: Iterable[str]) -> CountedSystems:
        """Return these systems in this order; what is counted for one is counted for both."""
        return replace(self, names=tuple(names))

    def by_metric(self, place: int) -> list[CountedSystem]:
        """Return the systems by one of the metrics."""
        metric = self.metrics[place]
        if self.texts is None:
            rows = {name: [run[place] for run in self._rows[name]] for name in self.names}
            return scored(metric, rows, self.segments)
        kept = self._kept.get(place, {})
        if all(name in kept for name in self.names):
            return [kept[name] for name in self.names]
        texts = {name: self.texts[name] for name in self.names}
        systems = scored(metric, metric.rows_of(texts, self.threads), self.segments)
        self._kept[place] = dict(zip(self.names, systems, strict=True))
        if sum(_num_bytes(each.values()) for each in self._kept.values()) > KEPT_BYTES:
            del self._kept[place]
        return systems

    @property
    def num_runs(self) -> dict[str, int]:
        """The number of runs of each system."""
        source = self._rows if self.texts is None else self.texts
        return {name: len(source[name]) for name in self.names}

    @property
    def tokens(self) -> bool:
        """Whether segments are lists of tokens."""
        texts = self.texts or {}
        return any(run.tokens for name in texts for run in texts[name])

    def document_numbers(self) -> list[int] | None:
        """Return the number of each segment's document; None where segments are drawn."""
        return None if self.documents is None else document_numbers(self.documents, self.segments)


def _num_bytes(systems: Iterable[CountedSystem]) -> int:
    import numpy as np

    runs = [run for system in systems for run in system.rows]
    return sum(np.asarray(part).nbytes for run in runs for part in run)


def scored(
    metric: Metric[Any], systems: Mapping[str, Sequence[Rows]], segments: int
) -> list[CountedSystem]:
    """Systems of their runs' rows."""
    labels, flat = labelled_runs(systems)
    signatures = [
        metric.signature(
            rows.fewest if rows.fewest == rows.most else "var", segments, tokens=rows.tokens
        )
        for rows in flat
    ]
    found = []
    place = 0
    for runs in systems.values():
        mine = slice(place, place := place + len(runs))
        for who, signature in zip(labels[mine], signatures[mine], strict=True):
            check_same(signatures[mine.start], signature, who)
        found.append(_system(metric, runs, signatures[mine]))
    return found


def _system(
    metric: Metric[Any], runs: Sequence[Rows], signatures: Sequence[Signature]
) -> CountedSystem:
    sums = [_summed(rows.parts) for rows in runs]
    scores = tuple(map(metric.scored, signatures, sums))
    together = tuple(map(sum, zip(*sums, strict=True)))
    score = metric.scored(signatures[0], together)
    return CountedSystem(rows=[rows.parts for rows in runs], scores=scores, score=score)


def _summed(parts: Sequence[_native.Array]) -> tuple[int, ...]:
    import numpy as np

    sums = [np.asarray(part).sum(axis=0, dtype=np.int64).tolist() for part in parts]
    return tuple(map(sum, zip(*sums, strict=True)))


def check_same(first: Signature, other: Signature, who: str) -> None:
    """Refuse scores of different signatures: they cannot be compared. `who` has the other."""
    fields = apart(first, other)
    if fields:
        raise InputError(
            f"system {who} is scored otherwise than the first: {fields}; scores of "
            "different signatures cannot be compared"
        )


# Several runs of a system: what is averaged, and what changes places in a trial


def mean(values: Sequence[float]) -> float:
    """The mean; the very value where there is one."""
    return values[0] if len(values) == 1 else fsum(values) / len(values)


def deviation(values: Sequence[float]) -> float | None:
    """The standard deviation of a sample, with one less than there are below; None of one value."""
    if len(values) < 2:
        return None
    middle = mean(values)
    return sqrt(fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def check_equal(runs: Mapping[str, int]) -> None:
    """Refuse different numbers of runs, which `swap="runs"` cannot pair."""
    if len(set(runs.values())) > 1:
        said = ", ".join(f"{name!r} has {number}" for name, number in runs.items())
        raise ConfigurationError(
            f'swap="runs" needs equally many runs of all systems: {said}; '
            'swap="segments" takes any numbers'
        )


def each_run(
    metric: Metric[Any], systems: Sequence[CountedSystem], units: Sequence[int] | None
) -> _native.Resampling:
    """All runs side by side, those of the first system first."""
    rows = [run for system in systems for run in system.rows]
    return _native.Resampling(
        metric.of_tokens, metric.uses_effective_order(sentence=False), rows, units
    )


def swapped(
    metric: Metric[Any],
    systems: Sequence[CountedSystem],
    units: Sequence[int] | None,
    segments: int,
    swap: str,
) -> _native.Resampling:
    """Systems as they are swapped: the runs of each behind each other."""
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
