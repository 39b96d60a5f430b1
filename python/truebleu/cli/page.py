"""Metrics of a report, and the record of its input files and date."""

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
"""Environment variable for reproducible builds: https://reproducible-builds.org."""

BLOCK = 1 << 20


def metric_of_page(args: Namespace) -> BLEU:
    """Return the metric of the served page.

    Raises:
        UsageError: there are several metrics.
        ConfigurationError: the page does not support the metric.
    """
    metric, others = metrics_of_page(args)
    if others:
        raise UsageError(f"serve supports one metric, got {', '.join(args.metric)}. Pass -m bleu.")
    return metric


def metrics_of_page(args: Namespace, *, learned: bool = False) -> tuple[BLEU, list[Metric[Any]]]:
    """Return the main metric of a page and the additional metrics; see `metrics_of` for `learned`.

    Raises `ConfigurationError` if there is no BLEU, or the page does not support the first one.
    """
    metrics = check_metrics(metrics_of(args, weighed=True, learned=learned) or None)
    return main_and_others(metrics)


def input_file(role: str, path: str, lines: int, *, name: str) -> InputFile:
    """Return the record of an input file with its hash; pipes have none."""
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
    """Return the current time in UTC, or the time in `SOURCE_DATE_EPOCH`."""
    epoch = os.environ.get(EPOCH, "")
    when = (
        datetime.fromtimestamp(int(epoch), timezone.utc)
        if epoch.isdecimal()
        else datetime.now(timezone.utc)
    )
    return when.isoformat(timespec="seconds").replace("+00:00", "Z")
