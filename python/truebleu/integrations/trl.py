"""Reward functions for TRL's `GRPOTrainer` and similar trainers (`reward_funcs`).

TRL calls `f(prompts=..., completions=..., **columns)` with a list for each column of the data set.
It expects a float for each completion, or None if the reward does not apply. A completion is a text
or a list of messages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebleu.errors import InputError, listing, nearest
from truebleu.integrations.rewards.answers import RewardFunction
from truebleu.integrations.rewards.reward import aligned
from truebleu.metrics.base.metric import Metric


class TRLReward(RewardFunction):
    """Function object that `reward_function` returns; it is picklable if `extract` is picklable."""

    def __call__(
        self, prompts: Any = None, completions: Any = None, **columns: Any
    ) -> list[float | None]:
        """Return the reward of each completion; None for a completion without references.

        Raises `LengthMismatch` if the number of references differs from the number of completions.
        """
        del prompts
        if self._references not in columns:
            names = [name for name in columns if name != "completion_ids"]
            close = nearest(self._references, names)
            hint = f". Did you mean {close!r}?" if close else "."
            listed = listing(sorted(names)) if names else "none"
            raise InputError(
                f"the data set has no column {self._references!r}{hint} It has {listed}. "
                "Pass the name with reward_function(references=...)."
            )
        texts = self.texts(completions)
        references = aligned(texts, columns[self._references], f"column {self._references!r}")
        indices = [i for i, reference in enumerate(references) if reference is not None]
        if len(indices) == len(texts):
            return list(self.reward(texts, references))
        values = self.reward([texts[i] for i in indices], [references[i] for i in indices])
        rewards: list[float | None] = [None] * len(texts)
        for i, reward in zip(indices, values, strict=True):
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
    """Return a function for the argument `reward_funcs` of a trainer.

    >>> from truebleu.integrations.trl import reward_function
    >>> reward = reward_function(references="answer")
    >>> reward(prompts=["?"], completions=["It rained."], answer=["It rained all day."])
    [0.3234...]

    Args:
        metric: the metric; None means `BLEU()`.
        references: name of the column with the references. Each row has a str, a list of str, or
            None if the reward does not apply to the row.
        extract: function that extracts the answer from a completion's text.
        name: name of the reward in TRL's logs; None means the metric's name in lowercase.
        settings: keyword arguments of `Reward`: `scale`, `threads` and `memory` (see there).
    """
    return TRLReward(metric, references=references, extract=extract, name=name, **settings)
