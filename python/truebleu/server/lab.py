"""Other settings, side by side: what each gives every system, what changes, and where."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher

from truebleu.conventions import CONVENTIONS
from truebleu.errors import ConfigurationError, InputError, allowed
from truebleu.metrics.bleu import BLEU, REFERENCE_LENGTHS, SMOOTHINGS
from truebleu.tokenizers.core import CORE
from truebleu.tokenizers.registry import MECAB

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from truebleu.server.corpus import Corpus

    Rows = NDArray[np.int64]

__all__ = ["Lab", "choices", "metric_of", "settings_of", "variants"]

SETTINGS = (
    "tokenizer",
    "lowercase",
    "smoothing",
    "smoothing_value",
    "max_ngram_order",
    "effective_order",
    "reference_length",
    "convention",
)
WORDS = {
    "tokenizer": "tokenizer",
    "lowercase": "case",
    "smoothing": "smoothing",
    "max_ngram_order": "order",
    "effective_order": "effective order",
    "reference_length": "reference length",
    "convention": "convention",
}
"""The settings of which every value is tried, in words."""

TRIED = ["none", "13a", "intl", "char", "zh"]
ORDERS = [1, 2, 3, 4]
PLACES = 1000
"""Segments that are named at most; how many there are is counted in full."""

LOOKED_AT = 300
EXAMPLES = 5
REMEMBERED = 64


def choices() -> dict[str, list[Any]]:
    """What can be chosen for each setting.

    No tokenizer is among them whose model would be fetched: nothing leaves the machine.
    """
    return {
        "tokenizer": [*CORE, *MECAB],
        "lowercase": [False, True],
        "smoothing": list(dict.fromkeys(SMOOTHINGS.values())),
        "max_ngram_order": [1, 2, 3, 4, 5, 6, 7, 8],
        "effective_order": [False, True],
        "reference_length": list(REFERENCE_LENGTHS),
        "convention": [name for name, told in CONVENTIONS.items() if "BLEU" in told.metrics],
    }


def metric_of(base: BLEU, given: Mapping[str, Any]) -> BLEU:
    """The metric with some settings changed, as a client asks for.

    Only settings that choose among what is built in can be given, so that none names a file.
    Raises `ConfigurationError` with what is allowed.
    """
    known = choices()
    changes: dict[str, Any] = {}
    for name, value in given.items():
        if name == "references":
            continue
        if name not in SETTINGS:
            raise ConfigurationError(allowed("setting", name, (*SETTINGS, "references")))
        if name == "smoothing_value":
            if not (value is None or (type(value) in (int, float))):
                raise ConfigurationError("smoothing_value is a number")
        elif value not in known[name] or type(value) not in {type(one) for one in known[name]}:
            raise ConfigurationError(allowed(name, value, map(str, known[name])))
        changes[name] = value
    if "convention" in changes:
        settings = {key: value for key, value in changes.items() if value is not None}
        return type(base)(**settings)
    if "smoothing" in changes and "smoothing_value" not in changes:
        changes["smoothing_value"] = None
    if "max_ngram_order" in changes:
        changes["weights"] = None
    return type(base)(**{**base.settings(), **changes})


def variants(base: BLEU, references: int) -> list[dict[str, Any]]:
    """What is tried: each setting changed alone. Each has `setting`, `value` and `settings`."""
    return list(_variants(base, references))


def _variants(base: BLEU, references: int) -> Iterator[dict[str, Any]]:
    known = choices()
    usual = settings_of(base)
    tried = {**known, "tokenizer": TRIED, "max_ngram_order": ORDERS}
    if references == 1:
        tried["reference_length"] = []
    for setting, word in WORDS.items():
        for value in tried[setting]:
            if value != usual[setting]:
                yield _variant(word, _said(setting, value), {setting: value})
    for place in range(references) if references > 1 else ():
        yield _variant("references", f"only {place + 1}", {"references": [place]})


def settings_of(metric: BLEU) -> dict[str, Any]:
    """The settings of a metric as the lab names them."""
    return {
        **{name: getattr(metric, name) for name in SETTINGS},
        "tokenizer": metric.tokenizer.name,
        "lowercase": bool(metric.lowercase),
        "effective_order": metric.uses_effective_order(sentence=False),
    }


def _said(setting: str, value: Any) -> str:
    """A value in words."""
    if setting == "lowercase":
        return "ignored" if value else "kept"
    if setting == "effective_order":
        return "on" if value else "off"
    return str(value)


def _variant(setting: str, value: str, settings: dict[str, Any]) -> dict[str, Any]:
    return {"setting": setting, "value": value, "settings": settings}


class Lab:
    """One corpus by many settings; what was computed is remembered."""

    def __init__(self, corpus: Corpus, base: BLEU) -> None:
        self._corpus = corpus
        self._base = base
        self._known: dict[Any, dict[str, Any]] = {}
        self._everything = tuple(range(len(corpus.streams)))
        self._usual = self._counted(base, self._everything)

    def tried(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The scores of all systems under other settings, and what changes in which segments.

        Where these texts cannot be scored so, `refused` says why, and there is nothing else.
        Raises `ConfigurationError` for settings that are wrong.
        """
        metric = metric_of(self._base, given)
        references = self._references(given.get("references"))
        key = (metric, references)
        if key not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            try:
                self._known[key] = self._tried(metric, references)
            except (ConfigurationError, InputError) as error:
                self._known[key] = {"refused": str(error)}
        return self._known[key]

    def _references(self, given: Any) -> tuple[int, ...]:
        if given is None:
            return self._everything
        wrong = not isinstance(given, list) or not given
        if wrong or any(type(place) is not int or place not in self._everything for place in given):
            raise ConfigurationError(
                f"references is a list of numbers from 0 to {len(self._everything) - 1}, one at "
                "least"
            )
        return tuple(sorted(set(given)))

    def _tried(self, metric: BLEU, references: tuple[int, ...]) -> dict[str, Any]:
        names = list(self._corpus.systems)
        usual = [_in_points(found) for found in self._usual]
        counted = self._counted(metric, references)
        scores = [
            {"system": name, "value": value, "difference": value - before}
            for name, value, before in zip(names, map(_in_points, counted), usual, strict=True)
        ]
        signature = counted[0][0].signature
        return {
            "signature": str(signature),
            "full_signature": str(signature.full()),
            "scores": scores,
            "ranks_otherwise": _ranks(usual) != _ranks([_in_points(found) for found in counted]),
            **self._changes(metric, [rows for _, rows in counted]),
        }

    def _counted(self, metric: BLEU, references: tuple[int, ...]) -> list[tuple[Any, Rows | None]]:
        """The score and the rows of each system."""
        found: list[tuple[Any, Rows | None]] = []
        given = self._corpus.only(references)
        for texts in self._corpus.systems.values():
            if not metric.layout.adds:
                found.append((metric.corpus_score(texts, given), None))
                continue
            rows = metric.statistics(texts, given)
            score = metric.score(rows, references=self._width(references), segments=len(texts))
            found.append((score, rows))
        return found

    def _width(self, references: tuple[int, ...]) -> int | str:
        """References per segment, as a signature says it."""
        streams = [self._corpus.streams[number] for number in references]
        gaps = any(cell is None for stream in streams for cell in stream)
        return "var" if gaps else len(references)

    def _changes(self, metric: BLEU, rows: Sequence[Rows | None]) -> dict[str, Any]:
        """Which segments are counted otherwise by any system, and how their tokens differ."""
        places = self._places(metric, rows)
        if places is None:
            return {"changed": None, "segments": [], "examples": []}
        found = [int(place) for place in places[:PLACES]]
        examples = self._examples(metric, found) if metric.tokenizer != self._base.tokenizer else []
        return {"changed": len(places), "segments": found, "examples": examples}

    def _places(self, metric: BLEU, rows: Sequence[Rows | None]) -> Sequence[int] | None:
        """Segments whose counts differ; None where they cannot be held against each other."""
        import numpy as np

        changed = np.zeros(self._corpus.segments, dtype=bool)
        for new, (_, old) in zip(rows, self._usual, strict=True):
            if new is None or old is None:
                return None
            columns = [name for name in self._base.layout.names if name in metric.layout.names]
            ours = [self._base.layout.index(name) for name in columns]
            theirs = [metric.layout.index(name) for name in columns]
            changed |= (old[:, ours] != new[:, theirs]).any(axis=1)
        places: list[int] = np.flatnonzero(changed).tolist()
        return places

    def _examples(self, metric: BLEU, places: Sequence[int]) -> list[dict[str, Any]]:
        """Pieces of text that the tokenizers split differently, the most frequent first."""
        seen: Counter[tuple[str, str]] = Counter()
        where: dict[tuple[str, str], int] = {}
        texts: list[Sequence[str | None]] = [
            *self._corpus.systems.values(),
            *self._corpus.streams,
        ]
        for place in places[:LOOKED_AT]:
            for pair in _pieces(self._base, metric, [stream[place] for stream in texts]):
                seen[pair] += 1
                where.setdefault(pair, place)
        return [
            {"before": pair[0], "after": pair[1], "count": count, "segment": where[pair]}
            for pair, count in seen.most_common(EXAMPLES)
        ]


def _in_points(found: tuple[Any, Rows | None]) -> float:
    """A score on the scale from 0 to 100, so that those of all conventions can be compared."""
    score, _ = found
    points: float = score.value if score.scale == 100 else score.value * 100 / score.scale
    return points


def _ranks(values: Sequence[float]) -> list[int]:
    return sorted(range(len(values)), key=lambda place: -values[place])


def _pieces(base: BLEU, other: BLEU, texts: Sequence[str | None]) -> Iterator[tuple[str, str]]:
    """Where two tokenizers part, as texts with spaces between tokens."""
    for text in texts:
        if not text or len(text) > PLACES:
            continue
        ours, theirs = base.tokenizer.tokenize(text), other.tokenizer.tokenize(text)
        if ours == theirs:
            continue
        matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
        for what, a, b, c, d in matcher.get_opcodes():
            if what != "equal" and b - a <= EXAMPLES * 2 and d - c <= EXAMPLES * 2:
                yield " ".join(ours[a:b]), " ".join(theirs[c:d])
