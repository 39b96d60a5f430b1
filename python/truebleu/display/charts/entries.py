"""Data of charts: named scores with their intervals, and segment scores of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu.display.charts.records import short
from truebleu.display.numbers import with_minus
from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import find_named
from truebleu.inputs.batch import Batch
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score, places_of, printed
from truebleu.metrics.registry import choose_label
from truebleu.significance.results import Comparison, MetricComparison
from truebleu.significance.systems import CountedSystems, each_run
from truebleu.wording import signed as signed_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Named score in a chart.

    `number` is the position of the score in the input, from 1. `interval` is the confidence
    interval, or None.
    """

    name: str
    number: int
    score: Score
    value: float
    interval: Interval | None = None

    @property
    def label(self) -> str:
        """Shortened name of the score, followed by its number.

        The number distinguishes equal shortened names.
        """
        return f"{short(self.name)} ({self.number})"


def entries_of(value: Any, metric: str | int | None = None) -> list[Entry]:
    """Return the named scores to draw, in input order.

    Args:
        value: a `Comparison`, a `MetricComparison`, a `Score`, or a mapping of names to scores.
        metric: the name or index of one metric of a `Comparison`. None: its first metric.

    Raises:
        ConfigurationError: `value` has another type, or is a mapping with scores of several
            metrics.
    """
    if isinstance(value, Comparison):
        value = metric_of(value, metric)
    if isinstance(value, MetricComparison):
        return [
            Entry(
                name=system.name,
                number=number,
                score=system.score,
                value=system.value,
                interval=system.interval,
            )
            for number, system in enumerate(value.systems, 1)
        ]
    if isinstance(value, Score):
        return [Entry(name=value.metric, number=1, score=value, value=value.value)]
    return _by_name(value)


def _by_name(value: Any) -> list[Entry]:
    if not hasattr(value, "items") or not value:
        raise ConfigurationError(
            "a chart needs a comparison, a score or a mapping of names to scores, "
            f"got {type(value).__name__}."
        )
    entries = []
    for number, (name, score) in enumerate(value.items(), 1):
        if not isinstance(score, Score):
            raise ConfigurationError(f"{name!r} is not a score. Pass a mapping of names to scores.")
        entries.append(Entry(name=str(name), number=number, score=score, value=score.value))
    kinds = {entry.score.metric for entry in entries}
    if len(kinds) > 1:
        raise ConfigurationError(
            f"cannot draw {', '.join(sorted(kinds))} on one axis. Pass scores of one metric."
        )
    return entries


def metric_of(comparison: Comparison, metric: str | int | None) -> MetricComparison:
    """Return the results of one metric of a comparison.

    `metric` is the name of the metric, or its index from 0. None selects the first metric. Raise
    `ConfigurationError` for an unknown metric.
    """
    if metric is None:
        return comparison[0]
    names = [result.metric for result in comparison]
    if isinstance(metric, int) and 0 <= metric < len(names):
        return comparison[metric]
    return comparison[names.index(choose_label("metric", metric, names))]


def pair_of(entries: Sequence[Entry], pair: Any) -> tuple[Entry, Entry]:
    """Return the two systems with the names in `pair`.

    If `pair` is None, return the first system and the best of the other systems. Raise
    `ConfigurationError` if a name is unknown, or if `pair` is not two different names.
    """
    if pair is not None:
        names = list(pair) if isinstance(pair, Iterable) else []
        if isinstance(pair, str) or len(names) != 2 or names[0] == names[1]:
            raise ConfigurationError(f"pair={pair!r} is invalid. Pass the names of two systems.")
        first, second = (find_named("system", entries, name) for name in names)
        return first, second
    sign = 1 if entries[0].score.higher_is_better else -1
    return entries[0], max(entries[1:], key=lambda entry: sign * entry.value)


def places(score: Score) -> int:
    """Return the number of decimals that charts print for this score."""
    return places_of(score.scale)


