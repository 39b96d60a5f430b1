"""Reward functions for verl (`custom_reward_function`).

verl calls `compute_score(data_source=..., solution_str=..., ground_truth=..., extra_info=...)` for
each completion and expects a float. The batch reward manager of verl passes lists, with plural
argument names. The ground truth of a row is a str or a list of str. Set this option of verl:

    custom_reward_function.path=my_reward.py

The file `my_reward.py` contains `from truebleu.integrations.verl import compute_score`. For another
metric, it contains `compute_score = reward_function(truebleu.CHRF())`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from truebleu.integrations.rewards.answers import RewardFunction
from truebleu.metrics.base.metric import Metric


class VerlReward(RewardFunction):
    """Function object that `reward_function` returns.

    The method `batch` scores many completions.
    """

    def __call__(
        self,
        data_source: Any = None,
        solution_str: Any = "",
        ground_truth: Any = None,
        extra_info: Any = None,
        **others: Any,
    ) -> float:
        """Return the reward of the completion `solution_str` with references `ground_truth`.

        `data_source` and `extra_info` are ignored.
        """
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
        """Return the reward of each completion in `solution_strs`, for verl's batch reward manager.

        `ground_truths` has the references of each completion.
        """
        del data_sources, extra_infos, others
        return self.reward(self.texts(solution_strs), ground_truths)


def reward_function(
    metric: Metric[Any] | None = None,
    *,
    extract: Callable[[str], str] | None = None,
    name: str | None = None,
    **settings: Any,
) -> VerlReward:
    """Return a function `compute_score` for any metric.

    >>> from truebleu.integrations.verl import reward_function
    >>> compute_score = reward_function(extract=lambda text: text.rpartition("</think>")[2])
    >>> compute_score("news", "<think>Hm.</think>It rained.", "It rained all day.")
    0.3234...

    Args:
        metric: the metric; None means `BLEU()`.
        extract: function that extracts the answer from a completion's text.
        name: name of the function; None means the metric's name in lowercase.
        settings: keyword arguments of `Reward`: `scale`, `threads` and `memory` (see there).
    """
    return VerlReward(metric, references="ground_truth", extract=extract, name=name, **settings)


compute_score = reward_function(name="compute_score")
compute_scores = compute_score.batch
