"""Command `truebleu explain`, which explains a BLEU score."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.metrics import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.cli.values import positive_count
from truebleu.display.explanation import FORMATS
from truebleu.display.formats import render
from truebleu.explanation.explain import explain
from truebleu.io.console import deliver
from truebleu.io.program import DONE
from truebleu.metrics.bleu import BLEU

TOP = 3
TOP_IN_JSON = 10


def run_explain(args: Namespace) -> int:
    """Run `truebleu explain`: print the explanation of a score, and return the exit code."""
    metric = _metric(args)
    if args.against is not None:
        args.files = [*args.files, args.against]
    check_output(args)
    with Corpus(args) as corpus:
        names = _names(corpus.names)
        texts = corpus.read()
    form = args.format or "text"
    explanation = explain(
        texts.systems[0],
        texts.references,
        metric,
        against=texts.systems[1] if len(texts.systems) > 1 else None,
        segment=args.segment,
        top=args.top or (TOP_IN_JSON if form == "json" else TOP),
        names=names,
        threads=args.threads,
    )
    corpus.warn([metric], scores=[(names[0], explanation.score)])
    deliver(render(explanation, form), args.output)
    return DONE


def _metric(args: Namespace) -> BLEU:
    metrics = metrics_of(args)
    if len(metrics) == 1 and isinstance(metrics[0], BLEU):
        return metrics[0]
    names = ", ".join(metric.name for metric in metrics if not isinstance(metric, BLEU))
    raise UsageError(
        f"explain supports BLEU only, got {names}. Use truebleu score --format json for the "
        "components of other metrics."
    )


def _names(names: Sequence[str]) -> tuple[str, str]:
    """Return the names of the explained system and of the system in `--against`.

    Without `--against`, both names are equal.
    """
    if len(names) > 2:
        raise UsageError(
            f"explain supports one system and one --against, got {len(names)} systems. Use "
            "truebleu compare for more."
        )
    return names[0], names[-1]


COMMAND = Command(
    name="explain",
    usage=["explain SYSTEM -r REFERENCE [--against SYSTEM] [--segment N]"],
    about="Explain a BLEU score: the points lost to brevity and to each n-gram order, the n-grams "
    "and segments with the largest impact, and the scores of other settings. It supports BLEU "
    "only; `score --format json` has the components of other metrics. Input files are as in score.",
    examples=[
        ("one system", "truebleu explain system.txt -r reference.txt"),
        (
            "difference between two systems",
            "truebleu explain new.txt -r reference.txt --against base.txt",
        ),
        ("one segment, token by token", "truebleu explain s.txt -r r.txt --segment 12"),
        ("machine-readable", "truebleu explain s.txt -r r.txt --format json"),
    ],
    common=[
        "--reference",
        "--against",
        "--segment",
        "--top",
        "--tokenize",
        "--lowercase",
        "--convention",
        "--signature",
        "--format",
        "--output",
    ],
    flags=[
        *files.reading(text=True, names=files.FROM_FILES),
        *metric_flags.flags(
            lambda: ("bleu",),
            help="metric to explain",
            signature=True,
            bleu_alone=True,
        ),
        Flag(
            "--against",
            metavar="FILE",
            category="explanation",
            help="output of another system; also explain the difference between the two",
        ),
        Flag(
            "--segment",
            metavar="N",
            parse=positive_count,
            category="explanation",
            help="explain this segment (from 1) token by token instead of the corpus",
        ),
        Flag(
            "--top",
            metavar="N",
            parse=positive_count,
            category="explanation",
            default="3, 10 in json",
            help="number of segments, and of n-grams of each order and kind",
        ),
        files.OUTPUT,
        files.QUIET,
        files.result_format(lambda: FORMATS),
        *files.general(),
    ],
    run=run_explain,
    systems=True,
)
