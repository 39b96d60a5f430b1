"""Output formats of results: the function `render`, and the base classes of all formats."""

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
"""Output formats. text, markdown and latex are human-readable; the others are machine-readable, in
full precision."""

VIEWS = {
    "Check": "check.CheckView",
    "Comparison": "comparison.ComparisonView",
    "ConventionComparison": "settings.ConventionComparisonView",
    "Diversity": "diversity.DiversityView",
    "EvaluationResult": "evaluation.EvaluationView",
    "Explanation": "explanation.ExplanationView",
    "Identification": "settings.IdentificationView",
    "MetricComparison": "notebook_comparison.MetricView",
    "MetricRanking": "evaluation.RankingView",
    "Score": "notebook.ScoreView",
    "Segmentation": "segmentation.SegmentationView",
}
"""Names of the classes that write results, by the name of the result's class. All other results are
written by `View`."""

MAX_ROWS = 40
"""Maximum number of rows of a table in a notebook, because notebooks save every output."""


def render(value: Any, form: str, **options: Any) -> Iterable[str]:
    """Return the lines of a result in one of its output formats, without line ends.

    Args:
        value: the result, such as a score or a comparison.
        form: the name of the format, one of `FORMATS`. A result may support only some of these.
        options: keyword arguments of the class that writes the result. `VIEWS` has the names of
            these classes.

    Raises:
        ConfigurationError: the result does not support the format.
    """
    return view_of(value, **options).lines(form)


def view_of(value: Any, **options: Any) -> View:
    """Return the object that writes a result in its output formats.

    `options` are keyword arguments of the object's class. `VIEWS` has the names of these classes.
    """
    for kind in type(value).__mro__:
        if kind.__name__ in VIEWS:
            module, _, name = VIEWS[kind.__name__].partition(".")
            view: View = getattr(import_module(f"truebleu.display.{module}"), name)(
                value, **options
            )
            return view
    return View(value, **options)


def json_text(data: Any) -> str:
    """Return data as JSON text with an indentation of 2."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=2)


def json_line(data: Any) -> str:
    """Return data as JSON text in one line."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


class View:
    """Output formats of a result.

    `formats` are the names of the supported formats. For each format, a method of the same name
    returns the lines. Subclasses override these methods, or the methods that return data (`data`,
    `records` and `data_table`).
    """

    formats: tuple[str, ...] = ("text", "json", "jsonl", "markdown")

    def __init__(self, value: Any) -> None:
        self.value = value

    def lines(self, form: str) -> Iterable[str]:
        """Return the lines of the result in the format `form`, without line ends.

        Raise `ConfigurationError` if the format is not in `formats`.
        """
        if form not in self.formats:
            raise ConfigurationError(
                f"{type(self.value).__name__} has no format {form!r}. "
                f"Choose from: {', '.join(self.formats)}."
            )
        lines: Iterable[str] = getattr(self, form)()
        return lines

    # Machine-readable data

    def data(self) -> Any:
        """Return the result as JSON-serializable data, for the JSON format."""
        return self.value.to_dict()

    def records(self) -> Iterable[Mapping[str, Any]]:
        """Return the result as JSON-serializable records, for the JSON Lines format."""
        return [self.data()]

    def data_table(self) -> Table:
        """Return the result as a table in full precision, for the TSV and CSV formats."""
        raise NotImplementedError

    def json(self) -> Iterable[str]:
        """Return the lines of the result as indented JSON."""
        return json_text(self.data()).split("\n")

    def jsonl(self) -> Iterable[str]:
        """Return the lines of the JSON Lines format, with one record per line."""
        return map(json_line, self.records())

    def tsv(self) -> Iterable[str]:
        """Return the lines of the result as a tab-separated table."""
        return as_tsv(self.data_table())

    def csv(self) -> Iterable[str]:
        """Return the lines of the result as a comma-separated table."""
        return as_csv(self.data_table())

    # Human-readable formats

    def text(self) -> Iterable[str]:
        """Return the lines of the result as text."""
        return str(self.value).split("\n")

    def markdown(self) -> Iterable[str]:
        """Return the lines of the result in Markdown. The default is the text in a code block."""
        return fenced(list(self.text()))

    # For notebooks

    def html(self) -> Html:
        """Return the result as HTML without scripts, for notebooks."""
        return element("pre", "\n".join(map(visible, self.text())))

    def summary(self) -> dict[str, Any]:
        """Return a short form of the result as JSON-serializable data, for notebooks."""
        return {"kind": type(self.value).__name__.lower(), **self.value.to_dict()}


class TableView(View):
    """Base class of views whose text and Markdown formats are tables."""

    def tables(self) -> Iterable[Table]:
        """Return the tables that the human-readable formats write."""
        raise NotImplementedError

    def text(self) -> Iterable[str]:
        """Return the lines of the tables as text."""
        return self._write_tables(as_text)

    def markdown(self) -> Iterable[str]:
        """Return the lines of the tables in Markdown."""
        return self._write_tables(as_markdown)

    def latex(self) -> Iterable[str]:
        """Return the lines of the tables in LaTeX (package booktabs)."""
        return self._write_tables(as_latex)

    def _write_tables(self, write: Callable[[Table], Iterable[str]]) -> Iterator[str]:
        for number, table in enumerate(self.tables()):
            if number:
                yield ""
            yield from write(table)

    def html(self) -> Html:
        """Return the tables as HTML, with at most `MAX_ROWS` rows each."""
        pieces = []
        for table in self.tables():
            rows = [[visible(cell) for cell in row] for row in islice(table.rows, MAX_ROWS + 1)]
            pieces.append(html_table(None, table.columns, rows[:MAX_ROWS], table.left))
            if len(rows) > MAX_ROWS:
                total = sum(1 for _ in table.rows)
                pieces.append(element("p", f"and {count(total - MAX_ROWS, 'row')} more"))
            pieces += [note(title, text) for title, text in table.notes]
        return element("div", *pieces)


def fenced(lines: list[str]) -> list[str]:
    """Return the lines of a Markdown code block that contains `lines`.

    The fence has more backticks than any run of backticks in `lines`.
    """
    longest = max((len(run) for line in lines for run in findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *lines, fence]
