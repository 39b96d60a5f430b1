"""Reward functions for the library verifiers.

`rubric_function` is for a `Rubric` (version 0.1), and `task_reward` is for a task (version 0.4).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from truebleu.errors import InputError
from truebleu.integrations.rewards.answers import RewardFunction
from truebleu.metrics.base.metric import Metric


class RubricReward(RewardFunction):
    """Function object that `rubric_function` returns."""

    def __call__(
        self, completion: Any, answer: Any = None, info: Any = None, **others: Any
    ) -> float:
        """Return the reward of a completion, which is a text or a list of messages."""
        values = {"answer": answer, **others}
        references = values.get(self._references)
        if references is None and isinstance(info, Mapping):
            references = info.get(self._references)
        return self.reward(
            [self.text(completion)], [_require_references(references, self._references)]
        )[0]


def rubric_function(
    metric: Metric[Any] | None = None,
    *,
    references: str = "answer",
    extract: Callable[[str], str] | None = None,
    name: str | None = None,
    **settings: Any,
) -> RubricReward:
    """Return a function for `Rubric(funcs=[...])`.

    >>> from truebleu.integrations.verifiers import rubric_function
    >>> reward = rubric_function()
    >>> reward(completion=[{"role": "assistant", "content": "It rained."}], answer="It rained.")
    1.0

    Args:
        metric: the metric; None means `BLEU()`.
        references: name of the argument in which the rubric passes the references. This is
            `answer`, another column of the data set, or a key of the row's `info`. The references
            are a str or a list of str.
        extract: function that extracts the answer from a completion's text, such as the method
            `parse_answer` of a parser.
        name: name of the reward in logs; None means the metric's name in lowercase.
        settings: keyword arguments of `Reward`: `scale`, `threads` and `memory` (see there).
    """
    return RubricReward(metric, references=references, extract=extract, name=name, **settings)


def task_reward(
    metric: Metric[Any] | None = None,
    *,
    references: str = "answer",
    extract: Callable[[str], str] | None = None,
    name: str | None = None,
    **settings: Any,
) -> Callable[[Any, Any], Coroutine[Any, Any, float]]:
    """Return an async reward function for `verifiers.v1`.

    verifiers calls the function with the task's data and its trace. The function scores the
    `last_reply` of the trace. `references` is the name of the field with the references in the
    task's data. The other arguments are those of `rubric_function`.
    """
    function = RewardFunction(metric, extract=extract, name=name, **settings)

    async def scored(task: Any, trace: Any) -> float:
        values = _require_references(getattr(task, references, None), references)
        return function.reward([function.text(trace.last_reply)], [values])[0]

    scored.__name__ = function.__name__
    return scored


def _require_references(values: Any, name: str) -> Any:
    if values is None:
        raise InputError(
            f"the completion has no field {name!r}. Pass references=, the name of the field with "
            "its references."
        )
    return values
