"""Future AGI's class `Evaluator` (`fi.evals.evaluator`), which computes evaluations locally."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from truebleu.compat.futureagi.errors import UnknownEvaluation, UnknownTemplate
from truebleu.compat.futureagi.metrics import (
    MODEL_METRICS,
    AggregatedMetric,
    BLEUScore,
    as_settings,
)
from truebleu.compat.futureagi.types import BatchRunResult, EvalResult, TextMetricInput
from truebleu.errors import ConfigurationError, InputError, allowed, inspected
from truebleu.wording import count

EVALUATIONS = {"bleu_score": BLEUScore, "aggregated_metric": AggregatedMetric}
SETTINGS = ("max_n_gram", "weights", "smooth", "mode", "metrics", "aggregator")
# For each value of `reading`: the key of the output, and the key of the expected text.
READINGS = {"code": ("hypothesis", "reference"), "page": ("reference", "hypothesis")}
# Unambiguous names of inputs.
UNAMBIGUOUS = (("response", "expected_response"), ("output", "expected_output"))


class Evaluator:
    """Evaluator with the interface of Future AGI's class, but without network access.

    >>> result = Evaluator().evaluate(
    ...     eval_templates="bleu_score",
    ...     inputs={"reference": "the cat sat on the mat", "hypothesis": "the cat sat"},
    ... )
    >>> round(result.eval_results[0].output, 3)
    0.207
    >>> result.eval_results[0].reading
    'hypothesis is the output, reference the expected text'

    The constructor's arguments are accepted for compatibility and have no effect.
    """

    def __init__(
        self,
        fi_api_key: str | None = None,
        fi_secret_key: str | None = None,
        fi_base_url: str | None = None,
        **kwargs: Any,
    ) -> None:
        del fi_api_key, fi_secret_key, fi_base_url, kwargs  # no network access

    def evaluate(
        self,
        eval_templates: Any,
        inputs: Any,
        timeout: int | None = None,  # noqa: ARG002  for compatibility, like the next six
        model_name: str | None = None,  # noqa: ARG002
        custom_eval_name: str | None = None,  # noqa: ARG002
        trace_eval: bool | None = False,  # noqa: ARG002
        platform: str | None = None,
        is_async: bool | None = False,  # noqa: ARG002
        error_localizer: bool | None = False,  # noqa: ARG002
        eval_config: Mapping[str, Any] | None = None,
        *,
        reading: str = "code",
        **kwargs: Any,
    ) -> BatchRunResult:
        """Return the results of one or several evaluations of the inputs.

        Args:
            eval_templates: `"bleu_score"`, `"aggregated_metric"`, a template whose `eval_name` is
                one of these, or a list of names and templates.
            inputs: a dict with a model's output and the expected text, or a list of such dicts. The
                keys are `hypothesis` and `reference`, `output` and `expected_output`, or `response`
                and `expected_response`. The expected text may be a list of alternative texts. The
                output may also be a list of texts. The value of the other key must then be a list
                with the expected text for each output.
            timeout: not used.
            model_name: not used.
            custom_eval_name: not used.
            trace_eval: not used.
            platform: must be None; other values raise an error.
            is_async: not used.
            error_localizer: not used.
            eval_config: a dict of settings of `BLEUScore` or `AggregatedMetric`: `max_n_gram`
                (default 4), `weights`, `smooth` (default `"method1"`), `mode`, `metrics`,
                `aggregator`.
            reading: which of the keys `hypothesis` and `reference` has the model's output. The
                SDK's code and documentation contradict each other. `"code"`: `hypothesis`, as in
                the code. `"page"`: `reference`, as in the documentation. The attribute `reading` of
                each result states which key had the output.
            kwargs: settings as keyword arguments, which override those in `eval_config`.

        Returns:
            The results, one for each evaluation and each output.

        Raises:
            ConfigurationError: an evaluation or a setting is unknown. ConfigurationError is a
                ValueError.
            InputError: a text is missing or has a wrong type. InputError is a ValueError.
        """
        if platform is not None:
            raise ConfigurationError(
                f"platform={platform!r} is not supported. Omit it: all evaluations are local."
            )
        if reading not in READINGS:
            raise ConfigurationError(allowed("reading", reading, READINGS))
        config = {**as_settings("eval_config", eval_config), **kwargs}
        for name in config:
            if name not in SETTINGS:
                raise ConfigurationError(allowed("setting", name, SETTINGS))
        templates = eval_templates if isinstance(eval_templates, list) else [eval_templates]
        metrics = [EVALUATIONS[_name(template)](config) for template in templates]
        cases = list(_cases(inputs, reading))
        return BatchRunResult(
            [_result(metric, case, reading) for metric in metrics for case, reading in cases]
        )


def _result(metric: Any, case: TextMetricInput, reading: str | None) -> EvalResult:
    (result,) = metric.evaluate([case]).eval_results
    reason = f"{result.reason} Read as: {reading}." if reading else result.reason
    return EvalResult(result.name, result.output, reason, result.runtime, reading=reading)


def _name(template: Any) -> str:
    name = template if isinstance(template, str) else getattr(template, "eval_name", None)
    if not isinstance(name, str):
        raise UnknownTemplate(
            f"eval_templates={template!r} is invalid. Pass a name such as 'bleu_score'."
        )
    if name in MODEL_METRICS:
        metric = MODEL_METRICS[name]
        raise UnknownEvaluation(
            f"eval_templates={name!r} needs a model. Use {metric}.sentence_score(output, "
            'expected), or evaluate("aggregated_metric", inputs, '
            f"metrics=[BLEUScore(), {metric}])."
        )
    if name not in EVALUATIONS:
        raise UnknownEvaluation(
            f"{allowed('eval_templates', name, EVALUATIONS)} Others need Future AGI's service."
        )
    return name


def _cases(inputs: Any, reading: str) -> Iterator[tuple[TextMetricInput, str | None]]:
    """Yield a `TextMetricInput` for each output, with a note that states which key the output had.

    The note is None for a key whose meaning is clear, such as `output`. For `inputs` and `reading`,
    see `Evaluator.evaluate`.
    """
    if isinstance(inputs, (list, tuple)):
        for item in inputs:
            yield from _cases(item, reading)
        return
    if not isinstance(inputs, dict):
        raise InputError(f"inputs={inputs!r} is invalid. Pass a dict of texts by name.")
    names, note = _names(inputs, reading)
    output, expected = (inputs[name] for name in names)
    if isinstance(output, str):
        output, expected = [output], [expected]
    elif not isinstance(output, (list, tuple)):
        raise InputError(f"{names[0]}={output!r} is invalid. Pass a text or a list of texts.")
    elif not isinstance(expected, (str, list, tuple)):
        raise InputError(
            f"{names[1]}={inspected(expected)} is invalid. Pass a list with a text per output."
        )
    elif isinstance(expected, str) or len(output) != len(expected):
        number = 1 if isinstance(expected, str) else len(expected)
        raise InputError(
            f"{names[0]} has {count(len(output), 'output')}, {names[1]} has {number}. Pass one per "
            f"output{_other_reading(names)}."
        )
    for pair in zip(output, expected, strict=True):
        yield TextMetricInput(*pair), note


def _names(inputs: dict[str, Any], reading: str) -> tuple[tuple[str, str], str | None]:
    """Return the keys of the output and of the expected text, and a note that names both keys.

    The note is None for keys whose meaning is clear, such as `output` and `expected_output`. For
    `inputs` and `reading`, see `Evaluator.evaluate`.
    """
    for names in UNAMBIGUOUS:
        if all(name in inputs for name in names):
            return names, None
    names = READINGS[reading]
    for name in names:
        if name not in inputs:
            raise InputError(
                f"inputs has no {name!r} (keys: {_keys(inputs)}). Pass 'hypothesis' and "
                "'reference', or 'output' and 'expected_output'."
            )
    return names, f"{names[0]} is the output, {names[1]} the expected text"


def _other_reading(names: tuple[str, str]) -> str:
    for name, swapped in READINGS.items():
        if swapped == names[::-1]:
            return f", or reading={name!r} if {names[0]} is the expected text"
    return ""


def _keys(inputs: dict[str, Any]) -> str:
    return ", ".join(map(repr, inputs)) or "none"
