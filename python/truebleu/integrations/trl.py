"""Reward functions for TRL's `GRPOTrainer` and its sisters (`reward_funcs`).

TRL calls `f(prompts=..., completions=..., **columns)`, with a list in each column of the data set,
and takes a float for each completion, or None for one that this reward is not about. Completions
are texts, or lists of messages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebleu.errors import InputError, listing, nearest
from truebleu.integrations.rewards.answers import RewardFunction
from truebleu.metrics.base.metric import Metric


class TRLReward(RewardFunction):
    """What `reward_function` makes. Can be pickled, as far as `extract` can."""

    def __call__(
        self, prompts: Any = None, completions: Any = None, **columns: Any
    ) -> list[float | None]:
        """The reward of each completion; None where its references are None."""
        del prompts
        references = columns.get(self._references)
        if references is None:
            names = [name for name in columns if name != "completion_ids"]
            close = nearest(self._references, names)
            hint = f". Did you mean {close!r}?" if close else "."
            there = listing(sorted(names)) if names else "none"
            raise InputError(
                f"the data set has no column {self._references!r} with the references{hint} Of "
                f"its columns there are here {there}; reward_function(references=...) names it"
            )
        texts = [self.text(completion) for completion in completions]
        if None not in references:
            return list(self.reward(texts, references))
        there_are = [i for i, given in enumerate(references) if given is not None]
        found = self.reward([texts[i] for i in there_are], [references[i] for i in there_are])
        rewards: list[float | None] = [None] * len(texts)
        for i, reward in zip(there_are, found, strict=True):
            rewards[i] = reward
        return rewards


def reward_function(
    metric: Metric[Any] | None = None,
    *,
    references: str = "references",
    extract: Callable[[str], str] | None = None,
    name: str | None = None,
    **settings: Any,
) -> TRLReward:
    """A function for `reward_funcs`.

    >>> from truebleu.integrations.trl import reward_function
    >>> reward = reward_function(references="answer")
    >>> reward(prompts=["?"], completions=["It rained."], answer=["It rained all day."])
    [0.3234...]

    Args:
        metric: `BLEU()` when None.
        references: the column of the data set with the references: a str or a list of str in each
            row, or None where this reward is not about the row.
        extract: takes the answer out of a completion's text.
        name: under which TRL logs the reward; the metric's name when None.
        settings: `scale`, `threads` and `memory`, as `Reward` has them.
    """
    return TRLReward(metric, references=references, extract=extract, name=name, **settings)
