"""Detect the format of a file from its name or, for SGML and XML, from its content."""

from __future__ import annotations

import os

from truebleu.errors import InputError
from truebleu.io.blocks import BlockReader
from truebleu.io.compression import SUFFIXES

FORMATS = {
    ".tsv": "tsv",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".sgm": "sgml",
    ".sgml": "sgml",
    ".xml": "xml",
}
"""Formats by file name extension."""

MARKUP = ("sgml", "xml")


def format_of(path: str, chosen: str | None) -> str:
    """Return `chosen` or, if it is None, the detected format of the file `path`.

    If no format is detected, return "lines" (one segment per line).
    """
    return chosen or table_form(path) or markup_form(path) or "lines"


def table_form(path: str) -> str | None:
    """Return the format of a table from its file name extension; None for other files.

    The extension of a compressed file, such as .gz, is ignored.
    """
    form = _by_name(path)
    return None if form in MARKUP else form


def markup_form(path: str) -> str | None:
    """Return "sgml" or "xml" for a file in that format; None for other files.

    The format is detected from the file name extension or else from the content.
    """
    form = _by_name(path)
    if form in MARKUP:
        return form
    return _by_content(path) if os.path.isfile(path) else None


def _by_name(path: str) -> str | None:
    base = path.lower()
    for suffix in SUFFIXES:
        base = base.removesuffix(suffix)
    return FORMATS.get(os.path.splitext(base)[1])


def _by_content(path: str) -> str | None:
    try:
        reader = BlockReader(path)
    except InputError:
        return None  # reading it raises the error
    try:
        opening = reader.read()[:4096].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    except InputError:
        return None
    finally:
        reader.close()
    if opening.startswith((b"<?xml", b"<mteval", b"<dataset")):
        return "xml"
    sets = (b"<srcset ", b"<refset ", b"<tstset ", b"<!doctype mteval")
    return "sgml" if opening.startswith(sets) else None
