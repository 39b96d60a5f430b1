"""The flags of `conventions`, `identify` and `verify` alone."""

from __future__ import annotations

from truebleu.cli.flag import CONVENTIONS, IDENTIFY, VERIFY, Flag
from truebleu.cli.values import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["IDENTIFICATION_FLAGS"]


def _conventions() -> Sequence[str]:
    from truebleu.conventions import CONVENTIONS as NAMED

    return tuple(NAMED)


def _formats_of_conventions() -> Sequence[str]:
    from truebleu.views.conventions import FORMATS

    return FORMATS


def _formats_of_identify() -> Sequence[str]:
    from truebleu.views.identification import FORMATS

    return FORMATS


def _tokenizers() -> Sequence[str]:
    from truebleu.tokenizers import names

    return names()


IDENTIFICATION_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--against",
        metavar="NAME",
        choices=_conventions,
        commands=CONVENTIONS,
        category="bleu",
        default="sacrebleu",
        help="the convention that gaps are measured from",
    ),
    Flag(
        "--reported",
        metavar="SCORE",
        commands=IDENTIFY,
        category="input",
        help="the number, as it was reported: 27.3, 27.30, 0.273, 27.3%",
    ),
    Flag(
        "--precision",
        metavar="N",
        parse=count,
        commands=(*IDENTIFY, *VERIFY),
        category="input",
        default="as many as are typed",
        help="how many decimals of the number count",
    ),
    Flag(
        "--tool",
        metavar="NAME",
        commands=IDENTIFY,
        category="bleu",
        default="all",
        help="search under this convention alone, or under those whose names begin so",
    ),
    Flag(
        "-t", "--tokenize",
        metavar="NAME",
        choices=_tokenizers,
        commands=IDENTIFY,
        category="bleu",
        repeated=True,
        default="those of the core",
        help="a further tokenizer to try; repeat it for more",
    ),
    Flag(
        "-f", "--format",
        commands=CONVENTIONS,
        metavar="FORMAT",
        choices=_formats_of_conventions,
        category="output",
        default="text",
        help="how to write the result; json holds every number in full",
    ),
    Flag(
        "-f", "--format",
        commands=IDENTIFY,
        metavar="FORMAT",
        choices=_formats_of_identify,
        category="output",
        default="text",
        help="how to write the result; json has every configuration, and every number in full",
    ),
)  # fmt: skip
