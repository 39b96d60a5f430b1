"""Results of data checks as text, Markdown, TSV, JSON and JSON Lines."""

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
    "severity", "kind", "stream", "count", "segments", "score_impact", "metric", "scale", "shift",
    "message", "excerpt", "advice",
)  # fmt: skip


def summary(check: Check) -> str:
    """Return the number of issues of each severity, in one line.

    >>> from truebleu import check
    >>> summary(check(["", "It rained all day."], ["Nobody came.", "It rained all day."]))
    '1 warning in 2 segments'
    """
    counts = Counter(finding.severity for finding in check.findings)
    parts = [count(counts[severity], severity) for severity in SEVERITIES if counts[severity]]
    return f"{', '.join(parts) or 'no issues'} in {count(check.segments, 'segment')}"


# Human-readable formats


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
    impact = f" ({finding.impact_text})" if finding.impact_text else ""
    first, *more = wrap(visible(f"{where}{finding.message}{impact}"), WIDTH - len(INDENT)) or [""]
    yield _colored(finding.severity, colors=colors) + first
    for line in more:
        yield INDENT + line
    if len(finding.segments) > 1:
        yield f"{INDENT}lines {numbers(finding)}"
    if finding.excerpt:
        yield f"{INDENT}> {finding.excerpt}"
    for line in wrap(finding.advice, WIDTH - len(INDENT)):
        yield INDENT + line


_COLORS = {"error": "1;31", "warning": "1;33", "note": "1;34"}


def _colored(severity: str, *, colors: bool) -> str:
    word = severity.ljust(len(INDENT))
    return f"\033[{_COLORS[severity]}m{word}\033[0m" if colors else word


def numbers(finding: Finding) -> str:
    """Return the numbers of the segments that an issue affects, counted from 1.

    If `finding` lists only some of the segments, the text ends with "...".

    >>> from truebleu.checks.kinds import make_finding
    >>> numbers(make_finding("empty", "a.txt", [2, 8, 10]).finding)
    '3, 9, 11'
    """
    text = ", ".join(map(str, finding.segments))
    return f"{text}, ..." if finding.count > len(finding.segments) else text


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
            finding.impact_text,
            finding.advice,
        ]
        for finding in check.findings
    ]
    columns = ["severity", "issue", "lines", "score impact", "advice"]
    yield from as_markdown(Table(columns, rows, left=frozenset(range(len(columns)))))


# Machine-readable data


def _data_table(check: Check) -> Table:
    return Table(list(COLUMNS), [_row(finding) for finding in check.findings])


def _row(finding: Finding) -> Sequence[str]:
    parts = {**finding.to_dict(), "segments": ",".join(map(str, finding.segments))}
    return ["" if parts[name] is None else str(parts[name]) for name in COLUMNS]


class CheckView(View):
    """Output formats of the result of a data check.

    With `colors`, the text format prints severities in ANSI colors.
    """

    formats = FORMATS

    def __init__(self, check: Check, *, colors: bool = False) -> None:
        super().__init__(check)
        self.colors = colors

    def text(self) -> Iterator[str]:
        """Yield the lines of the text format, with one paragraph per issue."""
        return _text(self.value, colors=self.colors)

    def markdown(self) -> Iterator[str]:
        """Yield the lines of a Markdown table with one row per issue."""
        return _markdown(self.value)

    def records(self) -> list[dict[str, Any]]:
        """Return one JSON-serializable record per issue."""
        return [finding.to_dict() for finding in self.value.findings]

    def data_table(self) -> Table:
        """Return a table with one row per issue, for the TSV format."""
        return _data_table(self.value)
