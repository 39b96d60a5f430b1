"""How values look in each format: `render`, and which file shows which value."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from itertools import islice
from re import findall
from typing import Any

from truebleu.display.html import Html, element, html_table, note
from truebleu.display.table import Table, as_csv, as_latex, as_markdown, as_text, as_tsv
from truebleu.errors import ConfigurationError
from truebleu.wording import count, visible

FORMATS = ("text", "json", "jsonl", "tsv", "csv", "markdown", "latex")
"""Those for people are text, markdown and latex; the others hold every number in full."""

VIEWS = {
    "Check": "check.CheckView",
    "Comparison": "comparison.ComparisonView",
    "ConventionComparison": "settings.ConventionComparisonView",
    "Diversity": "diversity.DiversityView",
    "EvaluationResult": "evaluation.EvaluationView",
    "Explanation": "explanation.ExplanationView",
    "Identification": "settings.IdentificationView",
    "MetricComparison": "notebook_comparison.MetricView",
    "Score": "notebook.ScoreView",
}
"""The files that show results, by the result's class; all other results are shown as their text."""

MOST_ROWS = 40
"""Rows of a table in a notebook, which keeps every output."""


def render(value: Any, form: str, **options: Any) -> Iterable[str]:
    """Give the lines of a result in one of `FORMATS`, without line ends.

    `options` are those of its view. Raises `ConfigurationError` if it has no such form.
    """
    return view_of(value, **options).lines(form)


def view_of(value: Any, **options: Any) -> View:
    """Return what shows a result."""
    for kind in type(value).__mro__:
        if kind.__name__ in VIEWS:
            module, _, name = VIEWS[kind.__name__].partition(".")
            view: View = getattr(import_module(f"truebleu.display.{module}"), name)(
                value, **options
            )
            return view
    return View(value, **options)


def json_text(data: Any) -> str:
    """Return data as indented JSON."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=2)


def json_line(data: Any) -> str:
    """Return data as JSON in one line."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


class View:
    """How a value looks. A subclass has what its values have beyond their data and their text.

    `formats` are those that the value has.
    """

    formats: tuple[str, ...] = ("text", "json", "jsonl", "markdown")

    def __init__(self, value: Any) -> None:
        self.value = value

    def lines(self, form: str) -> Iterable[str]:
        """Give the lines of the value in one of its formats, without line ends."""
        if form not in self.formats:
            raise ConfigurationError(
                f"{type(self.value).__name__} has no form {form!r}. "
                f"Choose from: {', '.join(self.formats)}."
            )
        made: Iterable[str] = getattr(self, form)()
        return made

    # Data for programs

    def data(self) -> Any:
        """Return everything, ready for JSON."""
        return self.value.to_dict()

    def records(self) -> Iterable[Mapping[str, Any]]:
        """Return the same piece by piece, for JSON lines."""
        return [self.data()]

    def data_table(self) -> Table:
        """Return the same as a table with every number in full."""
        raise NotImplementedError

    def json(self) -> Iterable[str]:
        """Give the lines of JSON."""
        return json_text(self.data()).split("\n")

    def jsonl(self) -> Iterable[str]:
        """Give JSON lines."""
        return map(json_line, self.records())

    def tsv(self) -> Iterable[str]:
        """Give the lines of a tab-separated table."""
        return as_tsv(self.data_table())

    def csv(self) -> Iterable[str]:
        """Give the lines of a comma-separated table."""
        return as_csv(self.data_table())

    # For people

    def text(self) -> Iterable[str]:
        """Give the lines of text."""
        return str(self.value).split("\n")

    def markdown(self) -> Iterable[str]:
        """Give the lines of Markdown."""
        return fenced(list(self.text()))

    # For notebooks

    def html(self) -> Html:
        """Return a piece of a page, without scripts."""
        return element("pre", "\n".join(map(visible, self.text())))

    def summary(self) -> dict[str, Any]:
        """Return the little that a program wants to know, ready for JSON."""
        return {"kind": type(self.value).__name__.lower(), **self.value.to_dict()}


class TableView(View):
    """How a value looks that is shown to people as tables, one below the other."""

    def tables(self) -> Iterable[Table]:
        """Return the tables for people."""
        raise NotImplementedError

    def text(self) -> Iterable[str]:
        """Give the lines of tables in columns."""
        return self._below_each_other(as_text)

    def markdown(self) -> Iterable[str]:
        """Give the lines of tables in Markdown."""
        return self._below_each_other(as_markdown)

    def latex(self) -> Iterable[str]:
        """Give the lines of tables for the package booktabs."""
        return self._below_each_other(as_latex)

    def _below_each_other(self, write: Callable[[Table], Iterable[str]]) -> Iterator[str]:
        for number, table in enumerate(self.tables()):
            if number:
                yield ""
            yield from write(table)

    def html(self) -> Html:
        """Return the tables as HTML, with as many rows as a notebook should keep."""
        pieces = []
        for table in self.tables():
            rows = [[visible(cell) for cell in row] for row in islice(table.rows, MOST_ROWS + 1)]
            pieces.append(html_table(None, table.columns, rows[:MOST_ROWS], table.left))
            if len(rows) > MOST_ROWS:
                total = sum(1 for _ in table.rows)
                pieces.append(element("p", f"and {count(total - MOST_ROWS, 'row')} more"))
            pieces += [note(title, text) for title, text in table.notes]
        return element("div", *pieces)


def fenced(lines: list[str]) -> list[str]:
    """Return lines that Markdown leaves as they are, between more backticks than any has."""
    longest = max((len(run) for line in lines for run in findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *lines, fence]
