"""Reads a report as docs/how-to/html-report.md describes the format: a second, independent way."""

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
    """Return the tokens of a text from the line that says where they begin."""
    if line.startswith("="):
        tokens: list[str] = json.loads(line[1:])
        return tokens
    cuts, _, odd = line.partition(" ")
    each = cuts.startswith("*")
    pieces = re.finditer(r"\S" if each else r"\S+", text)
    starts = {match.start() for match in pieces}
    at = 0
    for digit, number in re.findall(r"([0-9a-z])|\((\d+)\)", re.sub(r"^\*", "", cuts)):
        at += int(number) if number else int(digit, 36)
        starts ^= {at}
    given = json.loads(odd or "[]")
    others = dict(zip(given[::2], given[1::2], strict=True))
    found: list[str] = []
    ends = [*sorted(starts), len(text)][1:]
    for number, (start, end) in enumerate(zip(sorted(starts), ends, strict=True)):
        piece = FOLDED[case](text[start:end].rstrip())
        sign = inside if start and not text[start - 1].isspace() else begin
        found += others.get(number, [sign + piece])
    return found


class Page(HTMLParser):
    """The elements of a page in order, and what stands in its scripts and styles."""

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
        elif self._inside == "wbr":  # it parts no words
            self.text[-1] += data
        else:
            self.text.append(data)


class Report:
    """What a report holds."""

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
        """The sums of all blocks that the end names."""
        return {name: crc32(self._texts[name].encode()) for name in self.end["crc32"]}

    def ngrams(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(decompress(b64decode(self._texts["ngrams"])))
        return found

    def ngram_list(self, order: int, kind: str, *systems: int) -> list[dict[str, Any]]:
        """The n-grams of a list, with what the tables say of each."""
        table = next(one for one in self.ngrams()["orders"] if one["order"] == order)
        (found,) = (
            one for one in table["lists"] if (one["kind"], one["systems"]) == (kind, list(systems))
        )
        return [
            {**table["ngrams"][place], "in_segments": count, "segments": table["segments"][where]}
            for place, count, where in zip(
                found["ngrams"], found["in_segments"], found["segments"], strict=True
            )
        ]

    def column(self, name: str) -> NDArray[Any]:
        entry = next(each for each in self.meta["columns"] if each["name"] == name)
        assert entry["offset"] % 8 == 0
        return np.frombuffer(
            self._stats, DTYPES[entry["dtype"]], count=entry["length"], offset=entry["offset"]
        )

    def names(self) -> list[str]:
        return [entry["name"] for entry in self.meta["columns"]]

    def rows(self, system: int) -> NDArray[np.int64]:
        """The rows of a system, in the order of BLEU's layout."""
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
        """The fields of all segments that are held, in order."""
        meta = self.meta
        fields = meta["has_source"] + 2 * (meta["references"] + len(meta["systems"]))
        lines: list[str] = []
        for number in range(meta["text"]["chunks"]):
            text = decompress(b64decode(self._texts[f"t-{number}"])).decode()
            lines += text.split("\n")[:-1]
        assert len(lines) % fields == 0
        return [
            [unescaped(line) for line in lines[at : at + fields]]
            for at in range(0, len(lines), fields)
        ]


def unescaped(line: str) -> str | None:
    if line == "\\-":
        return None
    found, at = [], 0
    while at < len(line):
        if line[at] == "\\":
            found.append(ESCAPES[line[at + 1]])
            at += 2
        else:
            found.append(line[at])
            at += 1
    return "".join(found)
