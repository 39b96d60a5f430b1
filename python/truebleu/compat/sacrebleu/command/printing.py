"""What is printed: lines, JSON, and tables."""

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
from truebleu.wording import missing_package, tamed

ANSI = {"red": "31", "green": "32", "yellow": "33", "cyan": "36"}
# What sacreBLEU takes out of everything that does not go to a terminal, colours or not.
ESCAPES = re.compile("\001?\033\\[((?:\\d|;)*)([a-zA-Z])\002?")
INTERVAL = re.compile(r"\(μ = [0-9.]+ ± [0-9.]+\)")
TABLES = {"text": "fancy_grid", "latex": "latex_booktabs"}
LEVEL = 0.05


class Printer:
    """Writes results in the format, the width and the colours that a command line asks for."""

    def __init__(self, typed: Namespace) -> None:
        self._typed = typed
        self._coloured = not (os.environ.get("NO_COLOR") or typed.no_color)
        self._plain = self._coloured and not is_terminal(sys.stdout)

    @property
    def shows_colours(self) -> bool:
        """Whether colours are wanted, and arrive."""
        return self._coloured and not self._plain

    def write(self, lines: Iterable[str]) -> None:
        """Write lines to standard output."""
        write_lines((ESCAPES.sub("", line) for line in lines) if self._plain else lines)

    def colour(self, text: str, name: str) -> str:
        """A text in a colour, where colours are wanted."""
        return f"\033[{ANSI[name]}m{text}\033[0m" if self._coloured else text

    def single(self, results: list[str]) -> None:
        """Write what one system reached, a line or an object for each metric."""
        if self._typed.format == "json":
            several = ["[\n" + ",\n".join(results) + "\n]"]
            self.write(several if len(results) > 1 else results)
            return
        if "μ" in results[0]:
            results = [
                INTERVAL.sub(lambda found: self.colour(found.group(), "cyan"), line)
                for line in results
            ]
        self.write(results if len(results) == 1 else _aligned(results))

    def table(self, columns: Mapping[str, list[Any]], signatures: Mapping[str, str]) -> None:
        """Write what several systems reached.

        Args:
            columns: "System" with the names, and a column for each metric: texts, or dictionaries
                with `score`, `p_value`, `mean` and `ci`.
            signatures: of each metric.
        """
        if self._typed.format == "json":
            rows = [
                {
                    "system" if name == "System" else name: cells[i]
                    for name, cells in columns.items()
                }
                for i in range(len(columns["System"]))
            ]
            self.write([json.dumps(rows, indent=4)])
            return
        shown = self._shown(columns)
        baseline = self._mark_baseline(shown)
        made = _tabulate()(
            {self.colour(name, "cyan"): cells for name, cells in shown.items()},
            headers="keys",
            tablefmt=TABLES[self._typed.format],
            colalign=("right",),
            stralign="center",
            numalign="center",
            floatfmt=f".{self._typed.width}f",
        )
        self.write([made, ""])
        if self._typed.paired_bs or self._typed.paired_ar:
            self.write(self._explained(baseline))
        self.write(_framed("Metric signatures"))
        self.write(f" - {name:<10} {signature}" for name, signature in signatures.items())

    def _shown(self, columns: Mapping[str, list[Any]]) -> dict[str, list[str]]:
        """All cells as text, and the metrics' names as headings."""
        names = columns["System"]
        # Elsewhere they are the bytes that sacreBLEU writes.
        shown = {"System": list(map(tamed, names) if is_terminal(sys.stdout) else names)}
        intervals = False
        for name, cells in columns.items():
            if name == "System":
                continue
            intervals = intervals or any(
                not isinstance(cell, str) and cell["mean"] is not None for cell in cells
            )
            heading = f"{name} (μ ± 95% CI)" if intervals else name
            shown[heading] = [self._cell(cell) for cell in cells]
        return shown

    def _cell(self, cell: Any) -> str:
        if isinstance(cell, str):
            return cell
        width = self._typed.width
        text = f"{cell['score']:.{width}f}"
        if cell["mean"] is not None:
            text += f" ({cell['mean']:.{width}f} ± {cell['ci']:.{width}f})"
        if cell["p_value"] is None:
            return text
        p_value = f"(p = {cell['p_value']:.4f})"
        above = cell["p_value"] > LEVEL
        marked = self.colour(p_value, "red") if above else f"{p_value}*"
        return text + ("\n" if self._typed.format == "text" else " ") + marked

    def _mark_baseline(self, shown: Mapping[str, list[str]]) -> str:
        """Colour the first row when it is a baseline's; its name."""
        baseline = ""
        seen = False
        for cells in shown.values():
            if cells[0].startswith("Baseline:"):
                baseline = cells[0]
                seen = True
            if seen:
                cells[0] = self.colour(cells[0], "yellow")
        return baseline

    def _explained(self, baseline: str) -> Iterator[str]:
        """What the test is and how to read it. The words are sacreBLEU's: they are its output."""
        typed = self._typed
        test = "bootstrap resampling" if typed.paired_bs else "approximate randomization"
        count = typed.paired_bs_n if typed.paired_bs else typed.paired_ar_n
        trials = "resampling trials" if typed.paired_bs else "trials"
        provided = (
            "Actual system score / bootstrap estimated true mean / 95% CI are"
            if typed.paired_bs
            else "Actual system score is"
        )
        base, name = self.colour("baseline", "yellow"), self.colour(baseline, "yellow")
        null = self.colour("Null hypothesis", "green")
        red = self.colour("highlighted in red", "red")
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
    """The lines with their first equals signs below each other; those without one come first."""
    without = [line for line in results if "=" not in line]
    places = [(line.index("=") - 1, line) for line in results if "=" in line]
    width = max((place for place, _ in places), default=0)
    return without + [f"{line[:place]:>{width}}{line[place:]}" for place, line in places]


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
