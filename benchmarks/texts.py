"""Texts for the benchmarks: WMT files from the folder that TRUEBLEU_DATA names.

Without that folder, new lines are made from halves of lines of examples/news, the same in every
run. No hypothesis and no reference occurs twice in a text, because caches and branch predictors
would make repeated lines faster.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NEWS = ROOT / "examples" / "news"
GENERATED_PAIRS = 6000


@dataclass(frozen=True)
class Text:
    """Segments in UTF-8: `hypotheses[i]` belongs to `references[k][i]` for every stream k."""

    name: str
    hypotheses: list[bytes]
    references: list[list[bytes]]

    def __len__(self) -> int:
        return len(self.hypotheses)

    def only(self, name: str, *, ascii_only: bool) -> Text:
        """Return the segments with only ASCII lines, or those with only non-ASCII lines."""
        rows = zip(self.hypotheses, *self.references, strict=True)
        selected = [row for row in rows if all(line.isascii() == ascii_only for line in row)]
        hypotheses, *references = map(list, zip(*selected, strict=True))
        return Text(name, hypotheses, references)

    def __add__(self, other: Text) -> Text:
        """Return a text with the segments of both."""
        pairs = zip(self.references, other.references, strict=True)
        return Text(
            f"{self.name}; {other.name}",
            self.hypotheses + other.hypotheses,
            [ours + theirs for ours, theirs in pairs],
        )

    @property
    def size(self) -> int:
        """Number of bytes of the hypotheses and of the first reference."""
        return sum(map(len, self.hypotheses)) + sum(map(len, self.references[0]))


def data_folder() -> Path | None:
    """Return the folder that TRUEBLEU_DATA names; None if it has no WMT 2022 texts."""
    name = os.environ.get("TRUEBLEU_DATA")
    return Path(name) if name and Path(name, "wmt22").is_dir() else None


def read(path: Path) -> list[bytes]:
    return path.read_bytes().removesuffix(b"\n").split(b"\n")


def unique(rows: list[tuple[bytes, ...]]) -> list[tuple[bytes, ...]]:
    """Drop rows that contain an empty line or a line of an earlier row."""
    seen: set[bytes] = set()
    unique_rows = []
    for row in rows:
        if all(row) and seen.isdisjoint(row):
            seen.update(row)
            unique_rows.append(row)
    return unique_rows


def text(name: str, rows: list[tuple[bytes, ...]]) -> Text:
    hypotheses, *references = map(list, zip(*unique(rows), strict=True))
    return Text(name, hypotheses, references)


def wmt(folder: Path, pair: str, matched: list[tuple[str, str, str]]) -> list[tuple[bytes, ...]]:
    """Read the segments of a language pair; `matched` has test set, system and reference names."""
    rows: list[tuple[bytes, ...]] = []
    for year, system, reference in matched:
        hypotheses = read(folder / year / f"{pair}.sys.{system}.txt")
        rows += zip(hypotheses, read(folder / year / f"{pair}.ref.{reference}.txt"), strict=True)
    return rows


def english_german() -> Text:
    """Return unique English-German pairs of five systems, each with a different reference."""
    folder = data_folder()
    if folder is None:
        return generated(1)
    matched = [
        ("wmt22", "Online-B", "A"),
        ("wmt22", "Online-W", "B"),
        ("wmt21", "Facebook-AI", "A"),
        ("wmt21", "Online-A", "C"),
        ("wmt21", "VolcTrans-AT", "D"),
    ]
    return text("WMT en-de, 5 systems, 5 references", wmt(folder, "en-de", matched))


def english_czech() -> Text:
    """Return unique English-Czech pairs; almost every line has non-ASCII letters."""
    folder = data_folder()
    if folder is None:
        return generated(1)
    matched = [("wmt22", "Online-A", "B"), ("wmt22", "Online-W", "C")]
    return text("WMT en-cs, 2 systems, 2 references", wmt(folder, "en-cs", matched))


def chinese_english() -> Text:
    """Return unique Chinese-English pairs; most lines are ASCII."""
    folder = data_folder()
    if folder is None:
        return generated(1)
    matched = [("wmt22", "Online-A", "A"), ("wmt22", "Online-B", "B")]
    return text("WMT zh-en, 2 systems, 2 references", wmt(folder, "zh-en", matched))


def english_chinese() -> Text:
    folder = data_folder()
    if folder is None:
        return generated(1)
    matched = [("wmt22", "Online-A", "A"), ("wmt22", "Online-W", "B")]
    return text("WMT en-zh, 2 systems, 2 references", wmt(folder, "en-zh", matched))


def english_japanese() -> Text:
    folder = data_folder()
    if folder is None:
        return generated(1)
    return text("WMT en-ja", wmt(folder, "en-ja", [("wmt22", "Online-A", "A")]))


def not_ascii() -> Text:
    """Return pairs with a non-ASCII hypothesis and a non-ASCII reference."""
    if data_folder() is None:
        return generated(1).only("both sides not ASCII", ascii_only=False)
    return (english_german() + english_czech()).only("both sides not ASCII", ascii_only=False)


def ascii_text() -> Text:
    """Return pairs with an ASCII hypothesis and an ASCII reference."""
    if data_folder() is None:
        return generated(1).only("both sides ASCII", ascii_only=True)
    return (chinese_english() + english_german()).only("both sides ASCII", ascii_only=True)


def two_references() -> Text:
    folder = data_folder()
    if folder is None:
        return generated(2)
    files = ["en-de.sys.Online-B.txt", "en-de.ref.A.txt", "en-de.ref.B.txt"]
    rows = list(zip(*(read(folder / "wmt22" / name) for name in files), strict=True))
    return text("WMT22 en-de, 1 system, 2 references", rows)


def generated(references: int) -> Text:
    """Return new segments, each made of parts of two or three random lines of examples/news.

    Hypothesis and references take their parts from the same lines.
    """
    names = ["system.medium.en.txt", "reference.b.en.txt", "reference.a.en.txt"][: references + 1]
    files = [read(NEWS / name) for name in names]
    source = read(NEWS / "source.de.txt")
    random_numbers = random.Random(12345)  # the same texts in every run
    rows: list[tuple[bytes, ...]] = []
    while len(rows) < GENERATED_PAIRS:
        first, second = (random_numbers.randrange(len(source)) for _ in range(2))
        tail = b" " + source[second] if random_numbers.random() < 0.5 else b""
        rows.append(tuple(halves(file, first, second) + tail for file in files))
    return text("generated from examples/news", rows)


def halves(lines: list[bytes], first: int, second: int) -> bytes:
    """Return the first half of the words of one line and the second half of another line's."""
    begin, end = lines[first].split(b" "), lines[second].split(b" ")
    return b" ".join(begin[: len(begin) // 2 + 1] + end[len(end) // 2 :])
