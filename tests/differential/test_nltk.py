"""The convention `nltk`, compared with NLTK's corpus_bleu and sentence_bleu."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators import tally
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import BLEU, InputError, References

nltk = require_module("nltk.translate.bleu_score")
pytestmark = pytest.mark.peer

WORDS = st.lists(st.sampled_from("abcdefg"), max_size=12)
SEGMENTS = st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3))
CORPORA = st.lists(SEGMENTS, min_size=1, max_size=6)
WEIGHTS = st.sampled_from(
    [None, (0.5, 0.5), (1 / 3, 1 / 3, 1 / 3), (0.1, 0.2, 0.3, 0.4), (1, 1, 1), (0.2,) * 5]
)


def theirs(corpus: Any, method: int, weights: Any, reweigh: bool) -> float | None:
    """Return NLTK's corpus score, or None if NLTK raises an error of its own."""
    smooth = getattr(nltk.SmoothingFunction(), f"method{method}")
    hypotheses = [hypothesis for hypothesis, _ in corpus]
    references = [each for _, each in corpus]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(
                nltk.corpus_bleu(
                    references,
                    hypotheses,
                    weights=weights or (0.25,) * 4,
                    smoothing_function=smooth,
                    auto_reweigh=reweigh,
                )
            )
        except (AssertionError, IndexError):
            return None


@examples(8.0)
@given(CORPORA, st.integers(0, 7), WEIGHTS, st.booleans())
def test_corpus_scores_equal_nltks(corpus: Any, method: int, weights: Any, reweigh: bool) -> None:
    tally.count("truebleu against NLTK", len(corpus))
    # NLTK reweighs only its own default weights.
    reweigh = reweigh and weights is None
    metric = BLEU(
        convention="nltk", smoothing=f"method{method}", weights=weights, effective_order=reweigh
    )
    expected = theirs(corpus, method, weights, reweigh)
    hypotheses = [hypothesis for hypothesis, _ in corpus]
    references = References.per_segment([each for _, each in corpus])
    if expected is None:
        with pytest.raises((InputError, ValueError), match="no score"):
            metric.corpus_score(hypotheses, references)
    else:
        assert metric.corpus_score(hypotheses, references).value == expected


@examples(4.0)
@given(SEGMENTS, st.integers(0, 7))
def test_sentence_scores_equal_nltks(segment: Any, method: int) -> None:
    hypothesis, references = segment
    expected = theirs([segment], method, None, False)
    metric = BLEU(convention="nltk", smoothing=f"method{method}")
    if expected is not None:
        assert metric.sentence_score(hypothesis, references).value == expected
