"""`truebleu explain`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import check_distinct
from truebleu.cli.metrics import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.cli.values import positive_count
from truebleu.display.explanation import FORMATS
from truebleu.display.formats import render
from truebleu.explanation.explain import explain
from truebleu.io.console import deliver
from truebleu.io.program import DONE
from truebleu.metrics.bleu import BLEU

FOR_PEOPLE = 3
FOR_PROGRAMS = 10


def run_explain(typed: Namespace) -> int:
    """Explain the score that the arguments ask for, and give the exit code."""
    metric = _metric(typed)
    if typed.against is not None:
        typed.files = [*typed.files, typed.against]
    check_output(typed)
    with Corpus(typed) as corpus:
        names = _names(corpus.names)
        texts = corpus.read()
    form = typed.format or "text"
    explanation = explain(
        texts.systems[0],
        texts.references,
        metric,
        against=texts.systems[1] if len(texts.systems) > 1 else None,
        segment=typed.segment,
        top=typed.top or (FOR_PROGRAMS if form == "json" else FOR_PEOPLE),
        names=names,
        threads=typed.threads,
    )
    corpus.warn([metric], scores=[(names[0], explanation.score)])
    deliver(render(explanation, form), typed.output)
    return DONE


def _metric(typed: Namespace) -> BLEU:
    metrics = metrics_of(typed)
    if len(metrics) == 1 and isinstance(metrics[0], BLEU):
        return metrics[0]
    others = " and ".join(metric.name for metric in metrics if not isinstance(metric, BLEU))
    raise UsageError(
        f"explain takes BLEU apart, not {others}: what such a score is made of is in "
        "truebleu score --format json"
    )


def _names(names: Sequence[str]) -> tuple[str, str]:
    """What the explained system and the other one are called."""
    if len(names) > 2:
        raise UsageError(
            f"{len(names)} systems: one is explained, alone or --against one other; for more, see "
            "truebleu compare"
        )
    check_distinct(names)
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
            help="number of n-grams of each order and kind, and of segments",
        ),
        files.OUTPUT,
        files.QUIET,
        files.result_format(lambda: FORMATS),
        *files.general(),
    ],
    run=run_explain,
    systems=True,
)
