"""`truebleu evaluate`."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver, say_warning
from truebleu.cli.corpus import read_whole
from truebleu.cli.inputs import open_inputs
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.names import check_distinct
from truebleu.cli.notices import Sample, identical_to, notices
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.cli.score_files import ScoreFiles
from truebleu.evaluation import Evaluation
from truebleu.views.evaluation import correlation_lines, disagreement_lines, evaluation_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from truebleu.evaluated import Correlation, Disagreement, EvaluationResult
    from truebleu.metrics.base import Metric
    from truebleu.metrics.score_column import ScoreColumn
    from truebleu.references import References

    Found = tuple[str, str, Sequence[Disagreement]]

__all__ = ["run_evaluate"]

CORRELATING = ("resamples", "confidence", "seed", "threads")


def run_evaluate(arguments: Sequence[str]) -> int:
    """Evaluate what the arguments say, show it, and give the exit code."""
    typed = parse_systems("evaluate", arguments)
    files = ScoreFiles(typed)
    metrics = metrics_of(typed, weighed=True)
    check_output(typed)
    systems, references = _texts(typed, metrics)
    columns = files.read(list(systems))
    evaluation = Evaluation(
        [*metrics, *columns], aggregate=_aggregate(typed), weights=_weights(typed)
    )
    result = evaluation.run(systems, references, threads=typed.threads)
    correlations = _correlations(typed, result, columns)
    apart = _disagreements(typed, result)
    deliver(_written(typed.format or "text", result, correlations, apart), typed.output)
    return DONE


def _texts(typed: Namespace, metrics: Sequence[Metric[Any]]) -> tuple[dict[str, Any], References]:
    """The systems by name, and the references; what is odd about them is said."""
    inputs = open_inputs(typed)
    try:
        check_distinct(inputs.names)
        sample = Sample(inputs.references[0], inputs.systems)
        texts, references = read_whole(typed, inputs, sample)
    finally:
        inputs.close()
    if not typed.quiet:
        for message in notices(inputs, identical_to(texts, references), metrics, sample):
            say_warning(message)
    return dict(zip(inputs.names, texts, strict=True)), references


def _aggregate(typed: Namespace) -> str | None:
    kind: str | None = typed.aggregate
    if kind is None and typed.metric_weights is not None:
        raise UsageError("--metric-weights are those of an aggregate: add --aggregate ranked")
    return kind


def _weights(typed: Namespace) -> dict[str, float] | None:
    if typed.metric_weights is None:
        return None
    found = {}
    for part in typed.metric_weights.split(","):
        name, equals, number = part.rpartition("=")
        try:
            found[name] = float(number)
        except ValueError:
            equals = ""
        if not equals or not name:
            raise UsageError(
                f"--metric-weights {typed.metric_weights}: write NAME=NUMBER,NAME=NUMBER,..."
            )
    return found


def _correlations(
    typed: Namespace, result: EvaluationResult, columns: Sequence[ScoreColumn]
) -> list[Sequence[Correlation]]:
    """By system and by segment, with each column of scores."""
    given = {name: getattr(typed, name) for name in CORRELATING}
    settings = {name: value for name, value in given.items() if value is not None}
    found: list[Sequence[Correlation]] = []
    if len(result.metrics) < 2:
        return found
    for column in columns:
        if len(result.systems) >= 3:
            found.append(result.correlate(column.name, by="system", **settings))
        elif not typed.quiet:
            say_warning(
                f"{len(result.systems)} systems: too few to correlate {column.name} with over "
                "systems, which needs three; segments are correlated"
            )
        found.append(result.correlate(column.name, by="segment", **settings))
    return found


def _disagreements(typed: Namespace, result: EvaluationResult) -> list[Found]:
    """Both ways for the two metrics that --disagree names."""
    if typed.disagree is None:
        return []
    first, comma, second = typed.disagree.partition(",")
    if not comma:
        raise UsageError(f"--disagree {typed.disagree}: write two metrics, such as BLEU,people")
    pairs = ((first, second), (second, first))
    return [(high, low, result.disagreements(high, low)) for high, low in pairs]


def _written(
    form: str,
    result: EvaluationResult,
    correlations: Sequence[Sequence[Correlation]],
    apart: Sequence[Found],
) -> Iterable[str]:
    if form == "json":
        return [_json(result, correlations, apart)]
    return _tables(form, result, correlations, apart)


def _tables(
    form: str,
    result: EvaluationResult,
    correlations: Sequence[Sequence[Correlation]],
    apart: Sequence[Found],
) -> Iterator[str]:
    yield from evaluation_lines(result, form)
    for found in correlations:
        yield ""
        yield from correlation_lines(found, form)
    for high, low, segments in apart:
        yield ""
        yield from disagreement_lines(high, low, segments, form)


def _json(
    result: EvaluationResult,
    correlations: Sequence[Sequence[Correlation]],
    apart: Sequence[Found],
) -> str:
    import json

    ready = result.to_dict()
    ready["correlations"] = [one.to_dict() for found in correlations for one in found]
    ready["disagreements"] = [
        {"high": high, "low": low, "segments": [one.to_dict() for one in segments]}
        for high, low, segments in apart
    ]
    return json.dumps(ready, ensure_ascii=False, allow_nan=False, indent=2)
