"""False positive rates of the significance tests, for a few pairs of systems.

`make calibrate` measures them for 10,000 pairs of systems: the rate is between 4% and 6%.
"""

from __future__ import annotations

import pytest

from benchmarks.calibration import KINDS, MANY_TIES, Kind, measure_rates


def test_the_false_positive_rate_equals_the_level() -> None:
    rates = measure_rates(300, peer=False)
    # Three standard deviations of a rate of 0.05 in 300 tests.
    assert 0.012 <= rates.rate("ar") <= 0.088
    assert 0.012 <= rates.rate("bootstrap") <= 0.088


def test_many_equal_segments_do_not_raise_the_rate() -> None:
    rates = measure_rates(300, MANY_TIES, peer=False)
    assert rates.segments_differ < 0.15 * 300 * 100
    assert max(rates.rate("ar"), rates.rate("bootstrap")) <= 0.088


def test_sacrebleus_bootstrap_has_twice_the_rate() -> None:
    rates = measure_rates(200)
    assert rates.rate("sacrebleu bootstrap") > 1.5 * rates.rate("bootstrap")


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_of_the_pairs_can_be_measured_alone(kind: Kind) -> None:
    whole = measure_rates(6, kind, seed=3)
    parts = measure_rates(4, kind, seed=3) + measure_rates(2, kind, seed=3, first=4)
    assert whole == parts
