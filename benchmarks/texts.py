"""The texts that are measured: real ones where TRUEBLEU_DATA names a folder of WMT files.

Without them, lines of examples/news are put together anew, always in the same way. No hypothesis
and no reference occurs twice in a set: a repeated line would flatter caches and branch predictors.
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
        """Keep the segments whose every text is ASCII, or whose every text is not."""
        rows = zip(self.hypotheses, *self.references, strict=True)
        kept = [row for row in rows if all(cell.isascii() == ascii_only for cell in row)]
        hypotheses, *references = ([row[at] for row in kept] for at in range(len(kept[0])))
        return Text(name, hypotheses, references)

    def __add__(self, other: Text) -> Text:
        """Put another text's segments behind these."""
        pairs = zip(self.references, other.references, strict=True)
        return Text(
            f"{self.name}; {other.name}",
            self.hypotheses + other.hypotheses,
            [ours + theirs for ours, theirs in pairs],
        )

    @property
    def size(self) -> int:
        """Bytes of the hypotheses and of the first reference."""
        return sum(map(len, self.hypotheses)) + sum(map(len, self.references[0]))


def data_folder() -> Path | None:
    """Give the folder of WMT texts, if there is one."""
    name = os.environ.get("TRUEBLEU_DATA")
    return Path(name) if name and Path(name, "wmt22").is_dir() else None


def read(path: Path) -> list[bytes]:
    return path.read_bytes().removesuffix(b"\n").split(b"\n")


def unique(pairs: list[tuple[bytes, ...]]) -> list[tuple[bytes, ...]]:
    """Drop rows any of whose cells occurred before, and rows with an empty cell."""
    seen: set[bytes] = set()
    kept = []
    for row in pairs:
        if all(row) and seen.isdisjoint(row):
            seen.update(row)
            kept.append(row)
    return kept


def text(name: str, rows: list[tuple[bytes, ...]]) -> Text:
    kept = unique(rows)
    hypotheses, *references = ([row[at] for row in kept] for at in range(len(kept[0])))
    return Text(name, hypotheses, references)


def wmt(folder: Path, pair: str, matched: list[tuple[str, str, str]]) -> list[tuple[bytes, ...]]:
    """Read (set, system, reference) files of a language pair; each reference file is used once."""
    rows: list[tuple[bytes, ...]] = []
    for year, system, reference in matched:
        hypotheses = read(folder / year / f"{pair}.sys.{system}.txt")
        rows += zip(hypotheses, read(folder / year / f"{pair}.ref.{reference}.txt"), strict=True)
    return rows


def english_german() -> Text:
    """Give unique English-German pairs: five systems against five different references."""
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
    """Give unique English-Czech pairs: nearly every line has letters outside ASCII."""
    folder = data_folder()
    if folder is None:
        return generated(1)
    matched = [("wmt22", "Online-A", "B"), ("wmt22", "Online-W", "C")]
    return text("WMT en-cs, 2 systems, 2 references", wmt(folder, "en-cs", matched))


def chinese_english() -> Text:
    """Give unique Chinese-English pairs: English is mostly ASCII."""
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
    """Give pairs neither of whose sides is ASCII."""
    if data_folder() is None:
        return generated(1).only("both sides not ASCII", ascii_only=False)
    return (english_german() + english_czech()).only("both sides not ASCII", ascii_only=False)


def ascii_text() -> Text:
    """Give pairs both of whose sides are ASCII."""
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
    """Join lines of the example corpus to new segments, each part from its own document line."""
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
    """Join the first half of one line's words to the second half of another's."""
    begin, end = lines[first].split(b" "), lines[second].split(b" ")
    return b" ".join(begin[: len(begin) // 2 + 1] + end[len(end) // 2 :])
