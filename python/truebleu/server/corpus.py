"""The texts that are scored: the files of a session, side by side."""

from __future__ import annotations

from truebleu.errors import InputError
from truebleu.io.markup import in_the_order_of
from truebleu.references import References

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu.io.streams import Cell
    from truebleu.server.entries import Entry

__all__ = ["Corpus", "corpus_of"]


class Corpus:
    """Systems by name, streams of references with their names, source and documents.

    A reference that a segment lacks is None.
    """

    def __init__(
        self,
        systems: dict[str, list[str]],
        streams: list[list[str | None]],
        reference_names: list[str],
        source: list[str] | None,
        documents: list[str] | None,
        files: list[str | None],
    ) -> None:
        self.systems = systems
        self.streams = streams
        self.reference_names = reference_names
        self.source = source
        self.documents = documents
        self.files = files

    @property
    def references(self) -> References:
        """All references, by stream."""
        return References.streams(self.streams)

    @property
    def segments(self) -> int:
        """How many there are."""
        return len(self.streams[0])

    def only(self, numbers: Sequence[int]) -> References:
        """Some of the streams of references, by their numbers from 0."""
        return References.streams([self.streams[number] for number in numbers])


def corpus_of(entries: Sequence[Entry]) -> Corpus:
    """The texts of files that fit; where segments have names, by these.

    Raises `InputError` where a system lacks a segment, or a test set has others.
    """
    first = next((entry.rendition for entry in entries if entry.rendition), None)
    ready: dict[str, list[Cell]] = {}
    for entry in entries:
        ready[entry.id] = list(entry.texts or [])
        if first is not None and entry.rendition is not None:
            ready[entry.id] = list(in_the_order_of(first, entry.rendition))
        if entry.role == "documents" and first is not None:
            ready[entry.id] = list(first.documents)
    systems = {
        entry.label: _whole(entry, ready[entry.id]) for entry in entries if entry.role == "system"
    }
    streams: list[list[str | None]] = []
    names: list[str] = []
    for entry in entries:
        if entry.role == "reference":
            found = _streams(ready[entry.id])
            streams += found
            names += _numbered(entry.label, len(found))
    documents = _one(entries, ready, "documents")
    if documents is None and first is not None:
        documents = list(first.documents)
    return Corpus(
        systems, streams, names, _one(entries, ready, "source"), documents,
        [entry.label for entry in entries if entry.role == "system"],
    )  # fmt: skip


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
