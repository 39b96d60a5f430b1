"""Settings in which BLEU tools differ: their values, their names, and the cost of each change.

`SETTINGS` is the table of all settings. `one_at_a_time` changes each setting alone. `combine`
yields the combinations that `identify` tries. `changed` returns the changed metric.

A variant is a set of changes. Its cost is the sum of the costs of the changes. The cost says how
implausible the variant is before its score is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from truebleu.explanation.settings.views import View
from truebleu.metrics.bleu import AVERAGES, BLEU, REFERENCE_LENGTHS, SMOOTHING_VALUES, SMOOTHINGS
from truebleu.metrics.conventions import CONVENTIONS
from truebleu.tokenizers import Tokenizer, resolve
from truebleu.tokenizers.registry import CORE, MECAB

Change = tuple[str, Any]


CHARACTERS = "python[builtins.list]"
"""Name of `list` as a tokenizer, which splits a string passed in place of tokens into
characters."""

OF_OTHER_METRICS = ("rouge", "words")
"""Tokenizers that no tool uses for BLEU."""

MAX_CHANGES = 2
VIEW = "view"
"""Name of the change that replaces the scored texts instead of a setting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Setting of BLEU with its possible values.

    Attributes:
        word: the name of the setting in tables.
        usual: the common values, which a search tries in every combination.
        alone: the values that are compared one by one; if empty, `usual`.
        searched: the values that a search tries alone and in pairs of changes; if empty, `usual`.
        offered: the values that a client can choose; if empty, `usual`. Offered values never read a
            file or download a model.
        price: how implausible a change of the setting is.
        prices: how implausible a change to a certain value is; for other values, `price` applies.
        labels: the displayed form of a value, if it is not `str(value)`.
        recounts: whether each value requires counting the texts again.
    """

    word: str
    usual: tuple[Any, ...]
    alone: tuple[Any, ...] = ()
    searched: tuple[Any, ...] = ()
    offered: tuple[Any, ...] = ()
    price: float = 1.0
    prices: Mapping[Any, float] = field(default_factory=dict)
    labels: Mapping[Any, str] = field(default_factory=dict)
    recounts: bool = False

    def label(self, value: Any) -> str:
        """Return the displayed form of a value."""
        return self.labels.get(value, str(value))

    def cost(self, value: Any) -> float:
        """Return how implausible a change to this value is; higher is less plausible."""
        return self.prices.get(getattr(value, "name", value), self.price)


_ALL_SMOOTHINGS = tuple(dict.fromkeys(SMOOTHINGS.values()))

SETTINGS: dict[str, Setting] = {
    "tokenizer": Setting(
        word="tokenizer",
        usual=("none", "13a", "intl", "char", "zh"),
        searched=tuple(name for name in CORE if name not in OF_OTHER_METRICS),
        offered=(*CORE, *MECAB),
        prices={CHARACTERS: 2.0},
        recounts=True,
    ),
    "lowercase": Setting(
        word="case",
        usual=(False, True),
        searched=(False, True, "ascii", "after"),
        prices={"ascii": 1.5, "after": 1.5},
        labels={False: "kept", True: "ignored"},
        recounts=True,
    ),
    "smoothing": Setting(
        word="smoothing",
        usual=("none", "floor", "add-k", "exp", "laplace"),
        alone=_ALL_SMOOTHINGS,
        searched=_ALL_SMOOTHINGS,
        offered=_ALL_SMOOTHINGS,
    ),
    "max_ngram_order": Setting(
        word="order",
        usual=(1, 2, 3, 4),
        searched=(1, 2, 3, 4, 5, 6),
        offered=(1, 2, 3, 4, 5, 6, 7, 8),
        price=1.5,
    ),
    "reference_length": Setting(
        word="reference length",
        usual=("closest", "shortest", "longest", "average"),
        offered=REFERENCE_LENGTHS,
        recounts=True,
    ),
    "effective_order": Setting(
        word="effective order",
        usual=(True,),  # None is off for a corpus, and on for the mean of sentences
        alone=(False, True),
        searched=(True, False),
        offered=(False, True),
        price=1.5,
        labels={False: "off", True: "on"},
    ),
    "average": Setting(word="average", usual=AVERAGES, price=1.5),
    "convention": Setting(
        word="convention",
        usual=tuple(name for name, tool in CONVENTIONS.items() if "BLEU" in tool.metrics),
    ),
}
"""Settings by argument name of `BLEU`, in the order in which a search combines them."""

SEARCHED = [name for name in SETTINGS if name != "convention"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusFacts:
    """Properties of a corpus that decide which settings can change its score.

    Attributes:
        tokens: whether segments are lists of tokens; the tokenizer then has no effect.
        ids: whether tokens are numbers; case then has no effect.
        chinese: whether the text may be Chinese.
        references: the maximum number of references per segment.
        streams: the number of references of every segment; 0 if it varies.
        sentence: whether the only segment is scored as a sentence.
    """

    tokens: bool = False
    ids: bool = False
    chinese: bool = False
    references: int = 1
    streams: int = 0
    sentence: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """Changes to a BLEU metric and to the texts that it scores.

    `parts` has pairs of a name and a value. A name is a setting, or `VIEW` for other texts.
    """

    parts: tuple[Change, ...]

    @property
    def changes(self) -> dict[str, Any]:
        """Values of the changed settings, by the names of the settings."""
        return {name: value for name, value in self.parts if name != VIEW}

    @property
    def view(self) -> View | None:
        """Texts that are scored in place of the whole corpus; None for the whole corpus."""
        for name, value in self.parts:
            if name == VIEW:
                view: View = value
                return view
        return None

    @property
    def cost(self) -> float:
        """Implausibility of this variant: the sum of the costs of its changes."""
        return sum(
            value.price if name == VIEW else SETTINGS[name].cost(value)
            for name, value in self.parts
        )

    @property
    def words(self) -> tuple[str, ...]:
        """Descriptions of the changes; a changed setting is written as a Python argument."""
        return tuple(_as_argument(name, value) for name, value in self.parts)

    @property
    def label(self) -> tuple[str, str]:
        """Displayed name and value of the change, for a variant with one change."""
        ((name, value),) = self.parts
        if name == VIEW:
            return "references", f"only {value.references[0] + 1}"
        return SETTINGS[name].word, SETTINGS[name].label(value)


def _as_argument(name: str, value: Any) -> str:
    if name == VIEW:
        words: str = value.words
        return words
    label = getattr(value, "name", value)
    return "characters as tokens" if label == CHARACTERS else f"{name}={label}"


def changed(base: BLEU, changes: Mapping[str, Any]) -> BLEU:
    """Return a BLEU metric like `base`, with some settings changed.

    If the convention (the tool that is reproduced) is changed, all other settings are reset.

    Raises:
        ConfigurationError: a setting is invalid, or settings cannot be combined.
    """
    if "convention" in changes:
        return type(base)(**{k: value for k, value in changes.items() if value is not None})
    return type(base)(**complete(base.settings(), changes))


def complete(settings: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return all settings of a BLEU metric after some of them are changed.

    If only the smoothing is changed, its value becomes the default of the new smoothing. If only
    the order is changed, weights become equal.
    """
    completed = {**settings, **changes}
    if "smoothing" in changes and changes.get("smoothing_value") is None:
        usual = SMOOTHING_VALUES.get(changes["smoothing"])
        completed["smoothing_value"] = usual and usual[1]
    if "max_ngram_order" in changes and changes.get("weights") is None:
        bundle = CONVENTIONS[completed["convention"]]
        completed["weights"] = bundle.weights(changes["max_ngram_order"])
    return completed


