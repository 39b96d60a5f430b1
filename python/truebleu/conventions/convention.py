"""What a convention is."""

from __future__ import annotations

from truebleu.errors import UnknownConvention
from truebleu.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

__all__ = ["Convention"]


class Convention(Frozen):
    """A name, where the rules come from, and the settings of each metric.

    `convention("sacrebleu").setting("BLEU", "smoothing")` is `"exp"`.

    Attributes:
        name: how it is asked for.
        source: the program and its version, and where it is to be found.
        summary: what it does that others do not, in a sentence or two.
        citation: the paper, where there is one.
        metrics: the metrics that it has settings for.
        weights_as_given: weights are not scaled to sum to 1.
        decimals: how many the program prints, where it prints a text; None: it returns a float.
    """

    __slots__ = (
        "_exceptions",
        "_rules",
        "_settings",
        "_smoothings",
        "citation",
        "decimals",
        "name",
        "source",
        "summary",
        "weights_as_given",
    )

    name: str
    source: str
    summary: str
    citation: str
    weights_as_given: bool
    decimals: int | None
    _settings: Mapping[str, Mapping[str, object]]
    _rules: Mapping[str, str]
    _exceptions: Sequence[tuple[Mapping[str, str], Mapping[str, str]]]
    _smoothings: Mapping[str, str]

    def __init__(
        self,
        name: str,
        source: str,
        settings: Mapping[str, Mapping[str, object]],
        *,
        summary: str = "",
        citation: str = "",
        rules: Mapping[str, str] | None = None,
        exceptions: Sequence[tuple[Mapping[str, str], Mapping[str, str]]] = (),
        smoothings: Mapping[str, str] | None = None,
        weights_as_given: bool = False,
        decimals: int | None = None,
    ) -> None:
        """Hold all this.

        `rules` are the core's rules for BLEU that differ from sacreBLEU's, by name (the core's
        `bleu::Rules` says what each does). `exceptions` are further rules that hold under some
        settings: pairs of these settings and the rules. `smoothings` says by which of the core's
        smoothings the tool does what it calls so.
        """
        keep = object.__setattr__
        keep(self, "name", name)
        keep(self, "source", source)
        keep(self, "summary", summary)
        keep(self, "citation", citation)
        keep(self, "weights_as_given", weights_as_given)
        keep(self, "decimals", decimals)
        keep(self, "_settings", {key: dict(value) for key, value in settings.items()})
        keep(self, "_rules", dict(rules or {}))
        keep(self, "_exceptions", tuple((dict(when), dict(then)) for when, then in exceptions))
        keep(self, "_smoothings", dict(smoothings or {}))

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that this convention has settings for."""
        return tuple(self._settings)

    @property
    def metric(self) -> str:
        """The metric whose number the tool is known for."""
        return self.metrics[0]

    @property
    def one_reference(self) -> bool:
        """Whether the tool takes one reference for each segment, and never more."""
        return self._rules.get("references") == "one"

    def apart(self, other: Convention, metric: str = "BLEU") -> int:
        """In how many settings and rules two conventions differ, but for how many references."""
        ours, theirs = self.settings(metric), other.settings(metric)
        settings = sum(ours[name] != theirs[name] for name in ours)
        rules = set(self.rules(**ours).items()) ^ set(other.rules(**theirs).items())
        return settings + len({rule for rule, _ in rules} - {"references"})

    def settings(self, metric: str) -> dict[str, object]:
        """All settings of a metric, as a new dict."""
        if metric not in self._settings:
            raise UnknownConvention(
                f"the convention {self.name!r} says nothing about {metric}, "
                f"only about {', '.join(self.metrics)}"
            )
        return dict(self._settings[metric])

    def setting(self, metric: str, name: str) -> object:
        """One setting of a metric."""
        return self.settings(metric)[name]

    def rules(self, **settings: object) -> dict[str, str]:
        """The core's rules under these settings (`smoothing`, `average`), as a new dict."""
        found = dict(self._rules)
        for when, then in self._exceptions:
            if all(settings.get(name) == value for name, value in when.items()):
                found.update(then)
        return found

    def core_smoothing(self, name: str) -> str:
        """What the core calls the smoothing that the tool calls so."""
        return self._smoothings.get(name, name)

    def _key(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Convention) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _again, (
            (self.name, self.source, self._settings),
            {
                "summary": self.summary,
                "citation": self.citation,
                "rules": self._rules,
                "exceptions": self._exceptions,
                "smoothings": self._smoothings,
                "weights_as_given": self.weights_as_given,
                "decimals": self.decimals,
            },
        )

    def __repr__(self) -> str:
        return f"<Convention {self.name}: {self.source}>"


def _again(positional: tuple[Any, ...], named: dict[str, Any]) -> Convention:
    return Convention(*positional, **named)
