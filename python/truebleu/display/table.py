"""Tables of text cells, and functions that write a table in each format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from truebleu.wording import escape_controls, visible


@dataclass(frozen=True, slots=True)
class Table:
    """Table of text cells.

    Attributes:
        columns: the names of the columns.
        rows: the rows, each a sequence of cells. The iterable may build them at each iteration,
            because a table of segments may be too large for the memory.
        left: the indices of the left-aligned columns.
        notes: pairs of a title and a text that are written below the table.
    """

    columns: Sequence[str]
    rows: Iterable[Sequence[str]]
    left: frozenset[int] = frozenset()
    notes: Sequence[tuple[str, str]] = ()


def as_text(table: Table) -> Iterable[str]:
    """Yield the lines of a table with aligned columns, followed by its notes.

    Control characters and line ends are made visible.
    """
    widths = [0] * len(table.columns)
    for row in chain([table.columns], table.rows):
        widths = [
            max(width, display_width(visible(cell)))
            for width, cell in zip(widths, row, strict=True)
        ]
    for row in chain([table.columns], table.rows):
        cells = [
            _padded(visible(cell), width, left=i in table.left)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
    for title, text in table.notes:
        yield visible(f"{title}: {text}")


def as_markdown(table: Table) -> Iterable[str]:
    """Yield the lines of a table in Markdown, followed by its notes."""

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    yield line([escaped(name) for name in table.columns])
    yield line([":---" if i in table.left else "---:" for i in range(len(table.columns))])
    for row in table.rows:
        yield line([escaped(cell) for cell in row])
    for title, text in table.notes:
        yield ""
        yield f"{title}: {_code(visible(text))}"


def as_latex(table: Table) -> Iterable[str]:
    r"""Yield the lines of a LaTeX `tabular`, followed by the notes of the table as comments.

    The `tabular` requires the package booktabs.
    """
    alignment = "".join("l" if i in table.left else "r" for i in range(len(table.columns)))
    yield rf"\begin{{tabular}}{{{alignment}}}  % \usepackage{{booktabs}}"
    yield r"\toprule"
    yield latex_row(list(map(latex_text, table.columns)))
    yield r"\midrule"
    for row in table.rows:
        yield latex_row(list(map(latex_text, row)))
    yield r"\bottomrule"
    yield r"\end{tabular}"
    for title, text in table.notes:
        yield visible(f"% {title}: {text}")


def as_tsv(table: Table) -> Iterable[str]:
    """Yield the lines of a table as tab-separated values, without its notes.

    Tabs and line ends in cells become spaces. Other control characters are made visible.
    """
    for row in chain([table.columns], table.rows):
        yield "\t".join(_one_line(cell) for cell in row)


def as_csv(table: Table) -> Iterable[str]:
    """Yield the lines of a table as comma-separated values, without its notes.

    Cells are quoted as in RFC 4180. The lines are yielded without line ends.
    """
    for row in chain([table.columns], table.rows):
        yield ",".join(_quoted(cell) for cell in row)


def display_width(text: str) -> int:
    """Return the number of terminal columns of a text.

    Wide East Asian characters take two columns, and marks above or below a letter take none.
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(
        0 if category(letter) in ("Mn", "Me") else 2 if east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _padded(text: str, width: int, *, left: bool) -> str:
    space = " " * (width - display_width(text))
    return text + space if left else space + text


def _one_line(text: str) -> str:
    for end in "\t\r\n\u2028\u2029":
        text = text.replace(end, " ")
    return escape_controls(text)


def _quoted(text: str) -> str:
    if any(mark in text for mark in ',"\r\n'):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text


def escaped(text: str) -> str:
    """Escape the Markdown markup in a text, and make its control characters visible."""
    text = visible(text)
    for mark in "\\|*_`<&~":
        text = text.replace(mark, "\\" + mark)
    return text.replace("](", "]\\(")  # no link; intervals such as [1, 2] stay readable


def _code(text: str) -> str:
    """Return inline code in Markdown.

    If the text contains backticks, it is enclosed in a longer run of backticks.
    """
    if "`" not in text:
        return f"`{text}`"
    from re import findall

    fence = "`" * (max(map(len, findall("`+", text))) + 1)
    return f"{fence} {text} {fence}"


# Escaping for LaTeX, valid in the font encodings OT1 (the default) and T1


# OT1 has different characters at the codes of | < > and ".
_LETTERS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "|": r"\textbar{}", "<": r"\textless{}", ">": r"\textgreater{}",
    '"': r"{\ttfamily\char34}", "`": r"\`{}",
}  # fmt: skip


# LaTeX replaces two of these characters in a row by one character.
_LIGATURES = "-',"


# Non-ASCII characters that pdfLaTeX prints in OT1 and T1 without a package; it stops at others.
_LATIN = frozenset(
    letter for letter in map(chr, range(0xA1, 0x17F)) if letter not in "«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲų"
) | frozenset("–—‘’“”…€")


def latex_text(text: str) -> str:
    r"""Escape a text for LaTeX, and make its control characters visible.

    >>> print(latex_text("50 % of a_b <c|d>--e"))
    50 \% of a\_b \textless{}c\textbar{}d\textgreater{}-{}-e
    """
    parts = []
    for plain, letters in groupby(visible(text), _is_plain):
        run = "".join(letters)
        parts.append(
            "".join(_LETTERS.get(letter, letter) for letter in run) if plain else _non_latin(run)
        )
    written = "".join(parts)
    for letter in _LIGATURES:
        apart = letter + "{}" + letter
        # Replace twice, because the first call skips the second of two overlapping pairs.
        written = written.replace(2 * letter, apart).replace(2 * letter, apart)
    return written


def _is_plain(letter: str) -> bool:
    return letter.isascii() or letter in _LATIN


def _non_latin(letters: str) -> str:
    r"""Return LaTeX that prints the characters in XeLaTeX and LuaLaTeX.

    In pdfLaTeX, it prints the code points of the characters.

    >>> print(_non_latin("中"))
    {\ifdefined\Umathcode 中\else U+4E2D\fi}
    """
    numbers = " ".join(f"U+{ord(letter):04X}" for letter in letters)
    return rf"{{\ifdefined\Umathcode {letters}\else {numbers}\fi}}"


def latex_code(text: str) -> str:
    r"""Return a signature in typewriter type for LaTeX. Line breaks are allowed after its bars.

    >>> print(latex_code("tok:13a|smooth:add_k"))
    \texttt{tok:13a\textbar{}\allowbreak{}smooth:add\_k}
    """
    bar = _LETTERS["|"]
    written = latex_text(text).replace(bar, bar + r"\allowbreak{}")
    return rf"\texttt{{{written}}}"


def latex_row(cells: Sequence[str]) -> str:
    r"""Return a row of a LaTeX `tabular`. `cells` must be escaped already.

    >>> print(latex_row(["[a]", "1"]))
    {}[a] & 1 \\
    """
    row = " & ".join(cells) + r" \\"
    # LaTeX would read a leading bracket or asterisk as an argument of the previous line.
    return "{}" + row if row.startswith(("[", "*")) else row
