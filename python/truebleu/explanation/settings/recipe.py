"""Recipes: all settings and rules of a BLEU metric that determine its score.

Tools differ in these settings and rules. Settings and rules that belong together form a group, such
as "smoothing".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from truebleu import _native
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.bleu_settings import core_settings
from truebleu.metrics.conventions import convention as named_convention

# Readable names for entries in which tools differ, in the order of the score calculation.
PARTS: dict[str, tuple[str, ...]] = {
    "tokenization": ("tokenizer",),
    "case": ("lowercase",),
    "reference length": ("reference_length",),
    "brevity penalty": ("rules.brevity",),
    "orders and weights": ("max_ngram_order", "weights"),
    "smoothing": ("smoothing", "smoothing_value", "rules.zero_precisions"),
    "segments without a match": ("rules.zero_score",),
    "short segments": ("rules.totals", "rules.missing", "rules.effective", "effective_order"),
    "mean of sentences": ("average",),
}
COUNTED_PARTS = {
    "tokenization": "tok",
    "case": "case",
    "reference length": "length",
    "mean of sentences": "average",
}
"""Groups of settings that change the counts, with their keys in signatures. The counts in a score
cannot show the effects of these groups."""

REST = "arithmetic"
"""Name of the group with all other entries: rounding and the order of operations."""

_PART_OF = {entry: part for part, entries in PARTS.items() for entry in entries}
_RULE = "rules."
_REFERENCES = "references"
"""The rule for the number of references that a tool accepts; it does not change scores."""
_OF_TEXTS = ("tokenizer", "lowercase", "effective_order", "average")
"""Settings that are not arguments of the Rust core's metric for tokens."""

_OF_CORE = (
    "max_ngram_order",
    "weights",
    "reference_length",
    "smoothing",
    "smoothing_value",
    "scale",
)
"""Settings that are arguments of the Rust core's metric for tokens."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Recipe:
    """All settings and rules of a BLEU metric. Equal recipes give equal scores.

    `entries` maps names to values. Names are those of settings, which users choose ("lowercase"),
    and of rules, which only a convention chooses ("rules.totals": how n-grams are counted). A rule
    that is left out has sacreBLEU's value. `convention` is the name of the tool that
    these entries reproduce. It is "" for a mixture of two tools.
    """

    entries: dict[str, Any]
    convention: str = ""
    _key: frozenset[tuple[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_key", frozenset(self.entries.items()))

    @classmethod
    def of(cls, metric: BLEU) -> Recipe:
        """Return the recipe (settings and rules) of a BLEU metric."""
        return cls.of_settings(metric.convention, metric.settings())

    @classmethod
    def of_settings(cls, convention: str, settings: Mapping[str, Any]) -> Recipe:
        """Return the recipe with the settings `settings` and the rules of the tool `convention`.

        `settings` has the form of `BLEU.settings()`. Values are not checked, for speed.
        """
        core = core_settings(named_convention(convention), settings)
        entries = {name: core[name] for name in _OF_CORE}
        for name in _OF_TEXTS:
            entries[name] = settings[name]
        for rule, choice in core["rules"].items():
            if rule != _REFERENCES:
                entries[_RULE + rule] = choice
        return cls(entries, convention)

    @property
    def scale(self) -> float:
        """Score of a perfect hypothesis, such as 100."""
        return self.entries["scale"]  # type: ignore[no-any-return]

    @property
    def is_mean(self) -> bool:
        """Whether the corpus score is the mean of the segment scores."""
        return bool(self.entries["average"] == "macro")

    def uses_effective_order(self, *, sentence: bool) -> bool:
        """Return whether the formula leaves out n-gram orders without n-grams in the hypotheses.

        `sentence` is whether a sentence score is computed.
        """
        effective = self.entries["effective_order"]
        return sentence if effective is None else bool(effective)

    def native(self) -> _native.Metric:
        """Return a metric of the Rust core with the settings and rules of this recipe."""
        entries = self.entries
        return _native.bleu(
            tokenizer="none",
            case="mixed",
            rules={
                entry.removeprefix(_RULE): choice
                for entry, choice in entries.items()
                if entry.startswith(_RULE)
            },
            macro_average=self.uses_effective_order(sentence=True) if self.is_mean else None,
            **{name: entries[name] for name in _OF_CORE},
        )

    def differing(self, other: Recipe) -> tuple[str, ...]:
        """Return the names of the groups in which two recipes differ.

        A group consists of settings and rules that belong together. Its name is a key of `PARTS`,
        such as "smoothing", or "arithmetic".
        """
        parts = {_PART_OF.get(entry, REST) for entry, _ in self._key ^ other._key}
        return tuple(part for part in (*PARTS, REST) if part in parts)

    def with_parts(self, other: Recipe, parts: Collection[str]) -> Recipe:
        """Return this recipe with some groups of settings and rules taken from `other`.

        `parts` are names of groups: keys of `PARTS`, or "arithmetic".
        """
        entries = {e: v for e, v in self.entries.items() if _PART_OF.get(e, REST) not in parts}
        others = {e: v for e, v in other.entries.items() if _PART_OF.get(e, REST) in parts}
        return Recipe({**entries, **others})

    def with_entries(self, **entries: Any) -> Recipe:
        """Return this recipe with new values for some settings or rules."""
        return Recipe({**self.entries, **entries}, self.convention)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Recipe) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Recipe({self.entries!r})"
