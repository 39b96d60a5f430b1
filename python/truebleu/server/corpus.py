"""The texts that are scored: the files of a session, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu.errors import InputError
from truebleu.inputs.references import References
from truebleu.io.empty import check_rows, read_empty
from truebleu.io.markup import align
from truebleu.io.streams import Cell
from truebleu.io.tables import TABLES

if TYPE_CHECKING:
    from truebleu.server.entries import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """Systems by name, streams of references with their names, source and documents.

    A reference that a segment lacks is None.
    """

    systems: dict[str, list[str]]
    streams: list[list[str | None]]
    reference_names: list[str]
    source: list[str] | None
    documents: list[str] | None
    files: list[str | None]

    @property
    def references(self) -> References:
        """All references, by stream."""
        return References.streams(self.streams)

    @property
    def segments(self) -> int:
        """How many there are."""
        return len(self.streams[0])


def corpus_of(entries: Sequence[Entry]) -> Corpus:
    """The texts of files that fit; where segments have names, by these.

    Raises `InputError` where a system lacks a segment, or a test set has others.
    """
    first = next((entry.rendition for entry in entries if entry.rendition), None)
    ready: dict[str, list[Cell]] = {}
    for entry in entries:
        ready[entry.id] = list(entry.texts or [])
        if first is not None and entry.rendition is not None:
            ready[entry.id] = list(align(entry.rendition, first))
        if entry.role == "documents" and first is not None:
            ready[entry.id] = list(first.documents)
    systems = {
        entry.label: _whole(entry, ready[entry.id]) for entry in entries if entry.role == "system"
    }
    streams: list[list[str | None]] = []
    names: list[str] = []
    references = [entry for entry in entries if entry.role == "reference"]
    for entry in references:
        cells: Sequence[Any] = ready[entry.id]
        if len(references) > 1 and entry.form in TABLES:
            cells, _ = read_empty(cells, "missing")
        found = _streams(cells)
        streams += found
        names += _numbered(entry.label, len(found))
    if all(None in stream for stream in streams):
        check_rows(streams, fix="Fill one of each row, or drop files with a line for each text.")
    documents = _one(entries, ready, "documents")
    if documents is None and first is not None:
        documents = list(first.documents)
    return Corpus(
        systems=systems,
        streams=streams,
        reference_names=names,
        source=_one(entries, ready, "source"),
        documents=documents,
        files=[entry.label for entry in entries if entry.role == "system"],
    )


def _one(entries: Sequence[Entry], ready: dict[str, list[Cell]], role: str) -> list[str] | None:
    found = next((entry for entry in entries if entry.role == role), None)
    return None if found is None else _whole(found, ready[found.id])


def _whole(entry: Entry, cells: Sequence[Cell]) -> list[str]:
    """A text for each segment."""
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, str):
            what = "has no text" if cell is None else "is a list"
            raise InputError(f"{entry.label}, segment {number} {what}: only references may be so")
    return list(cells)  # type: ignore[arg-type]  # each was looked at


def _streams(cells: Sequence[Cell]) -> list[list[str | None]]:
    """References by stream: a cell may hold several, or none."""
    width = max((len(cell) for cell in cells if isinstance(cell, list)), default=1)
    return [[_part(cell, place) for cell in cells] for place in range(max(1, width))]


def _part(cell: Any, place: int) -> str | None:
    if isinstance(cell, list):
        return cell[place] if place < len(cell) else None
    return cell if place == 0 else None


def _numbered(label: str, count: int) -> list[str]:
    return [label] if count == 1 else [f"{label} {number}" for number in range(1, count + 1)]
