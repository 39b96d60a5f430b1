"""`explain`: everything that can be said of why a score is what it is."""

from __future__ import annotations

from truebleu.decomposition import breakdown, difference
from truebleu.errors import ConfigurationError, InputError, inspected
from truebleu.explanation.advice import advice
from truebleu.explanation.corpus import Corpus
from truebleu.explanation.marks import marks_of
from truebleu.explanation.ngrams import losses_and_contrast
from truebleu.explanation.segments import Effects, as_text, extremes
from truebleu.explanation.values import Contrast, Explanation, SegmentEffect, Segments
from truebleu.explanation.whatif import what_ifs
from truebleu.inputs import read
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.settings import check_count, check_threads, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from truebleu import _native
    from truebleu.explanation.values import OrderAhead, OrderLosses
    from truebleu.metrics.base import Metric

__all__ = ["explain"]

MOST = 1_000_000


def explain(
    hypotheses: Any,
    references: Any,
    metric: Metric[Any] | None = None,
    *,
    against: Any = None,
    segment: int | None = None,
    top: int = 10,
    names: tuple[str, str] = ("the system", "the other"),
    threads: int | None = None,
) -> Explanation:
    """Explain a BLEU score: how it is made, what costs most, and what other settings would give.

    >>> from truebleu import explain
    >>> found = explain(["The cat sat on a mat."], ["The cat sat on the mat."])
    >>> found.reason
    'BLEU 48.89: of the 51.11 points lost, 24.75 go to 4-grams (1 of 4 matched).'
    >>> [(loss.tokens, loss.count) for loss in found.ngrams[0].most_invented]
    [(('a',), 1)]

    Args:
        hypotheses: as `BLEU.corpus_score` takes them.
        references: as `BLEU.corpus_score` takes them.
        metric: a `BLEU`; one with its defaults when None.
        against: the hypotheses of another system, for the same references: the difference of the
            two scores is split exactly, with the segments and n-grams that make it.
        segment: the number of one segment, counted from 1: its sentence score is explained,
            token by token, and what it does to the corpus score. None: the corpus.
        top: how many n-grams of each order and kind, and how many segments, are named.
        names: what the system and the other one are called.
        threads: how many threads may count; None lets truebleu choose.

    Raises:
        InputError: a text is wrong, there are no segments, or there is no such segment.
        ConfigurationError: the metric is not BLEU, or a number is wrong.
    """
    bleu = _check_metric(metric)
    _check_names(names)
    count = check_count("top", top, MOST)
    workers = check_threads(threads)
    whole = Corpus(bleu, read(hypotheses, references), workers)
    other = None if against is None else _other(whole, against, names[1])
    if segment is None:
        return _of_corpus(whole, other, names, count)
    place = _check_segment(segment, len(whole))
    return _of_segment(whole, other, names, count, place)


def _of_corpus(
    corpus: Corpus, other: Corpus | None, names: tuple[str, str], top: int
) -> Explanation:
    inventory = corpus.inventory(*(() if other is None else (other,)))
    losses, ngrams = losses_and_contrast(corpus, other, inventory, top)
    effects = Effects(corpus)
    contrast = None
    if other is not None:
        contrast = _contrast(effects, Effects(other), names[1], ngrams, top)
    return _explanation(names[0], None, corpus, losses, effects.ranked(top), contrast, None)


def _of_segment(
    whole: Corpus, other: Corpus | None, names: tuple[str, str], top: int, place: int
) -> Explanation:
    corpus = whole.only(place)
    second = None if other is None else other.only(place)
    inventory = corpus.inventory(*(() if second is None else (second,)))
    losses, ngrams = losses_and_contrast(corpus, second, inventory, top, place + 1)
    this = _alone(whole, corpus, place)
    contrast = None
    if other is not None and second is not None:
        made = difference(corpus.score, second.score)
        said = (place + 1, second.score.value, as_text(second.hypothesis(0)))
        marks = _marks(inventory, 1, second, place)
        contrast = Contrast(names[1], second.score, made, ngrams, (), (), (said,), marks)
    marks = _marks(inventory, 0, corpus, place)
    segments = Segments(len(whole), (), (), (), ())
    return _explanation(names[0], this, corpus, losses, segments, contrast, marks)


