"""Files beside the hypotheses and references: the source, and the names of documents."""

from __future__ import annotations

from truebleu.cli.inputs import format_of
from truebleu.cli.parser import UsageError
from truebleu.io.blocks import shown
from truebleu.io.markup import MARKUPS, in_the_order_of, read_markup
from truebleu.io.markup_files import MarkupFile
from truebleu.io.streams import LineFile
from truebleu.io.tables import TableFile
from truebleu.resampling.given import document_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Literal

    from truebleu.io.markup import Rendition
    from truebleu.io.streams import OpenFile

__all__ = ["document_names", "documents_of", "open_source"]


def open_source(
    typed: Namespace, order: Rendition | None, invalid: Literal["error", "replace"]
) -> OpenFile | None:
    """The source: a file of its own, or a column of the table with the hypotheses.

    `order` says which segment is the first, of files that name them. Raises `UsageError` where
    file and column do not fit together.
    """
    column = typed.source_column
    path = typed.source or (typed.files[0] if column else None)
    if path is None:
        return None
    form = format_of(path, typed.input_format)
    if form == "lines":
        if column:
            raise UsageError(f"--source-column is given, but {path} is read as plain lines")
        return LineFile(path, invalid)
    if form in MARKUPS:
        file = MarkupFile(path, form, invalid)
        file.take("source", [], "--source-column")
        if order is not None:
            file.put_in_order_of(order)
        return file
    if not column:
        raise UsageError(f"{path} is read as {form}: say which column with --source-column")
    return TableFile(path, form, [column], [True], header=bool(typed.header), invalid=invalid)


def documents_of(path: str, order: Rendition | None, segments: int) -> list[str]:
    """The names of the segments' documents; what is wrong with them is said with the file's name.

    `order` is the version that the segments are in the order of, if they have names.
    """
    names = document_names(path, order)
    document_numbers(names, segments, shown(path))
    return names


def document_names(path: str, order: Rendition | None) -> list[str]:
    """Lines of a file, or what a test set in markup has."""
    form = format_of(path, None)
    if form not in MARKUPS:
        return _lines(path)
    versions = read_markup(path, form).renditions
    if order is None:
        return versions[0].documents
    in_the_order_of(order, versions[0])
    return order.documents


def _lines(path: str) -> list[str]:
    file = LineFile(path, "error")
    lines: list[str] = []
    try:
        while not file.ended:
            file.advance()
            lines += file.texts()
    finally:
        file.close()
    return lines