def shown(value: float, score: Score) -> str:
    """Return a value as text, with the decimals that charts print for `score`."""
    return printed(value, score)


def signed(value: float, score: Score) -> str:
    """Return a difference of scores as text with its sign.

    It has the number of decimals that charts print for `score`. The sign of a negative number is a
    minus sign (U+2212) instead of a hyphen.
    """
    return with_minus(signed_number(value, places(score)))


# Segment scores of a comparison


class Segments:
    """Segments of some systems of a comparison, with the sufficient statistics of one metric.

    `names` are the names of the systems. In the methods, `system` is an index in `names`. The
    constructor raises `ConfigurationError` if the comparison has no texts. A comparison that was
    pickled or read from files has none.
    """

    def __init__(self, comparison: Comparison, metric: MetricComparison, names: Sequence[str]):
        counted_systems = comparison.counted_systems
        if counted_systems is None or counted_systems.texts is None:
            raise ConfigurationError(
                "this chart needs segment texts, and a pickled or streamed comparison has none. "
                "Call compare() on lists."
            )
        index = next(i for i, result in enumerate(comparison) if result is metric)
        self.metric: Metric[Any] = counted_systems.metrics[index]
        self.batches = {name: counted_systems.texts[name] for name in names}
        self.systems = counted_systems.select(names).by_metric(index)
        self._options = comparison.options

    def rows(self, system: int) -> list[NDArray[np.int64]]:
        """Return the sufficient statistics of a system, as one array for each of its training runs.

        Each array has the shape (n_segments, n_statistics).
        """
        counted = self.systems[system]
        return [counted.table(run) for run in range(len(counted.rows))]

    def scores(self, system: int) -> NDArray[np.float64]:
        """Return the sentence scores of a system as an array of shape (n_segments,).

        If the system has several training runs, the scores are averaged over the runs.
        """
        import numpy as np

        effective = self.metric.uses_effective_order(sentence=True)
        score = self.metric.of_tokens.score
        runs = [[score(row, effective)[0] for row in rows.tolist()] for rows in self.rows(system)]
        means: NDArray[np.float64] = np.mean(runs, axis=0)
        return means

    def lengths(self) -> tuple[NDArray[np.float64], str]:
        """Return the reference length of each segment, and its unit: "tokens" or "characters".

        Raise `ConfigurationError` for a metric that does not count reference lengths.
        """
        layout = self.metric.layout
        for name, unit in (("reference_length", "tokens"), ("reference_char_1", "characters")):
            if name in layout.names:
                column = layout.index(name)
                return self.rows(0)[0][:, column] / layout[column].parts, unit
        raise ConfigurationError(
            f"{self.metric.name} does not count reference lengths. Use metric BLEU, chrF or TER."
        )

    def corpus_scores(self, chosen: Sequence[int]) -> list[tuple[float, Interval]]:
        """Return the corpus score of each system on some segments, with its confidence interval.

        `chosen` are the indices of the segments. For a single segment, both ends of the interval
        equal the score.
        """
        batches = {
            name: [_subset(batch, chosen) for batch in runs] for name, runs in self.batches.items()
        }
        systems = CountedSystems.of_texts(batches, [self.metric]).by_metric(0)
        if len(chosen) < 2:
            return [(system.value, (system.value, system.value)) for system in systems]
        from truebleu.significance.bootstrap import Spread  # late: it needs NumPy

        spread = Spread(each_run(self.metric, systems, None), systems, self._options)
        return [(system.value, spread.of_system(i)[0]) for i, system in enumerate(systems)]


def _subset(batch: Batch, chosen: Sequence[int]) -> Batch:
    def picked(segments: Any) -> list[Any]:
        return [segments[i] for i in chosen]

    references = batch.references
    return Batch(
        picked(batch.hypotheses),
        picked(references) if batch.by_segment else [picked(stream) for stream in references],
        by_segment=batch.by_segment,
        tokens=batch.tokens,
    )
