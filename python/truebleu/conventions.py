"""Conventions: named, frozen bundles of settings, each reproducing one well-known tool.

A convention says for every metric that it knows what a setting is when nobody sets it. Later
conventions are further entries in `CONVENTIONS`; nothing else changes.
"""

from __future__ import annotations

from truebleu.errors import UnknownConvention, allowed
from truebleu.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CONVENTIONS", "Convention", "convention"]


class Convention(Frozen):
    """A name, where the rules come from, and the settings of each metric.

    `convention("sacrebleu").setting("BLEU", "smoothing")` is `"exp"`.
    """

    __slots__ = ("_settings", "name", "source")

    name: str
    source: str
    _settings: Mapping[str, Mapping[str, object]]

    def __init__(
        self, name: str, source: str, settings: Mapping[str, Mapping[str, object]]
    ) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "_settings", {key: dict(value) for key, value in settings.items()})

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that this convention has settings for."""
        return tuple(self._settings)

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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Convention):
            return NotImplemented
        return (self.name, self.source, self._settings) == (
            other.name,
            other.source,
            other._settings,
        )

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Convention, (self.name, self.source, self._settings)

    def __repr__(self) -> str:
        return f"<Convention {self.name}: {self.source}>"


CONVENTIONS = {
    "sacrebleu": Convention(
        "sacrebleu",
        "sacreBLEU 2.6.0, https://github.com/mjpost/sacrebleu",
        {
            "BLEU": {
                "tokenizer": "13a",
                "lowercase": False,
                "smoothing": "exp",
                "smoothing_value": None,  # as the method has it
                "max_ngram_order": 4,
                "weights": None,  # uniform
                "reference_length": "closest",
                "effective_order": None,  # on for sentences, off for corpora
                "scale": 100,
            }
        },
    )
}


def convention(name: object) -> Convention:
    """The convention of this name. Raises `UnknownConvention` with a list of those there are."""
    if isinstance(name, str) and name in CONVENTIONS:
        return CONVENTIONS[name]
    raise UnknownConvention(allowed("convention", name, CONVENTIONS))
