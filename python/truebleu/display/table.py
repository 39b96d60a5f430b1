"""A table of texts, and what it looks like in each format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from truebleu.wording import tamed, visible


@dataclass(frozen=True, slots=True)
class Table:
    """Column names and rows of cells, all texts. `left` are the columns that hold words.

    `rows` may be made anew each time they are asked for: there can be as many as there are
    segments. `notes` belong under the table: pairs of a title and a text.
    """

    columns: Sequence[str]
    rows: Iterable[Sequence[str]]
    left: frozenset[int] = frozenset()
    notes: Sequence[tuple[str, str]] = ()


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
    yield latex_row(list(map(latex_text, table.columns)))
    yield r"\midrule"
    for row in table.rows:
        yield latex_row(list(map(latex_text, row)))
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


# Texts that LaTeX prints as they are, in the encodings OT1 (its default) and T1 alike


# OT1 has other characters in the places of | < > and ".
_LETTERS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "|": r"\textbar{}", "<": r"\textless{}", ">": r"\textgreater{}",
    '"': r"{\ttfamily\char34}", "`": r"\`{}",
}  # fmt: skip


# Two of these in a row become one character.
_LIGATURES = "-',"


# What pdfLaTeX prints in OT1 and T1 without a package, beyond ASCII; other letters stop it.
_LATIN = frozenset(
    letter for letter in map(chr, range(0xA1, 0x17F)) if letter not in "«»ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲų"
) | frozenset("–—‘’“”…€")


def latex_text(text: str) -> str:
    r"""A text that LaTeX prints as it is.

    >>> print(latex_text("50 % of a_b <c|d>--e"))
    50 \% of a\_b \textless{}c\textbar{}d\textgreater{}-{}-e
    """
    parts = []
    for plain, letters in groupby(visible(text), _is_plain):
        run = "".join(letters)
        parts.append(
            "".join(_LETTERS.get(letter, letter) for letter in run) if plain else _any(run)
        )
    written = "".join(parts)
    for letter in _LIGATURES:
        apart = letter + "{}" + letter
        # The second time for what the first one put beside a third.
        written = written.replace(2 * letter, apart).replace(2 * letter, apart)
    return written


def _is_plain(letter: str) -> bool:
    return letter.isascii() or letter in _LATIN


def _any(letters: str) -> str:
    r"""Letters for XeLaTeX and LuaLaTeX; pdfLaTeX, which stops at them, prints their numbers.

    >>> print(_any("中"))
    {\ifdefined\Umathcode 中\else U+4E2D\fi}
    """
    numbers = " ".join(f"U+{ord(letter):04X}" for letter in letters)
    return rf"{{\ifdefined\Umathcode {letters}\else {numbers}\fi}}"


def latex_code(text: str) -> str:
    r"""The same in typewriter type, with lines that may break behind a bar, as in signatures.

    >>> print(latex_code("tok:13a|smooth:add_k"))
    \texttt{tok:13a\textbar{}\allowbreak{}smooth:add\_k}
    """
    bar = _LETTERS["|"]
    written = latex_text(text).replace(bar, bar + r"\allowbreak{}")
    return rf"\texttt{{{written}}}"


def latex_row(cells: Sequence[str]) -> str:
    r"""Return a row of a `tabular`, of cells that are LaTeX already.

    >>> print(latex_row(["[a]", "1"]))
    {}[a] & 1 \\
    """
    row = " & ".join(cells) + r" \\"
    # What begins with these is read as an argument of the line before.
    return "{}" + row if row.startswith(("[", "*")) else row