def current(base: BLEU, *, sentence: bool = False) -> dict[str, Any]:
    """Return the current value of each setting of a metric, in the form of `SETTINGS`."""
    return {
        **{name: getattr(base, name) for name in SETTINGS},
        "tokenizer": base.tokenizer.name,
        "lowercase": bool(base.lowercase),
        "effective_order": base.uses_effective_order(sentence=sentence),
    }


def one_at_a_time(
    base: BLEU, facts: CorpusFacts, settings: Mapping[str, Setting]
) -> Iterator[Variant]:
    """Yield variants of the settings and texts that differ from the current ones in one change.

    A change is another value of one of `settings`. If there are several references, the use of one
    reference alone is a change, too.
    """
    values = current(base, sentence=facts.sentence)
    for name, setting in settings.items():
        for value in _suitable(name, setting.alone or setting.usual, facts):
            if value != values[name]:
                yield Variant(((name, value),))
    if facts.streams > 1:
        for index in range(facts.streams):
            yield Variant(((VIEW, View.only(index)),))


def _suitable(name: str, values: Sequence[Any], facts: CorpusFacts) -> Sequence[Any]:
    """Return the values of setting `name` that can change the score of a corpus."""
    idle = {
        "tokenizer": facts.tokens,
        "lowercase": facts.ids,
        "reference_length": facts.references == 1,
    }
    if idle.get(name, False):
        return ()
    return [value for value in values if value != "zh" or facts.chinese]


