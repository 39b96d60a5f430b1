"""Permutation p-values, and multiple testing: Holm-adjusted p-values and clusters."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm-adjusted p-values, which control the family-wise error rate.

    Holm, "A Simple Sequentially Rejective Multiple Test Procedure" (Scandinavian Journal of
    Statistics, 1979). Compare adjusted p-values with the unchanged significance level.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = largest
    return adjusted


def permutation_p_value(n_extreme: int, trials: int, exact: bool) -> float:
    """Return the p-value of a permutation test.

    An exact test enumerates all permutations. Its p-value is n_extreme / trials. In any other test,
    the observed data count as one more trial, and the p-value is (n_extreme + 1) / (trials + 1).

    >>> permutation_p_value(0, 99, exact=False), permutation_p_value(2, 8, exact=True)
    (0.01, 0.25)
    """
    return n_extreme / trials if exact else (n_extreme + 1) / (trials + 1)


def clusters(order: Sequence[int], beats: Callable[[int, int], bool]) -> list[int]:
    """Return the cluster of each system or metric, numbered from 1, as in the WMT metrics task.

    `order` lists the indices of the systems, best first. `beats(a, b)` returns whether system `a`
    is significantly better than system `b`. The systems are assigned to clusters in this order. A
    system starts a new cluster if any system of the current cluster is significantly better.
    Otherwise, it joins the current cluster.

    >>> clusters([2, 0, 1], lambda a, b: b == 1)
    [1, 2, 1]
    """
    ranks = [0] * len(order)
    rank, start = 1, 0
    for i, system in enumerate(order):
        if any(beats(better, system) for better in order[start:i]):
            rank, start = rank + 1, i
        ranks[system] = rank
    return ranks
