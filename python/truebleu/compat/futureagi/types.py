"""What goes into Future AGI's evaluations and what comes out of them (`fi.evals.types`)."""

from __future__ import annotations

from truebleu.errors import InputError
from truebleu.frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["BatchRunResult", "EvalResult", "TextMetricInput"]


class TextMetricInput(Record):
    """One output of a model, with the text, or the list of texts, that was expected.

    Raises:
        InputError: `response` is no str, or `expected_response` neither a str nor a list of them.
    """

    __slots__ = ()

    names = ("response", "expected_response")
    response: str
    expected_response: str | list[str] | None

    def __init__(self, response: str, expected_response: str | Sequence[str] | None = None) -> None:
        if not isinstance(response, str):
            raise InputError(f"response={response!r}: the output of the model is a str")
        if expected_response is not None and not isinstance(expected_response, str):
            expected_response = list(expected_response)
            if not all(isinstance(each, str) for each in expected_response):
                raise InputError(
                    f"expected_response={expected_response!r}: the expected text is a str, or a "
                    "list of str where there are several"
                )
        object.__setattr__(self, "_parts", (response, expected_response))


class EvalResult(Record):
    """The result of one evaluation.

    `output` is the score; `reason` says in a sentence or two how it came about; `runtime` is in
    whole milliseconds. `reading` is truebleu's: what was taken for the output of the model and
    what for the expected text, where the names of the inputs leave that open, else None.
    """

    __slots__ = ()

    names = ("name", "output", "reason", "runtime", "output_type", "eval_id", "reading")
    name: str
    output: float
    reason: str
    runtime: int
    output_type: str
    eval_id: str | None
    reading: str | None

    def __init__(
        self,
        name: str,
        output: float,
        reason: str,
        runtime: int = 0,
        output_type: str = "score",
        eval_id: str | None = None,
        reading: str | None = None,
    ) -> None:
        parts = (name, output, reason, runtime, output_type, eval_id, reading)
        object.__setattr__(self, "_parts", parts)

    def model_dump(self) -> dict[str, Any]:
        """All parts under their names, ready for JSON."""
        return dict(zip(self.names, self._parts, strict=True))


class BatchRunResult(Record):
    """The results of a call, in order: one for each evaluation of each input."""

    __slots__ = ()

    names = ("eval_results",)
    eval_results: list[EvalResult]

    def __init__(self, eval_results: list[EvalResult]) -> None:
        object.__setattr__(self, "_parts", (eval_results,))

    def model_dump(self) -> dict[str, Any]:
        """The results as dictionaries, ready for JSON."""
        return {"eval_results": [each.model_dump() for each in self.eval_results]}
