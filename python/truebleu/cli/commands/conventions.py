"""Command `truebleu conventions`, which lists presets of other tools and scores with them."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import read_one_system
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.outputs import check_output
from truebleu.display.formats import render
from truebleu.display.settings import FORMATS, convention_lines, list_lines
from truebleu.errors import nearest
from truebleu.io.console import deliver
from truebleu.io.program import DONE
from truebleu.metrics.conventions import CONVENTIONS


def run_conventions(args: Namespace) -> int:
    """Run `truebleu conventions` and return the exit code.

    A convention is a preset that reproduces another tool. The command lists all conventions,
    describes one, or scores a system with all of them.
    """
    check_output(args)
    form = args.format or "text"
    has_texts = bool(args.reference or args.reference_column)
    deliver(_score_all(args, form) if has_texts else _describe(args, form), args.output)
    return DONE


def _describe(args: Namespace, form: str) -> Iterable[str]:
    if args.against:
        raise UsageError("--against requires texts. Pass a system and -r REFERENCE.")
    names = args.files
    unknown = next((name for name in names if name not in CONVENTIONS), None)
    if unknown is not None:
        close = nearest(unknown, CONVENTIONS)
        hint = f" Did you mean {close!r}?" if close else ""
        raise UsageError(
            f"unknown convention {unknown!r}.{hint} List all: truebleu conventions. To score a "
            "file with all of them, add -r REFERENCE."
        )
    if len(names) == 1:
        return convention_lines(CONVENTIONS[names[0]], form)
    return list_lines([CONVENTIONS[name] for name in names or CONVENTIONS], form)


def _score_all(args: Namespace, form: str) -> Iterable[str]:
    from truebleu.explanation.tools import compare_conventions

    hypotheses, references = read_one_system(args)
    against = args.against or "sacrebleu"
    result = compare_conventions(hypotheses, references, against=against, threads=args.threads)
    return render(result, form)


COMMAND = Command(
    name="conventions",
    usage=[
        "conventions [NAME]",
        "conventions SYSTEM -r REFERENCE [-r REFERENCE ...] [--against NAME]",
    ],
    about="List the conventions (presets that reproduce another tool), show one, or score a system "
    "with all of them. Scores come with the rules that explain their differences.",
    examples=[
        ("list all conventions", "truebleu conventions"),
        (
            "why two tools report different scores",
            "truebleu conventions system.txt -r reference.txt --against nltk",
        ),
        ("one convention with its settings and rules", "truebleu conventions nltk"),
    ],
    common=[
        "--reference",
        "--against",
        "--hypothesis-column",
        "--reference-column",
        "--input-format",
        "--text",
        "--format",
        "--output",
        "--threads",
        "--help",
    ],
    flags=[
        *files.reading(text=True),
        Flag(
            "--against",
            metavar="NAME",
            choices=metric_flags.conventions,
            category="bleu",
            default="sacrebleu",
            help="convention that the differences are relative to",
        ),
        files.OUTPUT,
        files.QUIET,
        files.result_format(lambda: FORMATS),
        *files.general(),
    ],
    run=run_conventions,
    systems=True,
    words=metric_flags.conventions,
)
