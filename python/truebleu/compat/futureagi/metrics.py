"""Future AGI's local metrics (`fi.evals.metrics`): `BLEUScore` and `AggregatedMetric`.

Settings, results and errors are those of Future AGI's SDK at commit a13cd0d.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from truebleu.compat.futureagi.errors import NotAMetric
from truebleu.compat.futureagi.types import BatchRunResult, EvalResult, TextMetricInput
from truebleu.compat.nltk.errors import NoReferences, no_trigrams
from truebleu.errors import ConfigurationError, InputError, InvalidUnicode, allowed, inspected
from truebleu.inputs.arguments import as_number
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.bleu_score import BLEUScore as Score
from truebleu.metrics.registry import BY_CORPUS, METRICS, PRESETS, metric_class, metric_name
from truebleu.wording import count

METHODS = [f"method{number}" for number in range(8)]
MODES = ["sentence", "corpus"]
AGGREGATORS = ["average", "weighted_average"]

MODEL_METRICS = {"embedding_similarity": "truebleu.EmbeddingSimilarity(model)"}
"""Evaluations of the SDK that need a model, and the metric of truebleu to use instead."""


def as_settings(name: str, value: Any) -> dict[str, Any]:
    """Return `value`, a mapping of settings, as a dict. None gives an empty dict.

    Raises:
        ConfigurationError: `value` is not a mapping. The message contains the argument name `name`.
    """
    if not value:
        return {}
    if not hasattr(value, "keys"):
        raise ConfigurationError(
            f"{name}={inspected(value)} is not a dict. Pass a dict of settings by name."
        )
    return dict(value)


class _LocalMetric:
    """Base class of `BLEUScore` and `AggregatedMetric`. Subclasses implement `compute_one`."""

    metric_name: str

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        self.config = as_settings("config", config)

    def compute_one(self, inputs: Any) -> dict[str, Any]:
        """Return a dict with the score (`output`) and its explanation (`reason`) for one input."""
        raise NotImplementedError

    def evaluate(self, inputs: Sequence[Any]) -> BatchRunResult:
        """Return the results of the metric, one for each input.

        An input is a `TextMetricInput`, or a dict with the keys `response` and `expected_response`.
        """
        return BatchRunResult([self._timed(_as_input(item)) for item in inputs])

    def _timed(self, text_input: Any) -> EvalResult:
        from time import perf_counter

        start = perf_counter()
        result = self.compute_one(text_input)
        spent = int((perf_counter() - start) * 1000)
        return EvalResult(self.metric_name, result["output"], result["reason"], spent)


class BLEUScore(_LocalMetric):
    """BLEU of whitespace-separated tokens, 0 to 1.

    The smoothings method5, method6 and method7 may give scores above 1.

    >>> metric = BLEUScore({"smooth": "method1"})
    >>> texts = TextMetricInput("the cat sat", "the cat sat on the mat")
    >>> round(metric.compute_one(texts)["output"], 3)
    0.207

    Args:
        config: a dict of settings. `max_n_gram` is the maximum n-gram order (default 4). `weights`
            has a weight for each order (default: equal weights). The weights need not sum to 1.
            `smooth` is `"method0"` to `"method7"` (default `"method1"`). `mode` is `"sentence"` or
            `"corpus"`. Both give the same score, because each input is scored separately.

    Raises:
        ConfigurationError: a setting is invalid. ConfigurationError is a ValueError. The smoothing
            and the mode are checked by `compute_one`, as in the SDK.
    """

    metric_name = "bleu_score"

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__(config)
        self.mode = self.config.get("mode", "sentence")
        self.max_n_gram = self.config.get("max_n_gram", 4)
        weights = self.config.get("weights") or _equal_weights(self.max_n_gram)
        if not isinstance(weights, Iterable):
            raise ConfigurationError(
                f"weights={inspected(weights)} is not a list. Pass one weight per n-gram order."
            )
        self.weights = weights
        self.smooth_method = self.config.get("smooth", "method1")

    def compute_one(self, inputs: Any) -> dict[str, Any]:
        """Return the BLEU of `inputs.response` with the reference `inputs.expected_response`.

        Returns:
            A dict with the score (`output`) and its explanation (`reason`).

        Raises:
            ConfigurationError: the smoothing or the mode is unknown.
            InputError: there is no expected text.
            Undefined: the smoothing is method6, and no trigram is matched. Undefined is an
                InputError and an AssertionError.
            TooFewOrders: the smoothing is method6, and there are fewer than three n-gram orders.
                TooFewOrders is an InputError and an IndexError.
        """
        score = self._score(inputs.response, inputs.expected_response)
        return {"output": score.value, "reason": score.explain().reason}

    def _score(self, response: str, expected: str | Sequence[str] | None) -> Score:
        if expected is None:
            raise InputError("expected_response is missing. Pass at least one text.")
        if self.smooth_method not in METHODS:
            raise ConfigurationError(allowed("smooth", self.smooth_method, METHODS))
        if self.mode not in MODES:
            raise ConfigurationError(allowed("mode", self.mode, MODES))
        references = [expected] if isinstance(expected, str) else list(expected)
        if not references:
            raise NoReferences("expected_response is an empty list. Pass at least one text.")
        metric = _metric(self.smooth_method, tuple(self.weights))
        try:
            return metric.sentence_score(response, references)
        except InvalidUnicode:
            raise
        except InputError:
            raise no_trigrams(metric.max_ngram_order) from None


class AggregatedMetric(_LocalMetric):
    """Mean of the scores of several metrics. Scores below 0 count as 0, and scores above 1 as 1.

    >>> from truebleu import CHRF
    >>> metric = AggregatedMetric({"metrics": [BLEUScore(), CHRF()]})
    >>> metric.compute_one(TextMetricInput("the cat sat", "the cat sat on the mat"))["reason"]
    'Average of bleu_score 0.2069 and chrF2 0.4959.'
    >>> AggregatedMetric({"metrics": ["bleu_score", "chrf"]}).compute_one(
    ...     TextMetricInput("the cat sat", "the cat sat on the mat")
    ... ) == metric.compute_one(TextMetricInput("the cat sat", "the cat sat on the mat"))
    True

    Args:
        config: a dict of settings. `metrics` is a list of metrics. A metric is a name, a truebleu
            metric for which higher is better, or any object with `metric_name` and `compute_one`,
            such as `BLEUScore()`. Names are `"bleu_score"` and the names of truebleu's command
            line, such as `"chrf"` and `"rouge-l"`. `aggregator` is `"average"` or
            `"weighted_average"`. `weights` has a weight for each metric and is required by
            `"weighted_average"`.

    Raises:
        ConfigurationError: a setting is invalid. ConfigurationError is a ValueError.
        NotAMetric: `metrics` is not a list, or an item of `metrics` is not a metric. NotAMetric is
            a ConfigurationError and a TypeError.
    """

    metric_name = "aggregated_metric"

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__(config)
        self.aggregator = self.config.get("aggregator", "average")
        if self.aggregator not in AGGREGATORS:
            raise ConfigurationError(allowed("aggregator", self.aggregator, AGGREGATORS))
        metrics = self.config.get("metrics") or ()
        if isinstance(metrics, str) or not isinstance(metrics, Iterable):
            raise NotAMetric(f"metrics={inspected(metrics)} is not a list. Pass a list of metrics.")
        self.metrics = [_member(item) for item in metrics]
        if not self.metrics:
            raise ConfigurationError("metrics is empty. Pass at least one metric.")
        weights = self.config.get("weights") or ()
        self.weights = list(weights) if isinstance(weights, Iterable) else [weights]
        if self.aggregator == "weighted_average" and (
            len(self.weights) != len(self.metrics) or None in map(as_number, self.weights)
        ):
            raise ConfigurationError(
                f"weights={inspected(weights)} is invalid. weighted_average requires "
                f"{count(len(self.metrics), 'weight')}, one number per metric."
            )

    def compute_one(self, inputs: Any) -> dict[str, Any]:
        """Return a dict with the mean score of one input (`output`) and its explanation (`reason`).

        A metric that raises an error counts as 0, as in the SDK.
        """
        outputs, texts = zip(*(_share(metric, inputs) for metric in self.metrics), strict=True)
        if self.aggregator == "average":
            return {
                "output": sum(outputs) / len(outputs),
                "reason": f"Average of {_and(texts)}.",
            }
        total = sum(self.weights)
        weighted = sum(w * output for w, output in zip(self.weights, outputs, strict=True))
        weighted_texts = [
            f"{output} (weight {w:g})" for output, w in zip(texts, self.weights, strict=True)
        ]
        return {
            "output": weighted / total if total > 0 else 0.0,
            "reason": f"Weighted average of {_and(weighted_texts)}.",
        }


class _OwnMetric:
    """Adapter that gives a truebleu metric the interface of Future AGI's metrics."""

    def __init__(self, metric: Metric[Any], name: str) -> None:
        self.metric = metric
        self.metric_name = name

    def compute_one(self, inputs: Any) -> dict[str, Any]:
        score = self.metric.sentence_score(inputs.response, inputs.expected_response)
        return {"output": score.value / score.scale}


