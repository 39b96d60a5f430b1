"""Which format a file has: by its name, and of markup by how it begins."""

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
"""Formats of tables and of markup by the end of a file's name."""

MARKUP = ("sgml", "xml")


def format_of(path: str, said: str | None) -> str:
    """Return what was said, else the format of a table or of markup, else "lines"."""
    return said or table_form(path) or markup_form(path) or "lines"


def table_form(path: str) -> str | None:
    """Return the format of a table by the end of its name, which may be compressed."""
    form = _by_name(path)
    return None if form in MARKUP else form


def markup_form(path: str) -> str | None:
    """Return the format of markup by the file's name, else by how it begins; None for others."""
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
        return None  # who reads it says what is wrong
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
