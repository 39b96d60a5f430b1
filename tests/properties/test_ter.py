"""TER, compared with the oracle, and laws for any text."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators import Corpus, corpora, moves
from tests.oracle import ter as oracle
from tests.profiles import PROFILE, examples
from tests.properties.sums import check_parts_add_up, rows_of
from tests.properties.test_kernels import run
from tests.unicode_age import comparable_corpus
from truebleu import TER, References, _native
from truebleu.metrics.base.layout import AVERAGE_PARTS

SETTINGS = st.builds(oracle.Settings, st.booleans(), st.booleans(), st.booleans(), st.booleans())
ROUNDS = {"fast": 1, "ci": 4, "fuzz": 100}[PROFILE]


def metric(settings: oracle.Settings) -> TER:
    return TER(**vars(settings))


def as_row(row: oracle.Row) -> list[Fraction]:
    return [Fraction(row.edits), row.length * AVERAGE_PARTS]


@examples(0.2)
@given(corpora(400), SETTINGS)
def test_generated_text_has_the_oracles_edits(corpus: Corpus, settings: oracle.Settings) -> None:
    texts = comparable_corpus(corpus, tokenizer="none", lowercase=not settings.case_sensitive)
    hypotheses = texts.hypotheses
    references = [[r for r in each if r is not None] for each in texts.references]
    rows = metric(settings).statistics(hypotheses, References.per_segment(references))
    for index, row in enumerate(rows.tolist()):
        expected = oracle.segment(hypotheses[index], references[index], settings)
        assert row == as_row(expected), (hypotheses[index], references[index])


def test_moved_words_have_the_oracles_edits() -> None:
    hypotheses, references = moves.pairs(1, 60 * ROUNDS, longest=30)
    rows = TER().statistics(hypotheses, references).tolist()
    for index, row in enumerate(rows):
        expected = oracle.segment(hypotheses[index], [references[index]], oracle.Settings())
        assert row == as_row(expected), (hypotheses[index], references[index])


@examples(0.3)
@given(corpora(), SETTINGS, st.data())
def test_any_partition_gives_the_same_sum(
    corpus: Corpus, settings: oracle.Settings, data: st.DataObject
) -> None:
    of = metric(settings)
    _, at_once = check_parts_add_up(of, corpus, data.draw(st.integers(0, len(corpus))))
    edits, lengths = rows_of(of, corpus).sum(axis=0).tolist()
    assert at_once.edits == edits
    assert at_once.value == oracle.Row(edits, Fraction(lengths, AVERAGE_PARTS)).score


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_number_of_threads_changes_nothing(threads: int) -> None:
    hypotheses, references = moves.pairs(2, 3000)
    of = TER()
    alone = of.statistics(hypotheses, references, threads=1)
    assert np.array_equal(of.statistics(hypotheses, references, threads=threads), alone)
    several = of.corpus_score(hypotheses, references, threads=threads)
    assert several == of.corpus_score(hypotheses, references, threads=1)
    scores = of.segment_scores(hypotheses, references, threads=threads)
    assert np.array_equal(scores, of.segment_scores(hypotheses, references, threads=1))


def test_segment_scores_are_sentence_scores() -> None:
    hypotheses, references = moves.pairs(3, 300)
    of = TER()
    pairs = zip(hypotheses, references, strict=True)
    one_by_one = [of.sentence_score(*pair).value for pair in pairs]
    assert of.segment_scores(hypotheses, references).tolist() == one_by_one


REPORT = """
from tests.generators import moves
from truebleu import TER, _native
print(_native.active_kernel())
print(TER(normalized=True).statistics(*moves.pairs(4, 2000, longest=150)).tolist())
"""


@pytest.mark.parametrize("kernel", _native.kernels()[1:])
def test_a_kernel_equals_the_portable_one(kernel: str) -> None:
    name, found = run(["-c", REPORT], kernel).stdout.splitlines()
    assert name == kernel
    assert found == run(["-c", REPORT], "portable").stdout.splitlines()[1]


@pytest.mark.parametrize(
    ("hypothesis", "reference", "edits"),
    [
        ("a b c d e", "e a b c d", 1),
        ("c d e a b", "a b c d e", 1),
        ("a b c d e f", "d e f a b c", 1),
        ("x a b", "a b y", 2),
        ("a", "b", 1),
        ("", "a b", 2),
        ("a b", "", 2),
    ],
)
def test_numbers_of_edits(hypothesis: str, reference: str, edits: int) -> None:
    assert TER().sentence_score(hypothesis, reference).edits == edits


def test_permuted_words_need_fewer_edits_than_words() -> None:
    for order in itertools.permutations("abcdef"):
        score = TER().sentence_score(" ".join(order), "a b c d e f")
        assert score.edits <= 5
        assert (score.edits == 0) == ("".join(order) == "abcdef")
