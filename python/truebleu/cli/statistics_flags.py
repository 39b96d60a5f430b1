"""The flags that only `truebleu statistics` and `truebleu merge` have."""

from __future__ import annotations

from truebleu.cli.flag import MERGE, STATISTICS, Flag

__all__ = ["STATISTICS_FLAGS"]


STATISTICS_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--rows",
        commands=STATISTICS,
        category="output",
        help="keep the counts of every segment too, for intervals and tests of what is merged",
    ),
    Flag(
        "--compare",
        commands=MERGE,
        category="test",
        help="compare the systems, as `truebleu compare` does; the parts need --rows",
    ),
    Flag(
        "--save",
        metavar="FILE",
        commands=MERGE,
        category="output",
        help="write the merged statistics to this file, to be merged again",
    ),
)
