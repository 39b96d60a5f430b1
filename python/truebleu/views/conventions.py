"""Conventions as text, Markdown and JSON: what each does, and where it comes from."""

from __future__ import annotations

from textwrap import wrap

from truebleu.views.table import Table, as_markdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from truebleu.conventions import Convention

__all__ = ["FORMATS", "listed", "shown"]

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
        return _json([record(each) for each in found])
    if form == "markdown":
        rows = [[each.name, each.summary, each.source] for each in found]
        columns = ["convention", "what it does", "where it comes from"]
        return as_markdown(Table(columns, rows, left=frozenset({0, 1, 2})))
    width = max(len(each.name) for each in found)
    return [f"{each.name.ljust(width)}  {each.summary} ({each.source})" for each in found]


def shown(convention: Convention, form: str) -> Iterable[str]:
    """Give the lines of one convention with all that it says."""
    if form == "json":
        return _json(record(convention))
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


def _json(record: object) -> list[str]:
    import json

    return json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False).split("\n")
