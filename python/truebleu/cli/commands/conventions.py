"""`truebleu conventions`: which there are, what one does, and all of them on the same texts."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import read_one_system
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.outputs import check_output
from truebleu.display.formats import render
from truebleu.display.settings import FORMATS, listed, shown
from truebleu.errors import nearest
from truebleu.io.console import deliver
from truebleu.io.program import DONE
from truebleu.metrics.conventions import CONVENTIONS


def run_conventions(typed: Namespace) -> int:
    """List the conventions, show one, or score a system under all of them."""
    check_output(typed)
    form = typed.format or "text"
    has_texts = bool(typed.reference or typed.reference_column)
    deliver(_of_texts(typed, form) if has_texts else _described(typed, form), typed.output)
    return DONE


def _described(typed: Namespace, form: str) -> Iterable[str]:
    if typed.against:
        raise UsageError("--against is about texts: name a system, and its references with -r")
    names = typed.files
    unknown = next((name for name in names if name not in CONVENTIONS), None)
    if unknown is not None:
        close = nearest(unknown, CONVENTIONS)
        hint = f"; did you mean {close!r}?" if close else ""
        raise UsageError(
            f"there is no convention {unknown!r}{hint} (truebleu conventions lists them; to score "
            "a file under all of them, name its references with -r)"
        )
    if len(names) == 1:
        return shown(CONVENTIONS[names[0]], form)
    return listed([CONVENTIONS[name] for name in names or CONVENTIONS], form)


def _of_texts(typed: Namespace, form: str) -> Iterable[str]:
    from truebleu.explanation.tools import compare_conventions

    hypotheses, references = read_one_system(typed)
    against = typed.against or "sacrebleu"
    found = compare_conventions(hypotheses, references, against=against, threads=typed.threads)
    return render(found, form)


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
