"""Search for the settings of a reported score among thousands of configurations.

A configuration is a convention (preset that reproduces a tool) with changed settings. Every
convention is tried with no change, with every single change, and with every pair of changes. For
sacreBLEU, all combinations of common values are tried, too. Texts are counted only once for each
tokenizer.

>>> hypotheses = ["The cat sat on a mat.", "It rained there for a day."]
>>> references = ["The cat sat on the mat.", "It rained there all day."]
>>> result = identify(hypotheses, references, "36.2")
>>> print(result.matches[0].name, result.matches[0].reading.how)
sacrebleu rounded
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, pairwise
from typing import Any

from truebleu.errors import ConfigurationError, TrueBleuError, UnknownConvention, allowed, inspected
from truebleu.explanation.identify.reported import Reported
from truebleu.explanation.identify.results import Identification, Match
from truebleu.explanation.identify.texts import Suspicions, views_of
from truebleu.explanation.settings.recipe import Recipe
from truebleu.explanation.settings.rescoring import Rescorer
from truebleu.explanation.settings.variants import CorpusFacts, Variant, changed, combine, complete
from truebleu.explanation.settings.views import Texts
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.batch import read
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.conventions import CONVENTIONS, of_metric
from truebleu.tokenizers import Tokenizer, resolve

NEAREST = 3
REPORTED_EVERY = 20
"""Number of configurations between two progress reports."""

SAME = 1e-9
"""Largest difference in points between scores that are considered equal (rounding error)."""

APART = 0.005
"""Smallest difference in points between any two scores in the list of the nearest scores."""

RANKS = {name: rank for rank, name in enumerate(CONVENTIONS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """Configuration (a tool with changed settings) and the score that it gives.

    `convention` is the name of the preset that reproduces the tool. `variant` has the changed
    settings. `value` is the score. `scale` is the score of a perfect hypothesis.
    """

    convention: str
    variant: Variant
    value: float
    scale: int

    @property
    def points(self) -> float:
        """Score on the scale 0 to 100."""
        return self.value * (100 / self.scale)

    def cost(self, number: Reported) -> tuple[float, int, int]:
        """Return a sort key that puts plausible trials first.

        The key consists of the implausibility, the rank of the tool, and the number of changes.
        """
        cost, reading = self.variant.cost, number.reading(self.value, self.scale)
        if reading is not None:
            cost += reading.price(self.scale)
        return cost, RANKS[self.convention], len(self.variant.parts)


def identify(
    hypotheses: Any,
    references: Any,
    reported: float | str,
    *,
    precision: int | None = None,
    tool: str | None = None,
    tokenizers: Sequence[str | Tokenizer | Callable[[str], str | list[str]]] = (),
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Identification:
    """Return the settings that give a reported BLEU score, found by search.

    All conventions (presets that reproduce tools) are tried, with and without changed settings.
    Settings are the tokenizer, case, smoothing, n-gram orders, the reference length rule, effective
    order, macro-average, and the number of references. Two mistakes are tried, too: swapped
    hypotheses and references, and strings in place of lists of tokens. Texts that look tokenized or
    escaped are also scored after repair. The reported number may be on the scale 0 to 100 or 0 to
    1. Its last decimal may be rounded or truncated.

    Args:
        hypotheses: the hypotheses, in any form that `BLEU.corpus_score` accepts.
        references: the references, in any form that `BLEU.corpus_score` accepts.
        reported: the score, as a number or a text. The text `"27.30"` has two decimals.
        precision: how many decimals are compared; None means the decimals of `reported`.
        tool: the name of a convention, or the beginning of several names. Only these conventions
            are tried. None means all conventions.
        tokenizers: additional tokenizers, in any form that `BLEU(tokenizer=...)` accepts.
        threads: maximum number of threads for counting; None means automatic.
        progress: a function that is called repeatedly with two numbers: how many configurations
            have been tried, and how many there are.

    Raises:
        InputError: a text is invalid, or the numbers of segments differ.
        ConfigurationError: `reported` is not a score, or another argument is invalid.
    """
    if not isinstance(tokenizers, (list, tuple)):
        raise ConfigurationError(
            f"tokenizers={inspected(tokenizers)} is not a list of tokenizers. Pass a list such as "
            f"['char']."
        )
    number = Reported.read(reported, precision)
    bases = {name: BLEU(convention=name) for name in _conventions(tool)}
    batch = read(hypotheses, references)
    workers = check_threads(threads)
    suspicions = Suspicions(batch)
    texts = Texts(batch, suspicions.repairs)
    rescorer = Rescorer(batch, threads=workers, texts=texts)
    rescorer.value(BLEU())  # raises an error if the texts are invalid
    _, max_references = rescorer.references
    facts = CorpusFacts(tokens=batch.tokens, references=max_references)
    more, views = [resolve(tokenizer) for tokenizer in tokenizers], list(views_of(texts))
    variants = {
        base: list(combine(base, facts, tokenizers=more, views=views)) for base in bases.values()
    }
    trials = list(_score_all(variants, rescorer, progress))
    matches = [trial for trial in trials if number.reading(trial.value, trial.scale) is not None]
    simplest = _Simplest(trials)
    matches = sorted(filter(simplest.has, matches), key=lambda trial: trial.cost(number))
    nearest: list[Trial] = []
    if not matches:
        close = sorted(trials, key=lambda trial: number.distance(trial.value, trial.scale))
        nearest = _distinct(filter(simplest.has, close), NEAREST)

    def match(trial: Trial) -> Match:
        view = trial.variant.view
        all_of_them = max_references if texts.has_equal_references else "var"
        chosen = None if view is None or view.references is None else len(view.references)
        metric = changed(bases[trial.convention], trial.variant.changes)
        return Match(
            convention=trial.convention,
            changes=trial.variant.words,
            points=trial.points,
            reading=number.reading(trial.value, trial.scale),
            cost=trial.variant.cost,
            signature=str(metric.signature(chosen or all_of_them, tokens=batch.tokens)),
        )

    points = sorted(trial.points for trial in trials)
    return Identification(
        reported=number,
        matches=tuple(map(match, matches)),
        nearest=tuple(map(match, nearest)),
        tried=len(trials),
        distinct=1 + sum(b - a > SAME for a, b in pairwise(points)),
        warnings=tuple(suspicions.warnings),
        segments=len(batch),
        references=max_references,
    )


def _conventions(tool: str | None) -> list[str]:
    supported = of_metric("BLEU")
    if not isinstance(tool, str | None):
        raise UnknownConvention(allowed("tool", tool, supported))
    names = [name for name in supported if tool is None or name.startswith(tool)]
    if tool in CONVENTIONS and tool not in supported:
        raise ConfigurationError(
            f"tool={tool!r} computes {CONVENTIONS[tool].metric}, but only settings of BLEU can be "
            f"searched. Use `truebleu score --convention {tool}`, or verify its signature."
        )
    if tool in CONVENTIONS:
        names = [name for name in names if name == tool or name.startswith(f"{tool}-")]
    if not names:
        raise UnknownConvention(allowed("tool", tool, supported))
    return names


def _score_all(
    variants_by_base: Mapping[BLEU, Sequence[Variant]],
    rescorer: Rescorer,
    progress: Callable[[int, int], object] | None,
) -> Iterator[Trial]:
    """Yield a trial (settings and their score) for each variant whose score is defined.

    `variants_by_base` has a list of variants for each metric.
    """
    total, done = sum(map(len, variants_by_base.values())), count()
    for base, variants in variants_by_base.items():
        convention, settings, scale = base.convention, base.settings(), base.scale
        for variant, tried in zip(variants, done, strict=False):
            if progress is not None and tried % REPORTED_EVERY == 0:
                progress(tried, total)
            recipe = Recipe.of_settings(convention, complete(settings, variant.changes))
            try:
                value = rescorer.of(variant.view).value(recipe)
            except TrueBleuError:
                continue  # such as NLTK's method6 for a text without trigrams
            yield Trial(convention=convention, variant=variant, value=value, scale=scale)


class _Simplest:
    def __init__(self, trials: Iterable[Trial]) -> None:
        self._points = {
            (trial.convention, frozenset(trial.variant.parts)): trial.points for trial in trials
        }

    def has(self, trial: Trial) -> bool:
        parts = trial.variant.parts
        for size in range(len(parts)):
            for fewer in combinations(parts, size):
                points = self._points.get((trial.convention, frozenset(fewer)))
                if points is not None and abs(points - trial.points) <= SAME:
                    return False
        return True


def _distinct(trials: Iterable[Trial], number: int) -> list[Trial]:
    """Return the first `number` trials whose scores differ clearly from each other."""
    distinct: list[Trial] = []
    for trial in trials:
        if all(abs(trial.points - other.points) > APART for other in distinct):
            distinct.append(trial)
        if len(distinct) == number:
            break
    return distinct
