"""Laws of ROUGE on generated hostile text, and comparison with the oracle."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle as tokenizing
from tests.generators import Corpus, corpora, tally
from tests.oracle import rouge as oracle
from tests.profiles import examples
from tests.properties.sums import check_parts_add_up, check_threads_change_nothing, references
from tests.unicode_age import comparable
from truebleu import ROUGE, References
from truebleu.metrics.rouge import VARIANTS

NAMES = st.sampled_from(VARIANTS)
TOKENIZERS = st.sampled_from(["rouge", "words", "13a", "char", "none"])


def sentences(text: str, tokenizer: str) -> list[list[str]]:
    return [tokenizing.tokenize(line, tokenizer, lowercase=True) for line in text.split("\n")]


def whole(text: str, tokenizer: str) -> list[list[str]]:
    return [tokenizing.tokenize(text, tokenizer, lowercase=True)]


@examples(1.0)
@given(corpora(), NAMES, TOKENIZERS)
def test_counts_equal_the_oracles(corpus: Corpus, variant: str, tokenizer: str) -> None:
    tally.count("ROUGE against the oracle", len(corpus))
    metric = ROUGE(variant, tokenizer=tokenizer)
    split = sentences if variant == "Lsum" else whole
    for hypothesis, segment_references in zip(corpus.hypotheses, corpus.references, strict=True):
        ours = comparable(hypothesis, tokenizer=tokenizer, lowercase=True)
        result = [
            comparable(r, tokenizer=tokenizer, lowercase=True)
            for r in segment_references
            if r is not None
        ]
        row = metric.statistics([ours], References.per_segment([result]))[0].tolist()
        mine = split(ours, tokenizer)
        rows = [oracle.counts(variant, mine, split(text, tokenizer)) for text in result]
        assert tuple(row[:3]) in rows, (ours, result)
        best = max(oracle.rates(*segment_references)[2] for segment_references in rows)
        score = metric.score(row)
        assert score.value == pytest.approx(float(best), rel=1e-14)
        precision, recall, _ = oracle.rates(*row[:3])
        assert (score.precision, score.recall) == (float(precision), float(recall))


@examples(0.3)
@given(corpora(), NAMES, st.booleans(), st.data())
def test_any_partition_gives_the_same_sum(
    corpus: Corpus, variant: str, stem: bool, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(corpus)))
    check_parts_add_up(ROUGE(variant, stem=stem), corpus, cut)


@examples(0.2)
@given(corpora(), NAMES, st.sampled_from([2, 3, 8]))
def test_number_of_threads_changes_nothing(corpus: Corpus, variant: str, threads: int) -> None:
    check_threads_change_nothing(ROUGE(variant, stem=True), corpus, threads)


@examples(0.3)
@given(corpora(), NAMES, st.booleans())
def test_scores_are_between_0_and_1(corpus: Corpus, variant: str, stem: bool) -> None:
    metric = ROUGE(variant, stem=stem)
    values = metric.segment_scores(corpus.hypotheses, references(corpus))
    assert np.all((values >= 0) & (values <= 1))
    for hypothesis, refs, value in zip(
        corpus.hypotheses, corpus.references, values.tolist(), strict=True
    ):
        assert metric.sentence_score(hypothesis, [r for r in refs if r is not None]).value == value
        same = metric.sentence_score(hypothesis, hypothesis)
        assert same.value == (1 if same.hypothesis_total else 0)


@examples(0.3)
@given(corpora())
def test_swapping_the_texts_swaps_precision_and_recall(corpus: Corpus) -> None:
    """Lsum is left out, because its unions are those of reference sentences."""
    for hypothesis, segment_references in zip(corpus.hypotheses, corpus.references, strict=True):
        reference = next(text for text in segment_references if text is not None)
        for variant in ("1", "2", "L"):
            metric = ROUGE(variant)
            plain = metric.sentence_score(hypothesis, reference)
            swapped = metric.sentence_score(reference, hypothesis)
            assert (plain.precision, plain.recall) == (swapped.recall, swapped.precision)
            assert plain.value == pytest.approx(swapped.value, rel=1e-14)


@pytest.mark.parametrize("length", [63, 64, 65, 129, 2500])
@pytest.mark.parametrize("breaks", [0.0, 0.02, 0.3])
def test_long_texts_have_the_oracles_counts(length: int, breaks: float) -> None:
    """Texts of more than some thousand tokens are counted by another algorithm."""
    generator = random.Random(length)

    def text(count: int) -> str:
        words = generator.choices([f"w{i}" for i in range(300)], k=count)
        ends = generator.choices("\n ", [breaks, 1 - breaks], k=count)
        return "".join(word + end for word, end in zip(words, ends, strict=True))

    hypothesis, reference = text(length), text(length if length < 1000 else 1900)
    for variant in ("3", "L", "Lsum"):
        split = sentences if variant == "Lsum" else whole
        row = ROUGE(variant).statistics([hypothesis], [reference])[0].tolist()
        assert tuple(row[:3]) == oracle.counts(
            variant, split(hypothesis, "rouge"), split(reference, "rouge")
        )
