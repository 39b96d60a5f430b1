"""Holm's correction, clusters, ties and intervals."""

from __future__ import annotations

import numpy as np
import pytest

from truebleu.significance.bootstrap import bca, count_extreme, histogram, quantile
from truebleu.significance.multiple_testing import clusters, holm
from truebleu.significance.options import fewest_resamples, fewest_trials
from truebleu.significance.power import n_required


def test_adjusted_p_values_increase_up_to_one() -> None:
    assert holm([0.01, 0.04, 0.03]) == [0.03, 0.06, 0.06]
    assert holm([0.6, 0.01, 0.7]) == [1.0, 0.03, 1.0]
    assert holm([0.2, 0.5]) == [0.4, 0.5]
    assert holm([]) == []


def test_each_cluster_has_the_next_number() -> None:
    assert clusters([2, 0, 1], lambda *_: True) == [2, 3, 1]
    assert clusters([2, 0, 1], lambda *_: False) == [1, 1, 1]
    # 3 is significantly worse than 0 only, which is in the cluster before.
    beaten = {(0, 1), (0, 3), (1, 2)}
    assert clusters([0, 1, 2, 3], lambda *pair: pair in beaten) == [1, 2, 3, 3]


def test_differences_up_to_rounding_are_ties() -> None:
    observed = 0.1 + 0.2
    # 0.6 - 0.30000000000000004 is slightly less than the observed difference.
    assert abs(0.6 - observed) < observed
    assert count_extreme(np.array([0.6, 0.0]), observed) == 2
    assert count_extreme(np.array([0.45, 0.3, 0.59, 0.01]), observed) == 0
    assert count_extreme(np.array([-0.3, 0.9]), observed) == 2
    assert count_extreme(np.array([0.3, -0.5, -0.9]), -observed) == 2
    unit = 2.0**-53  # half of the distance to the next float after 1
    assert count_extreme(np.array([200 * unit, 201 * unit]), 1.0) == 1


def test_resamples_on_one_side_have_no_bca_interval() -> None:
    without = np.array([1.0, 2.0, 4.0])
    assert bca(np.array([2.0, 3.0]), 1.0, without, 0.95) is None
    assert bca(np.array([2.0, 3.0]), 4.0, without, 0.95) is None
    assert bca(np.array([2.0, 2.0]), 2.0, without, 0.95) == (2.0, 2.0)


@pytest.mark.parametrize("count", [1, 2, 3, 10, 999, 1000])
def test_quantiles_and_bins_equal_numpys(count: int) -> None:
    generator = np.random.default_rng(count)
    for scale in (1e-300, 1e-3, 30.0, 1e15):
        # Values are rounded, so some are equal, and some are at the edge of a bin.
        values = np.round(generator.normal(0.3, 1.0, count), 2) * scale
        ordered = np.sort(values)
        for level in (0.0, 0.025, 0.3, 0.5, 1 - 0.025, 1 - 1e-9, 1.0, *generator.random(20)):
            assert quantile(ordered, float(level)) == np.quantile(values, level), (scale, level)
        binned = histogram(values)
        if len(binned.counts) > 1:
            expected, _ = np.histogram(values, len(binned.counts), (binned.low, binned.high))
            assert binned.counts == tuple(expected.tolist()), scale
        assert sum(binned.counts) == count


def test_bins_are_narrower_than_the_spacing_above_the_values() -> None:
    """Between 2**52 and 2**53, the spacing of floats is 1; above it is 2."""
    assert histogram(2.0**53 - np.array([2.0, 1.0, 1.0, 0.0])).counts == (1, 3)


def test_differences_that_no_number_of_segments_shows() -> None:
    assert n_required(1000, 0.5, 1.0, 0.05) == 4000
    assert n_required(1000, 0.0, 1.0, 0.05) is None
    assert n_required(1000, 1e-7, 1.0, 0.05) is None
    assert n_required(10, 1.0, 1e7, 0.05) is None  # 10^15
    assert n_required(9, 1.0, 1e7, 0.05) == 9 * 10**14


@pytest.mark.parametrize(
    ("level", "pairs", "fewest"),
    [(0.05, 1, 19), (0.05, 3, 59), (0.01, 1, 99), (0.03, 1, 33), (0.3, 1, 3)],
)
def test_the_minimum_number_of_trials(level: float, pairs: int, fewest: int) -> None:
    assert fewest_trials(level, pairs) == fewest
    assert pairs / (fewest + 1) <= level < pairs / fewest


@pytest.mark.parametrize(
    ("confidence", "fewest"), [(0.9, 100), (0.95, 200), (0.97, 334), (0.99, 1000)]
)
def test_the_minimum_number_of_resamples(confidence: float, fewest: int) -> None:
    """At least 5 of the resamples are expected beyond each end of the interval."""
    assert fewest_resamples(confidence) == fewest
