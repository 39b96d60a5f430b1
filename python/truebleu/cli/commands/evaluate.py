"""`truebleu evaluate`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.flags import files, tests
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import check_distinct
from truebleu.cli.metrics import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.cli.score_files import ScoreFiles
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
from truebleu.wording import count

Disagreements = tuple[str, str, Sequence[SegmentDisagreement]]


def run_evaluate(typed: Namespace) -> int:
    """Evaluate what the arguments say, show it, and give the exit code."""
    score_files = ScoreFiles(typed)
    metrics = metrics_of(typed, weighed=True)
    check_output(typed)
    with Corpus(typed) as corpus:
        check_distinct(corpus.names)
        texts = corpus.read()
    corpus.warn(metrics)
    columns = score_files.read(corpus.names, corpus.labels)
    evaluation = Evaluation(
        [*metrics, *columns], aggregate=_aggregate(typed), weights=_weights(typed)
    )
    systems = dict(zip(corpus.names, texts.systems, strict=True))
    result = evaluation.run(systems, texts.references, threads=typed.threads)
    correlations = _correlations(typed, result, columns)
    disagreements = _disagreements(typed, result)
    lines = render(
        result,
        typed.format or "text",
        labels=corpus.labels,
        sort=typed.sort or "score",
        correlations=correlations,
        disagreements=disagreements,
    )
    deliver(lines, typed.output)
    return DONE


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
    settings = tests.settings_of(typed)
    found: list[Sequence[Correlation]] = []
    if len(result.metrics) < 2:
        return found
    for column in columns:
        if len(result.systems) >= 3:
            found.append(result.correlate(column.name, by="system", **settings))
        elif not typed.quiet:
            say_warning(
                f"{count(len(result.systems), 'system')}: too few to correlate {column.name} "
                f"with over "
                "systems, which needs three; segments are correlated"
            )
        found.append(result.correlate(column.name, by="segment", **settings))
    return found


def _disagreements(typed: Namespace, result: EvaluationResult) -> list[Disagreements]:
    """Both ways for the two metrics that --disagree names."""
    if typed.disagree is None:
        return []
    first, comma, second = typed.disagree.partition(",")
    if not comma:
        raise UsageError(f"--disagree {typed.disagree}: write two metrics, such as BLEU,people")
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
        tests.option("confidence"),
        tests.option("seed"),
        tests.option(
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
