"""Assertion for promptfoo.

Create a file `bleu.py` next to promptfoo's YAML with two lines:

    from truebleu.integrations.promptfoo import assertion
    get_assert = assertion(threshold=0.3)

In the YAML file, the references are a variable of each test:

    tests:
      - vars: {question: "...", reference: ["The cat sat on the mat.", "A cat sat there."]}
        assert: [{type: python, value: "file://bleu.py"}]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truebleu.integrations.evaluator import Evaluator
from truebleu.metrics.base.metric import Metric


def assertion(
    metric: Metric[Any] | None = None, *, references: str = "reference", **settings: Any
) -> Callable[[str, dict[str, Any]], dict[str, Any]]:
    """Return a function `get_assert` that computes the sentence score of an output, 0 to 1.

    >>> get_assert = assertion(threshold=0.3)
    >>> found = get_assert("It rained.", {"vars": {"reference": "It rained all day."}})
    >>> found["pass"], round(found["score"], 4)
    (True, 0.3234)

    Args:
        metric: the metric; None means `BLEU()`.
        references: name of the test variable that has the reference or the list of references.
        settings: other keyword arguments of `truebleu.integrations.evaluator.Evaluator`. Without a
            threshold, every output passes.
    """
    core = Evaluator(metric, references=references, **settings)

    def get_assert(output: str, context: dict[str, Any]) -> dict[str, Any]:
        judgment = core.judge(output, context["vars"])
        return {
            "pass": judgment.passed is not False,
            "score": judgment.value,
            "reason": judgment.reason,
            "namedScores": {judgment.name: judgment.value},
        }

    return get_assert
