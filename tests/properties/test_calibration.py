"""Tests of significance call as many chance differences as they say: the short form.

`make calibrate` does the same for 10,000 pairs of systems, within 4 to 6 of 100.
"""

from __future__ import annotations

from benchmarks.calibration import measured


def test_chance_is_called_a_difference_as_often_as_the_level_says() -> None:
    rates = measured(300, peer=False)
    # Three standard deviations of a share of 0.05 in 300.
    assert 0.012 <= rates.rate("ar") <= 0.088
    assert 0.012 <= rates.rate("bootstrap") <= 0.088


def test_sacrebleus_bootstrap_calls_twice_as_many() -> None:
    rates = measured(200)
    assert rates.rate("sacrebleu bootstrap") > 1.5 * rates.rate("bootstrap")
