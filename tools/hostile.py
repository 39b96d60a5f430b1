"""Write testdata/hostile: copies of the news example, each with one planted fault.

    python tools/hostile.py

Each folder is a case. It has the input files of `truebleu check` (such as hyp.txt, ref.txt and
src.txt) that differ from the first 60 lines of the example, and `expected.json` with the expected
findings.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NEWS = ROOT / "examples" / "news"
TARGET = ROOT / "testdata" / "hostile"
LINES = 60

Lines = list[str]


def lines(name: str) -> Lines:
    return (NEWS / name).read_text(encoding="utf-8").split("\n")[:LINES]


HYP = lines("system.medium.en.txt")
REF = lines("reference.a.en.txt")
SRC = lines("source.de.txt")


class Case:
    """One case: the files that differ from the example, and the expected findings."""

    def __init__(self, *findings: dict[str, Any], **files: Any) -> None:
        self.files = files
        self.findings = findings


def finding(
    kind: str, stream: str = "hyp.txt", count: int = 0, first: Sequence[int] = (), **more: Any
) -> dict[str, Any]:
    return {"kind": kind, "stream": stream, "count": count, "segments": list(first), **more}


def changed(texts: Lines, change: Callable[[str], str], *numbers: int) -> Lines:
    """Return the lines with `change` applied to those with these numbers (from 1)."""
    return [change(text) if i in numbers else text for i, text in enumerate(texts, 1)]


def planted(
    kind: str, change: Callable[[str], str], *numbers: int, stream: str = "hyp.txt"
) -> Case:
    """Return a case with a fault in some lines of the hypotheses, or of the references."""
    expected = finding(kind, stream, len(numbers), numbers)
    if stream == "hyp.txt":
        return Case(expected, hyp=changed(HYP, change, *numbers))
    return Case(expected, ref=changed(REF, change, *numbers))


def with_all(kind: str, change: Callable[[str], str], count: int = LINES) -> Case:
    """Return a case with a fault in all hypotheses."""
    return Case(finding(kind, count=count), hyp=[change(text) for text in HYP])


def pieces(text: str) -> str:
    return " ".join(f"{word[:4]}@@ {word[4:]}" if len(word) > 6 else word for word in text.split())


def spaced(text: str) -> str:
    for mark in ".,":
        text = text.replace(f"{mark} ", f" {mark} ")
    return f"{text[:-1]} ." if text.endswith(".") else text


def shuffled() -> Lines:
    copy = list(HYP)
    random.Random(4).shuffle(copy)
    return copy


def as_bytes(texts: Lines, encoding: str = "utf-8") -> bytes:
    return ("\n".join(texts) + "\n").encode(encoding)


LATIN = "abcdefghijklmnopqrstuvwxyz"
CYRILLIC_LETTERS = "абцдефгхийклмнопкрстувшхыз"
CYRILLIC = str.maketrans(LATIN + LATIN.upper(), CYRILLIC_LETTERS + CYRILLIC_LETTERS.upper())
LONG = 40  # characters; shorter lines may be equal by chance
SPACED_LINES = sum(any(f" {mark}" in spaced(text) for mark in ".,") for text in HYP)

CASES: dict[str, Case] = {
    # The order of lines
    "shifted": Case(
        finding("shifted", count=LINES - 2, first=[1], shift=2), hyp=[*HYP[2:], HYP[5], HYP[9]]
    ),
    "shifted-up": Case(
        finding("shifted", count=LINES - 1, first=[2], shift=-1), hyp=[HYP[20], *HYP[:-1]]
    ),
    "missing-line": Case(
        finding("line_counts"),
        finding("missing_lines", count=1, first=[31], shift=1),
        hyp=[*HYP[:30], *HYP[31:]],
    ),
    "doubled-line": Case(
        finding("line_counts"),
        finding("extra_lines", count=1, first=[24], shift=-1),
        hyp=[*HYP[:23], HYP[22], *HYP[23:]],
    ),
    "missing-and-doubled": Case(
        finding("missing_lines", count=1, first=[16], shift=1),
        finding("extra_lines", count=1, first=[45], shift=0),
        hyp=[*HYP[:15], *HYP[16:45], HYP[44], *HYP[45:]],
    ),
    "cut-off": Case(
        finding("line_counts"), finding("missing_lines", count=1, first=[51]), hyp=HYP[:50]
    ),
    "shuffled": Case(finding("other_order"), hyp=shuffled()),
    "old-mac": Case(finding("cr_line_ends"), hyp=as_bytes(HYP).replace(b"\n", b"\r")),
    "no-lines": Case(finding("no_segments"), hyp=b""),
    # Files that were mixed up
    "source-as-hypothesis": Case(finding("source_as_hypothesis"), hyp=SRC),
    "source-as-reference": Case(finding("source_as_reference", "ref.txt"), ref=SRC),
    "reference-as-hypothesis": Case(finding("hypothesis_is_reference"), hyp=REF),
    "copied-references": Case(
        finding("copied_reference", count=sum(len(text) >= LONG for text in REF[1:29])),
        hyp=[REF[i] if 0 < i < 29 else text for i, text in enumerate(HYP)],
    ),
    "untranslated": planted("untranslated", lambda _: SRC[6], 7),
    "equal-references": Case(finding("equal_references", "ref2.txt"), ref2=REF),
    "equal-systems": Case(finding("equal_systems", "hyp2.txt"), hyp2=HYP),
    # Characters
    "not-utf8": Case(
        finding("invalid_utf8", count=2, first=[9]),
        hyp=as_bytes(changed(HYP, lambda text: f"{text} ÿ", 9, 12)).replace(b"\xc3\xbf", b"\xff"),
    ),
    "utf16": Case(finding("unreadable"), hyp=as_bytes(HYP, "utf-16")),
    "byte-order-mark": Case(finding("byte_order_mark"), hyp=as_bytes(HYP, "utf-8-sig")),
    "byte-order-mark-inside": planted("zero_width", lambda text: f"\ufeff{text}", 5),
    "replacement": planted("replacement_characters", lambda text: text.replace("e", "\ufffd"), 3),
    "mojibake": planted(
        "mojibake", lambda text: f"“{text}” – naïve café".encode().decode("latin-1"), 4, 8
    ),
    "control": planted("control_characters", lambda text: f"{text[:9]}\x02\x9b{text[9:]}", 11),
    "nul": planted("control_characters", lambda text: f"{text}\0", 12),
    "line-separator": planted("line_separators", lambda text: text.replace(" ", "\u2028", 1), 13),
    "form-feed": planted("line_separators", lambda text: f"\f{text}", 14, 15),
    "carriage-return": planted("line_separators", lambda text: text.replace(" ", "\r", 1), 16),
    "zero-width": planted("zero_width", lambda text: text.replace("e", "e\u200b"), 18, 19),
    "bidi": planted("zero_width", lambda text: f"\u202e{text}\u202c", 20),
    "decomposed": planted(
        "decomposed", lambda text: unicodedata.normalize("NFD", f"{text} naïve Köln"), 21, 22
    ),
    # What processing left behind
    "escaped": planted("escaped", lambda text: f"&quot;{text}&quot; &#39;", 23, 24),
    "escaped-twice": planted("escaped", lambda text: f"{text} &amp;lt;", 25),
    "bpe": Case(
        finding("subwords", count=sum("@@ " in pieces(text) for text in HYP)),
        hyp=list(map(pieces, HYP)),
    ),
    "sentencepiece": with_all("subwords", lambda text: f"▁{text}".replace(" ", " ▁")),
    "wordpiece": Case(
        finding("subwords", count=sum("@@ " in pieces(text) for text in HYP)),
        hyp=[pieces(text).replace("@@ ", " ##") for text in HYP],
    ),
    "tokenized": Case(
        finding("spaced_punctuation", count=SPACED_LINES), hyp=list(map(spaced, HYP))
    ),
    "moses": planted("spaced_punctuation", lambda text: f"{text} well @-@ known", 26),
    "lowercased": Case(finding("lowercased"), hyp=[text.lower() for text in HYP]),
    # Lines
    "empty": planted("empty", lambda _: "", 27, 28),
    "blank": planted("empty", lambda _: " \u3000", 29),
    "empty-reference": planted("empty_references", lambda _: "", 30, stream="ref.txt"),
    "repeated": planted(
        "repeated", lambda _: "I am sorry, I cannot help with that.", 3, 13, 23, 33, 43
    ),
    "loop": planted("loops", lambda text: f"{text} {'and so on ' * 9}", 31),
    "loop-of-letters": planted("loops", lambda text: f"{text} {'ha' * 30}", 32),
    "too-long": planted("length_outliers", lambda text: f"{text} {' '.join(SRC[:6])}", 33),
    "too-short": planted("length_outliers", lambda text: text[:8], 34),
    # Scripts
    "other-script": planted("other_script", lambda text: text.translate(CYRILLIC), 35, 36),
    "wrong-script": Case(finding("wrong_script"), hyp=[text.translate(CYRILLIC) for text in HYP]),
    "wrong-tokenizer": Case(
        finding("wrong_tokenizer", ""),
        hyp=["今天天气很好，我们去公园散步。", "他昨天没有来上班。"],
        ref=["今天天气不错，我们到公园走走吧。", "昨天他没来上班。"],
        src=["The weather is fine.", "He was away."],
    ),
    "nothing": Case(),
}


def write(name: str, case: Case) -> None:
    folder = TARGET / name
    folder.mkdir(parents=True)
    for stem, content in case.files.items():
        data = content if isinstance(content, bytes) else as_bytes(content)
        (folder / f"{stem}.txt").write_bytes(data)
    text = json.dumps(list(case.findings), ensure_ascii=False, indent=1)
    (folder / "expected.json").write_text(f"{text}\n", encoding="utf-8")


def main() -> int:
    if TARGET.exists():
        shutil.rmtree(TARGET)
    for name, case in CASES.items():
        write(name, case)
    for stem, texts in (("hyp", HYP), ("ref", REF), ("src", SRC)):
        (TARGET / f"{stem}.txt").write_bytes(as_bytes(texts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
