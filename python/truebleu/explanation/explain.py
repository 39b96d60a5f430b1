"""The function `explain`, which shows how a BLEU score is composed and what lowers it most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, inspected
from truebleu.explanation.advice import advice
from truebleu.explanation.corpus import Corpus
from truebleu.explanation.ngrams import losses_and_contrast, marks_of
from truebleu.explanation.results import (
    Contrast,
    Explanation,
    OrderAhead,
    OrderLosses,
    SegmentInfluence,
    Segments,
)
from truebleu.explanation.segments import Influences, as_text, extremes
from truebleu.explanation.what_if import what_ifs
from truebleu.inputs.arguments import as_integer, check_count, check_threads
from truebleu.inputs.batch import read
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.decomposition import breakdown, difference

MAX_TOP = 1_000_000
"""Maximum of the argument `top`."""


def explain(
    hypotheses: Any,
    references: Any,
    metric: Metric[Any] | None = None,
    *,
    against: Any = None,
    segment: int | None = None,
    top: int = 10,
    names: tuple[str, str] = ("the system", "the other system"),
    threads: int | None = None,
) -> Explanation:
    """Return an explanation of a BLEU score.

    The explanation has the components of the score, the n-grams and segments that lower it most,
    and the scores under other settings.

    >>> from truebleu import explain
    >>> explanation = explain(["The cat sat on a mat."], ["The cat sat on the mat."])
    >>> explanation.reason
    'BLEU 48.89: of the 51.11 points lost, 24.75 go to 4-grams (1 of 4 matched).'
    >>> [(loss.tokens, loss.count) for loss in explanation.ngrams[0].most_unmatched]
    [(('a',), 1)]

    Args:
        hypotheses: the hypotheses, in any form that `BLEU.corpus_score` accepts.
        references: the references, in any form that `BLEU.corpus_score` accepts.
        metric: a `BLEU` metric; None means BLEU with default settings.
        against: the hypotheses of another system for the same references. If passed, the
            explanation also decomposes the difference between the two scores exactly. It lists the
            segments and n-grams that cause the difference.
        segment: the number of a segment, counted from 1. If passed, the sentence score of this
            segment is explained token by token. The explanation then also has the segment's
            influence on the corpus score. None means that the corpus score is explained.
        top: the maximum length of each list of segments, and of each list of n-grams of one order.
        names: the name of the explained system, and the name of the system in `against`.
        threads: maximum number of threads for counting; None means automatic.

    Raises:
        InputError: a text is invalid, there are no segments, or `segment` is out of range.
        ConfigurationError: the metric is not BLEU, or another argument is invalid.
    """
    bleu = _check_metric(metric)
    _check_names(names)
    count = check_count("top", top, MAX_TOP)
    workers = check_threads(threads)
    corpus = Corpus(bleu, read(hypotheses, references), workers)
    compared = None if against is None else _read_other(corpus, against, names[1])
    if segment is None:
        return _explain_corpus(corpus, compared, names, count)
    index = _check_segment(segment, len(corpus))
    return _explain_segment(corpus, compared, names, count, index)


def _explain_corpus(
    corpus: Corpus, compared: Corpus | None, names: tuple[str, str], top: int
) -> Explanation:
    inventory = corpus.inventory(*(() if compared is None else (compared,)))
    losses, ngrams = losses_and_contrast(corpus, compared, inventory, top)
    influences = Influences(corpus)
    contrast = None
    if compared is not None:
        contrast = _contrast(influences, Influences(compared), names[1], ngrams, top)
    return _explanation(names[0], None, corpus, losses, influences.ranked(top), contrast, None)


def _explain_segment(
    corpus: Corpus, compared: Corpus | None, names: tuple[str, str], top: int, index: int
) -> Explanation:
    segment = corpus.of_segment(index)
    second = None if compared is None else compared.of_segment(index)
    inventory = segment.inventory(*(() if second is None else (second,)))
    losses, ngrams = losses_and_contrast(segment, second, inventory, top, index + 1)
    contrast = None
    if second is not None:
        contrast = Contrast(
            name=names[1],
            score=second.score,
            difference=difference(segment.score, second.score),
            ngrams=ngrams,
            gaining=(),
            losing=(),
            others=((index + 1, second.score.value, as_text(second.hypothesis(0))),),
            marks=_marks(inventory, 1, second, index),
        )
    influence = _segment_influence(corpus, segment, index)
    marks = _marks(inventory, 0, segment, index)
    segments = Segments(count=len(corpus), lowering=(), raising=(), worst=(), best=())
    return _explanation(names[0], influence, segment, losses, segments, contrast, marks)


def _explanation(
    name: str,
    influence: SegmentInfluence | None,
    corpus: Corpus,
    losses: tuple[OrderLosses, ...],
    segments: Segments,
    contrast: Contrast | None,
    marks: Any,
) -> Explanation:
    parts = breakdown(corpus.score)
    settings = what_ifs(corpus, sentence=influence is not None)
    return Explanation(
        name=name,
        segment=None if influence is None else influence.segment,
        score=corpus.score,
        breakdown=parts,
        ngrams=losses,
        segments=segments,
        influence=influence,
        settings=settings,
        advice=advice(corpus, parts.factors, losses, settings),
        contrast=contrast,
        marks=marks,
        notes=tuple(_notes(corpus, losses)),
    )


def _segment_influence(corpus: Corpus, segment: Corpus, index: int) -> SegmentInfluence:
    without = corpus.value_without(index)
    return SegmentInfluence(
        segment=index + 1,
        score=segment.score.value,
        without=without,
        influence=None if without is None else corpus.score.value - without,
        hypothesis=as_text(segment.hypothesis(0)),
        references=tuple(map(as_text, segment.references_of(0))),
    )


def _marks(inventory: _native.Inventory, system: int, corpus: Corpus, index: int) -> Any:
    orders = corpus.metric.max_ngram_order
    return marks_of(inventory, system, 0, orders, number=index + 1)


def _contrast(
    influences: Influences, others: Influences, name: str, ngrams: tuple[OrderAhead, ...], top: int
) -> Contrast:
    corpus, compared = influences.corpus, others.corpus
    on_difference = influences.influences - others.influences
    losing, gaining = extremes(on_difference, top)
    gap = corpus.score.value - compared.score.value

    def influences_on_difference(segments: Sequence[int]) -> Iterator[SegmentInfluence]:
        for i in segments:
            influence = float(on_difference[i])
            yield replace(influences.influence_of(i), without=gap - influence, influence=influence)

    segments = sorted({*gaining, *losing})
    return Contrast(
        name=name,
        score=compared.score,
        difference=difference(corpus.score, compared.score),
        ngrams=ngrams,
        gaining=tuple(influences_on_difference(gaining)),
        losing=tuple(influences_on_difference(losing)),
        others=tuple(
            (i + 1, float(others.scores[i]), as_text(compared.hypothesis(i))) for i in segments
        ),
        marks=None,
    )


def _notes(corpus: Corpus, losses: Sequence[OrderLosses]) -> Iterator[str]:
    if corpus.max_references > 1:
        yield (
            "With several references, missed n-grams are those of all references. No hypothesis "
            "can match all of them."
        )
    plain_counts = [(order.matches, order.total) for order in losses]
    if plain_counts != list(zip(corpus.score.matches, corpus.score.totals, strict=True)):
        yield (
            "This convention counts n-grams differently. The listed n-grams are counted in the "
            "usual way and do not add up to the score's counts."
        )
    if corpus.metric.average == "macro":
        yield (
            "The score is the mean of the segment scores. The factors are those of the corpus "
            "score; the difference between it and the mean has its own line."
        )
    if not corpus.metric.layout.adds:
        yield (
            "This smoothing uses counts of the last segment, so the effect of leaving out a "
            "segment is not defined."
        )


def _check_metric(metric: Any) -> BLEU:
    if metric is None:
        return BLEU()
    if isinstance(metric, BLEU):
        return metric
    if not isinstance(metric, Metric):
        raise ConfigurationError(
            f"metric={inspected(metric)} is not a metric. Pass an instance, BLEU()."
        )
    raise ConfigurationError(
        f"explain() supports BLEU only, got {metric.name}. Use score.to_dict() for the components "
        f"of a {metric.name} score."
    )


def _check_names(names: Any) -> None:
    two = isinstance(names, (list, tuple)) and len(names) == 2
    if not two or not all(isinstance(name, str) for name in names):
        raise ConfigurationError(
            f"names={inspected(names)} is not a pair of strings. Pass the names of both systems, "
            'such as ("base", "new").'
        )


def _check_segment(segment: Any, count: int) -> int:
    number = as_integer(segment)
    if number is None:
        raise ConfigurationError(
            f"segment={inspected(segment)} is not an integer. Use an integer from 1."
        )
    if not 1 <= number <= count:
        raise InputError(
            f"segment={inspected(number)} is out of range. Use an integer from 1 to {count}."
        )
    return number - 1


def _read_other(corpus: Corpus, against: Any, name: str) -> Corpus:
    try:
        return Corpus(corpus.metric, read(against, corpus.references), corpus.threads)
    except InputError as error:
        error.args = (f"{name}: {error}",)
        raise
