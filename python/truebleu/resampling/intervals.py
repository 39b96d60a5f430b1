"""Intervals from the scores of resamples.

Percentile: the quantiles of the resampled values. BCa (bias-corrected and accelerated): other
quantiles of the same values, shifted by how far the observed value lies from their middle and by
how the standard error changes with the value, after Efron, "Better Bootstrap Confidence
Intervals" (JASA 1987), section 4, and Efron and Tibshirani, "An Introduction to the Bootstrap"
(1993), section 14.3.
"""

from __future__ import annotations

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["bca", "centred_reached", "percentile"]


def percentile(values: NDArray[np.float64], confidence: float) -> tuple[float, float]:
    """The interval that leaves out equally many values at both ends; it interpolates linearly."""
    outside = (1 - confidence) / 2
    low, high = np.quantile(values, [outside, 1 - outside])
    return float(low), float(high)


def bca(
    values: NDArray[np.float64],
    observed: float,
    without_one: NDArray[np.float64],
    confidence: float,
) -> tuple[float, float] | None:
    """The BCa interval; None where it is not defined.

    It is not when all resampled values lie on one side of the observed one: then nobody can say
    how far its middle is off. `without_one` are the values without each unit in turn; values that
    never change have no acceleration.
    """
    from statistics import NormalDist

    normal = NormalDist()
    below = (np.mean(values < observed) + np.mean(values <= observed)) / 2
    if not 0 < below < 1:
        return None
    bias = normal.inv_cdf(float(below))
    acceleration = _acceleration(without_one)
    levels = []
    for level in ((1 - confidence) / 2, (1 + confidence) / 2):
        shifted = bias + normal.inv_cdf(level)
        room = 1 - acceleration * shifted
        if room <= 0:
            return None
        levels.append(normal.cdf(bias + shifted / room))
    low, high = np.quantile(values, levels)
    return float(low), float(high)


def _acceleration(without_one: NDArray[np.float64]) -> float:
    """A sixth of the skewness of the jackknife's values."""
    distances: NDArray[np.float64] = without_one.mean() - without_one
    squared = distances * distances
    squares = float(np.sum(squared))
    if squares == 0:
        return 0.0
    # Not distances**3: NumPy's power is twenty times as slow as a product.
    cubes = float(np.sum(squared * distances))
    return cubes / (6.0 * float(squares**1.5))


def centred_reached(differences: NDArray[np.float64], observed: float) -> int:
    """How many resampled differences, once centred, are as large as the observed one.

    Under the hypothesis of no difference the resampled differences would lie around 0 instead of
    around `observed`: so each is taken less `observed`, and only then without its sign. Ties count
    (with SciPy's tolerance of 100 roundings).
    """
    least = abs(observed) * (1 - 100 * float(np.finfo(np.float64).eps))
    return int(np.count_nonzero(np.abs(differences - observed) >= least))
