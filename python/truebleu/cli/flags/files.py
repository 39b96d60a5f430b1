"""Flags about what is read and written."""

from __future__ import annotations

from truebleu.cli.command import Flag
from truebleu.cli.values import count, positive_count
from truebleu.io.empty import EMPTY_REFERENCE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def _input_formats() -> Sequence[str]:
    from truebleu.io.markup import MARKUPS
    from truebleu.io.tables import TABLES

    return ("lines", *TABLES, *MARKUPS)


def _orders() -> Sequence[str]:
    from truebleu.display.comparison import SORTS

    return SORTS


REFERENCE = Flag(
    "-r", "--reference",
    metavar="FILE",
    repeated=True,
    category="input",
    help="a file of references, one segment a line; give -r once for each reference",
)  # fmt: skip
INVALID = Flag(
    "--invalid",
    metavar="WHAT",
    choices=lambda: ("error", "replace"),
    category="input",
    default="error",
    help="what to do with bytes that are not UTF-8: stop, or put U+FFFD in their place",
)
OUTPUT = Flag(
    "-o", "--output",
    metavar="FILE",
    category="output",
    default="standard output",
    help="write to this file, whole or not at all",
)  # fmt: skip
QUIET = Flag("-q", "--quiet", category="output", help="no warnings, no progress")
WIDTH = Flag(
    "-w", "--width",
    metavar="N",
    parse=count,
    category="output",
    default="2 in text, markdown and latex",
    help="decimals of a score",
)  # fmt: skip
FULL_SIGNATURE = Flag(
    "--full-signature",
    category="output",
    help="signatures also say what sacreBLEU leaves out (orders, weights, segments, ...)",
)
SORT = Flag(
    "--sort",
    metavar="ORDER",
    choices=_orders,
    category="output",
    default="score",
    help="order of systems in text, markdown and latex: best score first, or as given; data "
    "formats keep the given order",
)
PRECISION = Flag(
    "--precision",
    metavar="N",
    parse=count,
    category="input",
    default="as many as are typed",
    help="how many decimals of the number count",
)
FROM_FILES = "the file's name"
SHORTENED = "the file's name; tables leave out extensions and what all names share"


def name(default: str) -> Flag:
    """Return the flag that names systems, whose names are otherwise `default`."""
    return Flag(
        "--name",
        metavar="NAME",
        repeated=True,
        category="input",
        default=default,
        help="what to call a system; repeat it, in the order of the systems",
    )


def reading(
    *,
    text: bool = False,
    empty_reference: bool = True,
    names: str | None = None,
    invalid: bool = True,
) -> list[Flag]:
    """Return the flags of a command that reads systems and references.

    `text`: it also takes texts as arguments. `names`: what systems are called that nobody names;
    None where they have no names. `empty_reference` and `invalid` say whether it has these flags.
    """
    given_text = Flag(
        "--text",
        target="given_text",  # `report --text` is another option
        category="input",
        help="the arguments are texts, not files: one hypothesis, and a reference behind each -r",
    )
    hypotheses = Flag(
        "--hypothesis-column",
        metavar="COLUMN",
        repeated=True,
        category="input",
        help="the column of a table (name, or number from 1; in JSON lines a field such as "
        "translations.0.text) that holds a system's output, or the system's name in SGML or XML; "
        "repeat it for several systems",
    )
    references = Flag(
        "--reference-column",
        metavar="COLUMN",
        repeated=True,
        category="input",
        help="the column that holds the references: of the -r files that are tables, or without -r "
        "of the table with the hypotheses, or the reference's name in SGML or XML; repeat it for "
        "several references",
    )
    empty = Flag(
        "--empty-reference",
        metavar="WHAT",
        choices=lambda: EMPTY_REFERENCE,
        category="input",
        default="missing, if there are several references",
        help="how to read an empty or null cell in a reference column of a table: missing = the "
        "segment lacks this reference, empty = a reference of length 0; lines of text files are "
        "always read as they are",
    )
    return [
        REFERENCE,
        *([given_text] if text else []),
        hypotheses,
        references,
        *([empty] if empty_reference else []),
        *tables(),
        *([name(names)] if names else []),
        *([INVALID] if invalid else []),
    ]


def tables() -> list[Flag]:
    """Return the flags that say how files are read."""
    return [
        Flag(
            "--input-format",
            metavar="FORMAT",
            choices=_input_formats,
            category="input",
            default="by the file's name, or how it begins",
            help="how to read all files; sgml and xml are mteval's and WMT's test sets",
        ),
        Flag(
            "--header",
            category="input",
            help="the first line of a TSV or CSV file names the columns, even where all columns "
            "are asked for by number",
        ),
    ]


def score_columns() -> list[Flag]:
    """Return the flags for scores from elsewhere beside the metrics."""
    return [
        Flag(
            "--scores",
            metavar="NAME=FILE",
            category="input",
            repeated=True,
            help="scores from elsewhere, people's or a model's: a table (.tsv, .csv, .jsonl, "
            ".parquet) with a row for each segment and a column for each system, called by its "
            "name",
        ),
        Flag(
            "--lower-is-better",
            metavar="NAME",
            category="input",
            repeated=True,
            help="of the --scores of this name less is better",
        ),
    ]


def source() -> list[Flag]:
    """Return the flags for the source."""
    return [
        Flag(
            "--source",
            metavar="FILE",
            category="input",
            help="what was translated: tells lines that were left as they are, and mixed-up files",
        ),
        Flag(
            "--source-column",
            metavar="COLUMN",
            category="input",
            help="the column with the source: of the --source file, if it is a table, or of the "
            "table with the hypotheses",
        ),
    ]


def result_format(
    formats: Callable[[], Sequence[str]],
    what: str = "how to write the result; json holds every number in full",
) -> Flag:
    """Return the flag that chooses one of several formats of the result."""
    return Flag(
        "-f", "--format",
        metavar="FORMAT",
        choices=formats,
        category="output",
        default="text",
        help=what,
    )  # fmt: skip


def scores_format() -> Flag:
    """Return the flag that chooses the format of scores."""

    def formats() -> Sequence[str]:
        from truebleu.display.formats import FORMATS

        return FORMATS

    what = "how to write the result; json, jsonl, tsv and csv hold every number in full"
    return result_format(formats, what)


def general(*, threads: bool = True) -> list[Flag]:
    """Return the flags that every command has; `threads`: it may use several."""
    of_threads = Flag(
        "--threads",
        metavar="N",
        parse=positive_count,
        category="other",
        default="as many as are worth it",
        help="threads to count with",
    )
    version = Flag(
        "-V", "--version",
        category="other",
        help="show the versions of truebleu and of Unicode, and the kernel in use",
    )  # fmt: skip
    show_help = Flag("-h", "--help", category="other", help="show this page")
    return [*([of_threads] if threads else []), show_help, version]
