"""ROUGE, compared with rouge-score, and the stemmer, compared with NLTK's: exactly equal."""

from __future__ import annotations

import random
import string
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential import wmt
from tests.generators import Corpus, corpora, tally
from tests.profiles import PROFILE, examples
from tests.requirements import require_module
from tests.unicode_age import comparable_corpus
from truebleu import ROUGE, References, _native
from truebleu.metrics.rouge import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.peer
rouge_scorer: Any = require_module("rouge_score.rouge_scorer", "rouge-score")
porter: Any = require_module("nltk.stem.porter", "nltk")

STEP = 40 if PROFILE == "fast" else 5
TYPES = [f"rouge{variant}" for variant in VARIANTS]


@cache
def scorer(*, stem: bool) -> Any:
    return rouge_scorer.RougeScorer(TYPES, use_stemmer=stem)


def check(
    hypotheses: Sequence[str], references: Sequence[Sequence[str | None]], *, stem: bool
) -> None:
    """Compare precision, recall and F of every segment, and their means."""
    result = [
        scorer(stem=stem).score_multi(
            [text for text in references_of_segment if text is not None], hypothesis
        )
        for hypothesis, references_of_segment in zip(hypotheses, references, strict=True)
    ]
    per_segment = References.per_segment(references)
    for variant, kind in zip(VARIANTS, TYPES, strict=True):
        metric = ROUGE(variant, stem=stem)
        theirs = [score[kind] for score in result]
        values = metric.segment_scores(hypotheses, per_segment).tolist()
        assert values == [score.fmeasure for score in theirs], kind
        rows = metric.statistics(hypotheses, per_segment)
        for row, score, text in zip(rows, theirs, hypotheses, strict=True):
            ours = metric.score(row)
            assert (ours.precision, ours.recall) == (score.precision, score.recall), (kind, text)
        corpus_score = metric.corpus_score(hypotheses, per_segment)
        means = np.mean(theirs, axis=0).tolist()
        assert [corpus_score.precision, corpus_score.recall, corpus_score.value] == pytest.approx(
            means, rel=1e-14
        )


def lines() -> st.SearchStrategy[str]:
    """Generate summaries of a few short sentences, some empty, so that there are many ties."""
    words = st.sampled_from(["a", "b", "c", "the", "cats", "cat", "flying", "flies", "É", "x1"])
    sentence = st.lists(words, max_size=9).map(" ".join)
    return st.lists(sentence, max_size=6).map("\n".join)


@examples(1.0)
@given(
    st.lists(st.tuples(lines(), st.lists(lines(), min_size=1, max_size=3)), min_size=1, max_size=6),
    st.booleans(),
)
def test_summaries(pairs: list[tuple[str, list[str]]], stem: bool) -> None:
    tally.count("ROUGE against rouge-score", len(pairs))
    check([hypothesis for hypothesis, _ in pairs], [each for _, each in pairs], stem=stem)


@examples(0.5)
@given(corpora(), st.booleans())
def test_generated_text(corpus: Corpus, stem: bool) -> None:
    tally.count("ROUGE against rouge-score", len(corpus))
    texts = comparable_corpus(corpus, tokenizer="rouge", lowercase=True)
    check(texts.hypotheses, texts.references, stem=stem)


@pytest.mark.data
@pytest.mark.parametrize("stem", [False, True])
@pytest.mark.parametrize(("name", "system"), wmt.SETS, ids=[name for name, _ in wmt.SETS])
def test_real_text(name: str, system: str, stem: bool) -> None:
    texts = wmt.read(name, system).every(STEP)
    check(texts.hypotheses, list(zip(*texts.streams, strict=True)), stem=stem)


@pytest.mark.data
def test_summaries_of_real_text() -> None:
    """Every eight segments are a summary of eight lines."""
    texts = wmt.read("sum-en/en-en", "sys2")

    def grouped(segments: list[str]) -> list[str]:
        return ["\n".join(segments[at : at + 8]) for at in range(0, len(segments), 8)][:: STEP // 4]

    streams = [grouped(stream) for stream in texts.streams]
    check(grouped(texts.hypotheses), list(zip(*streams, strict=True)), stem=True)


def words_of_the_texts() -> set[str]:
    words: set[str] = set()
    for name, system in wmt.SETS:
        texts = wmt.read(name, system)
        for text in (*texts.hypotheses, *(line for stream in texts.streams for line in stream)):
            words.update(_native.tokenize(text, "words", "lc"))
    return words


@pytest.mark.data
def test_the_stemmer_on_every_word_of_the_texts() -> None:
    stemmer = porter.PorterStemmer()
    words = sorted(words_of_the_texts())[:: 1 if PROFILE != "fast" else 7]
    assert len(words) > 10_000
    assert [w for w in words if _native.stem(w) != stemmer.stem(w, to_lowercase=False)] == []


ENDINGS = (
    *("sses", "ies", "ied", "eed", "ed", "ing", "ational", "tional", "enci", "anci", "izer"),
    *("bli", "abli", "alli", "entli", "eli", "ousli", "ization", "ation", "ator", "alism"),
    *("iveness", "fulness", "ousness", "aliti", "iviti", "biliti", "fulli", "logi", "icate"),
    *("ative", "alize", "iciti", "ical", "ful", "ness", "al", "ance", "ence", "er", "ic", "able"),
    *("ible", "ant", "ement", "ment", "ent", "sion", "tion", "ion", "ou", "ism", "ate", "iti"),
    *("ous", "ive", "ize", "e", "ll", "y", "ly", "s", "at", "bl", "iz", "*d", "logy", "ally"),
)


def test_the_stemmer_on_generated_words() -> None:
    """Words are random letters, with many vowels and runs of y, and up to three endings."""
    generator, stemmer = random.Random(7), porter.PorterStemmer()
    alphabet = string.ascii_lowercase + "aeiouyyylsztwx" + "é9"
    for _ in range(20_000 if PROFILE == "fast" else 300_000):
        word = "".join(generator.choices(alphabet, k=generator.randint(0, 6)))
        word += "".join(generator.choices(ENDINGS, k=generator.randint(0, 3)))
        assert _native.stem(word) == stemmer.stem(word, to_lowercase=False), word


def test_the_stemmer_on_words_that_are_listed() -> None:
    stemmer = porter.PorterStemmer()
    for word in (*stemmer.pool, *stemmer.pool.values(), "", "y", "yy", "is", "ies", "ied", "eed"):
        assert _native.stem(word) == stemmer.stem(word), word
