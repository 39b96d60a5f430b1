"""Future AGI's local metrics (`fi.evals.metrics`): `BLEUScore` and `AggregatedMetric`.

What the SDK computes was read and run at its commit a13cd0d; the numbers are the convention
`futureagi`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from truebleu.compat.futureagi.errors import NotAMetric
from truebleu.compat.futureagi.types import BatchRunResult, EvalResult, TextMetricInput
from truebleu.compat.nltk.errors import NoReferences, no_trigrams
from truebleu.errors import ConfigurationError, InputError, InvalidUnicode, allowed
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.bleu_score import BLEUScore as Score
from truebleu.metrics.registry import BY_CORPUS, METRICS, PRESETS, metric_class, metric_name
from truebleu.wording import count

METHODS = [f"method{number}" for number in range(8)]
MODES = ["sentence", "corpus"]
AGGREGATORS = ["average", "weighted_average"]

MODEL_METRICS = {"embedding_similarity": "truebleu.EmbeddingSimilarity(model)"}
"""Evaluations of the SDK that need a model, and the metric of truebleu to use in their place."""


class _LocalMetric:
    """What the two share: a config, and `evaluate` around `compute_one`."""

    metric_name: str

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        self.config = dict(config or {})

    def compute_one(self, inputs: Any) -> dict[str, Any]:
        """The `output` and the `reason` of one input."""
        raise NotImplementedError

    def evaluate(self, inputs: Sequence[Any]) -> BatchRunResult:
        """A result for each input: a `TextMetricInput`, or a dictionary with its parts."""
        return BatchRunResult([self._timed(_as_input(each)) for each in inputs])

    def _timed(self, given: Any) -> EvalResult:
        from time import perf_counter

        start = perf_counter()
        found = self.compute_one(given)
        spent = int((perf_counter() - start) * 1000)
        return EvalResult(self.metric_name, found["output"], found["reason"], spent)


class BLEUScore(_LocalMetric):
    """BLEU of what white space separates, 0 to 1 (method5 to method7 may exceed 1).

    >>> metric = BLEUScore({"smooth": "method1"})
    >>> given = TextMetricInput("the cat sat", "the cat sat on the mat")
    >>> round(metric.compute_one(given)["output"], 3)
    0.207

    Args:
        config: `max_n_gram` (4); `weights`, one for each order, used as they are, in place of
            equal ones; `smooth`, `"method0"` to `"method7"` (`"method1"`); `mode`, `"sentence"` or
            `"corpus"`, which give the same number of one text.

    Raises:
        ConfigurationError: a setting is wrong; at once, or in `compute_one` where the SDK looks
            at it only there. It is a ValueError, as the SDK's.
    """

    metric_name = "bleu_score"

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__(config)
        self.mode = self.config.get("mode", "sentence")
        self.max_n_gram = self.config.get("max_n_gram", 4)
        self.weights = self.config.get("weights") or _equal_weights(self.max_n_gram)
        self.smooth_method = self.config.get("smooth", "method1")

    def compute_one(self, inputs: Any) -> dict[str, Any]:
        """The score of `inputs.response` against `inputs.expected_response`, and the reason.

        Raises:
            ConfigurationError: the smoothing or the mode is unknown.
            InputError: there is no expected text; method6 without a match of order 3, which is
                an AssertionError too.
        """
        score = self._score(inputs.response, inputs.expected_response)
        return {"output": score.value, "reason": score.explain().reason}

    def _score(self, response: str, expected: str | Sequence[str] | None) -> Score:
        if expected is None:
            raise InputError("expected_response is missing: BLEU compares the output with it")
        if self.smooth_method not in METHODS:
            raise ConfigurationError(allowed("smooth", self.smooth_method, METHODS))
        if self.mode not in MODES:
            raise ConfigurationError(allowed("mode", self.mode, MODES))
        references = [expected] if isinstance(expected, str) else list(expected)
        if not references:
            raise NoReferences("expected_response is an empty list: it needs one text at least")
        metric = _metric(self.smooth_method, tuple(self.weights))
        try:
            return metric.sentence_score(response, references)
        except InvalidUnicode:
            raise
        except InputError:
            raise no_trigrams(metric.max_ngram_order) from None


class AggregatedMetric(_LocalMetric):
    """Several metrics' outputs, each brought to 0 to 1, as one number.

    >>> from truebleu import CHRF
    >>> metric = AggregatedMetric({"metrics": [BLEUScore(), CHRF()]})
    >>> metric.compute_one(TextMetricInput("the cat sat", "the cat sat on the mat"))["reason"]
    'Average of bleu_score 0.2069 and chrF2 0.4959.'
    >>> AggregatedMetric({"metrics": ["bleu_score", "chrf"]}).compute_one(
    ...     TextMetricInput("the cat sat", "the cat sat on the mat")
    ... ) == metric.compute_one(TextMetricInput("the cat sat", "the cat sat on the mat"))
    True

    Args:
        config: `metrics`, a list of what has `metric_name` and `compute_one`: `BLEUScore`, the
            SDK's own metrics, yours; a metric of truebleu for which more is better does as well.
            A name stands for a metric with its defaults: `"bleu_score"` for `BLEUScore()`, the
            names of the command line (`"chrf"`, `"rouge-l"`) for truebleu's.
            `aggregator`, `"average"` or `"weighted_average"`; the latter takes `weights`, one for
            each metric.

    Raises:
        ConfigurationError: a setting is wrong. It is a ValueError, as the SDK's; or a TypeError,
            for what is no metric.
    """

    metric_name = "aggregated_metric"

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__(config)
        self.aggregator = self.config.get("aggregator", "average")
        if self.aggregator not in AGGREGATORS:
            raise ConfigurationError(allowed("aggregator", self.aggregator, AGGREGATORS))
        self.metrics = [_member(each) for each in self.config.get("metrics") or ()]
        if not self.metrics:
            raise ConfigurationError("metrics: there is nothing to aggregate; hand over a list")
        self.weights = list(self.config.get("weights") or ())
        if self.aggregator == "weighted_average" and len(self.weights) != len(self.metrics):
            raise ConfigurationError(
                f"weights={self.weights!r}: weighted_average needs one for each of the "
                f"{count(len(self.metrics), 'metric')}"
            )

    def compute_one(self, inputs: Any) -> dict[str, Any]:
        """The mean of the metrics' outputs, and what each gave; one that fails counts 0."""
        outputs, said = zip(*(_share(metric, inputs) for metric in self.metrics), strict=True)
        if self.aggregator == "average":
            return {
                "output": sum(outputs) / len(outputs),
                "reason": f"Average of {_and(said)}.",
            }
        total = sum(self.weights)
        weighted = sum(w * each for w, each in zip(self.weights, outputs, strict=True))
        shown = [f"{each} (weight {w:g})" for each, w in zip(said, self.weights, strict=True)]
        return {
            "output": weighted / total if total > 0 else 0.0,
            "reason": f"Weighted average of {_and(shown)}.",
        }


