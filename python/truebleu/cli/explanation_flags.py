"""The flags that only `truebleu explain` has."""

from __future__ import annotations

from truebleu.cli.flag import EXPLAIN, Flag
from truebleu.cli.values import positive_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EXPLANATION_FLAGS"]


def _formats() -> Sequence[str]:
    from truebleu.views.explanation import FORMATS

    return FORMATS


EXPLANATION_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--against",
        metavar="FILE",
        commands=EXPLAIN,
        category="explanation",
        help="another system's output: also say what makes the difference between the two",
    ),
    Flag(
        "--segment",
        metavar="N",
        parse=positive_count,
        commands=EXPLAIN,
        category="explanation",
        help="explain this segment (counted from 1) token by token, not the corpus",
    ),
    Flag(
        "--top",
        metavar="N",
        parse=positive_count,
        commands=EXPLAIN,
        category="explanation",
        default="3, in json 10",
        help="how many n-grams of each order and kind, and how many segments, are named",
    ),
    Flag(
        "-f", "--format",
        metavar="FORMAT",
        choices=_formats,
        commands=EXPLAIN,
        category="output",
        default="text",
        help="how to write the result; json holds every number in full",
    ),
)  # fmt: skip
