"""Tests of significance call as many chance differences as they say: the short form.

`make calibrate` does the same for 10,000 pairs of systems, within 4 to 6 of 100.
"""

from __future__ import annotations

import pytest

from benchmarks.calibration import KINDS, MANY_TIES, Kind, measure_rates


def test_chance_is_called_a_difference_as_often_as_the_level_says() -> None:
    rates = measure_rates(300, peer=False)
    # Three standard deviations of a share of 0.05 in 300.
    assert 0.012 <= rates.rate("ar") <= 0.088
    assert 0.012 <= rates.rate("bootstrap") <= 0.088


def test_where_most_segments_are_alike_it_is_not_called_more_often() -> None:
    rates = measure_rates(300, MANY_TIES, peer=False)
    assert rates.segments_differ < 0.15 * 300 * 100
    assert max(rates.rate("ar"), rates.rate("bootstrap")) <= 0.088


def test_sacrebleus_bootstrap_calls_twice_as_many() -> None:
    rates = measure_rates(200)
    assert rates.rate("sacrebleu bootstrap") > 1.5 * rates.rate("bootstrap")


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_of_the_pairs_is_the_same_by_itself(kind: Kind) -> None:
    whole = measure_rates(6, kind, seed=3)
    parts = measure_rates(4, kind, seed=3) + measure_rates(2, kind, seed=3, first=4)
    assert whole == parts
