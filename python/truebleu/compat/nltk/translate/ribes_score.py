"""A drop-in for `nltk.translate.ribes_score` of NLTK 3.10.4: RIBES of Isozaki et al. (2010).

NLTK 3.10.4 changed the scores. Kendall's tau now counts all pairs of words in increasing order. In
older versions, it counts only pairs within a run of consecutive ranks. The argument `pairs="runs"`,
which NLTK does not have, reproduces the older scores.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from truebleu.compat.hints import hinted
from truebleu.compat.nltk.errors import NothingAligned, TooLong, UnequalSets, divided_by_zero
from truebleu.compat.nltk.scoring import token_lists, tokens_of
from truebleu.errors import ConfigurationError, allowed

Tokens = Sequence[Any]
PAIRS = ("all", "runs")
MAX_ALIGNMENT_LEN = 2000
"""Maximum number of tokens of a text."""


def sentence_ribes(
    references: Sequence[Tokens],
    hypothesis: Tokens,
    alpha: float = 0.25,
    beta: float = 0.10,
    *,
    pairs: str = "all",
) -> float:
    """Return the RIBES of one tokenized sentence with its best-scoring reference, 0 to 1.

    >>> reference, hypothesis = "John hit Bob yesterday".split(), "Bob hit John yesterday".split()
    >>> sentence_ribes([reference], hypothesis)
    0.5
    >>> sentence_ribes([reference], hypothesis, pairs="runs")
    0.0

    Args:
        references: lists of tokens.
        hypothesis: a list of tokens.
        alpha: exponent of the unigram precision.
        beta: exponent of the brevity penalty.
        pairs: the pairs of words that Kendall's tau counts. `"all"`: all pairs in increasing order.
            `"runs"`: only pairs within a run of consecutive ranks, as in versions before NLTK
            3.10.4.

    Raises:
        ValueError: a text has more than `MAX_ALIGNMENT_LEN` tokens, or `pairs` is unknown.
        TypeError: a str is passed instead of a list of tokens.
    """
    return _segment_ribes(1, references, hypothesis, alpha, beta, pairs)


def corpus_ribes(
    list_of_references: Sequence[Sequence[Tokens]],
    hypotheses: Sequence[Tokens],
    alpha: float = 0.25,
    beta: float = 0.10,
    *,
    pairs: str = "all",
) -> float:
    """Return the mean RIBES of tokenized sentences, 0 to 1.

    `list_of_references` has a list of references for each hypothesis. For other arguments and
    errors, see `sentence_ribes`.

    Raises:
        ValueError: the numbers of hypotheses and reference lists differ.
    """
    if len(hypotheses) == 0:
        return 0.0
    if len(list_of_references) != len(hypotheses):
        raise hinted(
            UnequalSets(
                "The number of reference sets must match the number of hypotheses.",
                hypotheses=len(hypotheses),
                references=len(list_of_references),
            ),
            "Pass one list of references per hypothesis.",
        )
    total = 0.0
    segments = zip(list_of_references, hypotheses, strict=True)
    for number, (references, hypothesis) in enumerate(segments, 1):
        total += _segment_ribes(number, references, hypothesis, alpha, beta, pairs)
    return total / len(hypotheses)


def _segment_ribes(
    number: int, references: Any, hypothesis: Any, alpha: float, beta: float, pairs: str
) -> float:
    """Return the RIBES of segment `number`, counted from 1, with its best-scoring reference."""
    tokens = tokens_of(number, "hypothesis", hypothesis)
    lists = token_lists(number, references)
    if not lists or not tokens:
        return 0.0
    best = -1.0
    for reference in lists:
        ranks = word_rank_alignment(reference, tokens)
        agreement = kendall_tau(ranks, pairs=pairs)
        penalty = min(1.0, math.exp(1.0 - len(reference) / len(tokens)))
        precision = len(ranks) / len(tokens)
        best = max(best, agreement * precision**alpha * penalty**beta)
    return best


def position_of_ngram(ngram: tuple[Any, ...], sentence: Tokens) -> int | None:
    """Return the position at which an n-gram first occurs in a list of tokens, or None."""
    length = len(ngram)
    starts = range(len(sentence) + 1 - length)
    return next(
        (index for index in starts if tuple(sentence[index : index + length]) == ngram), None
    )


def word_rank_alignment(
    reference: Tokens, hypothesis: Tokens, character_based: bool = False
) -> list[int]:
    """Return the reference positions of the aligned words, in the order of the hypothesis.

    A word is aligned if it occurs exactly once in each text. A repeated word is aligned if an
    n-gram that starts or ends with it occurs exactly once in each text.

    >>> word_rank_alignment("the boy read the book".split(), "the book was read by the boy".split())
    [3, 4, 2, 0, 1]

    Args:
        reference: a list of tokens.
        hypothesis: a list of tokens.
        character_based: no effect, as in NLTK.

    Raises:
        ValueError: a text has more than `MAX_ALIGNMENT_LEN` tokens.
    """
    del character_based
    if max(len(reference), len(hypothesis)) > MAX_ALIGNMENT_LEN:
        raise hinted(
            TooLong(
                "word_rank_alignment: sequence length exceeds MAX_ALIGNMENT_LEN "
                f"({MAX_ALIGNMENT_LEN}); the alignment search is super-linear in sentence length "
                "(CWE-407). Raise nltk.translate.ribes_score.MAX_ALIGNMENT_LEN for longer "
                "sequences."
            ),
            "Here it is truebleu.compat.nltk.translate.ribes_score.MAX_ALIGNMENT_LEN.",
        )
    # Replace each distinct token by a character, so that n-grams are found by `str.find`.
    letters: dict[Any, str] = {}
    theirs, ours = (
        "".join([letters.setdefault(token, chr(len(letters))) for token in tokens])
        for tokens in (reference, hypothesis)
    )
    counts = Counter(theirs), Counter(ours)
    ranks = []
    for index, letter in enumerate(ours):
        if not counts[0][letter]:
            continue
        if counts[0][letter] == counts[1][letter] == 1:
            ranks.append(theirs.index(letter))
            continue
        rank = _rank_in_context(theirs, ours, index)
        if rank is not None:
            ranks.append(rank)
    return ranks


def _rank_in_context(theirs: str, ours: str, index: int) -> int | None:
    """Return the reference position aligned with the hypothesis word at `index`, or None.

    A word is aligned by the shortest n-gram that starts or ends with it and occurs exactly once in
    each text. In `ours` (the hypothesis) and `theirs` (the reference), each character stands for a
    token.
    """
    largest = min(max(index, len(ours) - index + 1), len(theirs))
    for window in range(1, largest):
        # As in NLTK, first extend the context to the right, then to the left.
        for start, end in ((index, index + window + 1), (index - window, index + 1)):
            if start < 0 or end > len(ours):
                continue
            context = ours[start:end]
            if _is_once(context, theirs) and _is_once(context, ours):
                return theirs.index(context) + index - start
    return None


def _is_once(part: str, text: str) -> bool:
    """Return whether `part` occurs exactly once in `text`. Occurrences may overlap."""
    first = text.find(part)
    return first >= 0 and text.find(part, first + 1) < 0


def find_increasing_sequences(worder: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield each run of two or more ranks that increase by 1, such as (7, 8, 9, 10).

    >>> list(find_increasing_sequences([7, 8, 9, 10, 6, 0, 1, 2, 3, 4, 5]))
    [(7, 8, 9, 10), (0, 1, 2, 3, 4, 5)]
    """
    ranks = list(worder)
    ends = [at for at, (left, right) in enumerate(pairwise(ranks), 1) if left + 1 != right]
    for start, end in pairwise([0, *ends, len(ranks)]):
        if end - start > 1:
            yield tuple(ranks[start:end])


