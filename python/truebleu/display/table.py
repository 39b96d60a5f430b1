"""A table of texts, and what it looks like in each format."""

from __future__ import annotations

from itertools import chain

from truebleu.hygiene.excerpts import tamed, visible
from truebleu.views.latex import latex_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "Table",
    "as_csv",
    "as_latex",
    "as_markdown",
    "as_text",
    "as_tsv",
    "display_width",
]


class Table:
    """Column names and rows of cells, all texts. `left` are the columns that hold words.

    `rows` may be made anew each time they are asked for: there can be as many as there are
    segments. `notes` belong under the table: pairs of a title and a text.
    """

    def __init__(
        self,
        columns: Sequence[str],
        rows: Iterable[Sequence[str]],
        left: frozenset[int] = frozenset(),
        notes: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.columns = columns
        self.rows = rows
        self.left = left
        self.notes = notes


def as_text(table: Table) -> Iterable[str]:
    """Give the lines of a table in columns, with two spaces between them.

    A name may hold what a terminal obeys, or ends a line at: that is made visible.
    """
    widths = [0] * len(table.columns)
    for row in chain([table.columns], table.rows):
        widths = [
            max(width, display_width(visible(cell)))
            for width, cell in zip(widths, row, strict=True)
        ]
    for row in chain([table.columns], table.rows):
        cells = [
            _padded(visible(cell), width, left=place in table.left)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
    for title, text in table.notes:
        yield visible(f"{title}: {text}")


def as_markdown(table: Table) -> Iterable[str]:
    """Give the lines of a table for Markdown, notes below."""

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    yield line([_markdown(name) for name in table.columns])
    yield line([":---" if place in table.left else "---:" for place in range(len(table.columns))])
    for row in table.rows:
        yield line([_markdown(cell) for cell in row])
    for title, text in table.notes:
        yield ""
        yield f"{title}: {_code(visible(text))}"


def as_latex(table: Table) -> Iterable[str]:
    r"""Give the lines of a `tabular` in the manner of the package booktabs, notes as comments."""
    alignment = "".join("l" if place in table.left else "r" for place in range(len(table.columns)))
    yield rf"\begin{{tabular}}{{{alignment}}}  % \usepackage{{booktabs}}"
    yield r"\toprule"
    yield _latex_row(table.columns)
    yield r"\midrule"
    for row in table.rows:
        yield _latex_row(row)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    for title, text in table.notes:
        yield visible(f"% {title}: {text}")


def as_tsv(table: Table) -> Iterable[str]:
    """Give the lines of a tab-separated table.

    Tabs and line ends inside a cell become spaces, other control characters visible.
    """
    for row in chain([table.columns], table.rows):
        yield "\t".join(_one_line(cell) for cell in row)


def as_csv(table: Table) -> Iterable[str]:
    """Give the lines of a comma-separated table (RFC 4180's quotes, line ends of Unix)."""
    for row in chain([table.columns], table.rows):
        yield ",".join(_quoted(cell) for cell in row)


def display_width(text: str) -> int:
    """How many places a text takes on a terminal: East Asian wide letters take two."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )


def _padded(text: str, width: int, *, left: bool) -> str:
    space = " " * (width - display_width(text))
    return text + space if left else space + text


def _one_line(text: str) -> str:
    for end in "\t\r\n\u2028\u2029":
        text = text.replace(end, " ")
    return tamed(text)


def _quoted(text: str) -> str:
    if any(mark in text for mark in ',"\r\n'):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text


def _markdown(text: str) -> str:
    text = visible(text)
    for mark in "\\|*_`<":
        text = text.replace(mark, "\\" + mark)
    return text


def _code(text: str) -> str:
    """Text that Markdown leaves as it is, between more backticks than it has in a row."""
    if "`" not in text:
        return f"`{text}`"
    from re import findall

    fence = "`" * (max(map(len, findall("`+", text))) + 1)
    return f"{fence} {text} {fence}"


def _latex_row(cells: Sequence[str]) -> str:
    row = " & ".join(latex_text(cell) for cell in cells) + r" \\"
    # What begins with these is read as an argument of the line before.
    return "{}" + row if row.startswith(("[", "*")) else row
