"""What a picture is of: scores by name, with intervals where there are any; and which of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu.display.charts.records import short
from truebleu.errors import ConfigurationError, allowed
from truebleu.inputs.batch import Batch
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score, places_of, printed
from truebleu.metrics.registry import choose_label
from truebleu.significance.results import Comparison, MetricComparison
from truebleu.significance.systems import CountedSystems, each_run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A score with a name; `interval` is None where nothing was resampled."""

    name: str
    number: int
    score: Score
    value: float
    interval: Interval | None = None

    @property
    def label(self) -> str:
        """The name as it stands in a picture, with its number: shortened names stay apart."""
        return f"{short(self.name)} ({self.number})"


def entries_of(value: Any, metric: str | int | None = None) -> list[Entry]:
    """The scores of a comparison by one metric, of a mapping by names, or a single one.

    Raises `ConfigurationError` for anything else, and for scores of several metrics.
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
    found = []
    for number, (name, score) in enumerate(value.items(), 1):
        if not isinstance(score, Score):
            raise ConfigurationError(f"{name!r} is no score: a picture is of scores by their names")
        found.append(Entry(name=str(name), number=number, score=score, value=score.value))
    kinds = {entry.score.metric for entry in found}
    if len(kinds) > 1:
        raise ConfigurationError(f"scores of {', '.join(sorted(kinds))} have no axis in common")
    return found


def metric_of(comparison: Comparison, wanted: str | int | None) -> MetricComparison:
    """One metric of a comparison: the first, or that of this name or place."""
    if wanted is None:
        return comparison[0]
    names = [each.metric for each in comparison]
    if isinstance(wanted, int) and 0 <= wanted < len(names):
        return comparison[wanted]
    return comparison[names.index(choose_label("metric", wanted, names))]


def pair_of(entries: Sequence[Entry], wanted: Iterable[str] | None) -> tuple[Entry, Entry]:
    """Two systems of several: those of these names, or the first and the best of the others.

    Raises `ConfigurationError` where there are no two names, or no systems of them.
    """
    if wanted is not None:
        names = list(wanted)
        if isinstance(wanted, str) or len(names) != 2 or names[0] == names[1]:
            raise ConfigurationError(f"pair={wanted!r}: hand over the names of two systems")
        first, second = (_named(entries, name) for name in names)
        return first, second
    sign = 1 if entries[0].score.higher_is_better else -1
    return entries[0], max(entries[1:], key=lambda entry: sign * entry.value)


def _named(entries: Sequence[Entry], name: Any) -> Entry:
    names = [entry.name for entry in entries]
    if name not in names:
        raise ConfigurationError(allowed("system", name, names))
    return entries[names.index(name)]


def places(score: Score) -> int:
    """How many decimals a score like this has in a picture."""
    return places_of(score.scale)


def shown(value: float, score: Score) -> str:
    """A value as it is printed for a score like this."""
    return printed(value, score)


def signed(value: float, score: Score) -> str:
    """A difference with its sign; a minus as long as the plus."""
    return f"{value:+.{places(score)}f}".replace("-", "−")


# What pictures of single segments are drawn of: the texts that a comparison was made of


class Segments:
    """The segments of some systems of a comparison, counted by one of its metrics.

    Raises `ConfigurationError` where the comparison holds no texts.
    """

    def __init__(self, comparison: Comparison, metric: MetricComparison, names: Sequence[str]):
        counted = comparison.counted_systems
        if counted is None or counted.texts is None:
            raise ConfigurationError(
                "this picture needs the segments, and the comparison holds no texts (it was "
                "unpickled, or made of files while they were read): compare again"
            )
        place = next(i for i, each in enumerate(comparison) if each is metric)
        self.metric: Metric[Any] = counted.metrics[place]
        self.batches = {name: counted.texts[name] for name in names}
        self.systems = counted.select(names).by_metric(place)
        self._options = comparison.options

    def rows(self, system: int) -> list[NDArray[np.int64]]:
        """The rows of each run of a system, in arrays of shape (segments, columns)."""
        counted = self.systems[system]
        return [counted.table(run) for run in range(len(counted.rows))]

    def scores(self, system: int) -> NDArray[np.float64]:
        """The sentence scores of a system, the mean over its runs; shape (segments,)."""
        import numpy as np

        effective = self.metric.uses_effective_order(sentence=True)
        score = self.metric.of_tokens.score
        runs = [[score(row, effective)[0] for row in rows.tolist()] for rows in self.rows(system)]
        found: NDArray[np.float64] = np.mean(runs, axis=0)
        return found

    def lengths(self) -> tuple[NDArray[np.float64], str]:
        """The length of each segment's reference, in an array, and what it is counted in.

        Raises `ConfigurationError` for a metric that does not count the references by themselves.
        """
        layout = self.metric.layout
        for name, unit in (("reference_length", "tokens"), ("reference_char_1", "characters")):
            if name in layout.names:
                column = layout.index(name)
                return self.rows(0)[0][:, column] / layout[column].parts, unit
        raise ConfigurationError(
            f"{self.metric.name} does not count the length of references: draw this picture by "
            "BLEU, chrF or TER"
        )

    def corpus_scores(self, chosen: Sequence[int]) -> list[tuple[float, Interval]]:
        """For each system the corpus score of some segments, and its interval."""
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
        return [segments[place] for place in chosen]

    references = batch.references
    return Batch(
        picked(batch.hypotheses),
        picked(references) if batch.by_segment else [picked(stream) for stream in references],
        by_segment=batch.by_segment,
        tokens=batch.tokens,
    )
