"""Generated hostile text: counts and scores are exactly equal to sacreBLEU's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential import peer
from tests.differential.settings import Shared, shared
from tests.generators import Corpus, corpora, tally
from tests.profiles import examples
from tests.unicode_age import comparable_corpus
from truebleu import BLEU, References

pytestmark = pytest.mark.peer


def references(corpus: Corpus, by_segment: bool) -> References:
    if by_segment:
        return References.per_segment(corpus.references)
    return References.streams(corpus.streams())


@examples(1.0)
@given(corpora(), st.booleans())
def test_counts_equal_sacrebleus(corpus: Corpus, by_segment: bool) -> None:
    """Every segment is compared with every tokenizer, with and without lowercasing."""
    tally.count("truebleu against sacreBLEU, counts", len(corpus))
    for tokenizer in peer.TOKENIZERS:
        for lowercase in (False, True):
            texts = comparable_corpus(corpus, tokenizer=tokenizer, lowercase=lowercase)
            metric = peer.metric(tokenizer, lowercase=lowercase)
            theirs = peer.rows(metric, texts.hypotheses, texts.streams())
            ours = BLEU(tokenizer=tokenizer, lowercase=lowercase).statistics(
                texts.hypotheses, references(texts, by_segment)
            )
            for index, (our, their) in enumerate(zip(ours.tolist(), theirs, strict=True)):
                segment = (texts.hypotheses[index], texts.references[index])
                assert our == their, (tokenizer, lowercase, segment)


@examples(1.0)
@given(corpora(), shared(), st.booleans(), st.booleans())
def test_scores_equal_sacrebleus(
    corpus: Corpus, settings: Shared, effective_order: bool, by_segment: bool
) -> None:
    """The corpus score is compared with all its components, and so is every sentence score."""
    tally.count("truebleu against sacreBLEU, scores", len(corpus))
    texts = comparable_corpus(corpus, tokenizer=settings.tokenizer, lowercase=settings.lowercase)
    rows = settings.rows(texts.hypotheses, texts.streams())
    total = [sum(column) for column in zip(*rows, strict=True)]
    metric = settings.ours(effective_order=effective_order)
    given_references = references(texts, by_segment)
    ours = metric.corpus_score(texts.hypotheses, given_references)
    theirs = settings.score(total, effective_order=effective_order)
    assert list(ours.matches) == total[2 : 2 + settings.orders]
    assert list(ours.totals) == total[2 + settings.orders :]
    assert [ours.hypothesis_length, ours.effective_reference_length] == total[:2]
    assert ours.precisions == theirs.precisions
    assert ours.brevity_penalty == theirs.brevity_penalty
    assert peer.same_value(ours.value, theirs), (ours, theirs)
    assert peer.same_text(str(ours), theirs.text), theirs
    sentences = metric.segment_scores(texts.hypotheses, given_references)
    assert sentences.dtype == np.float64
    for index, (value, row) in enumerate(zip(sentences.tolist(), rows, strict=True)):
        their = settings.score(row, effective_order=effective_order)
        assert peer.same_value(value, their), (value, their, texts.hypotheses[index])


@examples(0.25)
@given(corpora(), shared())
def test_sentence_scores_use_effective_order_by_default(corpus: Corpus, settings: Shared) -> None:
    tally.count("truebleu against sacreBLEU, sentences one by one", len(corpus))
    texts = comparable_corpus(corpus, tokenizer=settings.tokenizer, lowercase=settings.lowercase)
    metric = settings.ours()
    rows = settings.rows(texts.hypotheses, texts.streams())
    for hypothesis, refs, row in zip(texts.hypotheses, texts.references, rows, strict=True):
        ours = metric.sentence_score(hypothesis, [r for r in refs if r is not None])
        theirs = settings.score(row, effective_order=True)
        assert ours.precisions == theirs.precisions, (hypothesis, refs)
        assert peer.same_value(ours.value, theirs), (hypothesis, refs)
