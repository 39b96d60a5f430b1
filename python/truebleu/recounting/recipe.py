"""A BLEU as entries: everything that its number depends on, convention or not."""

from __future__ import annotations

from truebleu import _native
from truebleu.conventions import convention
from truebleu.frozen import Frozen
from truebleu.metrics.bleu_core import core_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from truebleu.metrics.bleu import BLEU
    from truebleu.tokenizers import Tokenizer

__all__ = ["PARTS", "Recipe"]

# What a person calls the entries in which tools differ, in the order in which a score is made.
PARTS: dict[str, tuple[str, ...]] = {
    "tokenization": ("tokenizer",),
    "case": ("lowercase",),
    "reference length": ("reference_length",),
    "brevity penalty": ("rules.brevity",),
    "orders and weights": ("max_ngram_order", "weights"),
    "smoothing": ("smoothing", "smoothing_value", "rules.zeros"),
    "segments without a match": ("rules.hopeless",),
    "short segments": ("rules.totals", "rules.missing", "effective_order"),
    "mean of sentences": ("average",),
}
REST = "arithmetic"
"""The part of all other entries: roundings, and the order of operations."""

_PART_OF = {entry: part for part, entries in PARTS.items() for entry in entries}
_RULE = "rules."
_REFERENCES = "references"
"""The rule that says how many references a tool takes; it moves no number."""


class Recipe(Frozen):
    """All entries of a BLEU. Recipes are equal when their entries are; then so are their numbers.

    `one_reference`: the tool takes one reference for each segment, and never more.
    """

    __slots__ = ("_entries", "_key", "one_reference")

    one_reference: bool
    _entries: dict[str, Any]
    _key: frozenset[tuple[str, Any]]

    def __init__(self, entries: Mapping[str, Any], *, one_reference: bool = False) -> None:
        object.__setattr__(self, "_entries", dict(entries))
        object.__setattr__(self, "_key", frozenset(entries.items()))
        object.__setattr__(self, "one_reference", one_reference)

    @classmethod
    def of(cls, metric: BLEU) -> Recipe:
        """The recipe of a metric."""
        return cls.made(metric.convention, metric.settings())

    @classmethod
    def made(cls, name: str, settings: Mapping[str, Any]) -> Recipe:
        """The recipe of a convention with these settings, which are as `BLEU.settings()` has them.

        Nothing is checked: whoever makes thousands of them starts from one that was.
        """
        told = core_settings(convention(name), settings)
        rules = told.pop("rules")
        average = "micro" if told.pop("macro_average") is None else "macro"
        entries = {
            "tokenizer": settings["tokenizer"],
            "lowercase": settings["lowercase"],
            "effective_order": settings["effective_order"],
            "average": average,
            **told,
            **{_RULE + rule: choice for rule, choice in rules.items() if rule != _REFERENCES},
        }
        return cls(entries, one_reference=rules.get(_REFERENCES) == "one")

    @property
    def tokenizer(self) -> Tokenizer:
        """What makes tokens."""
        return self._entries["tokenizer"]  # type: ignore[no-any-return]

    @property
    def lowercase(self) -> bool | str:
        """What becomes of upper case, as in BLEU."""
        return self._entries["lowercase"]  # type: ignore[no-any-return]

    @property
    def reference_length(self) -> str:
        """Which reference's length counts."""
        return self._entries["reference_length"]  # type: ignore[no-any-return]

    @property
    def scale(self) -> float:
        """What a perfect score is."""
        return self._entries["scale"]  # type: ignore[no-any-return]

    @property
    def orders(self) -> int:
        """The number of n-gram orders."""
        return self._entries["max_ngram_order"]  # type: ignore[no-any-return]

    @property
    def is_mean(self) -> bool:
        """Whether a corpus has the mean of its segments' scores."""
        return bool(self._entries["average"] == "macro")

    @property
    def totals(self) -> str:
        """How the n-grams of a segment are totalled."""
        return self._entries.get("rules.totals", "raw")  # type: ignore[no-any-return]

    @property
    def effective_order(self) -> bool:
        """Whether orders without an n-gram are left out of a corpus's score."""
        return self._entries["effective_order"] is True

    def native(self) -> _native.Metric:
        """The core's metric, for rows and for tokens."""
        entries = self._entries
        return _native.bleu(
            tokenizer="none",
            case="mixed",
            max_ngram_order=entries["max_ngram_order"],
            weights=entries["weights"],
            reference_length=entries["reference_length"],
            smoothing=entries["smoothing"],
            smoothing_value=entries["smoothing_value"],
            scale=entries["scale"],
            rules={
                entry.removeprefix(_RULE): choice
                for entry, choice in entries.items()
                if entry.startswith(_RULE)
            },
            macro_average=(entries["effective_order"] is not False) if self.is_mean else None,
        )

    def differing(self, other: Recipe) -> tuple[str, ...]:
        """The parts in which two recipes differ: those of `PARTS`, and "arithmetic"."""
        entries = {entry for entry, _ in self._key ^ other._key}
        parts = {_PART_OF.get(entry, REST) for entry in entries}
        return tuple(part for part in (*PARTS, REST) if part in parts)

    def with_parts(self, other: Recipe, parts: Collection[str]) -> Recipe:
        """This recipe with those parts as the other has them."""

        def kept(recipe: Recipe, *, inside: bool) -> dict[str, Any]:
            items = recipe._entries.items()
            return {e: v for e, v in items if (_PART_OF.get(e, REST) in parts) == inside}

        return Recipe({**kept(self, inside=False), **kept(other, inside=True)})

    def with_entries(self, **entries: Any) -> Recipe:
        """This recipe with some entries changed."""
        return Recipe({**self._entries, **entries}, one_reference=self.one_reference)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Recipe) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Recipe({self._entries!r})"
