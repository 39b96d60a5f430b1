"""The flags of `truebleu mbr` and `truebleu oracle` alone."""

from __future__ import annotations

from truebleu.cli.flag import MBR, SELECTING, Flag
from truebleu.cli.values import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["SELECTION_FLAGS"]


def _forms() -> Sequence[str]:
    from truebleu.io.nbest import FORMS

    return FORMS


SELECTION_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--input-format",
        metavar="FORMAT",
        choices=_forms,
        commands=SELECTING,
        category="input",
        default="by how the file begins",
        help="nbest: a candidate a line, 'ID ||| TEXT ||| FEATURES ||| SCORE' (Moses, Marian); "
        "jsonl: a segment a line, a list of texts or an object with candidates",
    ),
    Flag(
        "--pseudo-references",
        metavar="FILE",
        commands=MBR,
        category="input",
        default="the candidates",
        help="n-best lists of the same segments, to compare the candidates with",
    ),
    Flag(
        "--allow-single",
        commands=SELECTING,
        category="input",
        help="take the only candidate of a segment; without, it is an error",
    ),
    Flag(
        "--aggregate",
        commands=MBR,
        category="choice",
        help="compare with the mean of all candidates' n-gram counts: linear in their number "
        "(BLEU, chrF)",
    ),
    Flag(
        "--exclude-self",
        commands=MBR,
        category="choice",
        help="do not compare a candidate with itself",
    ),
    Flag(
        "--log-probability",
        metavar="NAME",
        commands=MBR,
        category="choice",
        default="all candidates count the same",
        help="let a candidate count by its probability: score for the last field of an n-best list "
        "(log_probabilities in JSON lines), or a feature's name",
    ),
    Flag(
        "--posterior-scale",
        metavar="X",
        parse=number,
        commands=MBR,
        category="choice",
        default="1",
        help="multiply log probabilities by this before they are made to sum to 1",
    ),
    Flag(
        "--utilities",
        commands=SELECTING,
        category="output",
        help="also write how good the chosen candidate is, before a tab; in JSON lines how "
        "good each is",
    ),
    Flag(
        "-f", "--format",
        metavar="FORMAT",
        choices=lambda: ("text", "jsonl"),
        commands=SELECTING,
        category="output",
        default="text",
        help="text: the chosen candidates, a segment a line; jsonl: with id, index and utility",
    ),
)  # fmt: skip
