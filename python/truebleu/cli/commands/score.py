"""`truebleu score`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.flags import files, tests
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.metrics import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.cli.values import number
from truebleu.display.scores import ScoresView, Style, numbers
from truebleu.evaluation.files import SystemResult
from truebleu.inputs.systems import check_enough_for_interval
from truebleu.io.console import coloured, deliver, output_file, say_error
from truebleu.io.program import DONE, MISSED
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import check_metrics
from truebleu.significance.options import CompareOptions, as_option


def run_score(typed: Namespace) -> int:
    """Score what the arguments say, show it, and give the exit code."""
    _check(typed)
    metrics = metrics_of(typed, weighed=True)
    _check_threshold(typed, metrics)
    check_output(typed)
    metrics = _with_companions(metrics)
    systems, labels = (_scored if typed.confidence is None else _with_intervals)(typed, metrics)
    _show(typed, systems, labels)
    return _verdict(typed.fail_under, [results[0] for results in systems])


def _scored(
    typed: Namespace, metrics: Sequence[Metric[Any]]
) -> tuple[list[list[SystemResult]], dict[str, str]]:
    """Return the results of every system by every metric, and what tables call the systems."""
    with Corpus(typed) as corpus:
        systems = corpus.score(metrics, per_segment=bool(typed.per_segment))
    return systems, corpus.labels


def _with_intervals(
    typed: Namespace, metrics: Sequence[Metric[Any]]
) -> tuple[list[list[SystemResult]], dict[str, str]]:
    """Return what `_scored` returns, with the bootstrap interval of every score."""
    # Resampling needs NumPy, which scores do without.
    from truebleu.significance.pairs import score_systems

    options = CompareOptions(**tests.settings_of(typed))
    metrics = check_metrics(metrics)
    with Corpus(typed) as corpus:
        counted = corpus.count_systems(
            metrics, dict.fromkeys(corpus.names, 1), check=check_enough_for_interval
        )
    counted = replace(counted, documents=corpus.documents())
    units = counted.document_numbers()
    settings = options.interval_signature(
        segments=corpus.segments, documents=None if units is None else max(units) + 1
    )
    systems: list[list[SystemResult]] = [[] for _ in corpus.names]
    for place in range(len(metrics)):
        found = score_systems(counted, place, options)
        for results, interval, same in zip(systems, found, corpus.identical, strict=True):
            results.append(
                SystemResult(
                    name=interval.name,
                    score=interval.score,
                    segments=corpus.segments,
                    identical_to=same,
                    interval=interval.interval,
                    bca=interval.bca,
                    resampling=settings,
                )
            )
    corpus.warn(metrics, first=options.interval_warnings(as_option), score=systems[0][0].score)
    return systems, corpus.labels


def _check(typed: Namespace) -> None:
    if typed.confidence is None:
        given = [name for name in tests.settings_of(typed) if name != "threads"]
        for name in (*given, *(["documents"] if typed.documents is not None else [])):
            raise UsageError(f"--{name} requires --confidence.")
    elif typed.per_segment or typed.score_only:
        option = "--per-segment" if typed.per_segment else "--score-only"
        raise UsageError(f"{option} is not supported with --confidence. Leave out one of them.")
    if typed.score_only and typed.format not in {None, "text"}:
        raise UsageError(f"--score-only gives bare numbers: leave out --format {typed.format}")


def _with_companions(metrics: Sequence[Metric[Any]]) -> list[Any]:
    """The metrics, and NIST behind a BLEU whose program prints it beside."""
    if all(metric.convention in {None, "sacrebleu"} for metric in metrics):
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


def _show(
    typed: Namespace, systems: Sequence[Sequence[SystemResult]], labels: Mapping[str, str]
) -> None:
    style = Style(typed.width, full_signature=bool(typed.full_signature), labels=labels)
    sort = typed.sort or "score"
    form = typed.format or "text"
    per_segment = bool(typed.per_segment)
    if typed.score_only:
        deliver(numbers(systems, style, per_segment=per_segment), typed.output)
    elif form == "text" and not output_file(typed.output) and coloured():
        from truebleu.display.terminal import show

        show(systems, style, per_segment=per_segment, file=sys.stdout, sort=sort)
    else:
        view = ScoresView(systems, style, per_segment=per_segment, sort=sort)
        deliver(view.lines(form), typed.output)


def _verdict(threshold: float | None, results: Sequence[SystemResult]) -> int:
    """The exit code: whether every system reaches the threshold, if there is one."""
    if threshold is None:
        return DONE
    below = [result for result in results if not result.score.value >= threshold]
    for result in below:
        value = result.score.value
        say_error(f"{result.name}: {result.score.metric} {value:.4f} is below {threshold:g}")
    return MISSED if below else DONE


COMMAND = Command(
    name="score",
    usage=["score SYSTEM [SYSTEM ...] -r REFERENCE [-r REFERENCE ...]"],
    about="Score one or more systems against one or more references. Input files have one segment "
    "per line, in UTF-8. They may be compressed (gzip, bzip2, xz, zstd); - is standard input. "
    "Files named .tsv, .csv, .jsonl or .parquet are tables with columns to choose.",
    examples=[
        ("one system, one reference", "truebleu score system.txt -r reference.txt"),
        ("several metrics", "truebleu score system.txt -r ref.txt -m bleu chrf++ ter"),
        (
            "three systems, two references, JSON",
            "truebleu score a.txt b.txt c.txt -r ref.1.txt -r ref.2.txt --format json",
        ),
        ("from a pipe, only the score", "zcat out.gz | truebleu score - -r ref.txt -b"),
        ("score of every segment", "truebleu score system.txt -r ref.txt --per-segment"),
        ("texts on the command line", 'truebleu score --text "the cat sat" -r "a cat sat"'),
        (
            "columns of a table",
            "truebleu score data.tsv --hypothesis-column mt --reference-column ref",
        ),
        ("summaries", "truebleu score out.jsonl -r ref.jsonl -m rouge-1 rouge-2 rouge-lsum"),
        ("Chinese", "truebleu score system.zh -r reference.zh --tokenize zh"),
        ("quality gate in a script", "truebleu score system.txt -r ref.txt --fail-under 30 -q"),
        (
            "settings of a published signature",
            'truebleu score s.txt -r r.txt --signature "nrefs:1|case:lc|eff:no|tok:13a|smooth:exp"',
        ),
    ],
    common=[
        "--reference",
        "--metric",
        "--tokenize",
        "--lowercase",
        "--signature",
        "--per-segment",
        "--confidence",
        "--format",
        "--score-only",
        "--help",
    ],
    flags=[
        *files.reading(text=True, names=files.SHORTENED),
        *metric_flags.flags(signature=True),
        *tests.intervals(),
        Flag(
            "--per-segment",
            category="output",
            help="also print the score of every segment",
        ),
        files.scores_format(),
        files.WIDTH,
        Flag(
            "-b",
            "--score-only",
            category="output",
            help="print only the scores: one line per system, metrics separated by tabs",
        ),
        files.FULL_SIGNATURE,
        files.OUTPUT,
        Flag(
            "--fail-under",
            metavar="X",
            parse=number,
            category="output",
            help="exit with code 1 if any system scores below X (one metric only, higher is "
            "better)",
        ),
        files.QUIET,
        files.SORT,
        *files.general(),
    ],
    run=run_score,
    missed="a score is below --fail-under",
    systems=True,
)
