"""From a command line to a report: its metrics, and where its data come from."""

from __future__ import annotations

import os
from argparse import Namespace
from datetime import datetime, timezone
from hashlib import sha256
from typing import Any

from truebleu.cli.command import UsageError
from truebleu.cli.metrics import metrics_of
from truebleu.io.blocks import STDIN
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.registry import check_metrics
from truebleu.report.input import InputFile, main_and_others

EPOCH = "SOURCE_DATE_EPOCH"
"""The variable by which builds say what time it is: https://reproducible-builds.org."""

BLOCK = 1 << 20


def metric_of_page(typed: Namespace, what: str) -> BLEU:
    """The one metric of a page, which an error calls `what`.

    Raises `UsageError` for several, and `ConfigurationError` for one that a page cannot compute.
    """
    metric, others = metrics_of_page(typed)
    if others:
        raise UsageError(
            f"{what} is about one metric, BLEU: {' and '.join(typed.metric)} are several"
        )
    return metric


def metrics_of_page(typed: Namespace) -> tuple[BLEU, list[Metric[Any]]]:
    """The metric that a page is made around, and those beside it.

    Raises `ConfigurationError` where the page cannot compute the first, or none is BLEU.
    """
    metrics = check_metrics(metrics_of(typed, weighed=True))
    return main_and_others(metrics)


def input_file(role: str, path: str, lines: int, *, name: str) -> InputFile:
    """A file with its hash; standard input, and what is no file, has none."""
    if path == STDIN or not os.path.isfile(path):
        return InputFile(role=role, name=name, sha256=None, lines=lines, size=None)
    digest = sha256()
    with open(path, "rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return InputFile(
        role=role,
        name=name,
        sha256=digest.hexdigest(),
        lines=lines,
        size=os.path.getsize(path),
    )


def created_now() -> str:
    """The date, or that of `SOURCE_DATE_EPOCH`: to the second, in UTC."""
    epoch = os.environ.get(EPOCH, "")
    when = (
        datetime.fromtimestamp(int(epoch), timezone.utc)
        if epoch.isdecimal()
        else datetime.now(timezone.utc)
    )
    return when.isoformat(timespec="seconds").replace("+00:00", "Z")
