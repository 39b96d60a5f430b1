"""Corpus scores with standard errors for lm-evaluation-harness.

The harness tokenizes and counts all texts again for each of 100 resamples. This module instead adds
the documents' sufficient statistics, so thousands of resamples take less than a second. Import the
functions in the Python file next to a task's YAML:

    # my_task.py
    from truebleu.integrations.lm_eval import CorpusMetric
    bleu = CorpusMetric(references="target")
    process_results, score, standard_error = bleu.process_results, bleu.score, bleu.standard_error

    # my_task.yaml
    process_results: !function my_task.process_results
    metric_list:
      - metric: bleu
        aggregation: !function my_task.score
        higher_is_better: true
      - metric: bleu_stderr
        aggregation: !function my_task.standard_error
        higher_is_better: false

Keep the order of these metrics: the harness prints `bleu_stderr` as the standard error of `bleu`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from truebleu import _native
from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import check_count, check_seed, check_threads
from truebleu.integrations.evaluator import field_of
from truebleu.integrations.rewards.answers import RewardFunction
from truebleu.metrics.base.metric import Metric

MIN_RESAMPLES, MAX_RESAMPLES = 2, 100_000_000
MIN_DOCUMENTS = 2  # for a standard error


class CorpusMetric:
    """Corpus score and its standard error, computed from each document's sufficient statistics.

    >>> from truebleu.integrations.lm_eval import CorpusMetric
    >>> bleu = CorpusMetric(references="target", resamples=2000)
    >>> documents = [{"target": "It rained all day."}, {"target": "The cat sat on the mat."}]
    >>> answers = ["It rained all day.", "The cat sat on a mat."]
    >>> rows = [bleu.process_results(*both)["bleu"] for both in zip(documents, answers)]
    >>> round(bleu.score(rows), 2), bleu.standard_error(rows) > 0
    (69.19, True)

    Args:
        metric: the metric; None means `BLEU()`.
        references: name of the column with the references of a document (a str or a list of str),
            or a function that returns the references of a document.
        extract: function that extracts the answer from the model's text.
        name: name of the score in the results; None means the metric's name in lowercase.
        resamples: number of bootstrap resamples for the standard error.
        seed: seed of the random numbers for the resamples.
        threads: maximum number of threads; None means automatic.
    """

    def __init__(
        self,
        metric: Metric[Any] | None = None,
        *,
        references: str | Callable[[Any], Any] = "references",
        extract: Callable[[str], str] | None = None,
        name: str | None = None,
        resamples: int = 10_000,
        seed: int = 12345,
        threads: int | None = None,
    ) -> None:
        self._counting = RewardFunction(metric, extract=extract, name=name)
        self.metric: Metric[Any] = self._counting.reward.metric
        if not all(column.adds for column in self.metric.layout):
            raise ConfigurationError(
                f"{self.metric!r} depends on the last segment, so it cannot be resampled. "
                "Use another smoothing."
            )
        self.name = self._counting.__name__
        self._references = references
        self._resamples = check_count("resamples", resamples, MAX_RESAMPLES, smallest=MIN_RESAMPLES)
        self._seed = check_seed(seed)
        self._threads = check_threads(threads)

    def process_results(self, doc: Any, results: Any) -> dict[str, tuple[int, ...]]:
        """Return a dict with the sufficient statistics of a document under two keys.

        The first key is the name of the score. The second key is this name followed by "_stderr".
        `score` aggregates the statistics under the first key, and `standard_error` aggregates the
        statistics under the second key. `doc` is the document. `results` is the model's text, or a
        list with the text.
        """
        answer = results if isinstance(results, str) else results[0]
        references = self._references_of(doc)
        row = self._counting.reward.statistics([self._counting.text(answer)], [references])[
            0
        ].tolist()
        return {self.name: tuple(row), f"{self.name}_stderr": tuple(row)}

    def score(self, rows: Sequence[Sequence[int]]) -> float:
        """Return the corpus score from the statistics of all documents.

        The harness calls this method as an aggregation function.
        """
        return float(self.metric.score(rows).value)

    def standard_error(self, rows: Sequence[Sequence[int]]) -> float:
        """Return the standard error of the corpus score: its standard deviation over the resamples.

        The harness calls this method as an aggregation function. For a single document, the
        standard error is undefined, and the result is 0.
        """
        import numpy as np

        if len(rows) < MIN_DOCUMENTS:
            return 0.0
        table = np.array(rows, dtype=np.int64)
        array = _native.Array.of_rows(table.tobytes(), table.shape[1])
        effective = self.metric.uses_effective_order(sentence=False)
        native = _native.Resampling(self.metric.of_tokens, effective, [[array]], None)
        values = native.bootstrap(self._resamples, self._seed, "multinomial", self._threads)
        return float(np.asarray(values).std(ddof=1))

    def _references_of(self, doc: Any) -> Any:
        if callable(self._references):
            return self._references(doc)
        return field_of(doc, self._references, "a document")