def kendall_tau(worder: Sequence[int], normalize: bool = True, *, pairs: str = "all") -> float:
    """Return Kendall's tau of a list of ranks: the share of increasing pairs, 0 to 1.

    >>> kendall_tau([2, 1, 0, 3]), kendall_tau([2, 1, 0, 3], normalize=False)
    (0.5, 0.0)

    Args:
        worder: ranks, such as the result of `word_rank_alignment`. Fewer than two ranks give the
            lowest tau.
        normalize: True: tau ranges from 0 to 1. False: tau ranges from -1 to 1.
        pairs: see `sentence_ribes`.

    Raises:
        ValueError: `pairs` is unknown.
    """
    if pairs not in PAIRS:
        raise ConfigurationError(allowed("pairs", pairs, PAIRS))
    if len(worder) < 2:
        tau: float = -1
    else:
        increasing = _increasing_pairs(worder) if pairs == "all" else _pairs_in_runs(worder)
        tau = 2 * increasing / math.comb(len(worder), 2) - 1
    return (tau + 1) / 2 if normalize else tau


def _increasing_pairs(ranks: Sequence[int]) -> int:
    before: list[int] = []
    total = 0
    for rank in ranks:
        total += bisect_left(before, rank)
        insort(before, rank)
    return total


def _pairs_in_runs(ranks: Sequence[int]) -> int:
    return sum(math.comb(len(run), 2) for run in find_increasing_sequences(ranks))


def spearman_rho(worder: Sequence[int], normalize: bool = True) -> float:
    """Return Spearman's rho of a list of ranks, 0 to 1.

    With `normalize=False`, rho ranges from -1 to 1.

    >>> round(spearman_rho([7, 8, 9, 10, 6, 0, 1, 2, 3, 4, 5]), 3)
    0.205

    Raises:
        ZeroDivisionError: there are fewer than two ranks.
    """
    if len(worder) < 2:
        raise divided_by_zero(NothingAligned, "Pass at least two ranks.")
    squares = sum((rank - at) ** 2 for at, rank in enumerate(worder))
    rho = 1 - squares / math.comb(len(worder) + 1, 3)
    return (rho + 1) / 2 if normalize else rho
