"""The flags of `truebleu check` alone."""

from __future__ import annotations

from truebleu.cli.flag import CHECK, REPORT, SERVE, Flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CHECK_FLAGS"]


def _formats() -> Sequence[str]:
    from truebleu.views.check import FORMATS

    return FORMATS


def _severities() -> Sequence[str]:
    from truebleu.hygiene.findings import SEVERITIES

    return SEVERITIES


CHECK_FLAGS: tuple[Flag, ...] = (
    Flag(
        "--source",
        metavar="FILE",
        commands=(*CHECK, *REPORT, *SERVE),
        category="input",
        help="what was translated: tells lines that were left as they are, and mixed-up files",
    ),
    Flag(
        "--source-column",
        metavar="COLUMN",
        commands=(*CHECK, *REPORT, *SERVE),
        category="input",
        help="the column with the source: of the --source file, if it is a table, or of the table "
        "with the hypotheses",
    ),
    Flag(
        "-f", "--format",
        commands=CHECK,
        metavar="FORMAT",
        choices=_formats,
        category="output",
        default="text",
        help="how to write what was found",
    ),
    Flag(
        "--ignore",
        metavar="KIND",
        commands=CHECK,
        repeated=True,
        category="output",
        help="leave out findings of this kind (docs/check.md lists them); repeat it for more",
    ),
    Flag(
        "--fail-on",
        metavar="SEVERITY",
        choices=_severities,
        commands=CHECK,
        category="output",
        help="exit with code 1 if something as bad as this is found, or worse",
    ),
)  # fmt: skip
