"""Significance tests for the command `truebleu sacrebleu`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from truebleu.compat.sacrebleu.significance import PairedTest


def paired_test(
    args: Namespace, metrics: Mapping[str, Any], systems: Mapping[str, list[str]]
) -> tuple[dict[str, list[Any]], dict[str, str]]:
    """Test every system against the first one, and return table columns and signatures.

    Returns:
        Two dicts. The first maps each column name to a list of cells, one per system. A cell
        of the column "System" is the system's name. A cell of a metric's column is a dict with the
        test results of the system. The second maps metric names to signatures.
    """
    kind, trials = ("bs", args.paired_bs_n) if args.paired_bs else ("ar", args.paired_ar_n)
    test = PairedTest(list(systems.items()), metrics, None, test_type=kind, n_samples=trials)
    signatures, results = test()
    table: dict[str, list[Any]] = {
        name: [cell if isinstance(cell, str) else _numbers(cell) for cell in cells]
        for name, cells in results.items()
    }
    return table, {name: signature.format(args.short) for name, signature in signatures.items()}


def _numbers(result: Any) -> dict[str, float | None]:
    """Return the fields of a test result as a dict of floats and None, for JSON."""
    return {name: None if value is None else float(value) for name, value in vars(result).items()}
