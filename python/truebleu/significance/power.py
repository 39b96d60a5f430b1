"""How small a difference a test set can show, and how large a test set a difference needs.

A difference whose estimate has the standard error s is found by a two-sided test of level a with
power w when it is as large as (z(1 - a/2) + z(w)) s, where z(q) is the quantile of the normal
distribution: (1.96 + 0.84) s for the usual 0.05 and 0.8. s falls with the root of the number of
segments. Cohen, "Statistical Power Analysis for the Behavioral Sciences" (1988), chapter 2; Card
et al., "With Little Power Comes Great Responsibility" (EMNLP 2020), section 5, for BLEU.

s is the jackknife's, from the differences without each segment in turn: the same as the paired
variance for a mean, and to first order the delta method for what is none, like BLEU. It needs no
random numbers. Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), section 11.5.
"""

from __future__ import annotations

from math import ceil, ldexp, log2, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

MOST_UNITS = 10**15  # above, a difference is none but for rounding


def standard_error(without_one: NDArray[np.float64]) -> float:
    """The jackknife's standard error, from the values without each unit in turn.

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
    """Return the values divided by a power of two, and its exponent; the largest is then near 1.

    Powers of tiny differences would underflow: NLTK's scores may be as small as 1e-308.
    """
    exponent = int(np.frexp(np.max(np.abs(values)))[1])
    return np.ldexp(values, -exponent), exponent


def min_detectable_difference(error: float, level: float, power: float) -> float:
    """The smallest difference that is found with this power, in the scale of the metric.

    >>> round(min_detectable_difference(1.0, 0.05, 0.8), 4)
    2.8016
    """
    normal = NormalDist()
    return (normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)) * error


def n_required(units: int, difference: float, smallest: float, level: float) -> int | None:
    """How many units show a difference as `units` of them show one of `smallest`.

    At least as many as are needed for any p-value to reach the level, 6 for 0.05. None where no
    number is enough: there is no difference.

    >>> n_required(1000, 0.5, 1.0, 0.05), n_required(1000, 50.0, 1.0, 0.05)
    (4000, 6)
    """
    if not difference:
        return None
    ratio = smallest / abs(difference)
    if not ratio * ratio * units < MOST_UNITS:
        return None
    return max(fewest_units(level), ceil(ratio * ratio * units))


def fewest_units(level: float) -> int:
    """Return how many units must differ for any p-value to reach the level.

    Swaps of m differing units have no p-value below 2^(1 - m).

    >>> fewest_units(0.05), fewest_units(0.01)
    (6, 8)
    """
    return 1 + ceil(log2(1 / level))
