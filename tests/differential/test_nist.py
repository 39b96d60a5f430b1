"""NIST, compared with NLTK's corpus_nist, which is equal for one reference per segment."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential import wmt
from tests.requirements import require_module
from truebleu import NIST, References, _native

nist_score: Any = require_module("nltk.translate.nist_score", "nltk")

# Without "0", which mteval takes for an empty prefix. NLTK divides by zero where an order has no
# n-grams.
WORDS = st.lists(st.sampled_from(["a", "b", "c", "00", "longer-than-8", "日本"]), max_size=9)
LONG = WORDS.filter(lambda words: len(words) >= 5)
CORPUS = st.lists(st.tuples(WORDS, WORDS), max_size=8)
METRIC = NIST(tokenizer="none", lowercase=False)


def same(hypotheses: list[list[str]], references: list[list[str]]) -> None:
    found = METRIC.corpus_score(hypotheses, References.per_segment([[each] for each in references]))
    theirs = nist_score.corpus_nist([[each] for each in references], hypotheses)
    assert found.value == pytest.approx(theirs, rel=1e-12, abs=1e-12)


@given(CORPUS, LONG, LONG)
def test_generated_text(
    corpus: list[tuple[list[str], list[str]]], hypothesis: list[str], reference: list[str]
) -> None:
    hypotheses, references = ([pair[side] for pair in corpus] for side in (0, 1))
    same([*hypotheses, hypothesis], [*references, reference])


@pytest.mark.data
@pytest.mark.parametrize(("name", "system"), wmt.SETS, ids=[name for name, _ in wmt.SETS])
def test_real_text(name: str, system: str) -> None:
    """The sample does not have the word 0."""
    texts = wmt.read(name, system).every(20)
    pairs = [
        [_native.tokenize(text, "13a", "mixed") for text in pair]
        for pair in zip(texts.hypotheses, texts.streams[0], strict=True)
    ]
    comparable_pairs = [pair for pair in pairs if "0" not in (*pair[0], *pair[1])]
    random.Random(7).shuffle(comparable_pairs)
    same([mine for mine, _ in comparable_pairs], [other for _, other in comparable_pairs])
