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
from functools import partial
from itertools import combinations, count, pairwise
from typing import Any

from truebleu.errors import ConfigurationError, TrueBleuError, UnknownConvention, allowed, inspected
from truebleu.explanation.identify.others import OTHERS, TOOL, candidates_of, score_candidates
from truebleu.explanation.identify.reported import Reported
from truebleu.explanation.identify.results import Identification, Match
from truebleu.explanation.identify.texts import Suspicions, views_of
from truebleu.explanation.identify.trials import REPORTED_EVERY, Trial
from truebleu.explanation.settings.recipe import Recipe
from truebleu.explanation.settings.rescoring import Rescorer
from truebleu.explanation.settings.variants import CorpusFacts, Variant, changed, combine, complete
from truebleu.explanation.settings.views import BEST_OF_REFERENCES, MEAN_OF_REFERENCES, Texts
from truebleu.inputs.arguments import ProgressCallback, check_choice, check_progress, check_threads
from truebleu.inputs.batch import read
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.conventions import CONVENTIONS, of_metric
from truebleu.tokenizers import Tokenizer, resolve

METRICS = ("bleu", *OTHERS)
"""Names of the metrics whose settings can be searched."""

WITHOUT_TOKENIZER = ("chrf", "ter")
"""Names of the metrics without a tokenizer setting."""

NEAREST = 3
SAME = 1e-9
"""Largest difference in points between scores that are considered equal (rounding error)."""

APART = 0.005
"""Smallest difference in points between any two scores in the list of the nearest scores."""


