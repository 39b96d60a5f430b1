"""Reward functions for verifiers: of a `Rubric` (version 0.1), and of a task (version 0.4)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from truebleu.errors import InputError
from truebleu.integrations.rewards.answers import RewardFunction
from truebleu.metrics.base.metric import Metric


class RubricReward(RewardFunction):
    """What `rubric_function` makes."""

    def __call__(
        self, completion: Any, answer: Any = None, info: Any = None, **others: Any
    ) -> float:
        """The reward of a completion, which is a text or a list of messages."""
        given = {"answer": answer, **others}
        found = given.get(self._references)
        if found is None and isinstance(info, Mapping):
            found = info.get(self._references)
        return self.reward([self.text(completion)], [_there(found, self._references)])[0]


def rubric_function(
    metric: Metric[Any] | None = None,
    *,
    references: str = "answer",
    extract: Callable[[str], str] | None = None,
    name: str | None = None,
    **settings: Any,
) -> RubricReward:
    """A function for `Rubric(funcs=[...])`.

    >>> from truebleu.integrations.verifiers import rubric_function
    >>> reward = rubric_function()
    >>> reward(completion=[{"role": "assistant", "content": "It rained."}], answer="It rained.")
    1.0

    Args:
        metric: `BLEU()` when None.
        references: which of the values that a rubric hands over has the references, a str or a
            list of str: `answer`, another column of the data set, or a key of its `info`.
        extract: takes the answer out of a completion's text, such as a parser's `parse_answer`.
        name: under which the reward is logged; the metric's name when None.
        settings: `scale`, `threads` and `memory`, as `Reward` has them.
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
    """An async function of a task's data and its trace, as `verifiers.v1` calls its rewards.

    `references` names the field of the task's data that has them; else as `rubric_function`. What
    is scored is the trace's `last_reply`.
    """
    made = RewardFunction(metric, extract=extract, name=name, **settings)

    async def scored(task: Any, trace: Any) -> float:
        found = _there(getattr(task, references, None), references)
        return made.reward([made.text(trace.last_reply)], [found])[0]

    scored.__name__ = made.__name__
    return scored


def _there(found: Any, references: str) -> Any:
    if found is None:
        raise InputError(
            f"there is no {references!r} with the references of this completion: name what has "
            "them with references="
        )
    return found
