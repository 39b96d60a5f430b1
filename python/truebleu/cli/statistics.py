"""`truebleu statistics`."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.console import output_file, say_warning
from truebleu.cli.inputs import open_inputs
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.notices import Sample, notices
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.cli.progress import Progress
from truebleu.io.scoring import score_files
from truebleu.io.shards import shard_of, write_shard
from truebleu.io.writing import check_writable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from truebleu.cli.inputs import Inputs
    from truebleu.io.shards import Shard
    from truebleu.metrics.base import Metric

__all__ = ["run_statistics"]


def run_statistics(arguments: Sequence[str]) -> int:
    """Count what the arguments name into a file, and give the exit code."""
    typed = parse_systems("statistics", arguments)
    output = output_file(typed.output)
    if not output:
        raise UsageError("statistics are no text: name a file to write them to with -o part.tbs")
    metrics = metrics_of(typed)
    check_writable(output, [*typed.files, *(typed.reference or [])])
    inputs = open_inputs(typed)
    try:
        shard = _counted(typed, inputs, metrics)
    finally:
        inputs.close()
    write_shard(output, shard)
    return DONE


def _counted(typed: Namespace, inputs: Inputs, metrics: Sequence[Metric[Any]]) -> Shard:
    sample = Sample(inputs.references[0], inputs.systems)
    with Progress(inputs.files, quiet=bool(typed.quiet)) as progress:
        systems = score_files(
            metrics,
            inputs.files,
            inputs.systems,
            inputs.references,
            rows=bool(typed.rows),
            threads=typed.threads or 0,
            before_batch=sample.take,
            after_batch=progress.show,
        )
    if not typed.quiet:
        firsts = [results[0] for results in systems]
        for message in notices(inputs, firsts, metrics, sample, typed.signature):
            say_warning(message)
    return shard_of(inputs.names, systems)