def _explanation(
    name: str,
    effect: SegmentEffect | None,
    corpus: Corpus,
    losses: tuple[OrderLosses, ...],
    segments: Segments,
    contrast: Contrast | None,
    marks: Any,
) -> Explanation:
    parts = breakdown(corpus.score)
    settings = what_ifs(corpus, sentence=effect is not None)
    return Explanation(
        name,
        None if effect is None else effect.segment,
        corpus.score,
        parts,
        losses,
        segments,
        effect,
        settings,
        advice(corpus, parts.factors, losses, settings),
        contrast,
        marks,
        tuple(_notes(corpus, losses)),
    )


def _alone(whole: Corpus, corpus: Corpus, place: int) -> SegmentEffect:
    """What a segment does to the corpus score, and its own."""
    without = whole.value_without(place)
    effect = None if without is None else whole.score.value - without
    return SegmentEffect(
        place + 1,
        corpus.score.value,
        without,
        effect,
        as_text(corpus.hypothesis(0)),
        tuple(map(as_text, corpus.references_of(0))),
    )


def _marks(inventory: _native.Inventory, system: int, corpus: Corpus, place: int) -> Any:
    orders = corpus.metric.max_ngram_order
    return marks_of(inventory, system, 0, orders, number=place + 1)


def _contrast(
    effects: Effects, others: Effects, name: str, ngrams: tuple[OrderAhead, ...], top: int
) -> Contrast:
    """What makes the difference between two systems."""
    corpus, other = effects.corpus, others.corpus
    on_difference = effects.effects - others.effects
    losing, gaining = extremes(on_difference, top)
    gap = corpus.score.value - other.score.value

    def shown(places: Sequence[int]) -> Iterator[SegmentEffect]:
        for place in places:
            one, effect = effects.one(place), float(on_difference[place])
            yield type(one)(
                one.segment, one.score, gap - effect, effect, one.hypothesis, one.references
            )

    said = sorted({*gaining, *losing})
    return Contrast(
        name,
        other.score,
        difference(corpus.score, other.score),
        ngrams,
        tuple(shown(gaining)),
        tuple(shown(losing)),
        tuple((i + 1, float(others.scores[i]), as_text(other.hypothesis(i))) for i in said),
        None,
    )


def _notes(corpus: Corpus, losses: Sequence[OrderLosses]) -> Iterator[str]:
    if corpus.most > 1:
        yield (
            "With several references an n-gram is missing if one of them has it: no hypothesis "
            "can have them all."
        )
    counted = [(order.matches, order.total) for order in losses]
    if counted != list(zip(corpus.score.matches, corpus.score.totals, strict=True)):
        yield (
            "This convention counts in its own way: the n-grams listed are the plain ones, and do "
            "not add up to the score's counts."
        )
    if corpus.metric.average == "macro":
        yield (
            "The score is the mean of the segments' scores. Factors are those of all segments "
            "together, and what the mean adds or takes has a line of its own."
        )
    if not corpus.metric.layout.adds:
        yield (
            "The last segment decides some counts of this smoothing, so segments cannot be left "
            "out one by one."
        )


def _check_metric(metric: Any) -> BLEU:
    if metric is None:
        return BLEU()
    if isinstance(metric, BLEU):
        return metric
    name = getattr(metric, "name", type(metric).__name__)
    raise ConfigurationError(
        f"explain takes BLEU apart, and this is {name}: hand over a BLEU(...). What a score of "
        "another metric is made of stands in the score itself (score.to_dict())"
    )


def _check_names(names: Any) -> None:
    two = isinstance(names, (list, tuple)) and len(names) == 2
    if not two or not all(isinstance(name, str) for name in names):
        raise ConfigurationError(
            f"names={inspected(names)}: what the system and the other one are called, such as "
            '("base", "new")'
        )


def _check_segment(segment: Any, count: int) -> int:
    number = whole(segment)
    if number is None:
        raise ConfigurationError(f"segment={inspected(segment)}: allowed are whole numbers from 1")
    if not 1 <= number <= count:
        raise InputError(f"segment={inspected(number)}: the segments are counted from 1 to {count}")
    return number - 1


def _other(corpus: Corpus, against: Any, name: str) -> Corpus:
    """The other system on the same references; what is wrong with it is said with its name."""
    try:
        return Corpus(corpus.metric, read(against, corpus.references), corpus.threads)
    except InputError as error:
        error.args = (f"{name}: {error}",)
        raise
