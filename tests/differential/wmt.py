"""Translations and summaries from the folder that TRUEBLEU_DATA names.

A set has files `<pair>.ref.<NAME>.txt` and `<pair>.sys.<NAME>.txt`, one segment per line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.requirements import data_folder

if TYPE_CHECKING:
    from pathlib import Path

# Every set with one system: the one with the most empty lines or unusual characters.
SETS = (
    ("wmt21/en-de", "Facebook-AI"),
    ("wmt22/en-de", "OpenNMT"),
    ("wmt22/zh-en", "Online-W"),
    ("wmt22/en-zh", "Lan-Bridge"),
    ("wmt22/en-ja", "Online-W"),
    ("wmt22/en-cs", "CUNI-Transformer"),
    ("wmt22/en-ru", "HuaweiTSC"),
    ("ted-tok/sk-en", "sys1"),
    ("sum-en/en-en", "sys2"),
)


@dataclass(frozen=True)
class Texts:
    """Output of one system, and reference streams."""

    hypotheses: list[str]
    streams: list[list[str]]

    def every(self, step: int) -> Texts:
        """Return every `step`-th segment."""
        return Texts(self.hypotheses[::step], [stream[::step] for stream in self.streams])

    def with_gaps(self) -> list[list[str | None]]:
        """Return the streams with some references missing, but never all of a segment."""
        gaps: list[list[str | None]] = [list(stream) for stream in self.streams]
        for i in range(len(self.hypotheses)):
            if len(gaps) > 1 and i % 3:
                gaps[i % len(gaps)][i] = None
        return gaps


def read(name: str, system: str) -> Texts:
    folder = data_folder()
    pair = folder / name
    references = sorted(pair.parent.glob(f"{pair.name}.ref.*.txt"))
    hypotheses = lines(pair.with_name(f"{pair.name}.sys.{system}.txt"))
    return Texts(hypotheses, [lines(path) for path in references])


def lines(path: Path) -> list[str]:
    """Return the lines of a file, split only at line feeds; carriage returns are kept."""
    return path.read_bytes().decode().removesuffix("\n").split("\n")
