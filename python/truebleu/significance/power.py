"""Power analysis: minimum detectable difference and required number of segments.

A two-sided test with significance level a detects a difference of (z(1 - a/2) + z(w)) s with power
w. Here s is the standard error of the difference, and z(q) is the q-quantile of the standard normal
distribution. For a = 0.05 and w = 0.8, the difference is (1.96 + 0.84) s. The standard error s is
inversely proportional to the square root of the number of segments. Sources: Cohen, "Statistical
Power Analysis for the Behavioral Sciences" (1988), chapter 2; Card et al., "With Little Power Comes
Great Responsibility" (EMNLP 2020), section 5, for BLEU.

This module uses the jackknife standard error. The jackknife leaves out each segment in turn and
computes the difference without it. With Poisson resampling, it leaves out groups of segments
instead. For a mean, the jackknife standard error equals the paired standard error. For other
statistics such as BLEU, it equals the delta-method standard error to first order. The jackknife
needs no random numbers. Source: Efron and Tibshirani, "An Introduction to the Bootstrap" (1993),
section 11.5.
"""

from __future__ import annotations

from math import ceil, ldexp, log2, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

MAX_UNITS = 10**15  # a difference that needs more units is a rounding error


def standard_error(without_one: NDArray[np.float64]) -> float:
    """Return the jackknife standard error of a statistic.

    The jackknife leaves out each unit (segment, document or group of them) in turn and computes the
    statistic from the remaining units. `without_one` has these values.

    >>> values = np.array([1.0, 2.0, 4.0, 9.0])
    >>> without = (values.sum() - values) / 3
    >>> bool(np.isclose(standard_error(without), values.std(ddof=1) / 2))
    True
    """
    units = len(without_one)
    distances, exponent = scaled(without_one - without_one.mean())
    squares = float(np.sum(distances**2))
    return ldexp(sqrt((units - 1) / units * squares), exponent)


def scaled(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], int]:
    """Divide the values by a power of two. Return the result and the exponent of this power.

    The largest absolute value of the result is at least 0.5 and below 1, unless all values are 0.
    Without scaling, squares and cubes of tiny differences would underflow: scores of NLTK's BLEU
    can be as small as 1e-308.
    """
    exponent = int(np.frexp(np.max(np.abs(values)))[1])
    return np.ldexp(values, -exponent), exponent


def min_detectable_difference(error: float, level: float, power: float) -> float:
    """Return the smallest difference that a test detects with statistical power `power`.

    `error` is the standard error of the difference. `level` is the significance level.

    >>> round(min_detectable_difference(1.0, 0.05, 0.8), 4)
    2.8016
    """
    normal = NormalDist()
    return (normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)) * error


def n_required(units: int, difference: float, smallest: float, level: float) -> int | None:
    """Return the number of units (segments or documents) required to detect a score difference.

    `difference` is this difference. `smallest` is the minimum detectable difference of a test set
    with `units` units. The result is at least `fewest_units(level)`, because no p-value can be as
    small as `level` with fewer units. The result is None if the difference is 0, or if the required
    number is 10**15 or more.

    >>> n_required(1000, 0.5, 1.0, 0.05), n_required(1000, 50.0, 1.0, 0.05)
    (4000, 6)
    """
    if not difference:
        return None
    ratio = smallest / abs(difference)
    if not ratio * ratio * units < MAX_UNITS:
        return None
    return max(fewest_units(level), ceil(ratio * ratio * units))


def fewest_units(level: float) -> int:
    """Return the smallest number of differing units for which a p-value can be as small as `level`.

    A unit (segment or document) differs if the two systems have different statistics for it.
    With m differing units, the smallest possible p-value is 2^(1 - m).

    >>> fewest_units(0.05), fewest_units(0.01)
    (6, 8)
    """
    return 1 + ceil(log2(1 / level))
