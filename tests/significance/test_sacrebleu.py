"""sacreBLEU's tests in the core, compared with NumPy, on rows that texts rarely have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.oracle import sacrebleu_tests as oracle
from truebleu import BLEU, CHRF, TER
from truebleu.metrics.base.layout import AVERAGE_PARTS
from truebleu.significance import sacrebleu

pytestmark = pytest.mark.skipif(
    np.lib.NumpyVersion(np.__version__) < "2.0.0", reason="sacreBLEU's steps are NumPy's"
)

METRICS: list[tuple[Any, oracle.Formula]] = [
    (BLEU(), oracle.Bleu()),
    (BLEU(max_ngram_order=2, effective_order=True), oracle.Bleu(2, effective=True)),
    (BLEU(smoothing="none"), oracle.Bleu(smoothing="none")),
    (BLEU(smoothing="floor", smoothing_value=0.3), oracle.Bleu(smoothing="floor", value=0.3)),
    (BLEU(smoothing="add-k", smoothing_value=0.7), oracle.Bleu(smoothing="add-k", value=0.7)),
    (BLEU(smoothing="add-k", smoothing_value=1.5), oracle.Bleu(smoothing="add-k", value=1.5)),
    (CHRF(), oracle.Chrf()),
    (CHRF(beta=1, word_order=2, eps_smoothing=True), oracle.Chrf(1, eps=True)),
    (TER(), oracle.ter),
]
IDS = [repr(metric) for metric, _ in METRICS]


def random_rows(metric: Any, segments: int, seed: int, largest: int = 9) -> list[NDArray[Any]]:
    """Return rows of three systems; some segments are equal in all, some columns are 0."""
    random = np.random.default_rng(seed)
    columns = len(metric.layout)
    systems = random.integers(0, largest + 1, size=(3, segments, columns))
    systems[:, ::3] = systems[0, ::3]
    systems[1, :, random.integers(columns)] = 0
    if isinstance(metric, BLEU):
        orders = (columns - 2) // 2
        matches, totals = systems[:, :, 2 : 2 + orders], systems[:, :, 2 + orders :]
        matches.sort(axis=2)
        matches[:] = matches[:, :, ::-1]
        totals += matches
        systems[:, :, 0] = totals[:, :, 0]  # the length is the number of unigrams
    return [*systems]


def units(metric: Any, rows: list[NDArray[Any]]) -> list[NDArray[Any]]:
    """Return the rows in truebleu's units."""
    return [row * [1, AVERAGE_PARTS] for row in rows] if isinstance(metric, TER) else rows


@pytest.mark.parametrize(("metric", "formula"), METRICS, ids=IDS)
@pytest.mark.parametrize(("segments", "trials"), [(1, 3), (2, 70), (31, 1100), (33, 50), (203, 40)])
def test_p_values_of_randomization(
    metric: Any, formula: oracle.Formula, segments: int, trials: int
) -> None:
    for seed in (1, 12345, 2**64, 2**128 + 1):
        rows = random_rows(metric, segments, seed)
        expected = oracle.randomization(formula, rows, seed, trials)
        assert sacrebleu.randomization(metric, units(metric, rows), seed, trials) == expected


@pytest.mark.parametrize(("metric", "formula"), METRICS, ids=IDS)
@pytest.mark.parametrize("largest", [1, 9, 2**32], ids=["zeros", "small", "beyond float32"])
@pytest.mark.parametrize("segments", [1, 2, 37, 203])
def test_scores_of_resamples(
    metric: Any, formula: oracle.Formula, segments: int, largest: int
) -> None:
    for seed, swapped_trials in ((1, 0), (2**32, 5), (2**32 - 1, 64)):
        rows = random_rows(metric, segments, seed, largest)
        actual = sacrebleu._resampled(
            metric, units(metric, rows), seed, 20, swapped_trials=swapped_trials
        )
        for scores, row in zip(actual, rows, strict=True):
            expected = oracle.resampled_scores(formula, row, seed, 20, swapped_trials)
            assert scores.tolist() == expected


def test_many_segments() -> None:
    rows = random_rows(BLEU(), 70_000, 3)
    actual = sacrebleu.resampled_scores(BLEU(), rows[0], 5, 3)
    assert actual.tolist() == oracle.resampled_scores(oracle.Bleu(), rows[0], 5, 3)


@pytest.mark.parametrize("references", [2, 3, 7])
def test_mean_lengths_of_ter(references: int) -> None:
    """Halves are added exactly.

    For other fractions, the result depends on NumPy's order of additions.
    """
    rows = random_rows(TER(), 61, 8)
    integer_rows = [row * [1, AVERAGE_PARTS] for row in rows]
    parts = [row // [1, references] for row in integer_rows]
    words = [row / [1, AVERAGE_PARTS] for row in parts]
    expected = oracle.randomization(oracle.ter, words, 4, 90)
    assert sacrebleu.randomization(TER(), parts, 4, 90) == expected
    assert sacrebleu.randomization(TER(), words, 4, 90) == expected
    assert sacrebleu.bootstrap(TER(), words, 4, 90) == sacrebleu.bootstrap(TER(), parts, 4, 90)
    for row, in_words in zip(parts, words, strict=True):
        scores = oracle.resampled_scores(oracle.ter, in_words, 4, 90)
        assert sacrebleu.resampled_scores(TER(), row, 4, 90).tolist() == scores
        assert sacrebleu.resampled_scores(TER(), in_words, 4, 90).tolist() == scores
        swapped = sacrebleu._resampled(TER(), [in_words], 4, 9, swapped_trials=5)[0]
        assert swapped.tolist() == oracle.resampled_scores(oracle.ter, in_words, 4, 9, 5)


def test_lengths_in_sixteenths_of_a_word_are_added_exactly() -> None:
    sixteenth = AVERAGE_PARTS // 16
    assert sacrebleu._has_exact_sums(np.array([[1, 16 * sixteenth], [2, 3 * sixteenth]]))
    assert not sacrebleu._has_exact_sums(np.array([[1, 16 * sixteenth], [2, sixteenth + 1]]))
    assert not sacrebleu._has_exact_sums(np.array([[1, 1.0]]))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_ter_without_reference_words(kind: Any) -> None:
    """The score is 0 without edits and 100 with edits, as in sacreBLEU."""
    scores = sacrebleu._ter(np.array([[0, 0], [1, 0], [2, 0], [3, 1], [1, 2]], kind))
    assert scores.tolist() == [0, 100, 100, 300, 50]
    assert scores.dtype == kind


def test_a_resample_without_reference_words_has_another_type() -> None:
    for lengths, kind in (([0.5, 0.25], np.float32), ([0, 1], np.float64)):
        rows = np.array([[1.0, length] for length in lengths])
        assert sacrebleu.resampled_scores(TER(), rows, 1, 50).dtype == kind
