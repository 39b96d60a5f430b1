"""What goes into Future AGI's evaluations and what comes out of them (`fi.evals.types`)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from truebleu.errors import InputError


@dataclass(frozen=True, slots=True)
class TextMetricInput:
    """One output of a model, with the text, or the list of texts, that was expected.

    Raises:
        InputError: `response` is no str, or `expected_response` neither a str nor a list of them.
    """

    response: str
    expected_response: str | list[str] | None = None

    def __post_init__(self) -> None:
        """Check the types, and turn any sequence of texts into a list."""
        if not isinstance(self.response, str):
            raise InputError(f"response={self.response!r}: the output of the model is a str")
        expected = self.expected_response
        if expected is not None and not isinstance(expected, str):
            expected = list(expected)
            if not all(isinstance(each, str) for each in expected):
                raise InputError(
                    f"expected_response={expected!r}: the expected text is a str, or a "
                    "list of str where there are several"
                )
            object.__setattr__(self, "expected_response", expected)


@dataclass(frozen=True, slots=True)
class EvalResult:
    """The result of one evaluation.

    `output` is the score; `reason` says in a sentence or two how it came about; `runtime` is in
    whole milliseconds. `reading` is truebleu's: what was taken for the output of the model and
    what for the expected text, where the names of the inputs leave that open, else None.
    """

    name: str
    output: float
    reason: str
    runtime: int = 0
    output_type: str = "score"
    eval_id: str | None = None
    reading: str | None = None

    def model_dump(self) -> dict[str, Any]:
        """All parts under their names, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class BatchRunResult:
    """The results of a call, in order: one for each evaluation of each input."""

    eval_results: list[EvalResult]

    def model_dump(self) -> dict[str, Any]:
        """The results as dictionaries, ready for JSON."""
        return asdict(self)