def _member(metric: Any) -> Any:
    if isinstance(metric, str):
        metric = _named(metric)
    if isinstance(metric, Metric):
        score = metric.sentence_score("a", "a")
        if score.higher_is_better:
            return _OwnMetric(metric, score.metric)
        raise NotAMetric(
            f"metrics: cannot average {score.metric} (lower is better). Use another metric."
        )
    if callable(getattr(metric, "compute_one", None)) and hasattr(metric, "metric_name"):
        return metric
    raise NotAMetric(
        f"metrics: {metric!r} is not a metric. Pass an object with metric_name and "
        "compute_one(inputs), which returns a dict with 'output'."
    )


def _named(text: str) -> Any:
    """Return the metric named `text` with its default settings."""
    if text == BLEUScore.metric_name:
        return BLEUScore()
    if text in MODEL_METRICS:
        raise NotAMetric(f"metrics: {text!r} needs a model. Pass {MODEL_METRICS[text]}.")
    name = metric_name(text)
    if name is None or name in BY_CORPUS:
        names = [BLEUScore.metric_name, *(name for name in METRICS if name not in BY_CORPUS)]
        raise NotAMetric(allowed("metrics", text, names))
    return metric_class(name)(**PRESETS.get(name, {}))


def _share(metric: Any, inputs: Any) -> tuple[float, str]:
    """Return the score of a metric for one input, and a text with the metric's name and score.

    Scores below 0 count as 0, and scores above 1 as 1. A metric that raises an error has the score
    0.
    """
    try:
        value = metric.compute_one(inputs).get("output", 0.0)
    except Exception as error:  # noqa: BLE001  in the SDK a failing metric counts as 0
        return 0.0, f"{metric.metric_name} 0 (it failed: {error})"
    try:
        output = min(1.0, max(0.0, float(value)))
    except (TypeError, ValueError):
        return 0.0, f"{metric.metric_name} 0 ({value!r} is no number)"
    return output, f"{metric.metric_name} {output:.4f}"


def _as_input(value: Any) -> Any:
    if isinstance(value, dict):
        unknown = sorted(value.keys() - {field.name for field in fields(TextMetricInput)})
        if unknown or "response" not in value:
            raise InputError(
                f"an input has the keys {sorted(value)}. Pass response and expected_response."
            )
        return TextMetricInput(**value)
    return value


@lru_cache(maxsize=64)
def _metric(method: str, weights: tuple[float, ...]) -> BLEU:
    return BLEU(convention="futureagi", smoothing=method, weights=weights)


def _equal_weights(orders: Any) -> list[float]:
    if type(orders) is not int or orders < 1:
        raise ConfigurationError(f"max_n_gram={orders!r} is out of range. Use an integer from 1.")
    return [1.0 / orders] * orders


def _and(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
