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
        "differential",
        "Made-up corpora against sacreBLEU",
        "Each corpus has one to five segments and up to six streams of references, of which some "
        "are missing and some empty; short texts of pieces that have misled a tokenizer, and of "
        "any characters that both programs' versions of Unicode know; settings are drawn with it. "
        "Counts must be equal as integers and scores to the bit. The one exception is a perfect "
        "score, which is 100 here and may be 100.00000000000004 there; through the drop-in it is "
        "the same, too. A difference is told with its case: `python -m proof.differential NAME "
        "NUMBER` tries that again.",
        ("sacrebleu", "regex"),
    ),
    Stage(
        "others",
        "Made-up corpora against other programs",
        "NLTK, bleuscore, rouge-score, jiwer and fastchrf, under the conventions and through the "
        "drop-in that bear their names. Scores must be equal to the bit, METEOR's to 2^-59, the "
        "unit that a segment's number is kept in. `python -m proof.others NAME NUMBER` tries a "
        "case again.",
        ("nltk", "bleuscore", "rouge-score", "jiwer", "fastchrf"),
    ),
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
