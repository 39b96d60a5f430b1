"""Future AGI's `Evaluator` (`fi.evals.evaluator`), for what can be computed here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from truebleu.compat.futureagi.errors import UnknownEvaluation, UnknownTemplate
from truebleu.compat.futureagi.metrics import MODEL_METRICS, AggregatedMetric, BLEUScore
from truebleu.compat.futureagi.types import BatchRunResult, EvalResult, TextMetricInput
from truebleu.errors import ConfigurationError, InputError, allowed
from truebleu.wording import count

EVALUATIONS = {"bleu_score": BLEUScore, "aggregated_metric": AggregatedMetric}
SETTINGS = ("max_n_gram", "weights", "smooth", "mode", "metrics", "aggregator")
# What is the output and what was expected, where the inputs are `reference` and `hypothesis`.
READINGS = {"code": ("hypothesis", "reference"), "page": ("reference", "hypothesis")}
# Names of inputs that leave nothing open.
PLAIN = (("response", "expected_response"), ("output", "expected_output"))


class Evaluator:
    """Evaluates by name, as Future AGI's client does, without the network.

    >>> result = Evaluator().evaluate(
    ...     eval_templates="bleu_score",
    ...     inputs={"reference": "the cat sat on the mat", "hypothesis": "the cat sat"},
    ... )
    >>> round(result.eval_results[0].output, 3)
    0.207
    >>> result.eval_results[0].reading
    'hypothesis is the output, reference the expected text'

    The keys and the address, and any other argument, are taken for compatibility and not used.
    """

    def __init__(
        self,
        fi_api_key: str | None = None,
        fi_secret_key: str | None = None,
        fi_base_url: str | None = None,
        **kwargs: Any,
    ) -> None:
        del fi_api_key, fi_secret_key, fi_base_url, kwargs  # nothing is sent anywhere

    def evaluate(
        self,
        eval_templates: Any,
        inputs: Any,
        timeout: int | None = None,  # noqa: ARG002 - for compatibility, as the next six
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
        """Evaluate inputs by one evaluation, or by several, one after the other.

        Args:
            eval_templates: `"bleu_score"`, `"aggregated_metric"`, a template with such an
                `eval_name`, or a list of these.
            inputs: a dictionary with `hypothesis` and `reference`, or with `output` and
                `expected_output`, or with `response` and `expected_response`. The expected text
                may be a list of texts. A list of outputs needs a list of what was expected for
                each, and gives a result for each; so does a list of dictionaries.
            timeout: not used, like all arguments up to `error_localizer` but `platform`.
            model_name: not used.
            custom_eval_name: not used.
            trace_eval: not used.
            platform: refused: there is nowhere to send an evaluation to.
            is_async: not used.
            error_localizer: not used.
            eval_config: the settings of `BLEUScore` (by default `smooth` is `"method1"` and
                `max_n_gram` 4), or of `AggregatedMetric`; they may also be given one by one as
                `max_n_gram`, `weights`, `smooth`, `mode`, `metrics`, `aggregator`.
            reading: `"code"`, in which `hypothesis` is the output of the model, as the SDK's code
                has it, or `"page"`, in which `reference` is, as the page of its documentation
                says. Each result says which was used.
            kwargs: settings, as above.

        Raises:
            ConfigurationError: an evaluation or a setting that there is not (a ValueError).
            InputError: the inputs lack a text, or their kinds do not fit (a ValueError).
        """
        if platform is not None:
            raise ConfigurationError(
                f"platform={platform!r}: nothing is sent anywhere from here; leave it out"
            )
        if reading not in READINGS:
            raise ConfigurationError(allowed("reading", reading, READINGS))
        config = {**(eval_config or {}), **kwargs}
        for name in config:
            if name not in SETTINGS:
                raise ConfigurationError(allowed("setting", name, SETTINGS))
        templates = eval_templates if isinstance(eval_templates, list) else [eval_templates]
        metrics = [EVALUATIONS[_name(each)](config) for each in templates]
        cases = list(_cases(inputs, reading))
        return BatchRunResult(
            [_result(metric, case, said) for metric in metrics for case, said in cases]
        )


def _result(metric: Any, case: TextMetricInput, said: str | None) -> EvalResult:
    (found,) = metric.evaluate([case]).eval_results
    reason = f"{found.reason} Read as: {said}." if said else found.reason
    return EvalResult(found.name, found.output, reason, found.runtime, reading=said)


def _name(template: Any) -> str:
    name = template if isinstance(template, str) else getattr(template, "eval_name", None)
    if not isinstance(name, str):
        raise UnknownTemplate(
            f"eval_templates={template!r}: give the name of an evaluation, such as 'bleu_score'"
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
    """Every pair of an output and what was expected, and how the names were read."""
    if isinstance(inputs, (list, tuple)):
        for each in inputs:
            yield from _cases(each, reading)
        return
    if not isinstance(inputs, dict):
        raise InputError(f"inputs={inputs!r}: it is a dictionary of texts by name")
    names, said = _names(inputs, reading)
    output, expected = (inputs[name] for name in names)
    if isinstance(output, str):
        output, expected = [output], [expected]
    elif not isinstance(output, (list, tuple)):
        raise InputError(f"{names[0]}={output!r}: it is a text, or a list of texts")
    elif not isinstance(expected, (list, tuple)) or len(output) != len(expected):
        number = 1 if isinstance(expected, str) else len(expected)
        raise InputError(
            f"{names[0]} is a list of {count(len(output), 'output')}, {names[1]} has {number}: "
            f"each output "
            f"needs its own{_other_reading(names)}"
        )
    for pair in zip(output, expected, strict=True):
        yield TextMetricInput(*pair), said


def _names(inputs: dict[str, Any], reading: str) -> tuple[tuple[str, str], str | None]:
    """The name of the output, that of the expected text, and what the reader may want to know."""
    for names in PLAIN:
        if all(name in inputs for name in names):
            return names, None
    names = READINGS[reading]
    for name in names:
        if name not in inputs:
            raise InputError(
                f"inputs has {_keys(inputs)}, and lacks {name!r}: it takes 'hypothesis' and "
                "'reference', or 'output' and 'expected_output'"
            )
    return names, f"{names[0]} is the output, {names[1]} the expected text"


def _other_reading(names: tuple[str, str]) -> str:
    for other, swapped in READINGS.items():
        if swapped == names[::-1]:
            return f"; if {names[0]} is what was expected, say reading={other!r}"
    return ""


def _keys(inputs: dict[str, Any]) -> str:
    return ", ".join(map(repr, inputs)) or "nothing"
