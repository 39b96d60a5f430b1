"""Command `truebleu score`, which scores systems against references."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.flags import files, segments, significance
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.metrics import check_source_is_read, learned_of, metrics_of
from truebleu.cli.outputs import check_output
from truebleu.cli.values import number
from truebleu.display.scores import ScoresView, Style, numbers
from truebleu.evaluation.files import SystemResult
from truebleu.inputs.systems import check_enough_for_interval
from truebleu.io.console import deliver, output_file, say_failure, supports_color
from truebleu.io.program import DONE, MISSED
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import check_metrics
from truebleu.significance.options import CompareOptions, as_option

if TYPE_CHECKING:
    from truebleu.cli.learned_metrics import LearnedMetrics


def run_score(args: Namespace) -> int:
    """Run `truebleu score`: print the scores, and return the exit code."""
    _check(args)
    learned = learned_of(args)
    check_source_is_read(args, learned)
    metrics = metrics_of(args, weighed=True, learned=True)
    _check_threshold(args, metrics)
    check_output(args)
    metrics = _with_companions(metrics)
    scored = _score if args.confidence is None else _score_with_intervals
    systems, labels = scored(args, metrics, learned)
    _show(args, systems, labels)
    return _exit_code(args.fail_under, [results[0] for results in systems])


def _score(
    args: Namespace, metrics: Sequence[Metric[Any]], learned: LearnedMetrics | None
) -> tuple[list[list[SystemResult]], dict[str, str]]:
    """Return the results of each system by each metric, and the short names of the systems."""
    per_segment = bool(args.per_segment)
    with Corpus(args) as corpus:
        if learned:
            systems = corpus.score_learned(metrics, learned, per_segment=per_segment)
        else:
            systems = corpus.score(metrics, per_segment=per_segment)
    return systems, corpus.labels


def _score_with_intervals(
    args: Namespace, metrics: Sequence[Metric[Any]], learned: LearnedMetrics | None
) -> tuple[list[list[SystemResult]], dict[str, str]]:
    """Return the results of each system by each metric, and the short names of the systems.

    Each score has a bootstrap confidence interval.
    """
    # Import late: resampling imports NumPy, which scoring does not need.
    from truebleu.significance.pairs import score_systems

    options = CompareOptions(**significance.settings_of(args))
    metrics = check_metrics(metrics) if metrics else []
    with Corpus(args) as corpus:
        statistics = corpus.count_systems(
            metrics,
            dict.fromkeys(corpus.names, 1),
            check=check_enough_for_interval,
            learned=learned,
        )
    statistics = replace(statistics, documents=corpus.documents())
    units = statistics.document_numbers()
    settings = options.interval_signature(
        segments=corpus.segments, documents=None if units is None else max(units) + 1
    )
    systems: list[list[SystemResult]] = [[] for _ in corpus.names]
    for i in range(len(statistics.metrics)):
        intervals = score_systems(statistics, i, options)
        for results, interval, same in zip(systems, intervals, corpus.identical, strict=True):
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


def _check(args: Namespace) -> None:
    if args.confidence is None:
        names = [name for name in significance.settings_of(args) if name != "threads"]
        grouped = args.documents is not None and not args.resegment
        for name in (*names, *(["documents"] if grouped else [])):
            raise UsageError(f"--{name} requires --confidence.")
    elif args.per_segment or args.score_only:
        option = "--per-segment" if args.per_segment else "--score-only"
        raise UsageError(f"{option} is not supported with --confidence. Leave out one of them.")
    if args.score_only and args.format not in {None, "text"}:
        raise UsageError(
            f"--score-only is not supported with --format {args.format}. Leave out one of them."
        )


def _with_companions(metrics: Sequence[Metric[Any]]) -> list[Any]:
    """Return `metrics`, with a NIST metric after some BLEU metrics.

    NIST is added if the convention of BLEU reproduces a tool that also prints NIST.
    """
    if all(metric.convention in {None, "sacrebleu"} for metric in metrics):
        return list(metrics)
    from truebleu.metrics.nist import nist_of

    pairs = [(metric, nist_of(metric)) for metric in metrics]
    companions = (metric for pair in pairs for metric in pair if metric is not None)
    return list(dict.fromkeys(companions))


def _check_threshold(args: Namespace, metrics: Sequence[Metric[Any]]) -> None:
    if args.fail_under is None:
        return
    if len(args.metric or ()) > 1:
        names = ", ".join(args.metric)
        raise UsageError(f"--fail-under supports one metric, got {names}. Pass one -m.")
    if not metrics:
        raise UsageError(f"--fail-under is not supported with {args.metric[0]}.")
    if not metrics[0].higher_is_better:
        raise UsageError(f"--fail-under is not supported with {metrics[0].name}: lower is better.")


def _show(
    args: Namespace, systems: Sequence[Sequence[SystemResult]], labels: Mapping[str, str]
) -> None:
    style = Style(args.width, full_signature=bool(args.full_signature), labels=labels)
    sort = args.sort or "score"
    form = args.format or "text"
    per_segment = bool(args.per_segment)
    if args.score_only:
        deliver(numbers(systems, style, per_segment=per_segment), args.output)
    elif form == "text" and not output_file(args.output) and supports_color():
        from truebleu.display.terminal import show

        show(systems, style, per_segment=per_segment, file=sys.stdout, sort=sort)
    else:
        view = ScoresView(systems, style, per_segment=per_segment, sort=sort)
        deliver(view.lines(form), args.output)


def _exit_code(threshold: float | None, results: Sequence[SystemResult]) -> int:
    if threshold is None:
        return DONE
    below = [result for result in results if not result.score.value >= threshold]
    for result in below:
        value = result.score.value
        say_failure(f"{result.name}: {result.score.metric} {value:.4f} is below {threshold:g}")
    return MISSED if below else DONE


COMMAND = Command(
    name="score",
    usage=["score SYSTEM [SYSTEM ...] -r REFERENCE [-r REFERENCE ...]"],
    about="Score one or more systems against one or more references. Input files have one segment "
    "per line, in UTF-8. They may be compressed (gzip, bzip2, xz, zstd). Use - as "
    "file name for standard input. Files named .tsv, .csv, .jsonl or .parquet are tables: choose "
    "columns with --hypothesis-column and --reference-column.",
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
        *segments.resegmenting(),
        *metric_flags.flags(signature=True),
        *files.source(files.SOURCE_OF_MODELS),
        metric_flags.learned(),
        *significance.intervals(),
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
            help="exit with code 1 if any system scores below X; allowed with a single "
            "metric, which must not be TER, WER or CER (lower is better)",
        ),
        files.QUIET,
        files.SORT,
        *files.general(),
    ],
    run=run_score,
    missed="a score is below --fail-under",
    systems=True,
)
