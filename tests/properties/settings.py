"""Settings of a score, as Hypothesis strategies for truebleu and for the oracle."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from tests import oracle
from tests.generators import Corpus
from tests.oracle.smoothing import SMOOTHINGS
from tests.unicode_age import comparable_corpus
from truebleu import BLEU

LOWERCASES = (False, True, "ascii", "after", "references-after")
LENGTH_RULES = ("closest", "shortest", "longest", "average")
LAWFUL_SMOOTHINGS = ("none", "floor", "add-k", "exp")  # their scores never exceed 100
SACREBLEUS = ("none", "floor", "add-k", "exp")


VALUES: dict[str, list[float | None]] = {
    "floor": [None, 0.0, 0.01, 0.1, 0.5, 1.0],
    "add-k": [None, 0.0, 0.01, 0.5, 1.0, 1.9565582380884239, 3.0],
    "method4": [None, 0.5, 7.0],
    "method6": [None, 0.5, 7.0],
    "method7": [None, 0.5, 7.0],
}


def smoothings(names: tuple[str, ...]) -> st.SearchStrategy[tuple[str, float | None]]:
    """Return a strategy for names and values; floor's value is at most 1, as bounds require."""
    return st.sampled_from([(name, value) for name in names for value in VALUES.get(name, [None])])


def weights() -> st.SearchStrategy[tuple[float, ...]]:
    """Return a strategy for weights of one to six orders, equal or unequal, with zeros."""
    equal = st.integers(1, 6).map(lambda orders: (1.0,) * orders)
    weight = st.one_of(st.just(0.0), st.floats(0.01, 10))
    mixed = st.lists(weight, min_size=1, max_size=6).filter(any).map(tuple)
    return st.one_of(equal, mixed)


def settings(
    names: tuple[str, ...] = tuple(SMOOTHINGS), rules: tuple[str, ...] = LENGTH_RULES
) -> st.SearchStrategy[oracle.Settings]:
    return st.builds(
        lambda smoothing, **others: oracle.Settings(
            smoothing=smoothing[0], smoothing_value=smoothing[1], **others
        ),
        smoothing=smoothings(names),
        tokenizer=st.sampled_from(list(oracle.TOKENIZERS)),
        lowercase=st.sampled_from(LOWERCASES),
        weights=weights(),
        reference_length=st.sampled_from(rules),
        effective_order=st.booleans(),
        scale=st.sampled_from([100.0, 1.0]),
    )


def truebleu_metric(settings: oracle.Settings) -> BLEU:
    """Return truebleu's metric with the oracle's settings."""
    return BLEU(
        tokenizer=settings.tokenizer,
        lowercase=settings.lowercase,
        smoothing=settings.smoothing,
        smoothing_value=settings.smoothing_value,
        weights=list(settings.weights),
        reference_length=settings.reference_length,
        effective_order=settings.effective_order,
        scale=settings.scale,
    )


def texts_for(settings: oracle.Settings, corpus: Corpus) -> Corpus:
    """Return the corpus without code points that differ between Unicode versions."""
    lowercase = bool(settings.lowercase)
    return comparable_corpus(corpus, tokenizer=settings.tokenizer, lowercase=lowercase)


def close(ours: float, oracles: float) -> bool:
    """Return whether two scores are equal up to rounding."""
    return math.isclose(ours, oracles, rel_tol=1e-12, abs_tol=1e-300)
