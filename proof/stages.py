"""The stages of the proof, in the page's order."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from proof.records import Record


@dataclass(frozen=True)
class Stage:
    """A name for the command, words for the page, and the module that tries.

    The module has `records(scale)`, which yields what it tried: at scale 1 as often as the page
    promises, below it a share of that. It is imported when the stage runs, so that a stage whose
    tools are missing stops no other.
    """

    name: str
    title: str
    about: str
    peers: tuple[str, ...] = ()  # packages whose versions the page tells

    def records(self, scale: float) -> Iterator[Record]:
        module = importlib.import_module(f"proof.{self.name}")
        run: Callable[[float], Iterator[Record]] = module.records
        return run(scale)


STAGES: tuple[Stage, ...] = (
    Stage(
        "codepoints",
        "Every code point through every tokenizer",
        "Each of the 1,112,064 scalar values of Unicode alone, doubled, between letters, between "
        "digits and beside marks: the tokens of truebleu against sacreBLEU's. Left out are code "
        "points that only one of the two programs' versions of Unicode knows.",
        ("sacrebleu", "regex"),
    ),
)


def chosen(only: str | None) -> list[Stage]:
    """Give the stages whose name holds `only`; all without it."""
    return [stage for stage in STAGES if only is None or only in stage.name]
