"""`truebleu statistics`."""

from __future__ import annotations

from argparse import Namespace

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.metrics import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.evaluation.parts import shard_of, write_shard
from truebleu.io.program import DONE


def run_statistics(typed: Namespace) -> int:
    """Count what the arguments name into a file, and give the exit code."""
    output = check_output(typed)
    if not output:
        raise UsageError("statistics are no text: name a file to write them to with -o part.tbs")
    metrics = metrics_of(typed)
    with Corpus(typed) as corpus:
        systems = corpus.score(metrics, rows=bool(typed.rows))
    write_shard(output, shard_of(systems))
    return DONE


COMMAND = Command(
    name="statistics",
    usage=["statistics SYSTEM [SYSTEM ...] -r REFERENCE [-r ...] -o PART.tbs"],
    about="Count a part of a corpus into a file: the sums that a score is made of, and "
    "with --rows those of each segment. `truebleu merge` makes of all parts the very score of the "
    "whole. Files are those of `score`; the parts hold no text.",
    examples=[
        ("a part of a corpus", "truebleu statistics out.1.txt -r ref.1.txt --name new -o 1.tbs"),
        (
            "two systems, with what a test needs",
            "truebleu statistics a.1.txt b.1.txt -r ref.1.txt --name a --name b --rows -o 1.tbs",
        ),
    ],
    flags=[
        *files.reading(names=files.FROM_FILES),
        *metric_flags.flags(metric_flags.metrics_by_segment, signature=True),
        files.OUTPUT,
        files.QUIET,
        Flag(
            "--rows",
            category="output",
            help="keep the counts of every segment too, for intervals and tests of what is merged",
        ),
        *files.general(),
    ],
    run=run_statistics,
    systems=True,
)
