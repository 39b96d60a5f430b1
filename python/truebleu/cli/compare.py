"""`truebleu compare`."""

from __future__ import annotations

import os
from functools import partial

from truebleu.charts import OF_SEGMENTS, check_kind, check_plot
from truebleu.cli.beside import documents_of
from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver, say_warning
from truebleu.cli.corpus import read_whole
from truebleu.cli.inputs import open_inputs
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.names import check_distinct, first_double
from truebleu.cli.notices import Sample, identical_to, notices
from truebleu.cli.outputs import check_output, read_files
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.cli.progress import Progress, TrialProgress
from truebleu.cli.runs import Grouping, hint
from truebleu.cli.score_files import ScoreFiles
from truebleu.io.counting import count_lines
from truebleu.io.writing import check_writable
from truebleu.metrics.settings import check_threads
from truebleu.resampling.given import check_metrics
from truebleu.resampling.plan import fewest_resamples, fewest_trials
from truebleu.significance import compare, compare_counted
from truebleu.views.chart_records import in_percent
from truebleu.views.comparison import rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Sequence
    from typing import Any

    from truebleu.cli.inputs import Inputs
    from truebleu.comparison import Comparison
    from truebleu.io.counting import CountedLines
    from truebleu.metrics.base import Metric
    from truebleu.signature import Signature

__all__ = ["run_compare"]

SETTINGS = (
    "baseline",
    "test",
    "trials",
    "resamples",
    "bootstrap",
    "swap",
    "power",
    "confidence",
    "seed",
    "compatible",
    "threads",
)


def run_compare(arguments: Sequence[str]) -> int:
    """Compare what the arguments say, show it, and give the exit code."""
    typed = parse_systems("compare", arguments)
    columns = ScoreFiles(typed)
    metrics = check_metrics(metrics_of(typed, weighed=True))
    grouping = _grouping(typed)
    file = check_output(typed)
    if typed.plot is not None or typed.plot_kind is not None:
        _check_plot(typed, metrics[0], file)
    inputs = open_inputs(typed)
    try:
        if grouping is None:
            grouping = Grouping.alone(inputs.names)
        elif len(inputs.systems) != len(grouping.files):
            raise UsageError("--runs takes one column of each file: give --hypothesis-column once")
        _check_names(grouping.names, runs=bool(typed.runs))
        metrics += columns.read(grouping.names)
        sample = Sample(inputs.references[0], inputs.systems)
        run, segments, identical = _take(typed, inputs, grouping, metrics, sample)
    finally:
        inputs.close()
    given = {name: getattr(typed, name) for name in SETTINGS}
    settings: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if typed.documents:
        settings["documents"] = documents_of(typed.documents, inputs.order, segments)
    with TrialProgress(quiet=bool(typed.quiet)) as progress:
        comparison = run(progress=progress.show, **settings)
    if not typed.quiet:
        about_data = notices(inputs, identical, metrics, sample)
        for message in (*_about_tests(comparison), *about_data):
            say_warning(message)
    if typed.plot is not None:
        comparison.plot(typed.plot, typed.plot_kind)
    deliver(rendered(comparison, typed.format or "text", typed.width), typed.output)
    return DONE


def _about_tests(comparison: Comparison) -> list[str]:
    said = _about_resamples(comparison.settings)
    if said and comparison.settings["test"] == "bootstrap":
        return said  # both are about --resamples: one is enough
    return said + _about_trials(comparison)


def _about_resamples(settings: Signature) -> list[str]:
    """What to say where an interval has hardly a resample beyond its ends."""
    resamples, confidence = int(settings["resamples"]), float(settings["confidence"])
    fewest = fewest_resamples(confidence)
    if resamples >= fewest:
        return []
    beyond = resamples * (1 - confidence) / 2
    said = (
        f"--resamples {resamples}: {beyond:.2g} resamples lie beyond each end of a "
        f"{in_percent(settings)} interval, too few to say where it ends; give {fewest:,} at least"
    )
    return [said]


