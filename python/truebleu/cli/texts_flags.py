"""The flags of the commands that are about texts without references."""

from __future__ import annotations

from truebleu.cli.flag import DIVERSITY, TEXTS, Flag
from truebleu.cli.values import positive_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TEXTS_FLAGS"]


def _diversity_formats() -> Sequence[str]:
    from truebleu.views.diversity import FORMATS

    return FORMATS


TEXTS_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--text-column",
        metavar="COLUMN",
        repeated=True,
        commands=TEXTS,
        category="input",
        help="the column of a table (name, or number from 1; in JSON lines a field) that holds the "
        "texts; repeat it for several collections",
    ),
    Flag(
        "--orders",
        metavar="N",
        parse=positive_count,
        commands=DIVERSITY,
        category="output",
        default="4",
        help="the longest n-grams of which distinct-n and the entropy are given",
    ),
    Flag(
        "--per-text",
        commands=DIVERSITY,
        category="output",
        help="give the score of each text against all others, instead of their mean",
    ),
    Flag(
        "-f", "--format",
        metavar="FORMAT",
        choices=_diversity_formats,
        commands=DIVERSITY,
        category="output",
        default="text",
        help="how to write the result; json, jsonl, tsv and csv hold every number in full",
    ),
)  # fmt: skip
