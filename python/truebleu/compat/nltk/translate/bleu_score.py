"""`nltk.translate.bleu_score` of NLTK 3.10.4: the same names, arguments, results and exceptions.

Two things differ, both on purpose: a str where a list of tokens belongs is an error (NLTK takes its
characters for tokens), and the errors are truebleu's as well as NLTK's.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from truebleu.compat.nltk.errors import NoReferences, NothingToScore, UnequalLengths
from truebleu.compat.nltk.scoring import (
    DEFAULT,
    Counted,
    Ratio,
    is_default,
    metric_of,
    references_of,
    score_of,
    tokens_of,
)
from truebleu.compat.nltk.smoothing import SmoothingFunction as SmoothingFunction  # noqa: PLC0414  as NLTK has it
from truebleu.compat.nltk.smoothing import chosen
from truebleu.wording import count

Tokens = Sequence[Any]
Weights = Sequence[float]


def sentence_bleu(
    references: Sequence[Tokens],
    hypothesis: Tokens,
    weights: Any = DEFAULT,
    smoothing_function: Callable[..., Any] | None = None,
    auto_reweigh: bool = False,
) -> Any:
    """The BLEU of one tokenized sentence, 0 to 1, as `corpus_bleu` has it of a corpus of one.

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
    """The BLEU of a tokenized corpus, 0 to 1 (method5 to method7 may exceed 1).

    Args:
        list_of_references: for each hypothesis its references, each a list of tokens.
        hypotheses: lists of tokens: str, int, or whatever is hashable.
        weights: one for each order, used as they are; or several such, for a list of scores.
        smoothing_function: a method of `SmoothingFunction`, or a function of your own, which is
            called as NLTK calls it.
        auto_reweigh: with the default weights and fewer than four tokens, uniform weights for the
            orders that there are.

    Raises:
        AssertionError: unequal lengths; method6 without a match of order 3.
        ZeroDivisionError: there are no hypotheses.
        TypeError: a str where a list of tokens belongs.
        OverflowError: weights so large that the score is no number.
        ValueError: weights that weigh nothing, are negative or no numbers.
    """
    if len(list_of_references) != len(hypotheses):
        raise UnequalLengths(
            f"{count(len(hypotheses), 'hypothesis', 'hypotheses')} and "
            f"{count(len(list_of_references), 'reference list')}: "
            "each hypothesis needs its own list"
        )
    if len(hypotheses) == 0:  # an array of NumPy is neither true nor false
        raise NothingToScore("there are no hypotheses to score")
    vectors, several = _weight_vectors(weights)
    counted = Counted(
        [references_of(at, each) for at, each in enumerate(list_of_references, 1)],
        [tokens_of(at, "hypothesis", each) for at, each in enumerate(hypotheses, 1)],
        max(map(len, vectors)),
    )
    if not counted.matches[0]:
        return [0] * len(vectors) if several else 0
    method = chosen(smoothing_function)
    if method is not None and method.name == "method0":
        _warn_of_zeros(counted)
    if method is None:
        assert smoothing_function is not None
        scores = _with_own_smoothing(counted, vectors, smoothing_function, auto_reweigh)
    else:
        scores = [score_of(counted, method, each, auto_reweigh) for each in vectors]
    return scores if several else scores[0]


def modified_precision(references: Sequence[Tokens], hypothesis: Tokens, n: int) -> Fraction:
    """Clipped matches over n-grams of the hypothesis, at least one, as an unreduced fraction.

    >>> modified_precision(["the cat is on the mat".split()], ["the"] * 7, 1).numerator
    2
    """
    counted = Counted([references_of(1, references)], [tokens_of(1, "hypothesis", hypothesis)], n)
    return Ratio(counted.matches[n - 1], counted.totals[n - 1])


def closest_ref_length(references: Sequence[Tokens], hyp_len: int) -> int:
    """The reference length nearest to `hyp_len`; of two, the shorter."""
    lengths = [len(reference) for reference in references]
    if not lengths:
        raise NoReferences("there are no references, so none is closest")
    return min(lengths, key=lambda length: (abs(length - hyp_len), length))


def brevity_penalty(closest_ref_len: int, hyp_len: int) -> float:
    """1 for a hypothesis longer than the reference, 0 for an empty one, else exp(1 - r/c).

    >>> round(brevity_penalty(13, 12), 3)
    0.92
    """
    if hyp_len > closest_ref_len:
        return 1
    # A row whose lengths are these, all of it matched, scores its brevity penalty.
    found = metric_of("method0", None, (1.0,), False).score([hyp_len, closest_ref_len, 1, 1])
    return found.brevity_penalty if hyp_len else 0


def _weight_vectors(weights: Any) -> tuple[list[Weights], bool]:
    """All vectors of weights, and whether the caller gave several."""
    try:
        weights[0][0]
    except (TypeError, IndexError):
        return [weights], False
    return list(weights), len(weights) > 1


def _warn_of_zeros(counted: Counted) -> None:
    for order, matches in enumerate(counted.matches, 1):
        if not matches:
            warnings.warn(
                f"no {order}-gram of the hypotheses is in a reference, so BLEU without smoothing "
                "is (next to) 0, whatever the other orders: use fewer orders or a "
                "SmoothingFunction",
                UserWarning,
                stacklevel=4,
            )


def _with_own_smoothing(
    counted: Counted,
    vectors: list[Weights],
    smooth: Callable[..., Any],
    auto_reweigh: bool,
) -> list[float]:
    """The scores with a smoothing function of the user's, called as NLTK calls it."""
    precisions = smooth(
        counted.precisions(),
        references=counted.references[-1],
        hypothesis=counted.hypotheses[-1],
        hyp_len=counted.hypothesis_length,
    )
    penalty = brevity_penalty(counted.reference_length, counted.hypothesis_length)
    scores = []
    for vector in vectors:
        weights = vector
        if auto_reweigh and counted.hypothesis_length < 4 and is_default(weights):
            weights = (1 / counted.hypothesis_length,) * counted.hypothesis_length
        pairs = zip(weights, precisions, strict=False)
        scores.append(penalty * math.exp(math.fsum(w * math.log(p) for w, p in pairs if p > 0)))
    return scores
