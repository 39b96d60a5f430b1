"""Every flag of the command line, once: its names, its help, what it takes.

The parser, the help pages and the documentation follow from this table, and the tests hold them
against it.
"""

from __future__ import annotations

from truebleu.cli.bleu_flags import BLEU_FLAGS
from truebleu.cli.case_flags import CASE_FLAGS
from truebleu.cli.check_flags import CHECK_FLAGS
from truebleu.cli.chrf_flags import CHRF_FLAGS
from truebleu.cli.comparison_flags import COMPARISON_FLAGS
from truebleu.cli.evaluation_flags import EVALUATION_FLAGS
from truebleu.cli.explanation_flags import EXPLANATION_FLAGS
from truebleu.cli.flag import (
    ALL,
    BLEU,
    COMPARE,
    COMPLETIONS,
    DECODING,
    DIVERSITY,
    EVERY,
    EXPLAIN,
    MERGE,
    METRIC,
    ORACLE,
    OVERLAP,
    READING,
    REPORT,
    SCORE,
    SELECTING,
    SERVE,
    STATISTICS,
    TEXTS,
    TOKENIZE,
    Flag,
)
from truebleu.cli.identification_flags import IDENTIFICATION_FLAGS
from truebleu.cli.report_flags import REPORT_FLAGS
from truebleu.cli.rouge_flags import ROUGE_FLAGS
from truebleu.cli.selection_flags import SELECTION_FLAGS
from truebleu.cli.serve_flags import SERVE_FLAGS
from truebleu.cli.statistics_flags import STATISTICS_FLAGS
from truebleu.cli.ter_flags import TER_FLAGS
from truebleu.cli.texts_flags import TEXTS_FLAGS
from truebleu.cli.values import count, number, positive_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["FLAGS", "Flag", "flags_of"]


def _tables() -> Sequence[str]:
    from truebleu.io.markup import MARKUPS
    from truebleu.io.tables import TABLES

    return ("lines", *TABLES, *MARKUPS)


def _metrics() -> Sequence[str]:
    from truebleu.metrics.registry import METRICS

    return tuple(METRICS)


def _formats() -> Sequence[str]:
    from truebleu.views.formats import FORMATS

    return FORMATS


def _tokenizers() -> Sequence[str]:
    from truebleu.tokenizers import names

    return names()


