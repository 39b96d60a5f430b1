"""Reward functions for verl (`custom_reward_function`).

verl calls `compute_score(data_source=..., solution_str=..., ground_truth=..., extra_info=...)` for
each completion and takes a float; its batch reward manager calls with lists, under plural names.
The ground truth of a row is a str, or a list of them.

    custom_reward_function.path=my_reward.py

where `my_reward.py` says `from truebleu.integrations.verl import compute_score`, or makes one with
another metric: `compute_score = reward_function(truebleu.CHRF())`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from truebleu.integrations.rewards.answers import RewardFunction
from truebleu.metrics.base.metric import Metric


class VerlReward(RewardFunction):
    """What `reward_function` makes: for single completions, and `batch` for many."""

    def __call__(
        self,
        data_source: Any = None,
        solution_str: Any = "",
        ground_truth: Any = None,
        extra_info: Any = None,
        **others: Any,
    ) -> float:
        """The reward of a completion. What else verl hands over has no part in it."""
        del data_source, extra_info, others
        return self.reward([self.text(solution_str)], [ground_truth])[0]

    def batch(
        self,
        data_sources: Any = None,
        solution_strs: Sequence[Any] = (),
        ground_truths: Sequence[Any] = (),
        extra_infos: Any = None,
        **others: Any,
    ) -> list[float]:
        """The rewards of many: for verl's batch reward manager."""
        del data_sources, extra_infos, others
        return self.reward([self.text(text) for text in solution_strs], ground_truths)


def reward_function(
    metric: Metric[Any] | None = None,
    *,
    extract: Callable[[str], str] | None = None,
    name: str | None = None,
    **settings: Any,
) -> VerlReward:
    """A `compute_score` by any metric.

    >>> from truebleu.integrations.verl import reward_function
    >>> compute_score = reward_function(extract=lambda text: text.rpartition("</think>")[2])
    >>> compute_score("news", "<think>Hm.</think>It rained.", "It rained all day.")
    0.3234...

    Args:
        metric: `BLEU()` when None.
        extract: takes the answer out of a completion's text.
        name: what it is called; the metric's name when None.
        settings: `scale`, `threads` and `memory`, as `Reward` has them.
    """
    return VerlReward(metric, references="ground_truth", extract=extract, name=name, **settings)


compute_score = reward_function(name="compute_score")
compute_scores = compute_score.batch
