"""Base class of the reward functions for RL libraries, and extraction of a completion's text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from truebleu.errors import ConfigurationError, InputError, inspected, of_type
from truebleu.inputs.sequences import as_list
from truebleu.integrations.rewards.reward import Reward
from truebleu.metrics.base.metric import Metric


class RewardFunction:
    """Base class of reward functions for RL libraries; a `Reward` scores the completions.

    Args:
        metric: the metric; None means `BLEU()`.
        references: name of the field that has the references of a completion.
        extract: function that extracts the answer from a completion's text, without the reasoning.
        name: name of the reward in the library; None means the metric's name in lowercase.
        settings: keyword arguments of `Reward`: `scale`, `threads`, `memory`.
    """

    def __init__(
        self,
        metric: Metric[Any] | None = None,
        *,
        references: str = "",
        extract: Callable[[str], str] | None = None,
        name: str | None = None,
        **settings: Any,
    ) -> None:
        self.reward = Reward(metric=metric, **settings)
        if extract is not None and not callable(extract):
            raise ConfigurationError(
                f"extract={extract!r} is not a function. Pass a function from text to text."
            )
        self._references = references
        self._extract = extract
        self.__name__ = name or self.reward.metric.name.lower()

    def text(self, completion: Any, where: str = "the completion") -> str:
        """Return the text to score: the answer in a completion.

        If the completion is a list of messages, the last assistant message is used. `where` names
        the completion in error messages.
        """
        text = text_of(completion, where)
        return text if self._extract is None else self._extract(text)

    def texts(self, completions: Any) -> list[str]:
        """Return the text to score of each completion; error messages have its number."""
        listed = as_list(completions, "completions")
        return [self.text(each, f"completion {number}") for number, each in enumerate(listed, 1)]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.reward.metric!r}, references={self._references!r})"


def text_of(completion: Any, where: str = "the completion") -> str:
    """Return the text of a completion.

    For a list of messages, this is the text of the last assistant message. `where` names the
    completion in error messages.

    >>> text_of("plain")
    'plain'
    >>> text_of([{"role": "assistant", "content": "first"}, {"role": "user", "content": "why?"},
    ...          {"role": "assistant", "content": [{"type": "text", "text": "because"}]}])
    'because'

    The result is "" for an empty list and for a message without text, such as a tool call. Raises
    `InputError` for other types, and for a list without a message of the assistant.
    """
    if isinstance(completion, str):
        return completion
    if isinstance(completion, (list, tuple)):
        if not completion:
            return ""
        for message in reversed(completion):
            role, content = _part(message, "role"), _part(message, "content")
            if role is None and content is None:
                break  # no message: a list of texts, of token ids or of lists
            if role in {"assistant", None}:
                return _text_of_content(content, where)
    raise InputError(
        f"{where} is {inspected(completion)}. Pass text, or messages with a reply of the assistant."
    )


def _text_of_content(content: Any, where: str) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    if isinstance(content, (list, tuple)):
        return "".join(
            part if isinstance(part, str) else _part(part, "text") or "" for part in content
        )
    raise InputError(
        f"{where}: the content of a message is {of_type(content)}. Pass text or a list of parts."
    )


def _part(message: Any, name: str) -> Any:
    if isinstance(message, Mapping):
        return message.get(name)
    return getattr(message, name, None)