FLAGS: tuple[Flag, ...] = (
    Flag(
        "-r", "--reference",
        metavar="FILE",
        repeated=True,
        commands=(*READING, *ORACLE),
        category="input",
        help="a file of references, one segment a line; give -r once for each reference",
    ),
    Flag(
        "--hypothesis-column",
        metavar="COLUMN",
        repeated=True,
        commands=READING,
        category="input",
        help="the column of a table (name, or number from 1; in JSON lines a field such as "
        "translations.0.text) that holds a system's output, or the system's name in SGML or XML; "
        "repeat it for several systems",
    ),
    Flag(
        "--reference-column",
        metavar="COLUMN",
        repeated=True,
        commands=READING,
        category="input",
        help="the column that holds the references: of the -r files that are tables, or without -r "
        "of the table with the hypotheses, or the reference's name in SGML or XML; repeat it for "
        "several references",
    ),
    Flag(
        "--input-format",
        metavar="FORMAT",
        choices=_tables,
        commands=(*READING, *TEXTS),
        category="input",
        default="by the file's name, or how it begins",
        help="how to read all files; sgml and xml are mteval's and WMT's test sets",
    ),
    Flag(
        "--header",
        commands=(*READING, *TEXTS),
        category="input",
        help="the first line of a TSV or CSV file names the columns, even where all columns are "
        "asked for by number",
    ),
    Flag(
        "--name",
        metavar="NAME",
        repeated=True,
        commands=(*BLEU, *MERGE, *DIVERSITY),
        category="input",
        default="the file's name",
        help="what to call a system; repeat it, in the order of the systems",
    ),
    Flag(
        "--invalid",
        metavar="WHAT",
        choices=lambda: ("error", "replace"),
        commands=DECODING,
        category="input",
        default="error",
        help="what to do with bytes that are not UTF-8: stop, or put U+FFFD in their place",
    ),
    Flag(
        "-m", "--metric",
        metavar="METRIC",
        choices=_metrics,
        commands=BLEU,
        category="metric",
        repeated=True,
        default="bleu",
        help="what to compute; several names may follow, and an option counts for those that "
        "have it",
    ),
    Flag(
        "-m", "--metric",
        metavar="METRIC",
        choices=_metrics,
        commands=SELECTING,
        category="metric",
        repeated=True,
        default="bleu",
        help="by which metric to choose",
    ),
    Flag(
        "-t", "--tokenize",
        metavar="NAME",
        choices=_tokenizers,
        commands=tuple(command for command in ALL if command not in OVERLAP),
        category="metric",
        sets="tokenizer",
        default="13a",
        help="how BLEU makes tokens of text; other metrics than chrF and TER, too, where it is "
        "given",
    ),
    Flag(
        "--spm-model",
        metavar="FILE",
        commands=ALL,
        category="metric",
        help="tokenize with this SentencePiece model",
    ),
    Flag(
        "--hf-tokenizer",
        metavar="FILE",
        commands=ALL,
        category="metric",
        help="tokenize with this Hugging Face tokenizers file (tokenizer.json)",
    ),
    Flag(
        "--lowercase",
        commands=METRIC,
        category="metric",
        sets="lowercase",
        help="ignore case in BLEU and chrF (TER does so unless --ter-case-sensitive is given)",
    ),
    Flag(
        "--lowercase",
        commands=(*TOKENIZE, *OVERLAP),
        category="metric",
        help="ignore case",
    ),
    Flag(
        "--signature",
        commands=(*SCORE, *EXPLAIN, *REPORT, *SERVE, *STATISTICS, *SELECTING),
        metavar="SIGNATURE",
        category="metric",
        help="score as this signature says (from truebleu's or sacreBLEU's output)",
    ),
    Flag(
        "--per-segment",
        commands=SCORE,
        category="output",
        help="also give the score of every segment",
    ),
    Flag(
        "-f", "--format",
        commands=(*SCORE, *MERGE),
        metavar="FORMAT",
        choices=_formats,
        category="output",
        default="text",
        help="how to write the result; json, jsonl, tsv and csv hold every number in full",
    ),
    Flag(
        "-w", "--width",
        metavar="N",
        parse=count,
        commands=(*SCORE, *COMPARE, *MERGE),
        category="output",
        default="2 in text, markdown and latex",
        help="decimals of a score",
    ),
    Flag(
        "-b", "--score-only",
        commands=SCORE,
        category="output",
        help="write nothing but the score, a line for each system, a tab between metrics",
    ),
    Flag(
        "--full-signature",
        commands=(*SCORE, *MERGE),
        category="output",
        help="signatures also say what sacreBLEU leaves out (orders, weights, segments, ...)",
    ),
    Flag(
        "-o", "--output",
        metavar="FILE",
        commands=tuple(command for command in EVERY if command not in (*REPORT, *SERVE)),
        category="output",
        default="standard output",
        help="write to this file, whole or not at all",
    ),
    Flag(
        "-f", "--format",
        metavar="FORMAT",
        choices=lambda: ("text", "json"),
        commands=TOKENIZE,
        category="output",
        default="text",
        help="text has spaces between tokens, json a list for each line",
    ),
    Flag(
        "--fail-under",
        commands=SCORE,
        metavar="X",
        parse=number,
        category="output",
        help="exit with code 1 if a system's score is below X; with one metric, of which more is "
        "better",
    ),
    Flag(
        "-q", "--quiet",
        commands=EVERY,
        category="output",
        help="no warnings, no progress",
    ),
    Flag(
        "--threads",
        metavar="N",
        parse=positive_count,
        commands=(*READING, *SELECTING),
        category="other",
        default="as many as are worth it",
        help="threads to count with",
    ),
    Flag(
        "-h", "--help",
        commands=("", *EVERY, *COMPLETIONS),
        category="other",
        help="show this page",
    ),
    Flag(
        "-V", "--version",
        commands=("", *EVERY, *COMPLETIONS),
        category="other",
        help="show the versions of truebleu and of Unicode, and the kernel in use",
    ),
    *BLEU_FLAGS,
    *CASE_FLAGS,
    *CHRF_FLAGS,
    *ROUGE_FLAGS,
    *TER_FLAGS,
    *COMPARISON_FLAGS,
    *EVALUATION_FLAGS,
    *CHECK_FLAGS,
    *IDENTIFICATION_FLAGS,
    *EXPLANATION_FLAGS,
    *STATISTICS_FLAGS,
    *TEXTS_FLAGS,
    *REPORT_FLAGS,
    *SERVE_FLAGS,
    *SELECTION_FLAGS,
)  # fmt: skip


def flags_of(command: str) -> tuple[Flag, ...]:
    """Give the flags of a command; those of `truebleu` itself for the empty name."""
    return tuple(flag for flag in FLAGS if command in flag.commands)
