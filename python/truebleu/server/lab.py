"""Scores of all systems with other settings of BLEU, and the segments that the settings affect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError, InputError, MissingDependency, allowed
from truebleu.explanation.settings import variants as bleu_variants
from truebleu.explanation.settings.rescoring import MAX_CELLS, Rescorer
from truebleu.explanation.settings.variants import SETTINGS, CorpusFacts, changed, current
from truebleu.explanation.settings.views import View
from truebleu.inputs.batch import read
from truebleu.metrics.bleu import BLEU

if TYPE_CHECKING:
    from truebleu.server.corpus import Corpus

NAMES = (
    "tokenizer",
    "lowercase",
    "smoothing",
    "smoothing_value",
    "max_ngram_order",
    "effective_order",
    "reference_length",
    "convention",
)
"""The settings of BLEU that a client can choose, in the order of display."""

LENGTHS = SETTINGS["reference_length"]
SHOWN = {name: SETTINGS[name] for name in NAMES if name in SETTINGS}
SHOWN["reference_length"] = replace(LENGTHS, alone=LENGTHS.offered)
"""The settings for which the page shows the score with each alternative value."""

LISTED = 1000
"""Maximum number of affected segments that are listed. All affected segments are counted."""

LONGEST = 1000
"""Maximum number of characters of a text that is searched for examples."""

EXAMINED = 300
EXAMPLES = 5
MAX_CACHED = 64


def choices() -> dict[str, list[Any]]:
    """Return the settings of BLEU that a client can choose, with the possible values of each."""
    return {name: list(setting.offered or setting.usual) for name, setting in SHOWN.items()}


def metric_of(base: BLEU, settings: Mapping[str, Any]) -> BLEU:
    """Return the metric `base` with the settings that a client chose.

    A setting must have one of the values of `choices`. As `smoothing_value`, every number is
    accepted. Because of these checks, a client cannot name a file on the server.

    Raises:
        ConfigurationError: A setting is unknown, or its value is not accepted.
    """
    offered = choices()
    changes = {name: value for name, value in settings.items() if name != "references"}
    for name, value in changes.items():
        if name not in NAMES:
            raise ConfigurationError(allowed("setting", name, (*NAMES, "references")))
        if name == "smoothing_value":
            if value is not None and type(value) not in (int, float):
                raise ConfigurationError("smoothing_value must be a number")
        elif value not in offered[name] or type(value) not in set(map(type, offered[name])):
            raise ConfigurationError(allowed(name, value, map(str, offered[name])))
    return changed(base, changes)


def variants(base: BLEU, references: int) -> list[dict[str, Any]]:
    """Return variants of the metric `base`, each with another value of one setting.

    `references` is the number of reference streams. A variant is a dict. The page displays its keys
    `setting` and `value`, and sends its key `settings` back to the server. A convention is left out
    if its tokenizer requires a package or data that is not installed.
    """
    facts = CorpusFacts(chinese=True, references=references, streams=references)
    listed = []
    for variant in bleu_variants.one_at_a_time(base, facts, SHOWN):
        word, value = variant.label
        settings = variant.changes
        if "convention" in settings and not _can_tokenize(metric_of(base, settings)):
            continue
        if variant.view is not None:
            settings["references"] = list(variant.view.references or ())
        listed.append({"setting": word, "value": value, "settings": settings})
    return listed


def _can_tokenize(metric: BLEU) -> bool:
    try:
        metric.tokenizer.tokenize("a b")
    except MissingDependency:
        return False
    return True


def settings_of(metric: BLEU) -> dict[str, Any]:
    """Return the settings that a client can choose, with their values in `metric`."""
    values = current(metric)
    return {name: values.get(name, getattr(metric, name)) for name in NAMES}


class Lab:
    """Scores of a corpus with BLEU settings that the user of the server chooses."""

    def __init__(self, corpus: Corpus, base: BLEU) -> None:
        self._corpus = corpus
        self._base = base
        self._cache: dict[Any, dict[str, Any]] = {}
        self._all = tuple(range(len(corpus.streams)))
        self._rescorers = {
            name: Rescorer(
                read(texts, corpus.references), max_cells=MAX_CELLS // len(corpus.systems)
            )
            for name, texts in corpus.systems.items()
        }
        self._values = [rescorer.points(base) for rescorer in self._rescorers.values()]

    def score(self, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return the scores of all systems with other settings, and the affected segments.

        A segment is affected if its sufficient statistics change. If the texts cannot be scored
        with these settings, the result has only the key `refused`, with the reason.

        Raises:
            ConfigurationError: A setting is unknown or invalid.
        """
        metric = metric_of(self._base, settings)
        references = self._references(settings.get("references"))
        key = (metric, references)
        if key not in self._cache:
            if len(self._cache) >= MAX_CACHED:
                self._cache.clear()
            view = None if references == self._all else View.of_references(*references)
            try:
                self._cache[key] = self._score(metric, view)
            except (ConfigurationError, InputError) as error:
                self._cache[key] = {"refused": str(error)}
        return self._cache[key]

    def _references(self, references: Any) -> tuple[int, ...]:
        if references is None:
            return self._all
        is_invalid = not isinstance(references, list) or not references
        if is_invalid or any(
            type(index) is not int or index not in self._all for index in references
        ):
            raise ConfigurationError(
                f"references must be a non-empty list of integers from 0 to {len(self._all) - 1}"
            )
        return tuple(sorted(set(references)))

    def _score(self, metric: BLEU, view: View | None) -> dict[str, Any]:
        views = [rescorer.of(view) for rescorer in self._rescorers.values()]
        values = [rescorer.points(metric) for rescorer in views]
        min_references, max_references = views[0].references
        references = min_references if min_references == max_references else "var"
        signature = metric.signature(references, self._corpus.segments)
        return {
            "signature": str(signature),
            "full_signature": str(signature.full()),
            "scores": [
                {"system": name, "value": value, "difference": value - usual}
                for name, value, usual in zip(self._rescorers, values, self._values, strict=True)
            ],
            "ranks_otherwise": _ranks(self._values) != _ranks(values),
            **self._changes(metric, view),
        }

    def _changes(self, metric: BLEU, view: View | None) -> dict[str, Any]:
        """Return the segments whose sufficient statistics change, and some changed tokens."""
        segments = self._changed_segments(metric, view)
        if segments is None:
            return {"changed": None, "segments": [], "examples": []}
        listed = segments[:LISTED]
        has_other_tokens = metric.tokenizer != self._base.tokenizer
        examples = self._examples(metric, listed) if has_other_tokens else []
        return {"changed": len(segments), "segments": listed, "examples": examples}

    def _changed_segments(self, metric: BLEU, view: View | None) -> list[int] | None:
        """Return the indices of the segments whose sufficient statistics change in any system.

        If they are unknown, return None.
        """
        changed = None
        for rescorer in self._rescorers.values():
            differ = rescorer.changed_segments(self._base, metric, view=view)
            if differ is None:
                return None
            changed = differ if changed is None else changed | differ
        return [] if changed is None else changed.nonzero()[0].tolist()

    def _examples(self, metric: BLEU, segments: Sequence[int]) -> list[dict[str, Any]]:
        """Return the most frequent differences between the tokens of two metrics.

        The metrics are the base metric and `metric`. `segments` are the indices of the segments
        that are compared.
        """
        counts: Counter[tuple[str, str]] = Counter()
        first_segment: dict[tuple[str, str], int] = {}
        texts: list[Sequence[str | None]] = [*self._corpus.systems.values(), *self._corpus.streams]
        for segment in segments[:EXAMINED]:
            for pair in _differences(self._base, metric, [stream[segment] for stream in texts]):
                counts[pair] += 1
                first_segment.setdefault(pair, segment)
        return [
            {"before": pair[0], "after": pair[1], "count": count, "segment": first_segment[pair]}
            for pair, count in counts.most_common(EXAMPLES)
        ]


def _ranks(values: Sequence[float]) -> list[int]:
    return sorted(range(len(values)), key=lambda index: -values[index])


def _differences(
    base: BLEU, metric: BLEU, texts: Sequence[str | None]
) -> Iterator[tuple[str, str]]:
    """Yield the differences between the tokens of two metrics in `texts`.

    A difference is a pair of strings. The first string has tokens of `base`. The second string has
    the tokens of `metric` for the same part of a text.
    """
    for text in texts:
        if not text or len(text) > LONGEST:
            continue
        first, second = base.tokenizer.tokenize(text), metric.tokenizer.tokenize(text)
        if first == second:
            continue
        matcher = SequenceMatcher(None, first, second, autojunk=False)
        for change, a, b, c, d in matcher.get_opcodes():
            if change != "equal" and b - a <= EXAMPLES * 2 and d - c <= EXAMPLES * 2:
                yield " ".join(first[a:b]), " ".join(second[c:d])
