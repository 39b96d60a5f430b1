"""chrF, compared with sacreBLEU: counts and scores are exactly equal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential import wmt
from tests.differential.peer import BITS_ARE_EQUAL, Streams
from tests.generators import Corpus, corpora, tally
from tests.profiles import PROFILE, examples
from tests.requirements import require_module
from tests.unicode_age import comparable_corpus
from truebleu import CHRF, References

pytestmark = pytest.mark.peer
chrf: Any = require_module("sacrebleu.metrics.chrf", "sacrebleu")

STEP = 40 if PROFILE == "fast" else 1
SETTINGS: list[dict[str, Any]] = [
    {},
    {"word_order": 2},
    {"word_order": 2, "lowercase": True, "whitespace": True},
    {"eps_smoothing": True, "char_order": 3, "beta": 1},
]


def same(ours: float, theirs: float) -> bool:
    return ours == theirs if BITS_ARE_EQUAL else math.isclose(ours, theirs, rel_tol=1e-12)


def check(settings: dict[str, Any], hypotheses: Sequence[str], streams: Streams) -> None:
    """Compare the counts and the score of every segment, and the corpus score."""
    ours, theirs = CHRF(**settings), chrf.CHRF(**settings)
    references = References.streams(streams)
    rows = ours.statistics(hypotheses, references).tolist()
    expected = theirs._extract_corpus_statistics(hypotheses, streams)
    for index, (row, their) in enumerate(zip(rows, expected, strict=True)):
        assert row == their, (
            settings,
            index,
            hypotheses[index],
            [stream[index] for stream in streams],
        )
    values = ours.segment_scores(hypotheses, references).tolist()
    for value, their in zip(values, expected, strict=True):
        assert same(value, theirs._compute_f_score(their)), (settings, their)
    score, result = (
        ours.corpus_score(hypotheses, references),
        theirs._aggregate_and_compute(expected),
    )
    assert same(score.value, result.score)
    assert score.metric == result.name
    assert str(score) == str(result)


def shared() -> st.SearchStrategy[dict[str, Any]]:
    anything = st.fixed_dictionaries(
        {
            "char_order": st.integers(1, 10),
            "word_order": st.integers(0, 5),
            "beta": st.integers(0, 4),
            "lowercase": st.booleans(),
            "whitespace": st.booleans(),
            "eps_smoothing": st.booleans(),
        }
    )
    return st.one_of(st.sampled_from(SETTINGS), anything)


@examples(1.0)
@given(corpora(), shared())
def test_generated_text(corpus: Corpus, settings: dict[str, Any]) -> None:
    tally.count("chrF against sacreBLEU", len(corpus))
    lowercase = settings.get("lowercase", False)
    texts = comparable_corpus(corpus, tokenizer="none", lowercase=lowercase)
    check(settings, texts.hypotheses, texts.streams())


@pytest.mark.data
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize(("name", "system"), wmt.SETS, ids=[name for name, _ in wmt.SETS])
def test_real_text(name: str, system: str, settings: dict[str, Any]) -> None:
    texts = wmt.read(name, system).every(STEP)
    check(settings, texts.hypotheses, texts.with_gaps() if settings else texts.streams)