def _about_trials(comparison: Comparison) -> list[str]:
    """What to say where no difference could be found, for the p-values cannot be so small."""
    settings, pairs = comparison.settings, comparison[0].pairs
    flag = "trials" if settings["test"] == "ar" else "resamples"
    level = round(1 - float(settings["confidence"]), 12)
    number, fewest = int(settings[flag]), fewest_trials(level, len(pairs))
    if number >= fewest or all(pair.exact for found in comparison for pair in found.pairs):
        return []
    smallest = f"{1 / (number + 1):.2g}"
    if len(pairs) > 1:
        smallest += f", {min(1, len(pairs) / (number + 1)):.2g} after Holm's correction"
    said = (
        f"--{flag} {number}: the smallest p-value that can come out is {smallest}, above the level "
        f"of {level:g}: no difference could be found; give {fewest:,} at least"
    )
    return [said]


def _grouping(typed: Namespace) -> Grouping | None:
    """Which files are runs of one system, with --runs; `typed` then names the files one by one."""
    if not typed.runs:
        if typed.swap is not None:
            raise UsageError("--swap means something for several runs only: add --runs")
        if message := hint(typed.files):
            raise UsageError(message)
        return None
    grouping = Grouping.typed(typed.files, typed.name)
    typed.files, typed.name = grouping.files, None
    return grouping


def _check_plot(typed: Namespace, metric: Metric[Any], output: str | None) -> None:
    """Refuse what cannot be drawn before any work; `output` is the file with the result."""
    if typed.plot is None:
        raise UsageError("--plot-kind says what --plot draws: add --plot FILE")
    check_plot(typed.plot)
    if typed.plot_kind is not None:
        check_kind(typed.plot_kind, metric.name)
    check_writable(typed.plot, read_files(typed))
    if output and os.path.realpath(output) == os.path.realpath(typed.plot):
        raise UsageError(f"-o and --plot are the same file: {typed.plot}")


def _check_names(names: Sequence[str], *, runs: bool) -> None:
    if len(names) < 2:
        raise UsageError(
            "a comparison needs two systems at least: truebleu compare BASELINE SYSTEM -r REFERENCE"
        )
    twice = first_double(names) if runs else None
    if twice is not None:
        raise UsageError(
            f"two systems are called {twice!r}; write all runs of a system behind one name, "
            f"{twice}=FILE,FILE,..."
        )
    check_distinct(names)


def _take(
    typed: Namespace,
    inputs: Inputs,
    grouping: Grouping,
    metrics: Sequence[Metric[Any]],
    sample: Sample,
) -> tuple[Callable[..., Comparison], int, list[int | None]]:
    """Take in all files.

    Gives what compares them by the settings, how many segments they have, and for each the first
    stream of references that equals it.
    """
    of_segments = typed.plot_kind in OF_SEGMENTS
    lines = None if of_segments else _count(typed, inputs, grouping, metrics, sample)
    if lines:
        counted = dict(zip(grouping.names, grouping.parts(lines.rows), strict=True))
        run = partial(compare_counted, counted, lines.segments, metrics)
        return run, lines.segments, lines.identical_to
    texts, references = read_whole(typed, inputs, sample)
    systems = dict(zip(grouping.names, grouping.systems(texts), strict=True))
    run = partial(compare, systems, references, metrics)
    return run, len(texts[0]), identical_to(texts, references)


def _count(
    typed: Namespace,
    inputs: Inputs,
    grouping: Grouping,
    metrics: Sequence[Metric[Any]],
    sample: Sample,
) -> CountedLines | None:
    """The rows of all files; None, with nothing read, where their texts are needed."""
    with Progress(inputs.files, quiet=bool(typed.quiet)) as progress:
        return count_lines(
            metrics,
            inputs.files,
            inputs.systems,
            inputs.references,
            grouping.labels(),
            threads=check_threads(typed.threads),
            before_batch=sample.take,
            after_batch=progress.show,
        )
