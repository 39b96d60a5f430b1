"""The flag for the ways in which tools ignore case."""

from __future__ import annotations

from truebleu.cli.flag import ANY_METRIC, DIVERSITY, Flag
from truebleu.errors import allowed

__all__ = ["CASE_FLAGS"]

CASES: dict[str, bool | str] = {
    "mixed": False,
    "lower": True,
    "ascii": "ascii",
    "after": "after",
    "references-after": "references-after",
}


def case(given: str) -> bool | str:
    """A way to treat case. Raises `ValueError` with those there are."""
    if given in CASES:
        return CASES[given]
    raise ValueError(allowed("case", given, CASES))


CASE_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--case",
        metavar="HOW",
        parse=case,
        commands=(*ANY_METRIC, *DIVERSITY),
        category="bleu",
        target="lowercase",
        sets="lowercase",
        default="as the convention has it",
        help="mixed: case counts; lower: it does not; ascii: it does not for A to Z; after: tokens "
        "are lower-cased, not the text; references-after: in references, the text in hypotheses. "
        "--lowercase is --case lower",
    ),
)
