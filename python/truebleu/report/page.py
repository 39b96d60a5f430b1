"""The HTML file of a report: overview, data and program.

The order of the elements lets a browser show content early: style and overview, numbers, the first
texts, program, all other data. The last element marks the file as complete.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from itertools import islice
from typing import Any
from zlib import crc32

from truebleu.display.html import Html, element
from truebleu.inputs.arguments import ProgressCallback
from truebleu.io.writing import check_writable, write_whole
from truebleu.report.data import ReportData
from truebleu.report.linker import page_sources, policy
from truebleu.report.overview.overview import overview

UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""JSON escapes of characters that could end a script element or a line of JavaScript."""
BINARY = "application/octet-stream"
CUT_OFF = "This file is truncated: its end is missing. Copy or download it again."
"""Message that is visible as long as the last element of the page is missing. The style sheet shows
it, because the script may be missing, too."""


def page(data: ReportData, tell: ProgressCallback | None = None) -> Iterator[bytes]:
    """Yield the HTML file of a report in pieces.

    `tell` is called after each chunk of texts, with the number of finished chunks and the number of
    all chunks.
    """
    sources = page_sources()
    sums: dict[str, int] = {}
    chunks = _chunks(data, sums, tell)
    yield _head(data, sources.style, sources.script).encode(errors="replace")
    yield element("p", CUT_OFF, class_="cut-off").encode()
    yield overview(data).encode(errors="replace")
    yield _json("meta", data.meta)
    yield _block("stats", data.stats, sums)
    yield from islice(chunks, 1)
    yield f"<script>{sources.script}</script>\n".encode()
    yield _block("ngrams", data.ngrams, sums)
    yield from chunks
    yield f'<script type="text/plain" id="worker-source">{sources.worker}</script>\n'.encode()
    yield _json("end", {"chunks": data.chunks, "crc32": sums})
    yield b"</body>\n</html>\n"


def json_in_html(value: Any) -> str:
    r"""Return a value as JSON that can be placed in an HTML script element.

    Characters that could end the element are escaped.

    >>> print(json_in_html(["</script>"]))
    ["\u003c/script\u003e"]
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character, written in UNSAFE.items():
        text = text.replace(character, written)
    return text


def _head(data: ReportData, style: str, script: str) -> str:
    title = element("title", data.meta["title"])
    parts = [
        element("meta", http_equiv="Content-Security-Policy", content=policy(style, script)),
        Html('<meta charset="utf-8">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="generator", content=f"truebleu {data.meta['truebleu']}"),
        title,
        Html(f"<style>{style}</style>"),
    ]
    lines = "\n".join(parts)
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{lines}\n</head>\n<body>\n'


def _json(name: str, value: Any) -> bytes:
    # Lone surrogates cannot be encoded as UTF-8, so replace them.
    text = json_in_html(value).encode(errors="replace")
    return b'<script type="application/json" id="%s">%s</script>\n' % (name.encode(), text)


def _chunks(
    data: ReportData, sums: dict[str, int], tell: ProgressCallback | None
) -> Iterator[bytes]:
    for number, content in enumerate(data.each_chunk()):
        yield _block(f"t-{number}", content, sums)
        if tell is not None:
            tell(number + 1, data.chunks)


def _block(name: str, content: bytes, sums: dict[str, int]) -> bytes:
    """Return a script element that contains `content` in base64.

    Also store the CRC-32 of the base64 text in `sums`, by the name of the element.
    """
    text = b64encode(content)
    sums[name] = crc32(text)
    return b'<script type="%s" id="%s">%s</script>\n' % (BINARY.encode(), name.encode(), text)


# Writing


def write_page(path: str, data: ReportData, tell: ProgressCallback | None = None) -> None:
    """Write the HTML file of a report. An existing file is replaced only on success.

    `tell` is called after each chunk of texts, with the number of finished chunks and the number of
    all chunks.

    Raises:
        InputError: The file cannot be written.
    """
    check_writable(path, ())
    write_whole(path, page(data, tell))
