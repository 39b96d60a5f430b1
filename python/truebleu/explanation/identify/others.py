"""Configurations of ROUGE, chrF and TER that `identify` tries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import fsum
from typing import Any

from truebleu.errors import ConfigurationError, TrueBleuError
from truebleu.explanation.identify.trials import Trial
from truebleu.explanation.settings.variants import MAX_CHANGES, OF_OTHERS, VIEW, Change, Variant
from truebleu.explanation.settings.views import Texts, View
from truebleu.inputs.arguments import ProgressCallback
from truebleu.inputs.batch import Batch
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.statistics import concatenated
from truebleu.metrics.chrf import CHRF
from truebleu.metrics.rouge import OF_GOOGLE, ROUGE
from truebleu.metrics.rouge_joint import CountingGroup, counting_groups
from truebleu.metrics.ter import TER
from truebleu.tokenizers import Tokenizer, resolve

OTHERS = ("rouge", "chrf", "ter")
"""Names of the metrics other than BLEU whose settings can be searched."""

TOOL = "sacrebleu"
"""The convention of chrF and TER."""

SETTINGS: dict[str, tuple[str, ...]] = {
    "chrf": ("word_order", "char_order", "beta", "lowercase", "whitespace", "eps_smoothing"),
    "ter": ("normalized", "no_punct", "asian_support", "case_sensitive"),
}
OF_GOOGLE_ONLY = ("stem", "tokenizer", "sentences")
VARIANTS = ("1", "2", "3", "4", "L")
RATES = ("precision", "recall")
"""Parts of a ROUGE score that a tool may report in place of F1."""
MEAN: Change = ("mean", *OF_OTHERS["mean"].usual)
"""The mean of sentence scores, which a tool may report in place of the score of the corpus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Metric that `identify` tries: a tool's metric with changed settings.

    `convention` is the name of the preset that reproduces the tool. `parts` are the changes.
    """

    convention: str
    parts: tuple[Change, ...]
    metric: Metric[Any]

    @property
    def is_simple(self) -> bool:
        """Whether at most one setting differs from the default. ROUGE's variant does not count."""
        return sum(name != "variant" for name, _ in self.parts) <= 1


def candidates_of(
    metric: str, conventions: Sequence[str], tokenizers: Sequence[Tokenizer], *, tokens: bool
) -> list[Candidate]:
    """Return the configurations of ROUGE, chrF or TER that `identify` tries.

    Each configuration has the settings of a tool, with at most two of them changed. `metric` is one
    of `OTHERS`. For ROUGE, `conventions` are the names of the presets that reproduce tools, and
    `tokenizers` are tried in addition to the usual tokenizers. `tokens` is whether segments are
    lists of tokens.
    """
    if metric == "rouge":
        return list(_rouge(conventions, tokenizers, tokens=tokens))
    kind: Any = {"chrf": CHRF, "ter": TER}[metric]
    return [
        Candidate(convention=TOOL, parts=parts, metric=kind(**dict(parts)))
        for parts in _combined({name: OF_OTHERS[name].usual for name in SETTINGS[metric]})
    ]


def _rouge(
    conventions: Sequence[str], tokenizers: Sequence[Tokenizer], *, tokens: bool
) -> Iterator[Candidate]:
    for convention in conventions:
        is_google = convention == OF_GOOGLE
        values: dict[str, Sequence[Any]] = {"lowercase": (False,) if is_google else (True,)}
        if is_google:
            values.update({name: OF_OTHERS[name].usual for name in OF_GOOGLE_ONLY})
            values["tokenizer"] = [*map(resolve, values["tokenizer"]), *tokenizers]
        if tokens:
            values = {}
        for variant in (*VARIANTS, "Lsum" if is_google else "5"):
            for parts in _combined(values):
                try:
                    metric = ROUGE(variant, convention=convention, **dict(parts))
                except ConfigurationError:
                    continue  # such as a sentence splitter without Lsum
                yield Candidate(
                    convention=convention, parts=(("variant", variant), *parts), metric=metric
                )


def _combined(values: Mapping[str, Sequence[Any]]) -> Iterator[tuple[Change, ...]]:
    choices = [[None, *((name, value) for value in of_name)] for name, of_name in values.items()]
    for chosen in product(*choices):
        parts = tuple(change for change in chosen if change is not None)
        if len(parts) <= MAX_CHANGES:
            yield parts


def score_candidates(
    candidates: Sequence[Candidate],
    texts: Texts,
    views: Sequence[View],
    threads: int,
    progress: ProgressCallback | None,
) -> Iterator[Trial]:
    """Yield trials: candidates with their scores.

    A candidate whose score is undefined is skipped. A tool may report another number in place of
    the score: precision or recall for ROUGE, the mean of sentence scores for chrF and TER. Each
    such number is a trial, too. `views` are variants of the texts. On them, only candidates that
    change at most one setting of their tool are tried.
    """
    simple = [candidate for candidate in candidates if candidate.is_simple]
    plans = [(None, candidates), *((view, simple) for view in views)]
    total, tried = sum(len(of_view) for _, of_view in plans), 0
    for view, of_view in plans:
        batch = texts.batch if view is None else texts.select(view)
        for group in counting_groups([candidate.metric for candidate in of_view]):
            if progress is not None:
                progress(tried, total)
            tried += len(group.indices)
            try:
                scores = _scores(group, batch, threads)
            except TrueBleuError:
                continue  # such as a missing package
            for index, (score, others) in zip(group.indices, scores, strict=True):
                yield from _trials(of_view[index], score, others, view)
    if progress is not None:
        progress(total, total)


Others = list[tuple[Change, float]]
"""Numbers that a tool may report in place of a score, each with the change that describes it."""


def _scores(group: CountingGroup, batch: Batch, threads: int) -> list[tuple[Score, Others]]:
    metric = group.metric
    if isinstance(metric, ROUGE):
        score: Any = metric.batch_score(batch, threads)
        scores = score if len(group.indices) > 1 else (score,)
        return [
            (each, [(("rate", rate), getattr(each, rate)) for rate in RATES]) for each in scores
        ]
    import numpy as np

    blocks = [block.rows for block in metric.rows_by_block(batch, threads)]
    effective_order = metric.uses_effective_order(sentence=True)
    values = [np.asarray(metric.of_tokens.values(rows, effective_order)) for rows in blocks]
    mean = fsum(concatenated(values)) / len(batch)
    return [(metric.score(concatenated(list(map(np.asarray, blocks)))), [(MEAN, mean)])]


def _trials(
    candidate: Candidate, score: Score, others: Others, view: View | None
) -> Iterator[Trial]:
    of_view = () if view is None else ((VIEW, view),)
    values = [((), score.value), *(((change,), value) for change, value in others)]
    for changes, value in values:
        yield Trial(
            convention=candidate.convention,
            variant=Variant((*candidate.parts, *changes, *of_view)),
            value=value,
            scale=score.scale,
            make_metric=lambda: candidate.metric,
        )
