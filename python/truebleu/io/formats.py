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
    """Return the format of a file: `chosen`, or the detected format if `chosen` is None.

    If no format is detected, return "lines" (one segment per line).
    """
    return chosen or table_form(path) or markup_form(path) or "lines"


def table_form(path: str) -> str | None:
    """Return the format of a table, such as "tsv", from the file name; None for other files.

    A compression extension is ignored: the format of `scores.tsv.gz` is "tsv".
    """
    form = _by_name(path)
    return None if form in MARKUP else form


def markup_form(path: str) -> str | None:
    """Return "sgml" or "xml" for a file in one of these formats; None for other files.

    The format is detected from the file name extension. If the extension is neither SGML's nor
    XML's, the format is detected from the content.
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
