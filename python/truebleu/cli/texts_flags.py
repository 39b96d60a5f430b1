"""The flags of the commands that are about texts without references."""

from __future__ import annotations

from truebleu.cli.flag import DIVERSITY, OVERLAP, TEXTS, Flag
from truebleu.cli.values import number, positive_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["TEXTS_FLAGS"]

LARGEST_ORDER = 64


def _diversity_formats() -> Sequence[str]:
    from truebleu.views.diversity import FORMATS

    return FORMATS


def _overlap_formats() -> Sequence[str]:
    from truebleu.views.overlap import FORMATS

    return FORMATS


def _words() -> Sequence[str]:
    from truebleu.contamination.searching import BARE
    from truebleu.tokenizers import names

    return (BARE, *names())


def _sides() -> Sequence[str]:
    from truebleu.contamination.searching import HOLDS

    return tuple(HOLDS)


def _share(given: str) -> float:
    """A share. Raises `ValueError` where it is none."""
    value = number(given)
    if 0 <= value <= 1:
        return value
    raise ValueError(f"{given!r}: allowed are numbers from 0 to 1")


def _order(given: str) -> int:
    """How many orders. Raises `ValueError` where that is none."""
    value = positive_count(given)
    if value <= LARGEST_ORDER:
        return value
    raise ValueError(f"{given!r}: allowed are whole numbers from 1 to {LARGEST_ORDER}")


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
        parse=_order,
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
    Flag(
        "--corpus",
        metavar="FILE",
        repeated=True,
        commands=OVERLAP,
        category="input",
        help="a file of documents, one a line; several may follow, or repeat the flag",
    ),
    Flag(
        "--corpus-column",
        metavar="COLUMN",
        repeated=True,
        commands=OVERLAP,
        category="input",
        help="the column with the documents, of corpus files that are tables",
    ),
    Flag(
        "-n", "--n",
        metavar="N",
        parse=positive_count,
        commands=OVERLAP,
        category="metric",
        default="13",
        help="how many tokens in a row must be the same",
    ),
    Flag(
        "-t", "--tokenize",
        metavar="NAME",
        choices=_words,
        commands=OVERLAP,
        category="metric",
        default="gpt3",
        help="what a token is; gpt3: what white space parts, in lower case, without punctuation",
    ),
    Flag(
        "--max-documents",
        metavar="N",
        parse=positive_count,
        commands=OVERLAP,
        category="metric",
        help="n-grams that are in more documents do not count (GPT-3: 10)",
    ),
    Flag(
        "--hold",
        metavar="SIDE",
        choices=_sides,
        commands=OVERLAP,
        category="other",
        default="texts",
        help="which side is held in memory: the smaller one; the other may be of any size",
    ),
    Flag(
        "--min-share",
        metavar="X",
        parse=_share,
        commands=OVERLAP,
        category="output",
        help="list only texts of which at least this share of tokens is shared (0 to 1)",
    ),
    Flag(
        "--fail-found",
        commands=OVERLAP,
        category="output",
        help="exit with code 1 if a text is listed",
    ),
    Flag(
        "-f", "--format",
        metavar="FORMAT",
        choices=_overlap_formats,
        commands=OVERLAP,
        category="output",
        default="text",
        help="how to write the result; json and jsonl hold every span",
    ),
)  # fmt: skip
