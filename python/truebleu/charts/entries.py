"""What a picture is of: scores by name, with intervals where there are any; and which of them."""

from __future__ import annotations

from truebleu.comparison import Comparison, MetricComparison
from truebleu.errors import ConfigurationError, allowed
from truebleu.scores import Score, places_of, printed
from truebleu.views.chart_records import short

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

__all__ = ["Entry", "entries_of", "metric_of", "pair_of", "places", "shown", "signed"]


class Entry:
    """A score with a name; `interval` is None where nothing was resampled.

    `label` is the name as it stands in a picture, with its number: shortened names stay apart.
    """

    def __init__(
        self, name: str, number: int, score: Score, value: float, interval: Any = None
    ) -> None:
        self.name = name
        self.label = f"{short(name)} ({number})"
        self.score = score
        self.value = value
        self.interval: tuple[float, float] | None = interval


def entries_of(value: Any, metric: str | int | None = None) -> list[Entry]:
    """The scores of a comparison by one metric, of a mapping by names, or a single one.

    Raises `ConfigurationError` for anything else, and for scores of several metrics.
    """
    if isinstance(value, Comparison):
        value = metric_of(value, metric)
    if isinstance(value, MetricComparison):
        return [
            Entry(system.name, number, system.score, system.value, system.interval)
            for number, system in enumerate(value.systems, 1)
        ]
    if isinstance(value, Score):
        return [Entry(value.metric, 1, value, value.value)]
    return _by_name(value)


def _by_name(value: Any) -> list[Entry]:
    if not hasattr(value, "items") or not value:
        raise ConfigurationError(
            f"a picture is of a comparison, a score, or scores by their names, not of {value!r}"
        )
    found = []
    for number, (name, score) in enumerate(value.items(), 1):
        if not isinstance(score, Score):
            raise ConfigurationError(f"{name!r} is no score: a picture is of scores by their names")
        found.append(Entry(str(name), number, score, score.value))
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
    if wanted not in names:
        raise ConfigurationError(allowed("metric", wanted, names))
    return comparison[names.index(str(wanted))]


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