def identify(
    hypotheses: Any,
    references: Any,
    reported: float | str,
    *,
    metric: str = "bleu",
    precision: int | None = None,
    tool: str | None = None,
    tokenizers: Sequence[str | Tokenizer | Callable[[str], str | list[str]]] = (),
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> Identification:
    """Search for the settings that give a reported BLEU, ROUGE, chrF or TER score.

    All conventions (presets that reproduce tools) are tried, with and without changed settings.
    Settings are the tokenizer, case, smoothing, n-gram orders, the reference length rule, effective
    order, macro-average, and the number of references. For tools that accept one reference per
    segment, the highest score over the references of each segment is tried, too, as in HELM. Two
    mistakes are tried: swapped hypotheses and references, and strings in place of lists of tokens.
    Texts that look tokenized or escaped are also scored after repair. The reported number may be on
    the scale 0 to 100 or 0 to 1. Its last decimal may be rounded or truncated.

    For ROUGE, all variants of the packages rouge-score and rouge are tried, with precision, recall
    and F1. For chrF and TER, the mean of the sentence scores is tried, too.

    Args:
        hypotheses: the hypotheses, in any form that `BLEU.corpus_score` accepts.
        references: the references, in any form that `BLEU.corpus_score` accepts.
        reported: the score, as a number or a text. The text `"27.30"` has two decimals.
        metric: the metric of the score: `"bleu"`, `"rouge"`, `"chrf"` or `"ter"`.
        precision: number of decimals that are compared; None means the decimals of `reported`.
        tool: the name of the convention to try, or the beginning of several names. None means all
            conventions.
        tokenizers: additional tokenizers, in any form that `BLEU(tokenizer=...)` accepts.
        threads: maximum number of threads for counting; None means automatic.
        progress: a function that is called repeatedly with two numbers: the number of
            configurations that have been tried, and the number of all configurations.

    Raises:
        InputError: a text is invalid, or the numbers of segments differ.
        ConfigurationError: `reported` is not a score, or another argument is invalid.
    """
    if not isinstance(tokenizers, (list, tuple)):
        raise ConfigurationError(
            f"tokenizers={inspected(tokenizers)} is not a list of tokenizers. Pass a list such as "
            f"['char']."
        )
    family = check_choice("metric", _casefolded(metric), METRICS)
    if tokenizers and family in WITHOUT_TOKENIZER:
        raise ConfigurationError(
            f"tokenizers={inspected(tokenizers)} is not supported with metric={family!r}, which "
            "has no tokenizer setting. Leave it out."
        )
    number = Reported.read(reported, precision, largest=None if family == "ter" else 100)
    conventions = _conventions(tool, family)
    batch = read(hypotheses, references)
    workers = check_threads(threads)
    check_progress(progress)
    suspicions = Suspicions(batch)
    texts = Texts(batch, suspicions.repairs)
    rescorer = Rescorer(batch, threads=workers, texts=texts)
    rescorer.value(BLEU())  # raises an error if the texts are invalid
    _, max_references = rescorer.references
    more, views = [resolve(tokenizer) for tokenizer in tokenizers], list(views_of(texts))
    if family == "bleu":
        facts = CorpusFacts(tokens=batch.tokens, references=max_references)
        several = [BEST_OF_REFERENCES] if max_references > 1 else []
        variants = {}
        for name in conventions:
            best = several if CONVENTIONS[name].one_reference else []
            base = BLEU(convention=name)
            variants[base] = list(combine(base, facts, tokenizers=more, views=[*views, *best]))
        trials = list(_score_all(variants, rescorer, progress))
    else:
        if family == "rouge" and texts.has_equal_references and max_references > 1:
            views.append(MEAN_OF_REFERENCES)
        candidates = candidates_of(family, conventions, more, tokens=batch.tokens)
        candidates[0].metric.batch_score(batch, workers)  # raises an error for tokens
        trials = list(score_candidates(candidates, texts, views, workers, progress))
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
        if view is not None and (view.misread or view.expanded or view.best):
            chosen = len(batch) if view.misread else 1
        return Match(
            convention=trial.convention,
            changes=trial.variant.words,
            points=trial.points,
            reading=number.reading(trial.value, trial.scale),
            cost=trial.variant.cost,
            signature=str(
                trial.make_metric().signature(chosen or all_of_them, tokens=batch.tokens)
            ),
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


def _casefolded(metric: object) -> object:
    return metric.casefold() if isinstance(metric, str) else metric


def _conventions(tool: str | None, family: str) -> list[str]:
    supported = (TOOL,) if family in {"chrf", "ter"} else of_metric(family.upper())
    if not isinstance(tool, str | None):
        raise UnknownConvention(allowed("tool", tool, supported))
    names = [name for name in supported if tool is None or name.startswith(tool)]
    if tool in CONVENTIONS and tool not in supported:
        computed = CONVENTIONS[tool].metric
        fix = (
            f"Pass metric={computed.casefold()!r}."
            if computed.casefold() in METRICS
            else f"Use `truebleu score --convention {tool}`, or verify its signature."
        )
        raise ConfigurationError(f"tool={tool!r} computes {computed}, not {family.upper()}. {fix}")
    if tool in CONVENTIONS:
        names = [name for name in names if name == tool or name.startswith(f"{tool}-")]
    if not names:
        raise UnknownConvention(allowed("tool", tool, supported))
    return names


def _score_all(
    variants_by_base: Mapping[BLEU, Sequence[Variant]],
    rescorer: Rescorer,
    progress: ProgressCallback | None,
) -> Iterator[Trial]:
    total, done = sum(map(len, variants_by_base.values())), count()
    for base, variants in variants_by_base.items():
        convention, settings, scale = base.convention, base.settings(), base.scale
        for variant, tried in zip(variants, done, strict=False):
            if progress is not None and tried % REPORTED_EVERY == 0:
                progress(tried, total)
            recipe = Recipe.of_settings(convention, complete(settings, variant.changes))
            try:
                value = rescorer.value_under(variant.view, recipe)
            except TrueBleuError:
                continue  # such as NLTK's method6 for a text without trigrams
            yield Trial(
                convention=convention,
                variant=variant,
                value=value,
                scale=scale,
                make_metric=partial(changed, base, variant.changes),
            )
    if progress is not None:
        progress(total, total)


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
    distinct: list[Trial] = []
    for trial in trials:
        if all(abs(trial.points - other.points) > APART for other in distinct):
            distinct.append(trial)
        if len(distinct) == number:
            break
    return distinct
