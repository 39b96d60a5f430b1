"""Conventions as text, Markdown and JSON: what each does, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from truebleu.display.formats import TableView, View, json_text
from truebleu.display.table import Table, as_markdown
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.conventions import CONVENTIONS, Convention
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.explanation.identify import Identification, Match
    from truebleu.explanation.tools import ConventionComparison, ToolScore

FORMATS = ("text", "json", "markdown")
WIDTH = 88


# What each rule of the core is about (the core's `bleu::Rules` says what each choice computes).
RULES = {
    "totals": "how the n-grams of a segment are totalled",
    "hopeless": "which counts score 0 before anything is smoothed",
    "missing": "the precision of an order without any n-gram",
    "arithmetic": "how a precision is divided and rounded",
    "zeros": "what a precision of zero does to the mean",
    "mean": "how the geometric mean is computed",
    "brevity": "the brevity penalty's formula",
    "joining": "how mean and brevity penalty come together",
    "scaling": "when the scale is multiplied in",
    "finish": "what happens to the value last",
    "references": "how many references a segment has",
}


def listed(conventions: Iterable[Convention], form: str) -> Iterable[str]:
    """Give the lines of a list of conventions in one of `FORMATS`."""
    found = list(conventions)
    if form == "json":
        return json_text([record(each) for each in found]).split("\n")
    if form == "markdown":
        rows = [[each.name, each.summary, each.source] for each in found]
        columns = ["convention", "what it does", "where it comes from"]
        return as_markdown(Table(columns, rows, left=frozenset({0, 1, 2})))
    width = max(len(each.name) for each in found)
    return [f"{each.name.ljust(width)}  {each.summary} ({each.source})" for each in found]


def shown(convention: Convention, form: str) -> Iterable[str]:
    """Give the lines of one convention with all that it says."""
    if form == "json":
        return json_text(record(convention)).split("\n")
    return _markdown(convention) if form == "markdown" else _text(convention)


def record(convention: Convention) -> dict[str, Any]:
    """All that a convention says, ready for JSON."""
    return {
        "name": convention.name,
        "metric": convention.metric,
        "summary": convention.summary,
        "source": convention.source,
        "citation": convention.citation,
        "decimals": convention.decimals,
        "settings": convention.settings(convention.metric),
        "rules": _rules(convention),
    }


def _rules(convention: Convention) -> dict[str, str]:
    return convention.rules(**convention.settings(convention.metric))


def _text(convention: Convention) -> Iterator[str]:
    yield convention.name
    for line in wrap(convention.summary, WIDTH):
        yield f"  {line}"
    yield f"source: {convention.source}"
    if convention.citation:
        yield f"citation: {convention.citation}"
    yield "settings:"
    yield from _entries(convention.settings(convention.metric))
    rules = _rules(convention)
    plain = "sacreBLEU's" if convention.metric == "BLEU" else f"those of {convention.metric}"
    yield "rules:" if rules else f"rules: {plain}"
    width = max((len(f"{rule} = {choice}") for rule, choice in rules.items()), default=0)
    for rule, choice in rules.items():
        yield f"  {f'{rule} = {choice}'.ljust(width)}  {RULES.get(rule, '')}".rstrip()
    if rules:
        yield "  all others as sacreBLEU has them"


def _entries(settings: Mapping[str, object]) -> Iterator[str]:
    for name, value in settings.items():
        yield f"  {name} = {_said(name, value)}"


def _said(name: str, value: object) -> str:
    usual = {
        "smoothing_value": "as the smoothing has it",
        "weights": "all equal",
        "effective_order": "on for sentences, off for corpora",
    }
    return usual[name] if value is None and name in usual else str(value)


def _markdown(convention: Convention) -> Iterator[str]:
    yield f"## {convention.name}"
    yield ""
    yield convention.summary
    yield ""
    yield f"- source: {convention.source}"
    if convention.citation:
        yield f"- citation: {convention.citation}"
    yield ""
    settings = convention.settings(convention.metric).items()
    rows: list[Sequence[str]] = [[name, _said(name, value)] for name, value in settings]
    rows += [[f"rule: {rule}", choice] for rule, choice in _rules(convention).items()]
    yield from as_markdown(Table(["setting", "value"], rows, left=frozenset({0, 1})))


# The numbers of all tools for the same texts, and the rules behind each gap


WORTH_SAYING = 0.005
"""Points that two decimals show."""
NOTE = (
    "points are of 100; a gap is divided among the rules that make it, each with the mean of what "
    "it moves over all orders of changing one rule at a time"
)


class ConventionComparisonView(TableView):
    """The numbers of all tools for the same texts."""

    formats = FORMATS

    def tables(self) -> list[Table]:
        """Return a row for each tool."""
        found: ConventionComparison = self.value
        columns = ["convention", "points", "its own number", f"to {found.base}", "because of"]
        rows = [_row(line) for line in (*found.tools, *found.mistakes)]
        sizes = f"{count(found.segments, 'segment')}, {count(found.references, 'reference')} each"
        notes = [("of", sizes), ("note", NOTE)]
        return [Table(columns, rows, left=frozenset({0, 4}), notes=notes)]


def _own_number(name: str, value: float) -> str:
    """The number as the tool shows it: in its own scale, with as many digits as it prints."""
    places = CONVENTIONS[name.split(",", maxsplit=1)[0]].decimals
    return repr(value) if places is None else f"{value:.{places}f}"


def _row(line: ToolScore) -> Sequence[str]:
    if line.points is None or line.value is None:
        return [line.name, "-", "-", "-", line.problem]
    gap = "" if line.gap is None else _signed(line.gap)
    own = _own_number(line.name, line.value)
    return [line.name, f"{line.points:.2f}", own, gap, _reasons(line)]


def _reasons(line: ToolScore) -> str:
    if line.problem:
        return line.problem
    moves = [move for move in line.moves if abs(move.points) >= WORTH_SAYING]
    if not moves:
        return "the last digits" if line.gap and line.moves else ""
    return ", ".join(f"{move.part} {_signed(move.points)}" for move in moves)


def _signed(points: float) -> str:
    text = f"{points:+.2f}"
    return "0.00" if float(text) == 0 else text


# What a search for the settings behind a number found, for people and for programs


IDENTIFICATION_FORMATS = ("text", "json")
MOST_GROUPS = 8
MOST_NAMES = 4
DIGITS = 4


class IdentificationView(View):
    """What a search for the settings behind a number found."""

    formats = (*IDENTIFICATION_FORMATS, "markdown")  # the last for notebooks

    def text(self) -> Iterator[str]:
        """Give the configurations, the most plausible first."""
        return _identification_text(self.value)


def _identification_text(found: Identification) -> Iterator[str]:
    for warning in found.warnings:
        yield f"check the files first: {warning}"
    if found.vague_note:
        yield f"these matches prove nothing: {found.vague_note}"
    segments = count(found.segments, "segment", grouped=True)
    texts = f"{segments}, {count(found.references, 'reference')} each"
    tried = f"{found.tried:,} configurations gave {found.distinct:,} different numbers"
    if not found.matches:
        yield f"no configuration gives {found.reported.text} ({tried}; {texts}); the nearest:"
        for match in found.nearest:
            yield from _lines(match, [], _digits(found))
        return
    groups = found.groups
    numbers = f"{len(groups)} of them read" if len(groups) > 1 else "one of them reads"
    yield f"{tried}; {numbers} as {found.reported.text} ({texts})"
    for number, group in enumerate(groups[:MOST_GROUPS], 1):
        yield ""
        yield from _lines(group[0], group[1:], _digits(found), number)
    if len(groups) > MOST_GROUPS:
        yield ""
        rest = count(len(groups) - MOST_GROUPS, "less plausible number", grouped=True)
        yield f"and {rest}: --format json has all; more decimals would tell more of them apart"


def _lines(match: Match, same: Sequence[Match], digits: int, number: int = 0) -> Iterator[str]:
    start = f"{number}. " if number else "   "
    yield f"{start}{match.name}: {_value(match, digits)}"
    yield f"   {match.signature}"
    if same:
        names = [other.name for other in same[:MOST_NAMES]]
        more = f"; and {len(same) - MOST_NAMES} more" if len(same) > MOST_NAMES else ""
        yield f"   the same number: {'; '.join(names)}{more}"


def _value(match: Match, digits: int) -> str:
    """The number as it would have to be reported, and what was done to it before."""
    if match.reading is None:
        return f"{match.points:.{digits}f}"
    value = match.points * match.reading.scale / 100
    cut = ", cut off and not rounded" if match.reading.how == "truncated" else ""
    divided = ", divided by 100" if match.reading.scale == 1 and not _is_of_one(match) else ""
    return f"{value:.{digits}f}{divided}{cut}"


def _is_of_one(match: Match) -> bool:
    """Whether the tool's own numbers are between 0 and 1."""
    return Signature.parse(match.signature).get("scale") == "1"


def _digits(found: Identification) -> int:
    """Enough to see how near a number is."""
    return min(16, max(DIGITS, found.reported.decimals + 2))
