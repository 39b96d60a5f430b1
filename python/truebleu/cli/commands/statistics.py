"""Command `truebleu statistics`, which saves sufficient statistics of systems."""

from __future__ import annotations

import sys
from argparse import Namespace

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.metrics import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.evaluation.parts import shard_bytes, shard_of
from truebleu.io.console import is_terminal, write_bytes
from truebleu.io.program import DONE
from truebleu.io.writing import write_whole


def run_statistics(args: Namespace) -> int:
    """Run `truebleu statistics`: write the statistics to a file, and return the exit code."""
    output = check_output(args)
    if not output and is_terminal(sys.stdout):
        raise UsageError("statistics are binary and cannot go to a terminal. Pass -o FILE.")
    metrics = metrics_of(args)
    with Corpus(args) as corpus:
        systems = corpus.score(metrics, rows=bool(args.rows))
    content = shard_bytes(shard_of(systems))
    if output:
        write_whole(output, [content])
    else:
        write_bytes([content])
    return DONE


COMMAND = Command(
    name="statistics",
    usage=["statistics SYSTEM [SYSTEM ...] -r REFERENCE [-r ...] -o PART.tbs"],
    about="Save the sufficient statistics of a shard to a file, without any text. With --rows, the "
    "file also has the statistics of each segment. `truebleu merge` computes the exact score of "
    "the whole corpus. Input files are as in score.",
    examples=[
        ("one shard", "truebleu statistics out.1.txt -r ref.1.txt --name new -o 1.tbs"),
        (
            "two systems, with statistics of each segment for tests",
            "truebleu statistics a.txt b.txt -r r.txt --name a --name b --rows -o 1.tbs",
        ),
    ],
    common=[
        "--reference",
        "--metric",
        "--tokenize",
        "--lowercase",
        "--signature",
        "--name",
        "--input-format",
        "--rows",
        "--output",
        "--help",
    ],
    flags=[
        *files.reading(names=files.FROM_FILES),
        *metric_flags.flags(
            metric_flags.metrics_by_segment, help=metric_flags.SEVERAL_BY_SEGMENT, signature=True
        ),
        files.OUTPUT,
        files.QUIET,
        Flag(
            "--rows",
            category="output",
            help="also save the statistics of every segment, for intervals and tests after merging",
        ),
        *files.general(),
    ],
    run=run_statistics,
    systems=True,
)
