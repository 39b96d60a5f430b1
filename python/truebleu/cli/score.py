"""`truebleu score`."""

from __future__ import annotations

import sys

from truebleu.cli.commands import DONE, MISSED
from truebleu.cli.console import coloured, deliver, output_file, say_error, say_warning
from truebleu.cli.inputs import open_inputs
from truebleu.cli.metric_flags import metric_of
from truebleu.cli.notices import Sample, notices
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.cli.progress import Progress
from truebleu.io.scoring import score_files
from truebleu.io.writing import check_writable
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
    metric = metric_of(typed, typed.metric or "bleu")
    if output_file(typed.output):
        check_writable(typed.output, [*typed.files, *(typed.reference or [])])
    results = _scored(typed, metric)
    _show(typed, results)
    return _verdict(typed.fail_under, results)


def _check(typed: Namespace) -> None:
    if typed.score_only and typed.format not in {None, "text"}:
        raise UsageError(f"--score-only gives bare numbers: leave out --format {typed.format}")


def _scored(typed: Namespace, metric: Metric[Any]) -> list[Result]:
    inputs = open_inputs(typed)
    try:
        sample = Sample(inputs.references[0])
        with Progress(inputs.files, quiet=bool(typed.quiet)) as progress:
            results = score_files(
                metric,
                inputs.files,
                inputs.systems,
                inputs.references,
                per_segment=bool(typed.per_segment),
                threads=typed.threads or 0,
                before_batch=sample.take,
                after_batch=progress.show,
            )
        if not typed.quiet:
            for message in notices(inputs, results, metric, sample):
                say_warning(message)
    finally:
        inputs.close()
    return results


def _show(typed: Namespace, results: Sequence[Result]) -> None:
    style = Style(typed.width, full_signature=bool(typed.full_signature))
    form = typed.format or "text"
    per_segment = bool(typed.per_segment)
    if typed.score_only:
        deliver(numbers(results, style, per_segment=per_segment), typed.output)
    elif form == "text" and not output_file(typed.output) and coloured():
        from truebleu.views.terminal import show

        show(results, style, per_segment=per_segment, file=sys.stdout)
    else:
        deliver(rendered(results, form, style, per_segment=per_segment), typed.output)


def _verdict(threshold: float | None, results: Sequence[Result]) -> int:
    """The exit code: whether every system reaches the threshold, if there is one."""
    if threshold is None:
        return DONE
    below = [result for result in results if not result.score.value >= threshold]
    for result in below:
        value = result.score.value
        say_error(f"{result.name}: {result.score.metric} {value:.4f} is below {threshold:g}")
    return MISSED if below else DONE
