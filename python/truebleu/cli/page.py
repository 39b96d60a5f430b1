"""Metrics of an HTML report, records of its input files, and its date."""

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
"""Environment variable with the time of reproducible builds (https://reproducible-builds.org)."""

BLOCK = 1 << 20


def metric_of_page(args: Namespace) -> BLEU:
    """Return the metric of the page that `truebleu serve` shows.

    Raises:
        UsageError: the command line selects several metrics.
        ConfigurationError: the page does not support the metric.
    """
    metric, others = metrics_of_page(args)
    if others:
        raise UsageError(f"serve supports one metric, got {', '.join(args.metric)}. Pass -m bleu.")
    return metric


def metrics_of_page(args: Namespace, *, learned: bool = False) -> tuple[BLEU, list[Metric[Any]]]:
    """Return the main metric of a report, and the additional metrics.

    The main metric is the first BLEU. For `learned`, see `metrics_of`. Raise `ConfigurationError`
    if no metric is BLEU, or if the report does not support the settings of the main metric.
    """
    metrics = check_metrics(metrics_of(args, weighed=True, learned=learned) or None)
    return main_and_others(metrics)


def input_file(role: str, path: str, lines: int, *, name: str) -> InputFile:
    """Return a record of an input file, with its SHA-256 hash.

    The hash of standard input or a pipe is None, because it can be read only once.
    """
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
    """Return the current time, or the time in the environment variable `SOURCE_DATE_EPOCH`.

    The format is ISO 8601 in UTC, such as "2026-01-31T12:00:00Z". Raise `UsageError` if the time in
    `SOURCE_DATE_EPOCH` is out of range.
    """
    epoch = os.environ.get(EPOCH, "")
    try:
        when = (
            datetime.fromtimestamp(int(epoch), timezone.utc)
            if epoch.isdecimal()
            else datetime.now(timezone.utc)
        )
    except (ValueError, OverflowError, OSError):
        raise UsageError(
            f"{EPOCH}={epoch[:40]} is out of range. Use Unix time in seconds."
        ) from None
    return when.isoformat(timespec="seconds").replace("+00:00", "Z")
