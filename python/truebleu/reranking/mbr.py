"""Minimum Bayes risk: the candidate that agrees best with all the others.

S. Kumar and W. Byrne, "Minimum Bayes-Risk Decoding for Statistical Machine Translation" (NAACL
2004). J. DeNero, D. Chiang and K. Knight, "Fast Consensus Decoding over Translation Forests" (ACL
2009), compare with expected n-gram counts, in linear time; for chrF: J. Vamvas and R. Sennrich,
"Linear-time Minimum Bayes Risk Decoding with Reference Aggregation" (ACL 2024).
"""

from __future__ import annotations

from truebleu.all_pairs import check_metric
from truebleu.errors import InputError
from truebleu.metrics.settings import check_flag, check_threads
from truebleu.selection.candidates import Candidates, Way, choices, side_by_side, texts_of
from truebleu.selection.weighing import check_one_kind, from_log_probabilities, from_weights
from truebleu.sequences import is_collection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from truebleu.metrics.base import Metric
    from truebleu.selection.choice import Choice

__all__ = ["expected_way", "mbr", "mbr_each"]


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
        exclude_self: leave a sample out of its own references, whose weights then make the whole;
            only without `references`.
        threads: how many threads may count; None lets truebleu choose.

    Returns:
        The choice: the index, the text, and the utilities, those of the exact form being the
        weighted mean of sentence scores. Of equally good samples the first is chosen. Neither the
        order of the references nor the number of threads changes a digit.

    Raises:
        InputError: a text or a weight is wrong, with its place; there are too few samples.
        ConfigurationError: a setting is wrong, or the metric has no score against a mean.
    """
    way = expected_way(metric, references, aggregate, exclude_self, threads)
    check_one_kind(weights, log_probabilities)
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
    way = expected_way(metric, references, aggregate, exclude_self, threads)
    check_one_kind(weights, log_probabilities)
    beside = {"references": references, "weights": weights, "log_probabilities": log_probabilities}
    return choices(_sets(sets, beside), way)


def expected_way(
    metric: Any, references: Any, aggregate: Any, exclude_self: Any, threads: Any
) -> Way:
    """The settings, checked."""
    if check_flag("exclude_self", exclude_self) and references is not None:
        raise InputError(
            "exclude_self is about samples that are their own references: leave out references, or "
            "exclude_self"
        )
    return Way(
        check_metric(metric),
        "mean" if check_flag("aggregate", aggregate) else "each",
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
    chosen = None
    if weights is not None:
        chosen = from_weights(weights, count, where)
    elif log_probabilities is not None:
        chosen = from_log_probabilities(log_probabilities, count, where)
    return Candidates(texts, others, chosen, where)
