"""From many segments to few marks: what stands in a picture are counts, never single segments."""

from __future__ import annotations

from math import floor, log10

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    Values = NDArray[np.float64]

__all__ = ["density_bins", "difference_bins", "length_bins", "round_step"]

SIDE_STEPS = 15
"""The most steps of a histogram on each side of zero."""

CELLS = 30
"""Cells of a density on each side."""

LENGTHS = 8
FEWEST = 5
"""Buckets of lengths, and the fewest segments of one: fewer say nothing of a corpus."""


def round_step(width: float) -> float:
    """The next 1, 2, 2.5 or 5 times a power of ten, which reads well on an axis.

    >>> round_step(3.1), round_step(0.012), round_step(10)
    (5.0, 0.02, 10.0)
    """
    power = 10.0 ** floor(log10(width))
    share = width / power
    return float(next(step for step in (1, 2, 2.5, 5, 10) if share <= step * (1 + 1e-9)) * power)


def difference_bins(values: Values) -> tuple[list[dict[str, Any]], int]:
    """Steps with zero between two of them, from negative to positive, and how many values are 0.

    A value on the border of two steps is in the one that is farther from zero.
    """
    apart = values[values != 0]
    if not len(apart):
        return [], len(values)
    step = round_step(float(np.abs(apart).max()) / SIDE_STEPS)
    places = np.where(apart > 0, np.floor(apart / step), np.ceil(apart / step) - 1)
    # The largest value may lie on a border: it belongs to the last step that is drawn.
    numbers, counts = np.unique(places.astype(int), return_counts=True)
    records = [
        {
            "start": number * step,
            "end": (number + 1) * step,
            "count": int(found),
            "floor": 0,
            "side": "first" if number < 0 else "second",
        }
        for number, found in zip(numbers.tolist(), counts.tolist(), strict=True)
    ]
    return records, len(values) - len(apart)


def density_bins(first: Values, second: Values, top: float) -> list[dict[str, Any]]:
    """Cells of a square from 0 to `top` in which segments lie, with how many there are."""
    highest = max(top, float(first.max()), float(second.max()))
    edges = np.linspace(0.0, highest, CELLS + 1)
    table, _, _ = np.histogram2d(first, second, bins=[edges, edges])
    return [
        {
            "first": float(edges[x]),
            "first_end": float(edges[x + 1]),
            "second": float(edges[y]),
            "second_end": float(edges[y + 1]),
            "count": int(table[x, y]),
        }
        for x, y in np.argwhere(table > 0).tolist()
    ]


def length_bins(lengths: Values) -> list[tuple[float, float, list[int]]]:
    """Buckets of nearly equally many segments: the shortest, the longest, the segments in each.

    Segments of one length are never apart.
    """
    most = max(1, min(LENGTHS, len(lengths) // FEWEST))
    cuts = np.quantile(lengths, np.arange(1, most) / most)
    places = np.searchsorted(np.unique(cuts), lengths, side="left")
    buckets = []
    for number in np.unique(places).tolist():
        chosen = np.flatnonzero(places == number)
        inside = lengths[chosen]
        buckets.append((float(inside.min()), float(inside.max()), chosen.tolist()))
    return buckets
