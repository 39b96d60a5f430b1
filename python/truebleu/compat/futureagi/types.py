"""Inputs and results of Future AGI's evaluations (`fi.evals.types`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from truebleu.errors import InputError, inspected


@dataclass(frozen=True, slots=True)
class TextMetricInput:
    """A model's output (`response`) and one or several expected texts (`expected_response`).

    Raises:
        InputError: `response` is not a str, or `expected_response` is neither a str nor a list of
            str.
    """

    response: str
    expected_response: str | list[str] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.response, str):
            raise InputError(
                f"response={self.response!r} is not a str. Pass the output of the model."
            )
        expected: Any = self.expected_response
        if expected is not None and not isinstance(expected, str):
            expected = list(expected) if isinstance(expected, Iterable) else [expected]
            if not all(isinstance(text, str) for text in expected):
                raise InputError(
                    f"expected_response={inspected(self.expected_response)} is invalid. Pass a str "
                    "or a list of str."
                )
            object.__setattr__(self, "expected_response", expected)


@dataclass(frozen=True, slots=True)
class EvalResult:
    """The result of one evaluation of one input.

    `output` is the score. `reason` explains the score in one or two sentences. `runtime` is in
    milliseconds. `reading` states which key of the inputs had the model's output and which had the
    expected text. It is None if the keys are unambiguous. Future AGI's class has no such field.
    """

    name: str
    output: float
    reason: str
    runtime: int = 0
    output_type: str = "score"
    eval_id: str | None = None
    reading: str | None = None

    def model_dump(self) -> dict[str, Any]:
        """Return all fields as a dict that can be written as JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class BatchRunResult:
    """Results of one call, one for each evaluation and input.

    All results of the first evaluation come first.
    """

    eval_results: list[EvalResult]

    def model_dump(self) -> dict[str, Any]:
        """Return the results as a dict that can be written as JSON."""
        return asdict(self)
