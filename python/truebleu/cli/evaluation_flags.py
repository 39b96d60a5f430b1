"""The flags that only `truebleu evaluate` has."""

from __future__ import annotations

from truebleu.cli.flag import COLUMNS, EVALUATE, Flag
from truebleu.cli.values import positive_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["EVALUATION_FLAGS"]


def _aggregates() -> Sequence[str]:
    from truebleu.evaluated import AGGREGATES

    return AGGREGATES


def _formats() -> Sequence[str]:
    return ("text", "json", "markdown", "latex")


EVALUATION_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--scores",
        metavar="NAME=FILE",
        commands=COLUMNS,
        category="input",
        repeated=True,
        help="scores from elsewhere, people's or a model's: a table (.tsv, .csv, .jsonl, .parquet) "
        "with a row for each segment and a column for each system, called by its name",
    ),
    Flag(
        "--lower-is-better",
        metavar="NAME",
        commands=COLUMNS,
        category="input",
        repeated=True,
        help="of the --scores of this name less is better",
    ),
    Flag(
        "--resamples",
        metavar="N",
        parse=positive_count,
        commands=EVALUATE,
        category="test",
        default="500",
        help="resamples of the segments, which give the intervals of coefficients",
    ),
    Flag(
        "--aggregate",
        metavar="KIND",
        choices=_aggregates,
        commands=EVALUATE,
        category="output",
        help="one number of all metrics: the weighted mean of ranks (1 is the best), or of scores "
        "as shares of their scales",
    ),
    Flag(
        "--metric-weights",
        metavar="LIST",
        commands=EVALUATE,
        category="output",
        default="equal ones",
        help="weights of the aggregate, such as BLEU=2,chrF2=1; a metric that is not named has 0",
    ),
    Flag(
        "--disagree",
        metavar="A,B",
        commands=EVALUATE,
        category="output",
        help="list the segments that the metric A finds best as against B, and the other way round",
    ),
    Flag(
        "-f", "--format",
        metavar="FORMAT",
        choices=_formats,
        commands=EVALUATE,
        category="output",
        default="text",
        help="how to write the result; json holds every number in full",
    ),
)  # fmt: skip
