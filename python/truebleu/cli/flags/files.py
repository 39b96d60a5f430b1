"""Command-line options for input and output."""

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


def _formats_with_logs() -> Sequence[str]:
    from truebleu.io.logs import LOGS

    return (*_input_formats(), *LOGS)


def _orders() -> Sequence[str]:
    from truebleu.display.comparison import SORTS

    return SORTS


REFERENCE = Flag(
    "-r", "--reference",
    metavar="FILE",
    repeated=True,
    category="input",
    help="reference file, one segment per line; repeat -r for several references",
)  # fmt: skip
INVALID = Flag(
    "--invalid",
    metavar="ACTION",
    choices=lambda: ("error", "replace"),
    category="input",
    default="error",
    help="how to treat invalid UTF-8: stop, or replace it by U+FFFD",
)
ONLY = Flag(
    "--only",
    metavar="FIELD=VALUE",
    repeated=True,
    category="input",
    help="read only the log records with this value, such as filter=none (lm-eval) or epoch=1 "
    "(inspect)",
)
OUTPUT = Flag(
    "-o", "--output",
    metavar="FILE",
    category="output",
    default="standard output",
    help="write to this file; an existing file is replaced only on success",
)  # fmt: skip
QUIET = Flag("-q", "--quiet", category="output", help="print no warnings and no progress")
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
    help="print signatures with the settings that sacreBLEU omits (n-gram orders, weights, "
    "number of segments, ...)",
)
SORT = Flag(
    "--sort",
    metavar="ORDER",
    choices=_orders,
    category="output",
    default="score",
    help="order of systems in text, markdown and latex: best score first, or as in the input; "
    "data formats keep the input order",
)
PRECISION = Flag(
    "--precision",
    metavar="N",
    parse=count,
    category="input",
    default="as many as the reported number has",
    help="number of decimals to compare",
)
FROM_FILES = "the file name"
SHORTENED = "the file name; tables omit extensions and parts that all names share"
FULL_PRECISION = "output format; json, jsonl, tsv and csv have full precision"


def name(default: str) -> Flag:
    """Return the option `--name` for names of systems.

    `default` is the description of the default value in help.
    """
    return Flag(
        "--name",
        metavar="NAME",
        repeated=True,
        category="input",
        default=default,
        help="name of a system; repeat it, in the order of the systems",
    )


def reading(
    *,
    text: bool = False,
    names: str | None = None,
    invalid: bool = True,
    logs: bool = True,
) -> list[Flag]:
    """Return the input options of a command that reads systems and references.

    Args:
        text: whether to include `--text`.
        names: the description of the default value of `--name` in help. None leaves out `--name`.
        invalid: whether to include `--invalid`.
        logs: whether to include `--only` and the formats of evaluation logs.
    """
    text_flag = Flag(
        "--text",
        target="given_text",  # the attribute `text` belongs to `report --text`
        category="input",
        help="read the arguments as texts, not file names: one hypothesis, one reference per -r",
    )
    hypotheses = Flag(
        "--hypothesis-column",
        metavar="COLUMN",
        repeated=True,
        category="input",
        help="table column with a system's output: column name, column number from 1, or JSON "
        "Lines field such as translations.0.text; in SGML or XML, the name of the system; repeat "
        "it for several systems",
    )
    references = Flag(
        "--reference-column",
        metavar="COLUMN",
        repeated=True,
        category="input",
        help="table column with references; repeat it for several references. The table is the -r "
        "file or, without -r, the hypothesis file. In SGML or XML: name of the reference",
    )
    empty = Flag(
        "--empty-reference",
        metavar="MEANING",
        choices=lambda: EMPTY_REFERENCE,
        category="input",
        help="meaning of an empty cell of a reference column: missing = the segment lacks this "
        "reference (the default for several reference columns), empty = the reference is a text "
        "of length 0 (the default for one column). An empty line of a text file is always a "
        "text of length 0",
    )
    return [
        REFERENCE,
        *([text_flag] if text else []),
        hypotheses,
        references,
        empty,
        *tables(logs=logs),
        *([ONLY] if logs else []),
        *([name(names)] if names else []),
        *([INVALID] if invalid else []),
    ]


def tables(*, logs: bool = False) -> list[Flag]:
    """Return the options for the input format.

    With `logs`, the values of `--input-format` include the formats of evaluation logs.
    """
    of_logs = (
        "; lm-eval, lighteval, inspect and openai-evals are logs of evaluation harnesses"
        if logs
        else ""
    )
    return [
        Flag(
            "--input-format",
            metavar="FORMAT",
            choices=_formats_with_logs if logs else _input_formats,
            category="input",
            default="detected from the name and the content",
            help="format of all input files; quotes in tsv are ordinary characters; sgml and xml "
            f"are the formats of mteval and WMT{of_logs}",
        ),
        Flag(
            "--header",
            category="input",
            help="the first line of a TSV or CSV file has column names; without --header, this is "
            "assumed if a column is selected by name",
        ),
    ]


def score_columns() -> list[Flag]:
    """Return the options for external scores, such as human ratings."""
    return [
        Flag(
            "--scores",
            metavar="NAME=FILE",
            category="input",
            repeated=True,
            help="external scores (human ratings or a model's): a table (.tsv, .csv, .jsonl, "
            ".parquet) with one row per segment and one column per system, named like the system, "
            "or a .seg.score or .seg.rating file of the WMT metrics task",
        ),
        Flag(
            "--lower-is-better",
            metavar="NAME",
            category="input",
            repeated=True,
            help="lower is better in the external scores of this name; see --scores",
        ),
    ]


SOURCE_OF_CHECKS = "source text, to detect untranslated lines and swapped files"

SOURCE_OF_MODELS = "file with the source text, for learned metrics (-m comet:MODEL)"


def source(help: str = SOURCE_OF_CHECKS) -> list[Flag]:  # noqa: A002  argparse's word
    """Return the options for the source text. `help` is the help text of `--source`."""
    return [
        Flag(
            "--source",
            metavar="FILE",
            category="input",
            help=help,
        ),
        Flag(
            "--source-column",
            metavar="COLUMN",
            category="input",
            help="column of the source, in the --source table or in the table of the hypotheses",
        ),
    ]


def result_format(
    formats: Callable[[], Sequence[str]],
    help: str = "output format; json has full precision",  # noqa: A002  argparse's word
) -> Flag:
    """Return the option `--format`.

    `formats` is a function that returns the valid values. `help` is the help text.
    """
    return Flag(
        "-f", "--format",
        metavar="FORMAT",
        choices=formats,
        category="output",
        default="text",
        help=help,
    )  # fmt: skip


def scores_format() -> Flag:
    """Return the option `--format` for commands that print scores."""

    def formats() -> Sequence[str]:
        from truebleu.display.formats import FORMATS

        return FORMATS

    return result_format(formats, FULL_PRECISION)


def general(*, threads: bool = True) -> list[Flag]:
    """Return the options that every command has. `threads` is whether to include `--threads`."""
    number_of_threads = Flag(
        "--threads",
        metavar="N",
        parse=positive_count,
        category="common",
        default="automatic",
        help="number of threads",
    )
    version = Flag(
        "-V", "--version",
        category="common",
        help="print the versions of truebleu and of its Unicode tables, and the SIMD kernel in use",
    )  # fmt: skip
    return [
        *([number_of_threads] if threads else []),
        Flag("-h", target="short_help", category="common", help="print the most common options"),
        Flag("--help", category="common", help="print all options"),
        version,
    ]
