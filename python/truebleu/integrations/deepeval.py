"""Metric for DeepEval: `evaluate(test_cases, [TextMetric(BLEU(), threshold=0.3)])`.

DeepEval shows the mean of sentence scores and cannot show a corpus score. The function
`corpus_score` computes it from the results of `evaluate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from truebleu.integrations.evaluator import Evaluator, Judgment, field_of
from truebleu.metrics.base.metric import Metric
from truebleu.wording import missing_package

try:
    from deepeval.metrics import BaseMetric
except ImportError as error:
    raise missing_package("truebleu.integrations.deepeval", None, "deepeval") from error

EXPECTED = "expected_output"


class TextMetric(BaseMetric):  # type: ignore[misc, unused-ignore]  # deepeval may be missing
    """Metric that returns the sentence score of a test case, 0 to 1.

    Args:
        metric: the metric; None means `BLEU()`.
        references: "expected_output", or a key of the test case's metadata that has a list of
            texts.
        extract: as in `truebleu.integrations.evaluator.Evaluator`.
        name: as in `truebleu.integrations.evaluator.Evaluator`.
        threshold: the minimum score for success; for a lower-is-better metric, the maximum.
    """

    # DeepEval copies a metric by reading the attributes that its arguments name.
    def __init__(
        self,
        metric: Metric[Any] | None = None,
        references: str = EXPECTED,
        extract: Callable[[str], str] | None = None,
        name: str | None = None,
        threshold: float = 0.5,
    ) -> None:
        self.metric, self.references, self.extract = metric, references, extract
        self.name, self.threshold = name, threshold
        self.evaluator = Evaluator(metric, extract=extract, name=name, threshold=threshold)

    def measure(self, test_case: Any, *_: Any, **__: Any) -> float:
        """Return the score of a test case; store `score`, `reason` and `success` as attributes."""
        references = _references(test_case, self.references)
        judgment = self.evaluator.judge(test_case.actual_output, references)
        self.score, self.reason, self.success = judgment.value, judgment.reason, judgment.passed
        return judgment.value

    async def a_measure(self, test_case: Any, *_: Any, **__: Any) -> float:
        """Return the score of a test case; see `measure`."""
        return self.measure(test_case)

    def is_successful(self) -> bool:
        """Return whether the last test case reached the threshold."""
        return bool(self.success)

    @property
    def __name__(self) -> str:
        return self.evaluator.name


def corpus_score(
    test_cases: Iterable[Any],
    metric: Metric[Any] | None = None,
    *,
    references: str = EXPECTED,
    **settings: Any,
) -> Judgment:
    """Return the corpus score of test cases.

    `test_cases` are test cases, or the results `evaluate(...).test_results`. `metric` and
    `references` are the arguments that were passed to `TextMetric`. `settings` are other keyword
    arguments of `truebleu.integrations.evaluator.Evaluator`.
    """
    cases = list(test_cases)
    return Evaluator(metric, **settings).judge_corpus(
        [case.actual_output for case in cases], [_references(case, references) for case in cases]
    )


def _references(case: Any, name: str) -> Any:
    return case.expected_output if name == EXPECTED else field_of(case.metadata, name, "metadata")
