"""Independent reader of reports, written from the format in docs/how-to/html-report.md."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any
from zlib import crc32, decompress

import numpy as np
from numpy.typing import NDArray

DTYPES = {"u8": "<u1", "u16": "<u2", "u32": "<u4", "f32": "<f4", "f64": "<f8"}
A_TO_Z = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
FOLDED: dict[str, Callable[[str], str]] = {
    "mixed": str, "lc": str.lower, "lc-after": str.lower, "lc-references-after": str.lower,
    "lc-ascii": lambda text: text.translate(A_TO_Z),
}  # fmt: skip
ESCAPES = {"n": "\n", "r": "\r", "\\": "\\"}


def tokens_of(
    text: str, line: str, case: str = "mixed", begin: str = "", inside: str = ""
) -> list[str]:
    """Return the tokens of a text, given the line with the positions where they begin."""
    if line.startswith("="):
        tokens: list[str] = json.loads(line[1:])
        return tokens
    cuts, _, odd = line.partition(" ")
    by_character = cuts.startswith("*")
    pieces = re.finditer(r"\S" if by_character else r"\S+", text)
    starts = {match.start() for match in pieces}
    position = 0
    for digit, number in re.findall(r"([0-9a-z])|\((\d+)\)", re.sub(r"^\*", "", cuts)):
        position += int(number) if number else int(digit, 36)
        starts ^= {position}
    exceptions = json.loads(odd or "[]")
    exception_by_number = dict(zip(exceptions[::2], exceptions[1::2], strict=True))
    result: list[str] = []
    ends = [*sorted(starts), len(text)][1:]
    for number, (start, end) in enumerate(zip(sorted(starts), ends, strict=True)):
        piece = FOLDED[case](text[start:end].rstrip())
        sign = inside if start and not text[start - 1].isspace() else begin
        result += exception_by_number.get(number, [sign + piece])
    return result


class Page(HTMLParser):
    """Elements of a page in order, and the content of its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.styles: list[str] = []
        self.text: list[str] = []
        self._inside = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        assert tag
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            attributes, text = self.scripts[-1]
            self.scripts[-1] = (attributes, text + data)
        elif self._inside == "style":
            self.styles.append(data)
        elif self._inside == "wbr":  # it does not separate words
            self.text[-1] += data
        else:
            self.text.append(data)


class Report:
    """Content of a report."""

    def __init__(self, content: bytes) -> None:
        self.page = Page(content.decode())
        self.ids = [attributes["id"] for attributes, _ in self.page.scripts if "id" in attributes]
        self._texts = {
            attributes["id"]: text for attributes, text in self.page.scripts if "id" in attributes
        }
        self.meta: dict[str, Any] = json.loads(self._texts["meta"])
        self.end: dict[str, Any] = json.loads(self._texts["end"])
        self._stats = decompress(b64decode(self._texts["stats"], validate=True))

    def sums(self) -> dict[str, int]:
        """Return the checksums of the blocks that the report's last block lists."""
        return {name: crc32(self._texts[name].encode()) for name in self.end["crc32"]}

    def ngrams(self) -> dict[str, Any]:
        tables: dict[str, Any] = json.loads(decompress(b64decode(self._texts["ngrams"])))
        return tables

    def ngram_list(self, order: int, kind: str, *systems: int) -> list[dict[str, Any]]:
        """Return the n-grams of a list, each with its entries in the tables."""
        table = next(table for table in self.ngrams()["orders"] if table["order"] == order)
        key = kind, list(systems)
        (entry,) = (entry for entry in table["lists"] if (entry["kind"], entry["systems"]) == key)
        return [
            {**table["ngrams"][i], "in_segments": count, "segments": table["segments"][j]}
            for i, count, j in zip(
                entry["ngrams"], entry["in_segments"], entry["segments"], strict=True
            )
        ]

    def column(self, name: str) -> NDArray[Any]:
        entry = next(column for column in self.meta["columns"] if column["name"] == name)
        assert entry["offset"] % 8 == 0
        return np.frombuffer(
            self._stats, DTYPES[entry["dtype"]], count=entry["length"], offset=entry["offset"]
        )

    def names(self) -> list[str]:
        return [entry["name"] for entry in self.meta["columns"]]

    def rows(self, system: int) -> NDArray[np.int64]:
        """Return the counts of a system's segments, with columns in the order of BLEU's layout."""
        orders = range(1, self.meta["metric"]["order"] + 1)
        lengths = self.column(f"hyp/{system}").astype(np.int64)
        matches = [self.column(f"m/{system}/{order}") for order in orders]
        totals = [
            self.column(name)
            if (name := f"t/{system}/{order}") in self.names()
            else np.maximum(lengths - order + 1, 0)
            for order in orders
        ]
        columns = [lengths, self.column(f"ref/{system}"), *matches, *totals]
        return np.column_stack([column.astype(np.int64) for column in columns])

    def segments(self) -> list[list[str | None]]:
        """Return the text fields of all segments whose text is in the report, in order."""
        meta = self.meta
        fields = meta["has_source"] + 2 * (meta["references"] + len(meta["systems"]))
        lines: list[str] = []
        for number in range(meta["text"]["chunks"]):
            text = decompress(b64decode(self._texts[f"t-{number}"])).decode()
            lines += text.split("\n")[:-1]
        assert len(lines) % fields == 0
        return [
            [unescaped(line) for line in lines[i : i + fields]]
            for i in range(0, len(lines), fields)
        ]


def unescaped(line: str) -> str | None:
    if line == "\\-":
        return None
    characters, i = [], 0
    while i < len(line):
        if line[i] == "\\":
            characters.append(ESCAPES[line[i + 1]])
            i += 2
        else:
            characters.append(line[i])
            i += 1
    return "".join(characters)
