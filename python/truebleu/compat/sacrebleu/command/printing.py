"""Output of the command `truebleu sacrebleu`: scores as lines, JSON or tables."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from truebleu.io.console import is_terminal, write_lines
from truebleu.wording import escape_controls, missing_package

ANSI = {"red": "31", "green": "32", "yellow": "33", "cyan": "36"}
# Escape sequences. sacreBLEU removes them from output that does not go to a terminal.
ESCAPES = re.compile("\001?\033\\[((?:\\d|;)*)([a-zA-Z])\002?")
INTERVAL = re.compile(r"\(μ = [0-9.]+ ± [0-9.]+\)")
TABLES = {"text": "fancy_grid", "latex": "latex_booktabs"}
LEVEL = 0.05


class Printer:
    """Writer of scores with the format, number of decimals and colors that the flags set."""

    def __init__(self, args: Namespace) -> None:
        self._args = args
        self._colored = not (os.environ.get("NO_COLOR") or args.no_color)
        self._plain = self._colored and not is_terminal(sys.stdout)

    @property
    def shows_colors(self) -> bool:
        """Whether the output is colored."""
        return self._colored and not self._plain

    def write(self, lines: Iterable[str]) -> None:
        """Write lines to standard output."""
        write_lines((ESCAPES.sub("", line) for line in lines) if self._plain else lines)

    def color(self, text: str, name: str) -> str:
        """Return `text` with escape codes for the color `name`, or unchanged without colors."""
        return f"\033[{ANSI[name]}m{text}\033[0m" if self._colored else text

    def single(self, results: list[str]) -> None:
        """Write the scores of one system. `results` has a line or a JSON object for each metric."""
        if self._args.format == "json":
            several = ["[\n" + ",\n".join(results) + "\n]"]
            self.write(several if len(results) > 1 else results)
            return
        if "μ" in results[0]:
            results = [
                INTERVAL.sub(lambda match: self.color(match.group(), "cyan"), line)
                for line in results
            ]
        self.write(results if len(results) == 1 else _aligned(results))

    def table(self, columns: Mapping[str, list[Any]], signatures: Mapping[str, str]) -> None:
        """Write a table with the scores of several systems.

        Args:
            columns: a dict from the name of each column to its cells, one cell for each system. The
                column "System" has the systems' names. Every other column belongs to a metric. Its
                cells are texts, or dicts with the keys `score`, `p_value`, `mean` and `ci`.
            signatures: a dict from the name of each metric to its signature.
        """
        if self._args.format == "json":
            rows = [
                {
                    "system" if name == "System" else name: cells[i]
                    for name, cells in columns.items()
                }
                for i in range(len(columns["System"]))
            ]
            self.write([json.dumps(rows, indent=4)])
            return
        text_columns = self._text_columns(columns)
        baseline = self._mark_baseline(text_columns)
        table = _tabulate()(
            {self.color(name, "cyan"): cells for name, cells in text_columns.items()},
            headers="keys",
            tablefmt=TABLES[self._args.format],
            colalign=("right",),
            stralign="center",
            numalign="center",
            floatfmt=f".{self._args.width}f",
        )
        self.write([table, ""])
        if self._args.paired_bs or self._args.paired_ar:
            self.write(self._explained(baseline))
        self.write(_framed("Metric signatures"))
        self.write(f" - {name:<10} {signature}" for name, signature in signatures.items())

    def _text_columns(self, columns: Mapping[str, list[Any]]) -> dict[str, list[str]]:
        """Return the table's columns with text in all cells, and with headings."""
        names = columns["System"]
        # As in sacreBLEU, names are written unchanged if the output is not a terminal.
        text_columns = {
            "System": list(map(escape_controls, names) if is_terminal(sys.stdout) else names)
        }
        intervals = False
        for name, cells in columns.items():
            if name == "System":
                continue
            intervals = intervals or any(
                not isinstance(cell, str) and cell["mean"] is not None for cell in cells
            )
            heading = f"{name} (μ ± 95% CI)" if intervals else name
            text_columns[heading] = [self._cell(cell) for cell in cells]
        return text_columns

    def _cell(self, cell: Any) -> str:
        if isinstance(cell, str):
            return cell
        width = self._args.width
        text = f"{cell['score']:.{width}f}"
        if cell["mean"] is not None:
            text += f" ({cell['mean']:.{width}f} ± {cell['ci']:.{width}f})"
        if cell["p_value"] is None:
            return text
        p_value = f"(p = {cell['p_value']:.4f})"
        above = cell["p_value"] > LEVEL
        marked = self.color(p_value, "red") if above else f"{p_value}*"
        return text + ("\n" if self._args.format == "text" else " ") + marked

    def _mark_baseline(self, columns: Mapping[str, list[str]]) -> str:
        """Color the first row if it has the baseline. Return the baseline's name, or "" if not."""
        baseline = ""
        seen = False
        for cells in columns.values():
            if cells[0].startswith("Baseline:"):
                baseline = cells[0]
                seen = True
            if seen:
                cells[0] = self.color(cells[0], "yellow")
        return baseline

    def _explained(self, baseline: str) -> Iterator[str]:
        """Yield the lines that sacreBLEU prints to explain the significance test."""
        args = self._args
        test = "bootstrap resampling" if args.paired_bs else "approximate randomization"
        count = args.paired_bs_n if args.paired_bs else args.paired_ar_n
        trials = "resampling trials" if args.paired_bs else "trials"
        provided = (
            "Actual system score / bootstrap estimated true mean / 95% CI are"
            if args.paired_bs
            else "Actual system score is"
        )
        base, name = self.color("baseline", "yellow"), self.color(baseline, "yellow")
        null = self.color("Null hypothesis", "green")
        red = self.color("highlighted in red", "red")
        yield from _framed(f"Paired {test} test with {count} {trials}")
        yield f" - Each system is pairwise compared to {name}."
        yield f"   {provided} provided for each metric."
        yield ""
        yield f" - {null}: the system and the {base} translations are essentially"
        yield f"   generated by the same underlying process. For a given system and the {base},"
        yield "   the p-value is roughly the probability of the absolute score difference (delta)"
        yield (
            f"   or higher occurring due to chance, under the assumption that the {null.lower()} "
            "is correct."
        )
        yield ""
        yield (f" - Assuming a significance threshold of 0.05, the {null.lower()} can be rejected")
        yield (
            '   for p-values < 0.05 (marked with "*"). This means that the delta is unlikely to '
            "be attributed"
        )
        yield f'   to chance, hence the system is significantly "different" than the {base}.'
        yield f"   Otherwise, the p-values are {red}."
        yield ""
        yield (
            ' - NOTE: Significance does not tell whether a system is "better" than the '
            f"{base} but rather"
        )
        yield (
            '   emphasizes the "difference" of the systems in terms of the replicability of the '
            "delta."
        )
        yield ""


def _aligned(results: list[str]) -> list[str]:
    """Return the lines, indented so that their first equals signs are aligned.

    Lines without an equals sign come first.
    """
    without = [line for line in results if "=" not in line]
    positions = [(line.index("=") - 1, line) for line in results if "=" in line]
    width = max((position for position, _ in positions), default=0)
    return without + [
        f"{line[:position]:>{width}}{line[position:]}" for position, line in positions
    ]


def _framed(title: str) -> list[str]:
    rule = "-" * len(title)
    return [rule, title, rule]


def _tabulate() -> Any:
    try:
        return import_module("tabulate").tabulate
    except ImportError:
        raise missing_package(
            "tables of several systems", "sacrebleu", plural=True, more=" (or use -f json)"
        ) from None
