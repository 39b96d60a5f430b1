"""The aligned texts of all files of a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu.errors import InputError
from truebleu.inputs.references import References
from truebleu.io.empty import check_rows, read_empty
from truebleu.io.markup import align
from truebleu.io.streams import Cell, reference_columns
from truebleu.io.tables import TABLES

if TYPE_CHECKING:
    from truebleu.server.entries import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """The aligned texts of all files of a session.

    Attributes:
        systems: the hypotheses of each system, one per segment, by system name.
        streams: the reference streams, each with one reference per segment. A missing reference is
            None.
        reference_names: the displayed name of each reference stream.
        source: the source text of each segment; None without a source.
        documents: the document name of each segment; None without documents.
        files: the displayed name of each system's file.
    """

    systems: dict[str, list[str]]
    streams: list[list[str | None]]
    reference_names: list[str]
    source: list[str] | None
    documents: list[str] | None
    files: list[str | None]

    @property
    def references(self) -> References:
        """All references, as `References`."""
        return References.streams(self.streams)

    @property
    def segments(self) -> int:
        """The number of segments."""
        return len(self.streams[0])


def corpus_of(entries: Sequence[Entry]) -> Corpus:
    """Return the aligned texts of files.

    The segments of SGML and XML files have names, by which they are aligned. The segments of all
    other files are aligned by number.

    Raises:
        InputError: A system has no text for a segment, or two test sets have different segments.
    """
    first = next((entry.rendition for entry in entries if entry.rendition), None)
    cells_by_id: dict[str, list[Cell]] = {}
    for entry in entries:
        cells_by_id[entry.id] = list(entry.texts or [])
        if first is not None and entry.rendition is not None:
            cells_by_id[entry.id] = list(align(entry.rendition, first))
        if entry.role == "documents" and first is not None:
            cells_by_id[entry.id] = list(first.documents)
    systems = {
        entry.label: _texts(entry, cells_by_id[entry.id])
        for entry in entries
        if entry.role == "system"
    }
    streams: list[list[str | None]] = []
    names: list[str] = []
    references = [entry for entry in entries if entry.role == "reference"]
    for entry in references:
        cells: Sequence[Any] = cells_by_id[entry.id]
        if len(references) > 1 and entry.form in TABLES:
            cells, _ = read_empty(cells, "missing")
        entry_streams = reference_columns(cells)
        streams += entry_streams
        names += _numbered(entry.label, len(entry_streams))
    if all(None in stream for stream in streams):
        check_rows(streams, fix="Fill one cell of each row, or drop files with one line per text.")
    documents = _texts_of_role(entries, cells_by_id, "documents")
    if documents is None and first is not None:
        documents = list(first.documents)
    return Corpus(
        systems=systems,
        streams=streams,
        reference_names=names,
        source=_texts_of_role(entries, cells_by_id, "source"),
        documents=documents,
        files=[entry.label for entry in entries if entry.role == "system"],
    )


def _texts_of_role(
    entries: Sequence[Entry], cells_by_id: dict[str, list[Cell]], role: str
) -> list[str] | None:
    entry = next((entry for entry in entries if entry.role == role), None)
    return None if entry is None else _texts(entry, cells_by_id[entry.id])


def _texts(entry: Entry, cells: Sequence[Cell]) -> list[str]:
    """Return the texts of a file, one per segment.

    `cells` has one item per segment. Raise `InputError` if an item is None or a list of texts.
    """
    for number, cell in enumerate(cells, 1):
        if not isinstance(cell, str):
            problem = "has no text" if cell is None else "is a list"
            raise InputError(
                f"{entry.label}, segment {number} {problem}. Only a reference can be missing or a "
                "list."
            )
    return list(cells)  # type: ignore[arg-type]  # checked above


def _numbered(label: str, count: int) -> list[str]:
    return [label] if count == 1 else [f"{label} {number}" for number in range(1, count + 1)]
