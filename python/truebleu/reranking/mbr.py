"""Minimum Bayes risk (MBR) decoding: selection of the candidate with the best expected score.

Source: S. Kumar and W. Byrne, "Minimum Bayes-Risk Decoding for Statistical Machine Translation"
(NAACL 2004).

With `aggregate`, samples are compared with expected n-gram counts, in time that is linear in the
number of samples. Source for BLEU: J. DeNero, D. Chiang and K. Knight, "Fast Consensus Decoding
over Translation Forests" (ACL 2009). Source for chrF: J. Vamvas and R. Sennrich, "Linear-time
Minimum Bayes Risk Decoding with Reference Aggregation" (ACL 2024).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf, isfinite
from typing import Any

from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.arguments import check_flag, check_threads
from truebleu.inputs.sequences import as_number_list, is_collection
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import check_metric
from truebleu.reranking.candidates import (
    Candidates,
    Choice,
    ComparisonOptions,
    choices,
    side_by_side,
    texts_of,
)
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
    """Return the sample with the best expected score against all samples or against `references`.

    >>> from truebleu import mbr
    >>> mbr(["the cat sat", "a cat sat", "the cat sat down", "it rained"])
    Choice('the cat sat', 0 of 4, utility 56.6713)

    Args:
        samples: two or more texts in any ordered collection; with `references`, one is enough.
        references: the pseudo-references; None means the samples themselves.
        metric: any metric that scores sentences; with `aggregate`, BLEU or chrF. None means
            `BLEU()`. For lower-is-better metrics such as TER, the lowest score is best.
        weights: the weights of the references, which must be finite, non-negative and not all 0.
            They are divided by their sum, with an error of at most 2^-48. None means equal weights.
        log_probabilities: the natural logarithms of the weights, in place of `weights`.
        aggregate: whether to compare each sample with a single mean reference, which has the
            expected n-gram counts and the expected length. The time is then linear in the number of
            samples instead of quadratic. Utilities are approximate, so another sample may be
            selected.
        exclude_self: whether to exclude a sample from its own references. The remaining weights are
            renormalized without loss of precision. Not possible with `references`.
        threads: maximum number of threads; None means automatic.

    Returns:
        The selected sample with its index and the utilities of all samples. Without `aggregate`, a
        utility is the weighted mean of sentence scores. Of equally good samples, the first is
        selected. Results are bit-identical for any order of the references and any number of
        threads.

    Raises:
        InputError: a text or weight is invalid (the message states which), or there are too few
            samples.
        ConfigurationError: a setting is invalid, or the metric does not support `aggregate`.
    """
    check_one_kind(weights, log_probabilities)
    options = mbr_options(metric, references, aggregate, exclude_self, threads)
    candidates = _candidates(samples, "", references, weights, log_probabilities)
    return next(choices([candidates], options))


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
    """Yield the result of `mbr` for each set of samples. Sets are distributed over threads.

    `references`, `weights` and `log_probabilities` have one item per set. They and `sets` may be
    iterators, which are read in blocks of about 16,000 texts. The other arguments are those of
    `mbr`.

    >>> from truebleu import mbr_each
    >>> sets = [["a b c", "a b d", "a b c d"], ["it rained", "it rained", "no"]]
    >>> [choice.text for choice in mbr_each(sets)]
    ['a b c', 'it rained']

    Raises:
        InputError: a text or weight is invalid, or a set has too few samples. The message has the
            number of the set.
        LengthMismatch: the number of references or weights differs from the number of sets.
        ConfigurationError: a setting is invalid, or the metric does not support `aggregate`.
    """
    check_one_kind(weights, log_probabilities)
    options = mbr_options(metric, references, aggregate, exclude_self, threads)
    arguments = {
        "references": references,
        "weights": weights,
        "log_probabilities": log_probabilities,
    }
    return choices(_sets(sets, arguments), options)


def mbr_options(
    metric: Any,
    references: Any,
    aggregate: Any,
    exclude_self: Any,
    threads: Any,
) -> ComparisonOptions:
    """Check arguments of `mbr`, and return them as options.

    Raises:
        InputError: `exclude_self` is passed together with `references`.
        ConfigurationError: an argument is invalid.
    """
    if check_flag("exclude_self", exclude_self) and references is not None:
        raise InputError(
            "exclude_self requires that the samples are their own references. Leave out references "
            "or exclude_self."
        )
    return ComparisonOptions(
        metric=check_metric(metric),
        against="mean" if check_flag("aggregate", aggregate) else "each",
        exclude_self=exclude_self,
        threads=check_threads(threads),
    )


def _sets(sets: Iterable[Any], arguments: dict[str, Any]) -> Iterator[Candidates]:
    """Yield the candidates of each set, with the references and weights of the set."""
    for where, texts, own in side_by_side(sets, arguments):
        yield _candidates(texts, where, **own)


def _candidates(
    samples: Any, where: str, references: Any, weights: Any, log_probabilities: Any
) -> Candidates:
    texts = texts_of(samples, "samples", where)
    others = None if references is None else texts_of(references, "references", where)
    if where == "" and is_collection(texts[0]):
        raise InputError(
            "sample 1 is a list. Pass the texts of one set, or use mbr_each() for several sets."
        )
    if others is None and len(texts) < 2:
        raise InputError(
            f"{where}got one sample and no references. Pass at least 2 samples, or references."
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


# Weights of references, passed as weights or as log probabilities


def check_one_kind(weights: Any, log_probabilities: Any) -> None:
    """Raise `ConfigurationError` if both weights and log probabilities are passed."""
    if weights is not None and log_probabilities is not None:
        raise ConfigurationError(
            "weights and log_probabilities exclude each other. Pass one of them."
        )


def from_weights(raw_weights: Any, count: int, where: str) -> list[float]:
    """Check the weights of `count` references, and return them as a list.

    Weights must be finite, non-negative and not all 0. They need not sum to 1. Error messages begin
    with `where`.

    Raises:
        InputError: the weights are invalid, or their number is not `count`.
    """
    numbers = _numbers(raw_weights, count, f"{where}weights")
    invalid = next((i for i, x in enumerate(numbers, 1) if not isfinite(x) or x < 0), None)
    if invalid is not None:
        raise InputError(
            f"{where}weight {invalid} is {numbers[invalid - 1]!r}. Use finite numbers from 0, "
            "or pass logarithms as log_probabilities."
        )
    if not any(numbers):
        raise InputError(f"{where}all weights are 0. Pass at least one positive weight.")
    return numbers


def check_log_probabilities(raw_values: Any, count: int, where: str) -> list[float]:
    """Check the log probabilities of `count` references, and return them as a list.

    Minus infinity means a probability of 0. Error messages begin with `where`.

    Raises:
        InputError: a value is NaN or plus infinity, the number of values is not `count`, or all
            probabilities are 0.
    """
    numbers = _numbers(raw_values, count, f"{where}log_probabilities")
    invalid = next((i for i, x in enumerate(numbers, 1) if not x < inf), None)
    if invalid is not None:
        raise InputError(
            f"{where}log probability {invalid} is {numbers[invalid - 1]!r}. Use finite numbers, or "
            "minus infinity for a probability of 0."
        )
    if max(numbers) == -inf:
        raise InputError(
            f"{where}all probabilities are 0. Pass at least one finite log probability."
        )
    return numbers


def _numbers(values: Any, references: int, name: str) -> list[float]:
    items = as_number_list(values, name)
    if len(items) != references:
        raise InputError(
            f"{name} has {count(len(items), 'number')} for {count(references, 'reference')}. Pass "
            "one per reference."
        )
    numbers = []
    for i, item in enumerate(items, 1):
        number = None if isinstance(item, (str, bytes, bool)) else _float(item)
        if number is None:
            raise InputError(f"{name}: element {i} is {item!r}, not a number.")
        numbers.append(number)
    return numbers


def _float(item: Any) -> float | None:
    try:
        return float(item)
    except (TypeError, ValueError, OverflowError):
        return None
