"""Settings in which BLEU tools differ, their values, and how implausible each value is.

`SETTINGS` has all settings. `one_at_a_time` yields changes of single settings. `combine` yields the
combinations of changes that `identify` tries. `changed` returns a metric with changed settings.

A variant is a set of changes. Its cost is the sum of the costs of its changes. A high cost means
that few people would use these settings.
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
        word: the displayed name of the setting.
        usual: the common values, which `identify` tries in every combination with other settings.
        alone: the values that `explain` tries while all other settings stay the same; if empty,
            `usual`.
        searched: the values that `identify` tries as a single change and in pairs of changes; if
            empty, `usual`.
        offered: the values that a client of the server can choose; if empty, `usual`. No offered
            value reads a file or downloads a model.
        price: how implausible a change of this setting is. A higher price is less plausible.
        prices: mapping from a value to how implausible a change to this value is. `price` applies
            to all other values.
        labels: mapping from a value to its displayed form, for values that are not displayed as
            `str(value)`.
        recounts: whether texts must be counted again for each value of the setting.
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
        """Return how implausible a change to this value is. Higher means less plausible."""
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
        usual=(True,),  # None means False for a corpus, and True for a mean of sentence scores
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
"""Settings by their names as arguments of `BLEU`, in the order in which they are combined."""

OF_OTHERS: dict[str, Setting] = {
    "variant": Setting(word="variant", usual=(), price=0.0),
    "rate": Setting(word="rate", usual=("precision", "recall")),
    "mean": Setting(word="average", usual=("mean of sentence scores",), price=1.5),
    "stem": Setting(word="stemming", usual=(True,), price=0.5),
    "tokenizer": Setting(word="tokenizer", usual=("none", "13a", "char", "words")),
    "sentences": Setting(word="sentences", usual=("punkt",)),
    "lowercase": Setting(word="case", usual=(True,)),
    "word_order": Setting(word="word order", usual=(1, 2), prices={2: 0.5}),
    "char_order": Setting(word="character order", usual=(4, 5), price=1.5),
    "beta": Setting(word="beta", usual=(1.0, 3.0)),
    "whitespace": Setting(word="whitespace", usual=(True,)),
    "eps_smoothing": Setting(word="smoothing", usual=(True,), price=1.5),
    "normalized": Setting(word="normalization", usual=(True,)),
    "no_punct": Setting(word="punctuation", usual=(True,)),
    "asian_support": Setting(word="Asian support", usual=(True,)),
    "case_sensitive": Setting(word="case", usual=(True,)),
}
"""Settings of ROUGE, chrF and TER that a search tries, by argument name. "rate" is the part of a
ROUGE score that is reported, if it is not F1."""

SEARCHED = [name for name in SETTINGS if name != "convention"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusFacts:
    """Properties of a corpus that decide which settings can change its score.

    Attributes:
        tokens: whether segments are lists of tokens, for which the tokenizer has no effect.
        ids: whether tokens are numbers, for which lowercasing has no effect.
        chinese: whether the text may be Chinese.
        references: the maximum number of references per segment.
        streams: the number of references of each segment; 0 if segments have different numbers of
            references.
        sentence: whether the corpus is a single segment with a sentence score.
    """

    tokens: bool = False
    ids: bool = False
    chinese: bool = False
    references: int = 1
    streams: int = 0
    sentence: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """Changes to a BLEU metric, and to the texts that it scores.

    `parts` has a pair of a name and a value for each change. The name is the name of a setting, or
    `VIEW` for a change of the texts.
    """

    parts: tuple[Change, ...]

    @property
    def changes(self) -> dict[str, Any]:
        """New values of the changed settings, by name of the setting."""
        return {name: value for name, value in self.parts if name != VIEW}

    @property
    def view(self) -> View | None:
        """Variant of the texts that is scored; None for the unchanged texts."""
        for name, value in self.parts:
            if name == VIEW:
                view: View = value
                return view
        return None

    @property
    def cost(self) -> float:
        """How implausible this variant is: the sum of the costs of its changes."""
        return sum(
            value.price if name == VIEW else _setting(name).cost(value)
            for name, value in self.parts
        )

    @property
    def words(self) -> tuple[str, ...]:
        """Description of each change, such as `lowercase=True`."""
        return tuple(_as_argument(name, value) for name, value in self.parts)

    @property
    def label(self) -> tuple[str, str]:
        """Displayed name and value of the change, for a variant with exactly one change."""
        ((name, value),) = self.parts
        if name == VIEW:
            return "references", f"only {value.references[0] + 1}"
        return SETTINGS[name].word, SETTINGS[name].label(value)


def _as_argument(name: str, value: Any) -> str:
    if name == VIEW:
        words: str = value.words
        return words
    label = getattr(value, "name", value)
    if name in {"rate", "mean"}:
        return str(label)
    return "characters as tokens" if label == CHARACTERS else f"{name}={label}"


def _setting(name: str) -> Setting:
    return SETTINGS[name] if name in SETTINGS else OF_OTHERS[name]


def changed(base: BLEU, changes: Mapping[str, Any]) -> BLEU:
    """Return the BLEU metric `base` with some settings changed.

    If the convention (preset that reproduces a tool) is changed, all settings outside `changes` get
    the convention's default values.

    Raises:
        ConfigurationError: a setting is invalid, or settings cannot be combined.
    """
    if "convention" in changes:
        return type(base)(**{k: value for k, value in changes.items() if value is not None})
    return type(base)(**complete(base.settings(), changes))


def complete(settings: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return all settings of a BLEU metric after some of them are changed.

    If the smoothing is changed without its value, the value becomes the default of the new
    smoothing. If the n-gram order is changed without the weights, the weights become equal.
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
    """Return the current value of each setting of a metric, by name of the setting.

    `sentence` is whether the metric computes a sentence score.
    """
    return {
        **{name: getattr(base, name) for name in SETTINGS},
        "tokenizer": base.tokenizer.name,
        "lowercase": bool(base.lowercase),
        "effective_order": base.uses_effective_order(sentence=sentence),
    }


def one_at_a_time(
    base: BLEU, facts: CorpusFacts, settings: Mapping[str, Setting]
) -> Iterator[Variant]:
    """Yield variants with one change of the settings or texts.

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
            yield Variant(((VIEW, View.of_references(index)),))


def _suitable(name: str, values: Sequence[Any], facts: CorpusFacts) -> Sequence[Any]:
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
    """Yield the settings that `identify` tries: `base`, and `base` with one and with two changes.

    If `base` reproduces sacreBLEU, every combination of commonly used values is then yielded, too.
    `tokenizers` are tried in addition to the built-in tokenizers. `views` are modified versions of
    the texts; scoring one of them counts as one change.
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
    # Tokenizing to characters in Python is slow, so do it only once per corpus.
    characters = resolve(list)
    recounted = {VIEW, *(name for name in SEARCHED if SETTINGS[name].recounts)} - {"tokenizer"}
    for count in range(MAX_CHANGES + 1):
        for names in combinations(values, count):
            for chosen in product(*(values[name] for name in names)):
                if characters not in chosen or not recounted.intersection(names):
                    yield tuple(zip(names, chosen, strict=True))


def _products(values: Mapping[str, Sequence[Any]]) -> Iterator[tuple[Change, ...]]:
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
