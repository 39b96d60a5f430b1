"""A drop-in for `nltk.translate.bleu_score` of NLTK 3.10.4.

There are two differences. A str in place of a list of tokens is an error, while NLTK treats its
characters as tokens. All errors are subclasses of `TrueBleuError` and of the errors that NLTK
raises.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from truebleu.compat.nltk.errors import NoReferences, NothingToScore
from truebleu.compat.nltk.scoring import (
    DEFAULT,
    CorpusCounts,
    Ratio,
    check_lengths,
    is_default,
    metric_of,
    references_of,
    score_of,
    tokens_of,
)
from truebleu.compat.nltk.smoothing import SmoothingFunction as SmoothingFunction  # noqa: PLC0414  a public name of NLTK's module
from truebleu.compat.nltk.smoothing import chosen

Tokens = Sequence[Any]
Weights = Sequence[float]


def sentence_bleu(
    references: Sequence[Tokens],
    hypothesis: Tokens,
    weights: Any = DEFAULT,
    smoothing_function: Callable[..., Any] | None = None,
    auto_reweigh: bool = False,
) -> Any:
    """Return the BLEU of one tokenized sentence, 0 to 1.

    `references` is a list of references, each a list of tokens. For other arguments and errors, see
    `corpus_bleu`.

    >>> reference, hypothesis = "the cat sat on the mat".split(), "the cat sat".split()
    >>> smooth = SmoothingFunction().method1
    >>> round(sentence_bleu([reference], hypothesis, smoothing_function=smooth), 3)
    0.207
    """
    return corpus_bleu([references], [hypothesis], weights, smoothing_function, auto_reweigh)


def corpus_bleu(
    list_of_references: Sequence[Sequence[Tokens]],
    hypotheses: Sequence[Tokens],
    weights: Any = DEFAULT,
    smoothing_function: Callable[..., Any] | None = None,
    auto_reweigh: bool = False,
) -> Any:
    """Return the BLEU of a tokenized corpus, 0 to 1.

    The smoothings method5, method6 and method7 may give scores above 1.

    Args:
        list_of_references: a list of references for each hypothesis. A reference is a list of
            tokens.
        hypotheses: lists of tokens. Tokens may have any hashable type.
        weights: a weight for each n-gram order. The weights need not sum to 1. With a list of
            several tuples of weights, the function returns a list of scores.
        smoothing_function: a method of `SmoothingFunction`, or a custom function, which is called
            as in NLTK. None: no smoothing.
        auto_reweigh: whether to use only the n-gram orders 1 to k, with equal weights, if the
            hypotheses have k < 4 tokens in total. This works only with the default `weights`.

    Raises:
        AssertionError: the numbers of hypotheses and reference lists differ, or the smoothing is
            method6 and no trigram is matched.
        ZeroDivisionError: there are no hypotheses.
        TypeError: a str is passed instead of a list of tokens.
        OverflowError: weights are so large that the score overflows.
        ValueError: all weights are 0, a weight is negative or not a number, or a segment has no
            references.
    """
    check_lengths(hypotheses, list_of_references)
    if len(hypotheses) == 0:  # `not hypotheses` fails for a NumPy array
        raise NothingToScore("hypotheses is empty. Pass at least one list of tokens.")
    vectors, several = _weight_vectors(weights)
    counts = CorpusCounts(
        [references_of(i, texts) for i, texts in enumerate(list_of_references, 1)],
        [tokens_of(i, "hypothesis", tokens) for i, tokens in enumerate(hypotheses, 1)],
        max(map(len, vectors)),
    )
    if not counts.matches[0]:
        return [0] * len(vectors) if several else 0
    method = chosen(smoothing_function)
    if method is not None and method.name == "method0":
        _warn_of_zeros(counts)
    if method is None:
        assert smoothing_function is not None
        scores = _with_own_smoothing(counts, vectors, smoothing_function, auto_reweigh)
    else:
        scores = [score_of(counts, method, vector, auto_reweigh) for vector in vectors]
    return scores if several else scores[0]


def modified_precision(references: Sequence[Tokens], hypothesis: Tokens, n: int) -> Fraction:
    """Return the clipped precision of the n-grams of order `n`, as an unreduced fraction.

    The numerator is the number of clipped matches. The denominator is the number of n-grams of the
    hypothesis, but at least 1.

    >>> modified_precision(["the cat is on the mat".split()], ["the"] * 7, 1).numerator
    2
    """
    counts = CorpusCounts(
        [references_of(1, references)], [tokens_of(1, "hypothesis", hypothesis)], n
    )
    return Ratio(counts.matches[n - 1], counts.totals[n - 1])


def closest_ref_length(references: Sequence[Tokens], hyp_len: int) -> int:
    """Return the reference length closest to `hyp_len`; of two equally close lengths, the shorter.

    Raises:
        ValueError: there are no references.
    """
    lengths = [len(reference) for reference in references]
    if not lengths:
        raise NoReferences("references is empty. Pass at least one reference.")
    return min(lengths, key=lambda length: (abs(length - hyp_len), length))


def brevity_penalty(closest_ref_len: int, hyp_len: int) -> float:
    """Return the brevity penalty of BLEU, 0 to 1.

    The penalty is 1 for a hypothesis longer than the reference, and 0 for an empty hypothesis.
    Otherwise it is exp(1 - r/c) with reference length r and hypothesis length c.

    >>> round(brevity_penalty(13, 12), 3)
    0.92
    """
    if hyp_len > closest_ref_len:
        return 1
    # The counts 1, 1 are one matched unigram of one: the score equals the brevity penalty.
    score = metric_of("method0", None, (1.0,), False).score([hyp_len, closest_ref_len, 1, 1])
    return score.brevity_penalty if hyp_len else 0


def _weight_vectors(weights: Any) -> tuple[list[Weights], bool]:
    """Return `weights` as a list of weight vectors, and whether there are two or more vectors."""
    try:
        weights[0][0]
    except (TypeError, IndexError):
        return [weights], False
    return list(weights), len(weights) > 1


def _warn_of_zeros(counts: CorpusCounts) -> None:
    for order, matches in enumerate(counts.matches, 1):
        if not matches:
            warnings.warn(
                f"no {order}-gram of the hypotheses is in a reference, so BLEU without smoothing "
                "is (almost) 0. Use fewer orders or a SmoothingFunction.",
                UserWarning,
                stacklevel=4,
            )


def _with_own_smoothing(
    counts: CorpusCounts,
    vectors: list[Weights],
    smooth: Callable[..., Any],
    auto_reweigh: bool,
) -> list[float]:
    """Return a score for each weight vector, computed with the custom function `smooth`."""
    precisions = smooth(
        counts.precisions(),
        references=counts.references[-1],
        hypothesis=counts.hypotheses[-1],
        hyp_len=counts.hypothesis_length,
    )
    penalty = brevity_penalty(counts.reference_length, counts.hypothesis_length)
    scores = []
    for vector in vectors:
        weights = vector
        if auto_reweigh and counts.hypothesis_length < 4 and is_default(weights):
            weights = (1 / counts.hypothesis_length,) * counts.hypothesis_length
        pairs = zip(weights, precisions, strict=False)
        scores.append(penalty * math.exp(math.fsum(w * math.log(p) for w, p in pairs if p > 0)))
    return scores
