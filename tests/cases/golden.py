"""Golden cases of sacreBLEU, and helpers that compare them with truebleu."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tests import oracle
from tests.requirements import TESTDATA, require_module

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

# Tokenizers outside the core, and the package that each one needs.
PACKAGES = {"ja-mecab": "MeCab", "ko-mecab": "mecab_ko"}
# Keys of truebleu's signatures that sacreBLEU's signatures do not have.
ONLY_OURS = ("order", "weights", "length", "scale", "tokhash", "segments")


@dataclass(frozen=True)
class Case:
    """One corpus with settings, and sacreBLEU's results for it."""

    name: str
    hypotheses: list[str]
    references: list[list[str]]
    settings: dict[str, Any]
    expected: dict[str, Any]

    def __str__(self) -> str:
        settings = ",".join(f"{key}={value}" for key, value in self.settings.items())
        return f"{self.name}({settings})"

    @property
    def tokenizer(self) -> str:
        return str(self.settings.get("tokenizer", "13a"))

    @property
    def streams(self) -> list[list[str]]:
        return [list(stream) for stream in zip(*self.references, strict=True)]

    def need_tokenizer(self) -> None:
        """Skip the test if the tokenizer needs a package that is not installed."""
        if self.tokenizer in PACKAGES:
            require_module(PACKAGES[self.tokenizer])


def read(name: str) -> Any:
    """Return the content of a JSON file of `testdata`, named without its suffix."""
    return json.loads((TESTDATA / f"{name}.json").read_text(encoding="utf-8"))


def write_lines(path: Path, lines: Iterable[str]) -> str:
    """Write each text as a line that ends in a line feed; return the path as text."""
    path.write_bytes("".join(f"{line}\n" for line in lines).encode())
    return str(path)


@cache
def cases() -> tuple[Case, ...]:
    inputs = read("golden/inputs")
    return tuple(
        Case(
            name=entry["case"],
            hypotheses=inputs[entry["case"]]["hypotheses"],
            references=inputs[entry["case"]]["references"],
            settings=entry["settings"],
            expected={k: v for k, v in entry.items() if k not in ("case", "settings")},
        )
        for entry in read("golden/sacrebleu")["cases"]
    )


def cases_in_core() -> list[Case]:
    return [case for case in cases() if case.tokenizer not in PACKAGES]


def oracle_settings(arguments: dict[str, Any]) -> oracle.Settings:
    """Return the oracle's settings for the arguments of truebleu's BLEU."""
    common = {k: v for k, v in arguments.items() if k not in ("max_ngram_order", "weights")}
    weights = arguments.get("weights") or (1.0,) * arguments.get("max_ngram_order", 4)
    return oracle.Settings(**common, weights=tuple(weights))


def value(expected: float) -> float:
    """Return sacreBLEU's score, but at most 100: its rounding error can exceed it."""
    return min(expected, 100.0)


def sacrebleu_signature(ours: str) -> str:
    """Return truebleu's signature with sacreBLEU's keys only, and with sacreBLEU's version."""
    pairs = [pair for pair in ours.split("|") if pair.split(":")[0] not in ONLY_OURS]
    assert pairs[-1].startswith("version:truebleu-")
    return "|".join([*pairs[:-1], f"version:{read('golden/sacrebleu')['version']}"])
