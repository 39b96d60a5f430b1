"""Findings of a check as text, JSON, JSON lines, TSV and Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from truebleu.checks.results import SEVERITIES, Check, Finding
from truebleu.display.formats import View
from truebleu.display.table import Table, as_markdown
from truebleu.metrics.base.score import places_of
from truebleu.wording import count, visible

FORMATS = ("text", "json", "jsonl", "tsv", "markdown")

WIDTH = 100
INDENT = " " * (max(map(len, SEVERITIES)) + 2)

COLUMNS = (
    "severity", "kind", "stream", "count", "segments", "cost", "metric", "scale", "shift",
    "message", "excerpt", "advice",
)  # fmt: skip


def summary(check: Check) -> str:
    """How much was found, in one line.

    >>> from truebleu import check
    >>> summary(check(["", "It rained all day."], ["Nobody came.", "It rained all day."]))
    '1 warning in 2 segments'
    """
    counts = Counter(finding.severity for finding in check.findings)
    said = [count(counts[severity], severity) for severity in SEVERITIES if counts[severity]]
    return f"{', '.join(said) or 'no issues'} in {count(check.segments, 'segment')}"


# For people


def _text(check: Check, *, colors: bool) -> Iterator[str]:
    yield summary(check)
    for finding in check.findings:
        yield ""
        yield from _paragraph(finding, colors=colors)
    scores = [
        f"{visible(stream.name)}: {check.metric} {stream.score:.{places_of(check.scale)}f}"
        for stream in check.streams
        if stream.score is not None
    ]
    if scores:
        yield ""
        yield from scores
        yield f"signature: {check.signature}"


def _paragraph(finding: Finding, *, colors: bool) -> Iterator[str]:
    where = f"{finding.stream}: " if finding.stream else ""
    price = f" ({finding.price})" if finding.price else ""
    first, *more = wrap(visible(f"{where}{finding.message}{price}"), WIDTH - len(INDENT)) or [""]
    yield _colored(finding.severity, colors=colors) + first
    for line in more:
        yield INDENT + line
    if len(finding.segments) > 1:
        yield f"{INDENT}lines {numbers(finding)}"
    if finding.excerpt:
        yield f"{INDENT}> {finding.excerpt}"
    for line in wrap(finding.advice, WIDTH - len(INDENT)):
        yield INDENT + line


_COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;34"}


def _colored(severity: str, *, colors: bool) -> str:
    word = severity.ljust(len(INDENT))
    return f"\033[{_COLOURS[severity]}m{word}\033[0m" if colors else word


def numbers(finding: Finding) -> str:
    """Return the numbers of the first affected segments.

    >>> from truebleu.checks.kinds import make_finding
    >>> numbers(make_finding("empty", "a.txt", [2, 8, 10]).finding)
    '3, 9, 11'
    """
    shown = ", ".join(map(str, finding.segments))
    return f"{shown}, ..." if finding.count > len(finding.segments) else shown


def _markdown(check: Check) -> Iterator[str]:
    yield summary(check)
    if not check.findings:
        return
    yield ""
    rows = [
        [
            finding.severity,
            f"{finding.stream}: {finding.message}" if finding.stream else finding.message,
            numbers(finding),
            finding.price,
            finding.advice,
        ]
        for finding in check.findings
    ]
    columns = ["severity", "issue", "lines", "score impact", "advice"]
    yield from as_markdown(Table(columns, rows, left=frozenset(range(len(columns)))))


# Data for programs


def _data_table(check: Check) -> Table:
    return Table(list(COLUMNS), [_row(finding) for finding in check.findings])


def _row(finding: Finding) -> Sequence[str]:
    parts = {**finding.to_dict(), "segments": ",".join(map(str, finding.segments))}
    return ["" if parts[name] is None else str(parts[name]) for name in COLUMNS]


class CheckView(View):
    """What was found. `colors`: the text is for a terminal that shows them."""

    formats = FORMATS

    def __init__(self, check: Check, *, colors: bool = False) -> None:
        super().__init__(check)
        self.colors = colors

    def text(self) -> Iterator[str]:
        """Give a paragraph for each finding."""
        return _text(self.value, colors=self.colors)

    def markdown(self) -> Iterator[str]:
        """Give a table with a row for each finding."""
        return _markdown(self.value)

    def records(self) -> list[dict[str, Any]]:
        """Return a record for each finding."""
        return [finding.to_dict() for finding in self.value.findings]

    def data_table(self) -> Table:
        """Return a row for each finding."""
        return _data_table(self.value)
