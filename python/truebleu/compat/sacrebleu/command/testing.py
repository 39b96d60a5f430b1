"""Paired tests of several systems: the drop-in's, as columns of a table."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from truebleu.compat.sacrebleu.significance import PairedTest


def paired_test(
    typed: Namespace, metrics: Mapping[str, Any], systems: Mapping[str, list[str]]
) -> tuple[dict[str, list[Any]], dict[str, str]]:
    """Hold all systems against the first.

    Returns:
        Columns, "System" and one for each metric, whose cells are sacreBLEU's results as
        dictionaries; and the signature of each metric.
    """
    kind, trials = ("bs", typed.paired_bs_n) if typed.paired_bs else ("ar", typed.paired_ar_n)
    test = PairedTest(list(systems.items()), metrics, None, test_type=kind, n_samples=trials)
    signatures, results = test()
    table: dict[str, list[Any]] = {
        name: [cell if isinstance(cell, str) else _numbers(cell) for cell in cells]
        for name, cells in results.items()
    }
    return table, {name: found.format(typed.short) for name, found in signatures.items()}


def _numbers(result: Any) -> dict[str, float | None]:
    """A result's numbers as Python's own: JSON has no others."""
    return {name: None if value is None else float(value) for name, value in vars(result).items()}
