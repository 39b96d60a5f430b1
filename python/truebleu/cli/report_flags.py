"""The flags that only `truebleu report` has."""

from __future__ import annotations

from truebleu.cli.flag import REPORT, Flag

__all__ = ["OUTPUT", "REPORT_FLAGS"]

OUTPUT = "report.html"
"""The file that is written if nobody says otherwise."""


def _text_policy(given: str) -> str:
    from truebleu.report.policy import check_policy

    return check_policy(given)


REPORT_FLAGS: tuple[Flag, ...] = (
    Flag(
        "-o", "--output",
        metavar="FILE",
        commands=REPORT,
        category="output",
        default=OUTPUT,
        help="write the page to this file, whole or not at all; - is standard output",
    ),
    Flag(
        "--title",
        metavar="TEXT",
        commands=REPORT,
        category="output",
        default="the names of the systems",
        help="what stands above the page",
    ),
    Flag(
        "--text",
        metavar="WHAT",
        parse=_text_policy,
        commands=REPORT,
        category="output",
        default="auto",
        help="which texts the page holds: full, none, top:N for the N segments with most influence "
        "and a random sample, or auto: full while they take 60 MB at most. The numbers are always "
        "of all segments",
    ),
    Flag(
        "--no-source",
        commands=REPORT,
        category="output",
        help="use the source for the checks alone, and keep its text out of the page",
    ),
    Flag(
        "--hash-inputs",
        commands=REPORT,
        category="output",
        help="name the input files by the SHA-256 of their bytes alone: neither their names nor "
        "the command are in the page",
    ),
    Flag(
        "--no-check",
        commands=REPORT,
        category="output",
        help="leave out what truebleu check finds",
    ),
)  # fmt: skip
