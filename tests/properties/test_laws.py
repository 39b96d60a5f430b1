"""Laws of BLEU for any text."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests import oracle
from tests.generators import Corpus, corpora
from tests.profiles import examples
from tests.properties.settings import LAWFUL_SMOOTHINGS, settings, truebleu_metric
from tests.properties.sums import check_parts_add_up, check_threads_change_nothing, references
from truebleu import BLEU, InputError, References

CORE_TOKENIZERS = list(oracle.TOKENIZERS)


def shuffled(corpus: Corpus, seed: int) -> tuple[list[int], Corpus]:
    order = list(range(len(corpus)))
    random.Random(seed).shuffle(order)
    picked = Corpus(
        [corpus.hypotheses[at] for at in order], [corpus.references[at] for at in order]
    )
    return order, picked


# Rows are additive


@examples(0.5)
@given(corpora(), settings(), st.data())
def test_any_partition_gives_the_same_sum(
    corpus: Corpus, chosen: oracle.Settings, data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(corpus)))
    by_parts, at_once = check_parts_add_up(truebleu_metric(chosen), corpus, cut)
    assert by_parts.precisions == at_once.precisions


@examples(0.5)
@given(corpora(), settings(), st.integers(0, 10**9))
def test_order_of_segments_changes_nothing(
    corpus: Corpus, chosen: oracle.Settings, seed: int
) -> None:
    metric = truebleu_metric(chosen)
    order, reordered = shuffled(corpus, seed)
    rows = metric.statistics(corpus.hypotheses, references(corpus))
    assert np.array_equal(
        metric.statistics(reordered.hypotheses, references(reordered)), rows[order]
    )
    assert metric.corpus_score(reordered.hypotheses, references(reordered)) == metric.corpus_score(
        corpus.hypotheses, references(corpus)
    )


@examples(0.2)
@given(corpora(), settings(), st.sampled_from([2, 3, 8]))
def test_number_of_threads_changes_nothing(
    corpus: Corpus, chosen: oracle.Settings, threads: int
) -> None:
    check_threads_change_nothing(truebleu_metric(chosen), corpus, threads)


@examples(0.3)
@given(corpora(), settings())
def test_segment_scores_are_the_sentence_scores(corpus: Corpus, chosen: oracle.Settings) -> None:
    metric = truebleu_metric(chosen)
    values = metric.segment_scores(corpus.hypotheses, references(corpus)).tolist()
    rows = metric.statistics(corpus.hypotheses, references(corpus)).tolist()
    for index, hypothesis in enumerate(corpus.hypotheses):
        refs = [r for r in corpus.references[index] if r is not None]
        sentence = metric.sentence_score(hypothesis, refs)
        assert sentence.value == values[index]
        orders = len(chosen.weights)
        assert list(sentence.matches) == rows[index][2 : 2 + orders]


@examples(0.3)
@given(corpora(), settings())
def test_streams_and_lists_per_segment_are_equal(corpus: Corpus, chosen: oracle.Settings) -> None:
    metric = truebleu_metric(chosen)
    by_stream = References.streams(corpus.streams())
    assert np.array_equal(
        metric.statistics(corpus.hypotheses, by_stream),
        metric.statistics(corpus.hypotheses, references(corpus)),
    )
    assert metric.corpus_score(corpus.hypotheses, by_stream) == metric.corpus_score(
        corpus.hypotheses, references(corpus)
    )


# Bounds, and perfect scores


@examples(0.5)
@given(corpora(), settings(LAWFUL_SMOOTHINGS))
def test_scores_are_between_0_and_the_scale(corpus: Corpus, chosen: oracle.Settings) -> None:
    metric = truebleu_metric(chosen)
    values = metric.segment_scores(corpus.hypotheses, references(corpus))
    score = metric.corpus_score(corpus.hypotheses, references(corpus))
    assert np.all((values >= 0) & (values <= chosen.scale))
    assert 0 <= score.value <= chosen.scale
    assert 0 <= score.brevity_penalty <= 1
    assert all(0 <= precision <= chosen.scale for precision in score.precisions)


@examples(0.5)
@given(corpora(), settings(LAWFUL_SMOOTHINGS, ("closest", "shortest")))
def test_text_equal_to_a_reference_is_perfect(corpus: Corpus, chosen: oracle.Settings) -> None:
    """It is if the text is long enough for the order, or with effective order."""
    # hypotheses and references are lowercased differently
    assume(chosen.lowercase != "references-after")
    metric = truebleu_metric(chosen)
    with_itself = [
        [*refs, hypothesis]
        for hypothesis, refs in zip(corpus.hypotheses, corpus.references, strict=True)
    ]
    refs = References.per_segment(with_itself)
    values = metric.segment_scores(corpus.hypotheses, refs).tolist()
    rows = metric.statistics(corpus.hypotheses, refs).tolist()
    used = [at for at, weight in enumerate(chosen.weights) if weight]
    for hypothesis, value, row in zip(corpus.hypotheses, values, rows, strict=True):
        # With effective order, an order with n-grams must have a weight above 0.
        needed = min(used) if chosen.effective_order else max(used)
        if row[0] > needed:
            assert value == chosen.scale, (hypothesis, chosen)


# References


@examples(0.5)
@given(corpora(), settings(rules=("closest",)), st.text(max_size=40))
def test_another_reference_never_lowers_the_matches(
    corpus: Corpus, chosen: oracle.Settings, another: str
) -> None:
    metric = truebleu_metric(chosen)
    before = metric.statistics(corpus.hypotheses, references(corpus))
    more = [[*refs, another] for refs in corpus.references]
    after = metric.statistics(corpus.hypotheses, References.per_segment(more))
    orders = chosen.orders_counted
    assert np.all(after[:, 2 : 2 + orders] >= before[:, 2 : 2 + orders])
    assert np.array_equal(after[:, 2 + orders :], before[:, 2 + orders :])
    assert np.array_equal(after[:, 0], before[:, 0])


@examples(0.5)
@given(corpora(), settings(), st.integers(0, 10**9))
def test_order_and_repetition_of_references_change_nothing(
    corpus: Corpus, chosen: oracle.Settings, seed: int
) -> None:
    """The mean length does not change if every reference is repeated equally often."""
    metric = truebleu_metric(chosen)
    mixed = []
    for refs in corpus.references:
        doubled = [*refs, *refs]
        random.Random(seed).shuffle(doubled)
        mixed.append(doubled)
    assert np.array_equal(
        metric.statistics(corpus.hypotheses, References.per_segment(mixed)),
        metric.statistics(corpus.hypotheses, references(corpus)),
    )


# Tokens


@examples(0.5)
@given(corpora(), st.sampled_from(CORE_TOKENIZERS))
def test_tokens_count_as_their_text(corpus: Corpus, tokenizer: str) -> None:
    def cut(text: str) -> list[str]:
        return oracle.tokenize(text, tokenizer)

    present = [[r for r in refs if r is not None] for refs in corpus.references]
    tokens = References.per_segment([[cut(r) for r in refs] for refs in present])
    by_text = BLEU(tokenizer=tokenizer).statistics(
        corpus.hypotheses, References.per_segment(present)
    )
    by_tokens = BLEU().statistics([cut(h) for h in corpus.hypotheses], tokens)
    assert np.array_equal(by_text, by_tokens)


IDS = st.one_of(
    st.integers(-3, 3), st.sampled_from([-(2**63), 2**63 - 1, -(2**62), 2**32, -(2**32) - 1])
)


@examples(1.0)
@given(
    st.lists(
        st.tuples(
            st.lists(IDS, max_size=30), st.lists(st.lists(IDS, max_size=30), min_size=1, max_size=4)
        ),
        min_size=1,
        max_size=12,
    )
)
def test_token_ids_count_as_tokens(segments: list[tuple[list[int], list[list[int]]]]) -> None:
    rows = BLEU().statistics(
        [hypothesis for hypothesis, _ in segments],
        References.per_segment([refs for _, refs in segments]),
    )
    for (hypothesis, refs), row in zip(segments, rows.tolist(), strict=True):
        theirs = oracle.row(hypothesis, refs, 4, "closest")
        expected = [theirs.hypothesis_length, theirs.reference_length]
        assert row == [*expected, *theirs.matches, *theirs.totals]


@pytest.mark.parametrize("beyond", [2**63, -(2**63) - 1, 2**100])
def test_token_ids_beyond_64_bits_are_refused(beyond: int) -> None:
    with pytest.raises(InputError, match=rf"token 2, is {beyond}, out of range"):
        BLEU().corpus_score([[1, beyond]], [[1, 2]])