class _OwnMetric:
    """A metric of truebleu as one of Future AGI's."""

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
        known = metric.sentence_score("a", "a")
        if known.higher_is_better:
            return _OwnMetric(metric, known.metric)
        raise NotAMetric(f"metrics: less is better under {known.metric}: it cannot be averaged")
    if callable(getattr(metric, "compute_one", None)) and hasattr(metric, "metric_name"):
        return metric
    raise NotAMetric(
        f"metrics: {metric!r} is no metric; it needs a metric_name and compute_one(inputs), which "
        "gives a dictionary with 'output'"
    )


def _named(text: str) -> Any:
    """Return the metric, with its defaults, that a name stands for."""
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
    """What a metric gives, within 0 and 1, and how that is said."""
    try:
        found = metric.compute_one(inputs).get("output", 0.0)
    except Exception as error:  # noqa: BLE001 - whatever it is, the SDK lets the metric count 0
        return 0.0, f"{metric.metric_name} 0 (it failed: {error})"
    try:
        output = min(1.0, max(0.0, float(found)))
    except (TypeError, ValueError):
        return 0.0, f"{metric.metric_name} 0 ({found!r} is no number)"
    return output, f"{metric.metric_name} {output:.4f}"


def _as_input(given: Any) -> Any:
    if isinstance(given, dict):
        unknown = sorted(given.keys() - {field.name for field in fields(TextMetricInput)})
        if unknown or "response" not in given:
            raise InputError(
                f"an input has the keys {sorted(given)}; it takes response and expected_response"
            )
        return TextMetricInput(**given)
    return given


@lru_cache(maxsize=64)
def _metric(method: str, weights: tuple[float, ...]) -> BLEU:
    return BLEU(convention="futureagi", smoothing=method, weights=weights)


def _equal_weights(orders: Any) -> list[float]:
    if type(orders) is not int or orders < 1:
        raise ConfigurationError(f"max_n_gram={orders!r}: allowed are whole numbers from 1")
    return [1.0 / orders] * orders


def _and(parts: Sequence[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last
