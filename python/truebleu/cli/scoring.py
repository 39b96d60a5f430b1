"""Scoring the files that a command line names: what `score` and `statistics` have in common."""

from __future__ import annotations

from truebleu.cli.console import say_warning
from truebleu.cli.inputs import open_inputs
from truebleu.cli.notices import Sample, notices
from truebleu.cli.progress import Progress
from truebleu.io.scoring import score_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from truebleu.io.scoring import Result
    from truebleu.metrics.base import Metric

__all__ = ["score_typed"]


def score_typed(
    typed: Namespace,
    metrics: Sequence[Metric[Any]],
    *,
    per_segment: bool = False,
    rows: bool = False,
) -> list[list[Result]]:
    """The results of every system by every metric; what is odd about the data is said.

    `per_segment` and `rows` are those of `score_files`, and so is what is raised.
    """
    inputs = open_inputs(typed)
    try:
        sample = Sample(inputs.references[0], inputs.systems)
        with Progress(inputs.files, quiet=bool(typed.quiet)) as progress:
            systems = score_files(
                metrics,
                inputs.files,
                inputs.systems,
                inputs.references,
                per_segment=per_segment,
                rows=rows,
                threads=typed.threads or 0,
                before_batch=sample.take,
                after_batch=progress.show,
            )
        if not typed.quiet:
            firsts = [by_metric[0] for by_metric in systems]
            identical = [first.identical_to for first in firsts]
            score = firsts[0].score
            for message in notices(inputs, identical, metrics, sample, typed.signature, score):
                say_warning(message)
    finally:
        inputs.close()
    return systems
