"""Many tests at once: p-values that allow for their number, and clusters of systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment: one chance in all of calling a difference that is none.

    Holm, "A Simple Sequentially Rejective Multiple Test Procedure" (Scandinavian Journal of
    Statistics, 1979). An adjusted value is compared with the level as it is.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    reached = 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        reached = max(reached, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = reached
    return adjusted


def clusters(order: Sequence[int], beats: Callable[[int, int], bool]) -> list[int]:
    """The cluster of each system, from 1, as the metrics task of WMT ranks its metrics.

    `order` are the systems from the best; `beats(a, b)` says whether a is significantly better
    than b. From the best down, a system that is beaten by any of the cluster so far begins the
    next one: so nobody is beaten inside a cluster.

    >>> clusters([2, 0, 1], lambda a, b: b == 1)
    [1, 2, 1]
    """
    ranks = [0] * len(order)
    rank, start = 1, 0
    for place, system in enumerate(order):
        if any(beats(better, system) for better in order[start:place]):
            rank, start = rank + 1, place
        ranks[system] = rank
    return ranks
