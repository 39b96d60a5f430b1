"""The flags that only `truebleu compare` has."""

from __future__ import annotations

from truebleu.cli.flag import COMPARE, EVALUATE, TESTS, Flag
from truebleu.cli.values import number, positive_count, seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COMPARISON_FLAGS"]


def _tests() -> Sequence[str]:
    from truebleu.significance import TESTS

    return TESTS


def _bootstraps() -> Sequence[str]:
    from truebleu.significance import BOOTSTRAPS

    return BOOTSTRAPS


def _swaps() -> Sequence[str]:
    from truebleu.significance import SWAPS

    return SWAPS


def _compatible() -> Sequence[str]:
    from truebleu.significance import COMPATIBLE

    return COMPATIBLE


def _formats() -> Sequence[str]:
    from truebleu.views.comparison import FORMATS

    return FORMATS


def _kinds() -> Sequence[str]:
    from truebleu.charts import KINDS

    return KINDS


COMPARISON_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--baseline",
        metavar="NAME",
        commands=TESTS,
        category="test",
        default="the first system",
        help="the system that the others are held against, by its name in the table",
    ),
    Flag(
        "--documents",
        metavar="FILE",
        commands=TESTS,
        category="test",
        help="the name of each segment's document, one a line, or a test set in SGML or XML: "
        "documents are swapped and drawn whole",
    ),
    Flag(
        "--runs",
        commands=COMPARE,
        category="test",
        help="systems have several runs, one file each: NAME=FILE,FILE,... for each system",
    ),
    Flag(
        "--swap",
        metavar="WHAT",
        choices=_swaps,
        commands=COMPARE,
        category="test",
        default="segments",
        help="what changes places in a trial with --runs: a segment's outputs of all runs "
        "together, or of each run by itself, as Clark et al. 2011 have it",
    ),
    Flag(
        "--test",
        metavar="TEST",
        choices=_tests,
        commands=TESTS,
        category="test",
        default="ar",
        help="what gives the p-values: paired approximate randomization, or the paired bootstrap",
    ),
    Flag(
        "--trials",
        metavar="N",
        parse=positive_count,
        commands=TESTS,
        category="test",
        default="10000",
        help="trials of the randomization",
    ),
    Flag(
        "--resamples",
        metavar="N",
        parse=positive_count,
        commands=TESTS,
        category="test",
        default="1000",
        help="resamples of the bootstrap, which gives the intervals",
    ),
    Flag(
        "--bootstrap",
        metavar="KIND",
        choices=_bootstraps,
        commands=TESTS,
        category="test",
        default="multinomial",
        help="how segments are drawn",
    ),
    Flag(
        "--power",
        metavar="X",
        parse=number,
        commands=TESTS,
        category="test",
        default="0.8",
        help="how surely a difference is to be found, for the smallest that can be detected and "
        "the segments that are needed",
    ),
    Flag(
        "--confidence",
        metavar="X",
        parse=number,
        commands=(*TESTS, *EVALUATE),
        category="test",
        default="0.95",
        help="confidence of the intervals; what is left to 1 is the level at which clusters part",
    ),
    Flag(
        "--seed",
        metavar="N",
        parse=seed,
        commands=(*TESTS, *EVALUATE),
        category="test",
        default="12345",
        help="another seed gives other trials; the same gives the same numbers everywhere",
    ),
    Flag(
        "--compatible",
        metavar="TOOL",
        choices=_compatible,
        commands=COMPARE,
        category="test",
        help="also give what this tool says for the same seed, to the last digit",
    ),
    Flag(
        "-f", "--format",
        metavar="FORMAT",
        choices=_formats,
        commands=COMPARE,
        category="output",
        default="text",
        help="how to write the result; json, jsonl and tsv hold every number in full",
    ),
    Flag(
        "--plot",
        metavar="FILE",
        commands=COMPARE,
        category="output",
        help="also draw scores, differences, p-values and how the differences vary into this file: "
        ".svg, .png, .pdf or .html",
    ),
    Flag(
        "--plot-kind",
        metavar="KIND",
        choices=_kinds,
        commands=COMPARE,
        category="output",
        default="overview",
        help="what --plot draws: differences and density are of the baseline and the best of the "
        "others, length and the pictures of scores are of all systems, by the first metric",
    ),
)  # fmt: skip
