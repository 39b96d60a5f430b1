"""The settings that are tried, and how plausible each is.

Every convention is tried as it is, with every single change, and with every pair of changes;
under sacreBLEU's rules, the usual values of all settings are tried in every combination.

How plausible a configuration is, before its number is known, is a cost: 0 for a tool as it comes,
and a price for each change (`PRICES`). Of two that cost the same, the one whose convention stands
earlier in the list of conventions comes first.
"""

from __future__ import annotations

from itertools import combinations, product

from truebleu.conventions import CONVENTIONS
from truebleu.metrics.bleu import BLEU, SMOOTHING_VALUES, SMOOTHINGS
from truebleu.tokenizers import resolve
from truebleu.tokenizers.core import CORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from truebleu.identification.texts import View
    from truebleu.tokenizers import Tokenizer

    Change = tuple[str, Any]

__all__ = ["CHARACTERS", "PRICES", "VIEW", "Configuration", "Space"]

VIEW = "view"
"""The change that is not of a setting: other texts, or others of the references."""

PRICES = {
    "tokenizer": 1.0,
    "lowercase": 1.0,
    "smoothing": 1.0,
    "reference_length": 1.0,
    "max_ngram_order": 1.5,
    "effective_order": 1.5,
    "average": 1.5,
}
"""What each changed setting costs; a view has its own price, and so have some values."""

CHARACTERS = "python[builtins.list]"
"""The tokenizer `list`: whoever hands a string to a function that wants tokens gets characters."""

DEARER = {CHARACTERS: 2.0, "ascii": 1.5, "after": 1.5, "references-after": 1.5}

NOT_OF_BLEU = ("rouge", "words")
"""Tokenizers of other metrics: no tool computes BLEU with them."""

MOST_CHANGES = 2
ORDERS = (1, 2, 3, 4, 5, 6)
USUAL_TOKENIZERS = ("13a", "none", "intl", "char", "zh")
USUAL_SMOOTHINGS = ("none", "floor", "add-k", "exp", "laplace")
USUAL_ORDERS = (1, 2, 3, 4)
USUAL = "sacrebleu"


class Configuration:
    """A convention with changes; `cost` says how implausible it is."""

    __slots__ = ("changes", "convention", "cost", "rank")

    def __init__(self, convention: str, changes: Iterable[Change], rank: int) -> None:
        self.convention = convention
        self.changes = tuple(changes)
        self.rank = rank
        self.cost = sum(_price(name, value) for name, value in self.changes)

    @property
    def view(self) -> View | None:
        """Which texts are scored; None for those that were handed over."""
        return dict(self.changes).get(VIEW)

    @property
    def settings(self) -> dict[str, Any]:
        """The changed settings."""
        return {name: value for name, value in self.changes if name != VIEW}

    @property
    def order(self) -> tuple[float, int, int]:
        """What configurations are sorted by: the most plausible first."""
        return self.cost, self.rank, len(self.changes)


def _price(name: str, value: Any) -> float:
    if name == VIEW:
        return value.price  # type: ignore[no-any-return]
    return DEARER.get(getattr(value, "name", value), PRICES[name])


class Space:
    """All configurations for a corpus.

    `views` are the other texts that may have been scored; `several` says that segments have
    several references, `text` that they are no token lists; `more` are further tokenizers.
    """

    def __init__(
        self,
        conventions: Sequence[str],
        views: Sequence[View],
        *,
        several: bool,
        text: bool,
        more: Sequence[Tokenizer] = (),
    ) -> None:
        self._conventions = conventions
        self._views = views
        self._several = several
        tokenizers = [*(resolve(name) for name in CORE if name not in NOT_OF_BLEU), *more]
        self._characters = resolve(list)
        self._tokenizers = [*tokenizers, self._characters] if text else []
        self._ranks = {name: place for place, name in enumerate(CONVENTIONS)}

    def configurations(self) -> Iterator[Configuration]:
        """Yield each configuration once."""
        for name in self._conventions:
            usual = BLEU(convention=name).settings()
            changes = self._changes(usual)
            seen = set()
            for wanted in self._combinations(changes):
                seen.add(wanted)
                yield Configuration(name, wanted, self._ranks[name])
            if name == USUAL:
                for wanted in self._products(changes):
                    if wanted not in seen:
                        yield Configuration(name, wanted, self._ranks[name])

    def _changes(self, usual: Mapping[str, Any]) -> dict[str, list[Any]]:
        """The values that each setting may be changed to."""
        effective = usual["effective_order"]
        values: dict[str, list[Any]] = {
            "tokenizer": self._tokenizers,
            "lowercase": [False, True, "ascii", "after"],
            "smoothing": list(dict.fromkeys(SMOOTHINGS.values())),
            "max_ngram_order": list(ORDERS),
            "reference_length": ["closest", "shortest", "longest", "average"],
            # None is on for the mean of sentences, and off for a corpus.
            "effective_order": [True, False] if effective is None else [not effective],
            "average": ["micro", "macro"],
        }
        if not self._several:
            del values["reference_length"]
        found = {name: [v for v in each if v != usual[name]] for name, each in values.items()}
        return {**found, VIEW: list(self._views)}

    def _combinations(self, changes: Mapping[str, Sequence[Any]]) -> Iterator[tuple[Change, ...]]:
        # Characters are counted in Python, slowly: once for each corpus will do.
        recounted = {"lowercase", "reference_length", VIEW}
        for count in range(MOST_CHANGES + 1):
            for names in combinations(changes, count):
                for values in product(*(changes[name] for name in names)):
                    if self._characters not in values or not recounted.intersection(names):
                        yield tuple(zip(names, values, strict=True))

    def _products(self, changes: Mapping[str, Sequence[Any]]) -> Iterator[tuple[Change, ...]]:
        """Every combination of the usual values."""
        usual = {
            **changes,
            "tokenizer": [t for t in changes["tokenizer"] if t.name in USUAL_TOKENIZERS],
            "lowercase": [True],
            "smoothing": [s for s in changes["smoothing"] if s in USUAL_SMOOTHINGS],
            "max_ngram_order": [n for n in changes["max_ngram_order"] if n in USUAL_ORDERS],
            "effective_order": [True],
            VIEW: [view for view in self._views if view.is_subset],
        }
        choices = [[None, *((name, value) for value in values)] for name, values in usual.items()]
        for chosen in product(*choices):
            yield tuple(change for change in chosen if change is not None)


def complete(settings: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """All settings, as `BLEU.settings()` has them, after these changes."""
    made = {**settings, **changes}
    if "smoothing" in changes:
        made["smoothing_value"] = SMOOTHING_VALUES.get(changes["smoothing"], ("", None, True))[1]
    if "max_ngram_order" in changes:
        count = changes["max_ngram_order"]
        made["weights"] = (1 / count,) * count
    return made
