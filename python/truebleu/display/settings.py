"""Output formats of conventions, of scores under all conventions, and of identified settings.

A convention is a preset that reproduces another tool. Identified settings are settings that
reproduce a reported score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from truebleu.display.formats import TableView, View, json_text
from truebleu.display.table import Table, as_markdown
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.conventions import CONVENTIONS, Convention
from truebleu.wording import count, signed

if TYPE_CHECKING:
    from truebleu.explanation.identify import Identification, Match
    from truebleu.explanation.tools import ConventionComparison, ToolScore

FORMATS = ("text", "json", "markdown")
WIDTH = 88


# Descriptions of the rules of a convention. `bleu::Rules` in the core describes each choice.
RULES = {
    "totals": "how the n-grams of a segment are counted",
    "zero_score": "which counts score 0 before smoothing",
    "missing": "precision of an order without any n-gram",
    "effective": "orders that effective order leaves",
    "arithmetic": "how a precision is divided and rounded",
    "zero_precisions": "effect of a zero precision on the mean",
    "mean": "how the geometric mean is computed",
    "brevity": "formula of the brevity penalty",
    "joining": "how mean and brevity penalty are combined",
    "scaling": "when the score is multiplied by the scale",
    "finish": "last step of the computation",
    "references": "number of references per segment",
}


def list_lines(conventions: Iterable[Convention], form: str) -> Iterable[str]:
    """Return lines that list conventions in the format `form`, one of `FORMATS`.

    A convention is a preset that reproduces another tool.
    """
    entries = list(conventions)
    if form == "json":
        return json_text([record(convention) for convention in entries]).split("\n")
    if form == "markdown":
        rows = [[convention.name, convention.summary, convention.source] for convention in entries]
        columns = ["convention", "description", "source"]
        return as_markdown(Table(columns, rows, left=frozenset({0, 1, 2})))
    width = max(len(convention.name) for convention in entries)
    return [
        f"{convention.name.ljust(width)}  {convention.summary} ({convention.source})"
        for convention in entries
    ]


def convention_lines(convention: Convention, form: str) -> Iterable[str]:
    """Return lines that describe one convention with all its settings and rules.

    A convention is a preset that reproduces another tool. `form` is the format, one of `FORMATS`.
    """
    if form == "json":
        return json_text(record(convention)).split("\n")
    return _markdown(convention) if form == "markdown" else _text(convention)


def record(convention: Convention) -> dict[str, Any]:
    """Return a convention, with its settings and rules, as JSON-serializable data."""
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
    default = (
        "those of sacreBLEU" if convention.metric == "BLEU" else f"those of {convention.metric}"
    )
    yield "rules:" if rules else f"rules: {default}"
    width = max((len(f"{rule} = {choice}") for rule, choice in rules.items()), default=0)
    for rule, choice in rules.items():
        yield f"  {f'{rule} = {choice}'.ljust(width)}  {RULES.get(rule, '')}".rstrip()
    if rules:
        yield "  all others: as in sacreBLEU"


def _entries(settings: Mapping[str, object]) -> Iterator[str]:
    for name, value in settings.items():
        yield f"  {name} = {_setting_text(name, value)}"


def _setting_text(name: str, value: object) -> str:
    usual = {
        "smoothing_value": "default of the smoothing method",
        "weights": "equal",
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
    rows: list[Sequence[str]] = [[name, _setting_text(name, value)] for name, value in settings]
    rows += [[f"rule: {rule}", choice] for rule, choice in _rules(convention).items()]
    yield from as_markdown(Table(["setting", "value"], rows, left=frozenset({0, 1})))


# Scores of one corpus under all conventions, and the sources of their differences


MIN_POINTS = 0.005
"""Smallest contribution to a difference that is listed, in points. Smaller contributions would be
printed as 0.00."""
NOTE = (
    "points are on the scale 100; each source is the Shapley value of a rule, its mean effect over "
    "all orders of changing one rule at a time"
)


class ConventionComparisonView(TableView):
    """Output formats of the scores of one corpus under all conventions (presets of other tools)."""

    formats = FORMATS

    def tables(self) -> list[Table]:
        """Return a table with one row per convention, and one row per common scoring mistake."""
        comparison: ConventionComparison = self.value
        columns = [
            "convention", "points", "native value", f"diff vs {comparison.base}",
            "sources of the difference",
        ]  # fmt: skip
        rows = [_row(line) for line in (*comparison.tools, *comparison.mistakes)]
        segments = count(comparison.segments, "segment")
        sizes = f"{segments}, {count(comparison.references, 'reference')} each"
        notes = [("input", sizes), ("note", NOTE)]
        return [Table(columns, rows, left=frozenset({0, 4}), notes=notes)]


def _native_value(name: str, value: float) -> str:
    """Return a score as text, with as many decimals as the tool of the convention `name` prints."""
    places = CONVENTIONS[name.split(",", maxsplit=1)[0]].decimals
    return repr(value) if places is None else f"{value:.{places}f}"


def _row(line: ToolScore) -> Sequence[str]:
    if line.points is None or line.value is None:
        return [line.name, "-", "-", "-", line.problem]
    gap = "" if line.gap is None else signed(line.gap, 2)
    own = _native_value(line.name, line.value)
    return [line.name, f"{line.points:.2f}", own, gap, _reasons(line)]


def _reasons(line: ToolScore) -> str:
    if line.problem:
        return line.problem
    moves = [move for move in line.moves if abs(move.points) >= MIN_POINTS]
    if not moves:
        return "rounding" if line.gap and line.moves else ""
    return ", ".join(f"{move.part} {signed(move.points, 2)}" for move in moves)


# Identified settings: settings that reproduce a reported score


IDENTIFICATION_FORMATS = ("text", "json")
MAX_GROUPS = 8
MAX_NAMES = 4
DIGITS = 4


class IdentificationView(View):
    """View of an identification (the settings that reproduce a score) as text or JSON."""

    formats = (*IDENTIFICATION_FORMATS, "markdown")  # the last for notebooks

    def text(self) -> Iterator[str]:
        """Yield the lines of the text format: the matching settings, most plausible first."""
        return _identification_text(self.value)


def _identification_text(result: Identification) -> Iterator[str]:
    for warning in result.warnings:
        yield f"check the files first: {warning}"
    if result.vague_note:
        yield f"these matches are not conclusive: {result.vague_note}"
    segments = count(result.segments, "segment", grouped=True)
    texts = f"{segments}, {count(result.references, 'reference')} each"
    tried = f"{result.tried:,} configurations gave {result.distinct:,} different numbers"
    if not result.matches:
        yield f"no configuration gives {result.reported.text} ({tried}; {texts}); the nearest:"
        for match in result.nearest:
            yield from _lines(match, [], _digits(result))
        return
    groups = result.groups
    numbers = f"{len(groups)} of them read" if len(groups) > 1 else "one of them reads"
    yield f"{tried}; {numbers} as {result.reported.text} ({texts})"
    for number, group in enumerate(groups[:MAX_GROUPS], 1):
        yield ""
        yield from _lines(group[0], group[1:], _digits(result), number)
    if len(groups) > MAX_GROUPS:
        yield ""
        n_more = count(len(groups) - MAX_GROUPS, "less plausible number", grouped=True)
        yield f"and {n_more}: --format json lists all; more decimals would exclude some"


def _lines(match: Match, same: Sequence[Match], digits: int, number: int = 0) -> Iterator[str]:
    start = f"{number}. " if number else "   "
    yield f"{start}{match.name}: {_value(match, digits)}"
    yield f"   {match.signature}"
    if same:
        names = [match.name for match in same[:MAX_NAMES]]
        more = f"; and {len(same) - MAX_NAMES} more" if len(same) > MAX_NAMES else ""
        yield f"   the same number: {'; '.join(names)}{more}"


def _value(match: Match, digits: int) -> str:
    """Return a computed score as text, on the scale of the reported score.

    The text states whether the score was divided by 100, and whether it was truncated.
    """
    if match.reading is None:
        return f"{match.points:.{digits}f}"
    value = match.points * match.reading.scale / 100
    truncated = ", truncated" if match.reading.how == "truncated" else ""
    divided = ", divided by 100" if match.reading.scale == 1 and not _is_of_one(match) else ""
    return f"{value:.{digits}f}{divided}{truncated}"


def _is_of_one(match: Match) -> bool:
    return Signature.parse(match.signature).get("scale") == "1"


def _digits(result: Identification) -> int:
    """Return the number of decimals of computed scores: 2 more than the reported score has.

    The minimum is 4, and the maximum is 16.
    """
    return min(16, max(DIGITS, result.reported.decimals + 2))
