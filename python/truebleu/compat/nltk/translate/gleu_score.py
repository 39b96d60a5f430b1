"""`nltk.translate.gleu_score` of NLTK 3.10.4: the same names, arguments and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.nltk.errors import UnequalLengths
from truebleu.compat.nltk.scoring import plain, references_of, tokens_of
from truebleu.inputs.references import References
from truebleu.metrics.gleu import GLEU
from truebleu.wording import count


def sentence_gleu(
    references: Sequence[Sequence[Any]],
    hypothesis: Sequence[Any],
    min_len: int = 1,
    max_len: int = 4,
) -> float:
    """The GLEU of one tokenized sentence, 0 to 1.

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
    """The GLEU of a tokenized corpus, 0 to 1: of summed matches and n-grams.

    Raises:
        AssertionError: hypotheses and lists of references are not equally many.
        TypeError: a str where a list of tokens belongs.
        ValueError: a segment without references, which NLTK leaves out.
    """
    if len(list_of_references) != len(hypotheses):
        raise UnequalLengths(
            f"{count(len(hypotheses), 'hypothesis', 'hypotheses')} and "
            f"{count(len(list_of_references), 'reference list')}: "
            "each hypothesis needs its own list"
        )
    if len(hypotheses) == 0:  # an array of NumPy is neither true nor false
        return 0.0
    metric = GLEU(tokenizer="none", min_order=min_len, max_order=max_len)
    texts, others = plain(
        [tokens_of(at, "hypothesis", each) for at, each in enumerate(hypotheses, 1)],
        [references_of(at, each) for at, each in enumerate(list_of_references, 1)],
    )
    return metric.corpus_score(texts, References.per_segment(others)).value
