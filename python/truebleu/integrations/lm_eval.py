"""Corpus scores with standard errors for lm-evaluation-harness.

The harness tokenizes and counts all texts anew for each of a hundred resamples. Here each document
has its row of counts, and a resample is a sum of rows: thousands take less than a second. A task
imports what it needs into the Python file beside its YAML:

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

The second stands where the harness shows the standard error of the first: keep their order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, nearest
from truebleu.inputs.arguments import check_count, check_seed, check_threads
from truebleu.integrations.rewards.answers import RewardFunction
from truebleu.metrics.base.metric import Metric

LEAST, MOST = 2, 100_000_000  # resamples; for a standard error documents, too, are two


class CorpusMetric:
    """A corpus score and its standard error, from one row of counts for each document.

    >>> from truebleu.integrations.lm_eval import CorpusMetric
    >>> bleu = CorpusMetric(references="target", resamples=2000)
    >>> documents = [{"target": "It rained all day."}, {"target": "The cat sat on the mat."}]
    >>> answers = ["It rained all day.", "The cat sat on a mat."]
    >>> rows = [bleu.process_results(*both)["bleu"] for both in zip(documents, answers)]
    >>> round(bleu.score(rows), 2), bleu.standard_error(rows) > 0
    (69.19, True)

    Args:
        metric: `BLEU()` when None.
        references: the column of a document with its references, a str or a list of str; or a
            function from a document to them.
        extract: takes the answer out of the model's text.
        name: what the results call it; the metric's name when None.
        resamples: for the standard error.
        seed: of the resamples.
        threads: how many threads may resample; None lets truebleu choose.
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
                f"{self.metric!r} looks at the last segment, and a resample has no last one: "
                "choose another smoothing"
            )
        self.name = self._counting.__name__
        self._references = references
        self._resamples = check_count("resamples", resamples, MOST, smallest=LEAST)
        self._seed = check_seed(seed)
        self._threads = check_threads(threads)

    def process_results(self, doc: Any, results: Any) -> dict[str, tuple[int, ...]]:
        """The row of a document, under the metric's name and under that of its standard error."""
        answer = results if isinstance(results, str) else results[0]
        found = self._references_of(doc)
        row = self._counting.reward.statistics([self._counting.text(answer)], [found])[0].tolist()
        return {self.name: tuple(row), f"{self.name}_stderr": tuple(row)}

    def score(self, rows: Sequence[Sequence[int]]) -> float:
        """The corpus score of all documents: an aggregation."""
        return float(self.metric.score(rows).value)

    def standard_error(self, rows: Sequence[Sequence[int]]) -> float:
        """The standard deviation of the score over resamples of the documents: an aggregation.

        0 of a single document, for which there is none.
        """
        import numpy as np

        if len(rows) < LEAST:
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
        found = doc.get(self._references) if isinstance(doc, Mapping) else None
        if found is None:
            names = [str(name) for name in doc] if isinstance(doc, Mapping) else []
            close = nearest(self._references, names)
            hint = f". Did you mean {close!r}?" if close else "."
            raise InputError(
                f"a document has no {self._references!r} with its references{hint} It has "
                f"{', '.join(names) or 'no columns'}"
            )
        return found
