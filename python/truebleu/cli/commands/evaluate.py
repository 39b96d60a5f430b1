"""`truebleu evaluate`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.external_scores import ScoreFiles
from truebleu.cli.flags import files, significance
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import check_distinct
from truebleu.cli.metrics import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.display.evaluation import FORMATS
from truebleu.display.formats import render
from truebleu.evaluation.evaluation import Evaluation
from truebleu.evaluation.results import (
    AGGREGATES,
    Correlation,
    EvaluationResult,
    SegmentDisagreement,
)
from truebleu.io.console import deliver, say_warning
from truebleu.io.program import DONE
from truebleu.metrics.score_column import ScoreColumn

Disagreements = tuple[str, str, Sequence[SegmentDisagreement]]


def run_evaluate(args: Namespace) -> int:
    """Evaluate the systems, print the result and return the exit code."""
    score_files = ScoreFiles(args)
    metrics = metrics_of(args, weighed=True)
    check_output(args)
    with Corpus(args) as corpus:
        check_distinct(corpus.names)
        texts = corpus.read()
    corpus.warn(metrics)
    columns = score_files.read(corpus.names, corpus.labels)
    evaluation = Evaluation(
        [*metrics, *columns], aggregate=_aggregate(args), weights=_weights(args)
    )
    systems = dict(zip(corpus.names, texts.systems, strict=True))
    result = evaluation.run(systems, texts.references, threads=args.threads)
    correlations = _correlations(args, result, columns)
    disagreements = _disagreements(args, result)
    lines = render(
        result,
        args.format or "text",
        labels=corpus.labels,
        sort=args.sort or "score",
        correlations=correlations,
        disagreements=disagreements,
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
    args: Namespace, result: EvaluationResult, columns: Sequence[ScoreColumn]
) -> list[Sequence[Correlation]]:
    """Return the system-level and segment-level correlations with each external score."""
    settings = significance.settings_of(args)
    correlations: list[Sequence[Correlation]] = []
    if len(result.metrics) < 2:
        return correlations
    for column in columns:
        if len(result.systems) >= 3:
            correlations.append(result.correlate(column.name, by="system", **settings))
        elif not args.quiet:
            say_warning(
                f"{column.name}: system-level correlation needs at least 3 systems, got "
                f"{len(result.systems)}. Only segment-level correlation is shown."
            )
        correlations.append(result.correlate(column.name, by="segment", **settings))
    return correlations


def _disagreements(args: Namespace, result: EvaluationResult) -> list[Disagreements]:
    """Return the disagreements of the metrics of --disagree, in both directions."""
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
    usage=["evaluate SYSTEM [SYSTEM ...] -r REFERENCE [-m METRIC ...] [--scores ...]"],
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
        "--metric-weights",
        "--disagree",
        "--sort",
        "--format",
        "--output",
    ],
    flags=[
        *files.reading(names=files.SHORTENED),
        *files.score_columns(),
        *metric_flags.flags(),
        significance.option("confidence"),
        significance.option("seed"),
        significance.option(
            "resamples",
            default="500",
            help="bootstrap resamples for the confidence intervals of the coefficients",
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
