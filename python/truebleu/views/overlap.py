"""What texts share with a corpus, as tables and JSON."""

from __future__ import annotations

import json

from truebleu.hygiene.excerpts import tamed
from truebleu.views.table import Table, as_csv, as_markdown, as_text, as_tsv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from truebleu.contamination.values import Overlap, TextOverlap

    Located = tuple[TextOverlap, Sequence[tuple[str, int]], str]
    """A text that shares something; for each run the file and the line of its document; the words
    of the text."""

__all__ = ["FORMATS", "rendered"]

FORMATS = ("text", "json", "jsonl", "tsv", "csv", "markdown")

SHOWN = 60
"""Characters of a shared run that people see."""

COLUMNS = ("text", "tokens", "shared", "share", "from", "to", "file", "line", "documents", "words")


def rendered(found: Overlap, located: Sequence[Located], form: str) -> Iterable[str]:
    """Give the lines of what was found in one of `FORMATS`, without line ends."""
    if form == "json":
        whole = {**found.to_dict(), "found": [_record(one) for one in located]}
        return json.dumps(whole, ensure_ascii=False, indent=2).split("\n")
    if form == "jsonl":
        return (json.dumps(_record(one), ensure_ascii=False) for one in located)
    if form in {"tsv", "csv"}:
        rows = _rows(located, full=True)
        return (as_tsv if form == "tsv" else as_csv)(Table(COLUMNS, rows))
    return _for_people(found, located, form)


def _record(located: Located) -> dict[str, Any]:
    text, places, words = located
    record = text.to_dict()
    for run, (file, line) in zip(record["runs"], places, strict=True):
        characters = run["characters"]
        run |= {"file": file, "line": line}
        run["words"] = words[slice(*characters)] if characters else None
    return record


def _for_people(found: Overlap, located: Sequence[Located], form: str) -> Iterator[str]:
    yield str(found)
    if not located:
        return
    yield ""
    shape = as_markdown if form == "markdown" else as_text
    left = frozenset({COLUMNS.index("file"), COLUMNS.index("words")})
    yield from shape(Table(COLUMNS, list(_rows(located, full=False)), left=left))


def _rows(located: Sequence[Located], *, full: bool) -> Iterator[list[str]]:
    """A row for each run: where it is, and what it says. Places are tokens, the first one 1."""
    for text, places, words in located:
        share = repr(text.share) if full else f"{text.share:.2f}"
        for run, (file, line) in zip(text.runs, places, strict=True):
            said = words[slice(*run.characters)] if run.characters else ""
            start, end = run.tokens
            yield [
                str(text.text),
                str(text.tokens),
                str(text.shared_tokens),
                share,
                str(start + 1),
                str(end),
                file,
                str(line),
                str(run.documents),
                said if full else tamed(_shortened(said)),
            ]


def _shortened(said: str) -> str:
    if len(said) <= SHOWN:
        return said
    half = SHOWN // 2
    return f"{said[:half].rstrip()} … {said[-half:].lstrip()}"
