"""`truebleu score`."""

from __future__ import annotations

import sys

from truebleu.cli.commands import DONE, MISSED
from truebleu.cli.console import coloured, deliver, output_file, say_error
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.cli.scoring import score_typed
from truebleu.views.formats import rendered
from truebleu.views.scores import Style, numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from truebleu.io.scoring import Result
    from truebleu.metrics.base import Metric

__all__ = ["run_score"]


def run_score(arguments: Sequence[str]) -> int:
    """Score what the arguments say, show it, and give the exit code."""
    typed = parse_systems("score", arguments)
    _check(typed)
    metrics = metrics_of(typed, weighed=True)
    _check_threshold(typed, metrics)
    check_output(typed)
    systems = score_typed(typed, _with_companions(metrics), per_segment=bool(typed.per_segment))
    _show(typed, systems)
    return _verdict(typed.fail_under, [results[0] for results in systems])


def _check(typed: Namespace) -> None:
    if typed.score_only and typed.format not in {None, "text"}:
        raise UsageError(f"--score-only gives bare numbers: leave out --format {typed.format}")


def _with_companions(metrics: Sequence[Metric[Any]]) -> list[Any]:
    """The metrics, and NIST behind a BLEU whose program prints it beside."""
    if all(getattr(metric, "convention", "sacrebleu") == "sacrebleu" for metric in metrics):
        return list(metrics)
    from truebleu.metrics.nist import beside

    pairs = [(metric, beside(metric)) for metric in metrics]
    return [each for pair in pairs for each in pair if each is not None]


def _check_threshold(typed: Namespace, metrics: Sequence[Metric[Any]]) -> None:
    if typed.fail_under is None:
        return
    if len(metrics) > 1:
        names = " and ".join(typed.metric)
        raise UsageError(f"--fail-under is about one metric: {names} would need one each")
    if not metrics[0].higher_is_better:
        raise UsageError(
            f"--fail-under is for metrics of which more is better: of {metrics[0].name}, less is"
        )


def _show(typed: Namespace, systems: Sequence[Sequence[Result]]) -> None:
    style = Style(typed.width, full_signature=bool(typed.full_signature))
    form = typed.format or "text"
    per_segment = bool(typed.per_segment)
    if typed.score_only:
        deliver(numbers(systems, style, per_segment=per_segment), typed.output)
    elif form == "text" and not output_file(typed.output) and coloured():
        from truebleu.views.terminal import show

        show(systems, style, per_segment=per_segment, file=sys.stdout)
    else:
        deliver(rendered(systems, form, style, per_segment=per_segment), typed.output)


def _verdict(threshold: float | None, results: Sequence[Result]) -> int:
    """The exit code: whether every system reaches the threshold, if there is one."""
    if threshold is None:
        return DONE
    below = [result for result in results if not result.score.value >= threshold]
    for result in below:
        value = result.score.value
        say_error(f"{result.name}: {result.score.metric} {value:.4f} is below {threshold:g}")
    return MISSED if below else DONE
