"""Command `truebleu evaluate`, which computes metrics and their correlation with human ratings."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.external_scores import ScoreFiles
from truebleu.cli.flags import files, significance
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.metrics import check_source_is_read, learned_of, metrics_of
from truebleu.cli.outputs import check_output
from truebleu.display.evaluation import FORMATS
from truebleu.display.formats import render
from truebleu.evaluation.coefficients import (
    AVERAGED,
    AVERAGES,
    BY_SEGMENT,
    BY_SYSTEM,
    COEFFICIENTS,
    FORMS,
)
from truebleu.evaluation.evaluation import Evaluation
from truebleu.evaluation.ranking import MetricRanking
from truebleu.evaluation.results import (
    AGGREGATES,
    Correlation,
    EvaluationResult,
    SegmentDisagreement,
)
from truebleu.io.console import deliver, say_warning
from truebleu.io.program import DONE
from truebleu.metrics.registry import is_learned

OWN_FORM = "truebleu"

OF_WMT = ("reference", "wmt", "ratings", "exclude")
"""Input options that `--wmt` supports."""

NOT_OF_WMT = ("aggregate", "metric_weights", "disagree", "average_by", "coefficient", "model_cache")
"""Other options that `--wmt` does not support."""

Disagreements = tuple[str, str, Sequence[SegmentDisagreement]]


def run_evaluate(args: Namespace) -> int:
    """Run `truebleu evaluate`: print scores and correlations, and return the exit code."""
    if args.wmt is not None:
        return run_wmt(args)
    for name in ("ratings", "exclude"):
        if getattr(args, name) is not None:
            raise UsageError(f"--{name} requires --wmt FOLDER.")
    score_files = ScoreFiles(args)
    check_comparison(args, bool(args.scores))
    learned = learned_of(args)
    check_source_is_read(args, learned)
    metrics = metrics_of(args, weighed=True, learned=True)
    check_output(args)
    with Corpus(args) as corpus:
        texts = corpus.read(source=learned is not None)
    corpus.warn(metrics)
    if learned:
        metrics += learned.columns(corpus.names, texts)
    columns = score_files.read(corpus.names, corpus.labels)
    evaluation = Evaluation(
        [*metrics, *columns], aggregate=_aggregate(args), weights=_weights(args)
    )
    systems = dict(zip(corpus.names, texts.systems, strict=True))
    result = evaluation.run(systems, texts.references, threads=args.threads)
    # Labels, because external scores may have the name of a computed metric.
    labels = [metric.name for metric in result.metrics[len(metrics) :]]
    correlations = _correlations(args, result, labels)
    rankings = rankings_of(args, result, labels)
    disagreements = _disagreements(args, result)
    lines = render(
        result,
        args.format or "text",
        labels=corpus.labels,
        sort=args.sort or "score",
        correlations=correlations,
        rankings=rankings,
        disagreements=disagreements,
    )
    deliver(lines, args.output)
    return DONE


def run_wmt(args: Namespace) -> int:
    """Run `truebleu evaluate --wmt`, and return the exit code.

    The command prints the table of the WMT metrics task.
    """
    from truebleu.evaluation.wmt import read_wmt  # late: only this evaluation needs pathlib

    if len(args.files) != 1:
        raise UsageError(
            f"--wmt {args.wmt} needs one language pair: truebleu evaluate --wmt FOLDER en-de"
        )
    for flag in COMMAND.flags:
        is_of_files = flag.category == "input" and flag.target not in OF_WMT
        if (is_of_files or flag.target in NOT_OF_WMT) and getattr(args, flag.target, None):
            raise UsageError(f"{flag.names[-1]} is not supported with --wmt.")
    if learned := next(filter(is_learned, args.metric or ()), None):
        raise UsageError(f"{learned} is not supported with --wmt.")
    if len(args.reference or []) > 1:
        raise UsageError("--wmt takes one reference by its name: -r refA")
    check_comparison(args, has_ratings=True)
    computed = metrics_of(args, weighed=True) if args.metric else ()
    check_output(args)
    test_set = read_wmt(
        args.wmt,
        args.files[0],
        ratings=args.ratings,
        reference=args.reference[0] if args.reference else None,
        exclude=args.exclude,
    )
    result = test_set.evaluate(computed, threads=args.threads)
    if not args.quiet:
        for name, reason in test_set.left_out.items():
            say_warning(f"metric {name} is left out: {reason}")
        for system in test_set.excluded:
            say_warning(f"system {system} is left out")
    column, settings = test_set.ratings.name, correlation_settings(args)
    form = _form(args, FORMS[0])
    settings["form"] = form
    tasks = (("system", "soft_pairwise_accuracy"), ("segment", "pairwise_accuracy"))
    correlations = [
        result.correlate(column, by=by, coefficients=[name], **settings) for by, name in tasks
    ]
    rankings: list[MetricRanking] = []
    if args.compare_metrics:
        options = {**significance.settings_of(args), "form": form}
        rankings = [result.compare_metrics(column, name, by=by, **options) for by, name in tasks]
    lines = render(
        result,
        args.format or "text",
        sort=args.sort or "score",
        correlations=correlations,
        rankings=rankings,
        task=True,
    )
    deliver(lines, args.output)
    return DONE


def _aggregate(args: Namespace) -> str | None:
    kind: str | None = args.aggregate
    if kind is None and args.metric_weights is not None:
        raise UsageError("--metric-weights requires --aggregate.")
    return kind


def _weights(args: Namespace) -> dict[str, float] | None:
    if args.metric_weights is None:
        return None
    weights = {}
    for part in args.metric_weights.split(","):
        name, equals, number = part.rpartition("=")
        try:
            weights[name] = float(number)
        except ValueError:
            equals = ""
        if not equals or not name:
            raise UsageError(
                f"--metric-weights {args.metric_weights}: invalid syntax. Use "
                f"NAME=NUMBER,NAME=NUMBER"
            )
    return weights


def _correlations(
    args: Namespace, result: EvaluationResult, columns: Sequence[str]
) -> list[Sequence[Correlation]]:
    settings = correlation_settings(args)
    correlations: list[Sequence[Correlation]] = []
    if len(result.metrics) < 2:
        return correlations
    for column in columns:
        if len(result.systems) >= 3:
            correlations.append(result.correlate(column, by="system", **settings))
        elif not args.quiet:
            say_warning(
                f"{column}: system-level correlation needs at least 3 systems, got "
                f"{len(result.systems)}. Only segment-level correlation is shown."
            )
        correlations.append(
            result.correlate(column, by="segment", average=args.average_by, **settings)
        )
    return correlations


def correlation_settings(args: Namespace) -> dict[str, Any]:
    """Return the keyword arguments of `correlate` that the command line sets."""
    settings = significance.settings_of(args)
    settings.pop("trials", None)
    return {**settings, "form": _form(args)}


def _form(args: Namespace, usual: str | None = None) -> str | None:
    """Return the value of `--form`.

    The value is the program whose definitions of correlation coefficients are used. Return `usual`
    if `--form` was not passed, and None for truebleu's own definitions.
    """
    form: str | None = usual if args.form is None else args.form
    return None if form == OWN_FORM else form


def check_comparison(args: Namespace, has_ratings: bool) -> None:
    """Raise `UsageError` if options cannot be combined, or one lacks the option it requires.

    Some options require `--compare-metrics`. Others require external scores, such as human ratings.
    `has_ratings` is whether there are external scores.
    """
    for name in ("coefficient", "trials"):
        if getattr(args, name) is not None and not args.compare_metrics:
            raise UsageError(f"--{name} requires --compare-metrics.")
    for name in ("compare_metrics", "average_by", "form", "confidence", "seed", "resamples"):
        value = getattr(args, name)
        if value is not None and value is not False and not has_ratings:
            raise UsageError(f"--{name.replace('_', '-')} requires --scores NAME=FILE.")
    is_accuracy = args.compare_metrics and args.coefficient in (None, "pairwise_accuracy")
    if is_accuracy and args.average_by == "system" and _form(args) is None:
        raise UsageError(
            "--compare-metrics cannot test pairwise accuracy with --average-by system. Use "
            "--average-by item or another --coefficient."
        )


def rankings_of(
    args: Namespace, result: EvaluationResult, columns: Sequence[str]
) -> list[MetricRanking]:
    """Return the rankings of metrics that `--compare-metrics` requests.

    There is at most one ranking for each external score and level (system or segment). `columns`
    are the labels of the external scores in `result`.
    """
    if not args.compare_metrics:
        return []
    if len(result.metrics) < 3:
        raise UsageError(
            "--compare-metrics needs at least 2 metrics besides the external scores. Add one: "
            "-m bleu chrf"
        )
    settings = significance.settings_of(args)
    chosen, form = args.coefficient, _form(args)
    rankings = []
    for column in columns:
        if chosen in (None, *BY_SYSTEM) and len(result.systems) >= 3 and not args.average_by:
            rankings.append(result.compare_metrics(column, chosen, form=form, **settings))
        if chosen in (None, *(BY_SEGMENT if args.average_by is None else AVERAGED)):
            rankings.append(
                result.compare_metrics(
                    column,
                    chosen,
                    by="segment",
                    average=args.average_by,
                    form=form,
                    **settings,
                )
            )
    if not rankings:
        raise UsageError(
            f"--coefficient {chosen} does not exist with --average-by {args.average_by}."
            if args.average_by
            else f"--coefficient {chosen} needs at least 3 systems, got {len(result.systems)}."
        )
    return rankings


def _disagreements(args: Namespace, result: EvaluationResult) -> list[Disagreements]:
    """Return the segments that the two metrics of `--disagree` rank differently.

    The first item has the segments that the first metric ranks higher. The second item has the
    segments that the second metric ranks higher.
    """
    if args.disagree is None:
        return []
    first, comma, second = args.disagree.partition(",")
    if not comma:
        raise UsageError(
            f"--disagree {args.disagree}: invalid syntax. Use two metrics, such as BLEU,human"
        )
    pairs = ((first, second), (second, first))
    return [(high, low, result.disagreements(high, low)) for high, low in pairs]


COMMAND = Command(
    name="evaluate",
    usage=[
        "evaluate SYSTEM [SYSTEM ...] -r REFERENCE [-m METRIC ...] [--scores ...]",
        "evaluate --wmt FOLDER PAIR [-m METRIC ...]",
    ],
    about="Compute many metrics for many systems in one table, with external scores such as human "
    "ratings. It also prints system-level and segment-level correlation with the external scores "
    "and the segments where two metrics disagree most. Input files are as in score.",
    examples=[
        ("five metrics", "truebleu evaluate a.txt b.txt -r ref.txt -m bleu chrf ter wer"),
        (
            "correlation with human ratings",
            "truebleu evaluate a.txt b.txt c.txt -r ref.txt --scores human=ratings.tsv",
        ),
        (
            "does chrF agree better with human ratings than BLEU?",
            "truebleu evaluate *.out -r ref.txt -m bleu chrf --scores a=h.tsv --compare-metrics",
        ),
        (
            "mean rank over metrics",
            "truebleu evaluate a.txt b.txt -r ref.txt -m bleu chrf --aggregate ranked",
        ),
    ],
    common=[
        "--reference",
        "--metric",
        "--scores",
        "--lower-is-better",
        "--aggregate",
        "--disagree",
        "--compare-metrics",
        "--sort",
        "--format",
        "--output",
    ],
    flags=[
        *files.reading(names=files.SHORTENED),
        *files.score_columns(),
        *metric_flags.flags(),
        *files.source(files.SOURCE_OF_MODELS),
        metric_flags.learned(),
        significance.option("confidence"),
        significance.option("seed"),
        significance.option(
            "resamples",
            default="500",
            help="bootstrap resamples for the confidence intervals of the coefficients",
        ),
        significance.option(
            "trials", default="1000", help="permutations in each test of --compare-metrics"
        ),
        Flag(
            "--wmt",
            metavar="FOLDER",
            category="input",
            help="evaluate the metrics of a WMT metrics test set in the layout of mt-metrics-eval, "
            "instead of files: pass the language pair as argument, and with -r the name of the "
            "reference; -m adds metrics that are computed from the system outputs",
        ),
        Flag(
            "--ratings",
            metavar="NAME",
            category="input",
            default="the scores of the findings paper, or mqm",
            help="name of the human scores or MQM ratings of --wmt",
        ),
        Flag(
            "--exclude",
            metavar="NAME",
            repeated=True,
            category="input",
            default="the outliers of the findings paper",
            help="system to leave out of --wmt; repeat it for several",
        ),
        Flag(
            "--compare-metrics",
            category="significance",
            help="test which metric agrees better with each external score: ranks, intervals and "
            "p-values of all pairs, by soft pairwise accuracy (system level) and pairwise accuracy "
            "(segment level)",
        ),
        Flag(
            "--coefficient",
            metavar="NAME",
            choices=lambda: COEFFICIENTS,
            category="significance",
            help="coefficient by which --compare-metrics ranks metrics, instead of the two "
            "accuracies",
        ),
        Flag(
            "--average-by",
            metavar="ROWS",
            choices=lambda: AVERAGES,
            category="significance",
            help="average segment-level coefficients over items (segments) or systems, instead of "
            "one coefficient of all ratings",
        ),
        Flag(
            "--form",
            metavar="NAME",
            choices=lambda: (OWN_FORM, *FORMS),
            category="significance",
            default="truebleu, with --wmt mt-metrics-eval",
            help="program whose definitions of soft pairwise accuracy, tie calibration and tests "
            "are used",
        ),
        files.OUTPUT,
        files.QUIET,
        files.SORT,
        Flag(
            "--aggregate",
            metavar="KIND",
            choices=lambda: AGGREGATES,
            category="output",
            help="aggregate of all metrics: weighted mean of the ranks (1 is best), or of the "
            "scores "
            "divided by their scales",
        ),
        Flag(
            "--metric-weights",
            metavar="LIST",
            sets="weights",
            category="output",
            default="equal weights",
            help="weights of the aggregate, such as BLEU=2,chrF2=1; unlisted metrics have weight 0",
        ),
        Flag(
            "--disagree",
            metavar="A,B",
            category="output",
            help="list the segments that metric A ranks highest relative to metric B, and the "
            "reverse",
        ),
        files.result_format(lambda: FORMATS),
        *files.general(),
    ],
    run=run_evaluate,
    systems=True,
)
