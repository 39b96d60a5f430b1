"""A drop-in for `nltk.translate.gleu_score` of NLTK 3.10.4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.nltk.scoring import check_lengths, plain, references_of, tokens_of
from truebleu.inputs.references import References
from truebleu.metrics.gleu import GLEU


def sentence_gleu(
    references: Sequence[Sequence[Any]],
    hypothesis: Sequence[Any],
    min_len: int = 1,
    max_len: int = 4,
) -> float:
    """Return the GLEU of one tokenized sentence, 0 to 1.

    For the n-gram orders and the errors, see `corpus_gleu`.

    >>> sentence_gleu(["the cat sat".split()], "the cat ran".split())
    0.5
    """
    return corpus_gleu([references], [hypothesis], min_len, max_len)


def corpus_gleu(
    list_of_references: Sequence[Sequence[Sequence[Any]]],
    hypotheses: Sequence[Sequence[Any]],
    min_len: int = 1,
    max_len: int = 4,
) -> float:
    """Return the GLEU of a tokenized corpus, 0 to 1.

    GLEU is the smaller of precision and recall of all n-grams. For each sentence, the reference
    with the highest GLEU is used. The counts of all sentences are summed before the division.

    Args:
        list_of_references: a list of references for each hypothesis. A reference is a list of
            tokens.
        hypotheses: lists of tokens.
        min_len: minimum n-gram order.
        max_len: maximum n-gram order.

    Raises:
        AssertionError: the numbers of hypotheses and reference lists differ.
        TypeError: a str is passed instead of a list of tokens.
        ValueError: a segment has no references. (NLTK skips such segments.)
    """
    check_lengths(hypotheses, list_of_references)
    if len(hypotheses) == 0:  # `not hypotheses` fails for a NumPy array
        return 0.0
    metric = GLEU(tokenizer="none", min_order=min_len, max_order=max_len)
    texts, references = plain(
        [tokens_of(i, "hypothesis", tokens) for i, tokens in enumerate(hypotheses, 1)],
        [references_of(i, lists) for i, lists in enumerate(list_of_references, 1)],
    )
    return metric.corpus_score(texts, References.per_segment(references)).value
