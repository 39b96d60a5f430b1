"""What a comparison of systems found: frozen values, and how they are written down."""

from __future__ import annotations

from truebleu.errors import ConfigurationError, allowed
from truebleu.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from os import PathLike
    from typing import Any

    from truebleu.scores import Score
    from truebleu.signature import Signature

    Interval = tuple[float, float]

__all__ = ["Comparison", "MetricComparison", "Pair", "PeerResult", "SystemScore"]


class _Record(Frozen):
    """A frozen value with named parts; equal when all parts are."""

    __slots__ = ("_parts",)

    names: tuple[str, ...]
    _parts: tuple[Any, ...]

    def __init__(self, *parts: Any) -> None:
        object.__setattr__(self, "_parts", parts)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self._parts == other._parts)

    def __hash__(self) -> int:
        return hash(self._parts)

    def __reduce__(self) -> tuple[type[Any], tuple[Any, ...]]:
        return type(self), self._parts

    def __repr__(self) -> str:
        shown = zip(self.names, self._parts, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={part!r}' for name, part in shown)})"

    def __getattr__(self, name: str) -> Any:
        if name in type(self).names:
            return self._parts[type(self).names.index(name)]
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")


class SystemScore(_Record):
    """A system: `score`, its bootstrap intervals, and its cluster (1 is the best).

    `interval` is the percentile interval (low, high) in the scale of the metric; `bca` the BCa
    interval, None where it is not defined.
    """

    __slots__ = ()
    names = ("name", "score", "interval", "bca", "cluster")

    name: str
    score: Score
    interval: Interval
    bca: Interval | None
    cluster: int

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        return {
            "system": self.name,
            **self.score.to_dict(),
            "interval": list(self.interval),
            "bca": None if self.bca is None else list(self.bca),
            "cluster": self.cluster,
        }


class Pair(_Record):
    """Two systems: `difference` is the score of `second` less that of `first`.

    `interval` and `bca` are its bootstrap intervals (as in `SystemScore`). `p_value` is that of
    the test, `holm` the same after Holm's correction for all tests that were asked for together.
    `reached` of `trials` trials differed as much as observed; with `exact` these were all
    assignments that there are, else 1 is added to both. `differing` is on how many units
    (segments, or documents) the two systems' counts differ at all.
    """

    __slots__ = ()
    names = (
        "first",
        "second",
        "difference",
        "interval",
        "bca",
        "p_value",
        "holm",
        "reached",
        "trials",
        "exact",
        "differing",
    )

    first: str
    second: str
    difference: float
    interval: Interval
    bca: Interval | None
    p_value: float
    holm: float
    reached: int
    trials: int
    exact: bool
    differing: int

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        ready = dict(zip(self.names, self._parts, strict=True))
        return {name: list(part) if type(part) is tuple else part for name, part in ready.items()}

    def with_holm(self, holm: float) -> Pair:
        """The same pair among other tests."""
        parts = [holm if name == "holm" else getattr(self, name) for name in self.names]
        return Pair(*parts)


class PeerResult(_Record):
    """What sacreBLEU has for a system.

    `p_value` is None for the baseline; `mean` and `ci` (the half-width of its interval) are None
    under randomization.
    """

    __slots__ = ()
    names = ("name", "p_value", "mean", "ci")

    name: str
    p_value: float | None
    mean: float | None
    ci: float | None

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        return dict(zip(self.names, self._parts, strict=True))


class MetricComparison(_Record):
    """What one metric says: the `systems`, the baseline first, and all `pairs` of them.

    `sacrebleu` is what sacreBLEU says of the systems; empty unless it was asked for.
    """

    __slots__ = ()
    names = ("metric", "signature", "systems", "pairs", "sacrebleu")

    metric: str
    signature: Signature
    systems: tuple[SystemScore, ...]
    pairs: tuple[Pair, ...]
    sacrebleu: tuple[PeerResult, ...]

    def system(self, name: str) -> SystemScore:
        """The system of this name. Raises `ConfigurationError` with the names there are."""
        for system in self.systems:
            if system.name == name:
                return system
        raise ConfigurationError(allowed("system", name, [one.name for one in self.systems]))

    def pair(self, first: str, second: str) -> Pair:
        """Two systems, in the order in which they were compared or the other way round."""
        self.system(first)
        self.system(second)
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair
            if (pair.second, pair.first) == (first, second):
                return _reversed(pair)
        raise ConfigurationError(f"{first!r} is not compared with itself: the difference is 0")

    def against_baseline(self) -> tuple[Pair, ...]:
        """The pairs with the baseline alone: Holm's correction is for these tests only."""
        from truebleu.resampling.multiple import holm

        pairs = [pair for pair in self.pairs if pair.first == self.systems[0].name]
        adjusted = holm([pair.p_value for pair in pairs])
        return tuple(pair.with_holm(p) for pair, p in zip(pairs, adjusted, strict=True))

    def p_matrix(self, *, adjusted: bool = True) -> list[list[float]]:
        """P-values of all pairs, symmetric, 1 on the diagonal; `adjusted`: Holm's."""
        places = {system.name: place for place, system in enumerate(self.systems)}
        matrix = [[1.0] * len(places) for _ in places]
        for pair in self.pairs:
            value = pair.holm if adjusted else pair.p_value
            first, second = places[pair.first], places[pair.second]
            matrix[first][second] = matrix[second][first] = value
        return matrix

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        ready = {
            "metric": self.metric,
            "signature": str(self.signature),
            "systems": [system.to_dict() for system in self.systems],
            "pairs": [pair.to_dict() for pair in self.pairs],
            "against_baseline": [pair.to_dict() for pair in self.against_baseline()],
            "p_matrix": self.p_matrix(),
        }
        if self.sacrebleu:
            ready["sacrebleu"] = [result.to_dict() for result in self.sacrebleu]
        return ready


class Comparison(_Record):
    """Systems compared, by one metric or several. Behaves as a sequence of `MetricComparison`.

    `settings` says how: test, trials, resamples, bootstrap, confidence, seed and the rest, enough
    to get the same numbers again.
    """

    __slots__ = ()
    names = ("metrics", "settings")

    metrics: tuple[MetricComparison, ...]
    settings: Signature

    def __len__(self) -> int:
        return len(self.metrics)

    def __iter__(self) -> Iterator[MetricComparison]:
        return iter(self.metrics)

    def __getitem__(self, place: int) -> MetricComparison:
        return self.metrics[place]

    def to_dict(self) -> dict[str, Any]:
        """All numbers in full, and the signatures, ready for JSON."""
        return {
            "settings": dict(self.settings.items()),
            "metrics": [metric.to_dict() for metric in self.metrics],
        }

    def to_json(self) -> str:
        """`to_dict()` as JSON text."""
        import json

        return json.dumps(self.to_dict(), ensure_ascii=False, allow_nan=False, indent=2)

    def to_text(self) -> str:
        """A table for each metric, in columns."""
        return self._written("text")

    def to_markdown(self) -> str:
        """A table for each metric, for Markdown."""
        return self._written("markdown")

    def to_latex(self) -> str:
        """A table for each metric, for the package booktabs, and the sentence that reports it."""
        return self._written("latex")

    def plot(self, path: str | PathLike[str]) -> None:
        """Draw scores, differences and p-values into a file, by its suffix: svg, png or html.

        The file is there whole, or as it was before. Raises `ConfigurationError` for another
        suffix, `MissingDependency` without the extra `viz`, `InputError` if it cannot be written.
        """
        from truebleu.charts import plot

        plot(self, path)

    def _written(self, form: str) -> str:
        from truebleu.views.comparison import rendered

        return "\n".join(rendered(self, form))

    def __str__(self) -> str:
        return self.to_text()


def _reversed(pair: Pair) -> Pair:
    def turned(interval: Interval | None) -> Interval | None:
        return None if interval is None else (-interval[1], -interval[0])

    parts: Sequence[Any] = pair._parts[6:]  # noqa: SLF001
    return Pair(
        pair.second,
        pair.first,
        -pair.difference,
        turned(pair.interval),
        turned(pair.bca),
        pair.p_value,
        *parts,
    )
