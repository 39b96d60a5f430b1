"""Minimum Bayes risk: the candidate that agrees best with all the others.

S. Kumar and W. Byrne, "Minimum Bayes-Risk Decoding for Statistical Machine Translation" (NAACL
2004). J. DeNero, D. Chiang and K. Knight, "Fast Consensus Decoding over Translation Forests" (ACL
2009), compare with expected n-gram counts, in linear time; for chrF: J. Vamvas and R. Sennrich,
"Linear-time Minimum Bayes Risk Decoding with Reference Aggregation" (ACL 2024).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf, isfinite
from typing import Any

from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.arguments import check_flag, check_threads
from truebleu.inputs.sequences import as_list, is_collection
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import check_metric
from truebleu.reranking.candidates import Candidates, Choice, Way, choices, side_by_side, texts_of
from truebleu.wording import count


def mbr(
    samples: Any,
    references: Any = None,
    metric: Metric[Any] | None = None,
    *,
    weights: Any = None,
    log_probabilities: Any = None,
    aggregate: bool = False,
    exclude_self: bool = False,
    threads: int | None = None,
) -> Choice:
    """The sample with the best expected score, every sample (or `references`) being a reference.

    >>> from truebleu import mbr
    >>> mbr(["the cat sat", "a cat sat", "the cat sat down", "it rained"])
    Choice('the cat sat', 0 of 4, utility 56.6713)

    Args:
        samples: two or more texts, any ordered collection; with `references` one is enough.
        references: the pseudo-references; None: the samples themselves.
        metric: BLEU with its defaults when None. With `aggregate` BLEU or chrF, else any metric
            that scores sentences; of TER the lowest is the best.
        weights: how much each reference counts: finite, none negative, not all 0, in their
            proportions (to 2^-48 of their sum); None: all the same.
        log_probabilities: the same as logarithms: a reference counts exp(x) over the sum of all.
        aggregate: score against one reference that is the mean of all, by its expected n-gram
            counts and its expected length. Linear in the number of samples instead of quadratic;
            another estimate, which may choose another sample.
        exclude_self: leave a sample out of its own references, whose weights then make the whole
            (and are as precise as if it had none); only without `references`.
        threads: how many threads may count; None lets truebleu choose.

    Returns:
        The choice: the index, the text, and the utilities, those of the exact form being the
        weighted mean of sentence scores. Of equally good samples the first is chosen. Neither the
        order of the references nor the number of threads changes a digit.

    Raises:
        InputError: a text or a weight is wrong, with its place; there are too few samples.
        ConfigurationError: a setting is wrong, or the metric has no score against a mean.
    """
    check_one_kind(weights, log_probabilities)
    way = expected_way(metric, references, aggregate, exclude_self, threads)
    one = _candidates(samples, "", references, weights, log_probabilities)
    return next(choices([one], way))


def mbr_each(
    sets: Iterable[Any],
    references: Iterable[Any] | None = None,
    metric: Metric[Any] | None = None,
    *,
    weights: Iterable[Any] | None = None,
    log_probabilities: Iterable[Any] | None = None,
    aggregate: bool = False,
    exclude_self: bool = False,
    threads: int | None = None,
) -> Iterator[Choice]:
    """`mbr` of many sets, one after the other, each on a thread of its own.

    Takes what `mbr` takes, for each set: `references`, `weights` and `log_probabilities` have an
    element for each. All may be iterators; some thousand texts are held at a time.

    >>> from truebleu import mbr_each
    >>> sets = [["a b c", "a b d", "a b c d"], ["it rained", "it rained", "no"]]
    >>> [choice.text for choice in mbr_each(sets)]
    ['a b c', 'it rained']

    Raises:
        InputError: as `mbr`, with the number of the set.
        LengthMismatch: there are not as many references or weights as sets.
        ConfigurationError: as `mbr`.
    """
    check_one_kind(weights, log_probabilities)
    way = expected_way(metric, references, aggregate, exclude_self, threads)
    beside = {"references": references, "weights": weights, "log_probabilities": log_probabilities}
    return choices(_sets(sets, beside), way)


def expected_way(
    metric: Any,
    references: Any,
    aggregate: Any,
    exclude_self: Any,
    threads: Any,
) -> Way:
    """Check the settings of a comparison."""
    if check_flag("exclude_self", exclude_self) and references is not None:
        raise InputError(
            "exclude_self is about samples that are their own references: leave out references, or "
            "exclude_self"
        )
    return Way(
        metric=check_metric(metric),
        against="mean" if check_flag("aggregate", aggregate) else "each",
        exclude_self=exclude_self,
        threads=check_threads(threads),
    )


def _sets(sets: Iterable[Any], beside: dict[str, Any]) -> Iterator[Candidates]:
    """Each set with what stands beside it."""
    for where, texts, own in side_by_side(sets, beside):
        yield _candidates(texts, where, **own)


def _candidates(
    samples: Any, where: str, references: Any, weights: Any, log_probabilities: Any
) -> Candidates:
    texts = texts_of(samples, "samples", where)
    others = None if references is None else texts_of(references, "references", where)
    if where == "" and is_collection(texts[0]):
        raise InputError(
            "sample 1 is a list: samples are the texts of one set; mbr_each takes many sets"
        )
    if others is None and len(texts) < 2:
        raise InputError(
            f"{where}there is one sample and no references: there is nothing to compare it with"
        )
    count = len(texts if others is None else others)
    chosen = log_scale = None
    if weights is not None:
        chosen = from_weights(weights, count, where)
    elif log_probabilities is not None:
        chosen = check_log_probabilities(log_probabilities, count, where)
        log_scale = 1.0
    return Candidates(
        texts=texts, references=others, weights=chosen, where=where, log_scale=log_scale
    )


# Probabilities of references, in whichever form they are given


def check_one_kind(weights: Any, log_probabilities: Any) -> None:
    """Refuse both at once."""
    if weights is not None and log_probabilities is not None:
        raise ConfigurationError(
            "weights and log_probabilities both say how much a reference counts: give one of them"
        )


def from_weights(given: Any, count: int, where: str) -> list[float]:
    """So many weights, finite, none negative and not all 0; they count in their proportions.

    `where` begins a message. Raises `InputError`.
    """
    numbers = _numbers(given, count, f"{where}weights")
    wrong = next((i for i, x in enumerate(numbers, 1) if not isfinite(x) or x < 0), None)
    if wrong is not None:
        raise InputError(
            f"{where}weight {wrong} is {numbers[wrong - 1]!r}: a weight is a finite number, 0 or "
            "more (log_probabilities takes logarithms)"
        )
    if not any(numbers):
        raise InputError(f"{where}all weights are 0: some reference must count")
    return numbers


def check_log_probabilities(given: Any, count: int, where: str) -> list[float]:
    """Return so many logarithms, none infinite or NaN; minus infinity is a probability of 0.

    Raises `InputError`.
    """
    numbers = _numbers(given, count, f"{where}log_probabilities")
    wrong = next((i for i, x in enumerate(numbers, 1) if not x < inf), None)
    if wrong is not None:
        raise InputError(
            f"{where}log probability {wrong} is {numbers[wrong - 1]!r}: it is a finite number, or "
            "minus infinity for what is impossible"
        )
    if max(numbers) == -inf:
        raise InputError(f"{where}all probabilities are 0: some reference must count")
    return numbers


def _numbers(given: Any, references: int, what: str) -> list[float]:
    items = as_list(given, what)
    if len(items) != references:
        raise InputError(
            f"{what}: {count(len(items), 'number')} for {count(references, 'reference')}: give "
            f"one for each"
        )
    found = []
    for place, item in enumerate(items, 1):
        number = None if isinstance(item, (str, bytes, bool)) else _float(item)
        if number is None:
            raise InputError(f"{what}: number {place} is {item!r}, no number")
        found.append(number)
    return found


def _float(item: Any) -> float | None:
    try:
        return float(item)
    except (TypeError, ValueError, OverflowError):
        return None