def combine(
    base: BLEU,
    facts: CorpusFacts,
    *,
    tokenizers: Iterable[Tokenizer] = (),
    views: Sequence[View] = (),
) -> Iterator[Variant]:
    """Yield the variants that a search tries: no change, each change, and each pair of changes.

    If `base` reproduces sacreBLEU, all combinations of the usual values of all settings follow.
    `tokenizers` are tried in addition to the built-in tokenizers. `views` are variants of the
    texts.
    """
    values = _searched(base, facts, tokenizers, views)
    tried = set()
    for parts in _pairs(values):
        tried.add(parts)
        yield Variant(parts)
    if base.convention == "sacrebleu":
        yield from (Variant(parts) for parts in _products(values) if parts not in tried)


def _searched(
    base: BLEU, facts: CorpusFacts, tokenizers: Iterable[Tokenizer], views: Sequence[View]
) -> dict[str, list[Any]]:
    """Return the values that a search for the settings of a score tries, by setting."""
    values: dict[str, list[Any]] = {
        name: list(SETTINGS[name].searched or SETTINGS[name].usual)
        for name in SEARCHED
        if name != "reference_length" or facts.references > 1
    }
    named = [resolve(name) for name in values["tokenizer"]]
    values["tokenizer"] = [] if facts.tokens else [*named, *tokenizers, resolve(list)]
    others = {
        name: [value for value in choices if value != getattr(base, name)]
        for name, choices in values.items()
    }
    return {**others, VIEW: list(views)}


def _pairs(values: Mapping[str, Sequence[Any]]) -> Iterator[tuple[Change, ...]]:
    # Counting characters in Python is slow, so count them only once per corpus.
    characters = resolve(list)
    recounted = {VIEW, *(name for name in SEARCHED if SETTINGS[name].recounts)} - {"tokenizer"}
    for count in range(MAX_CHANGES + 1):
        for names in combinations(values, count):
            for chosen in product(*(values[name] for name in names)):
                if characters not in chosen or not recounted.intersection(names):
                    yield tuple(zip(names, chosen, strict=True))


def _products(values: Mapping[str, Sequence[Any]]) -> Iterator[tuple[Change, ...]]:
    """Yield every combination of values: one value of each setting."""
    usual = {
        name: [value for value in choices if _is_usual(name, value)]
        for name, choices in values.items()
    }
    choices = [[None, *((name, value) for value in chosen)] for name, chosen in usual.items()]
    for chosen in product(*choices):
        yield tuple(change for change in chosen if change is not None)


def _is_usual(name: str, value: Any) -> bool:
    if name == VIEW:
        return bool(value.is_subset)
    return getattr(value, "name", value) in SETTINGS[name].usual
