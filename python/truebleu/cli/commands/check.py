"""Command `truebleu check`, which searches input files for problems."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu.checks.kinds import Located, make_finding
from truebleu.checks.results import SEVERITIES, Check
from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import open_source
from truebleu.cli.flags import files, segments
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import Inputs, open_inputs
from truebleu.cli.metrics import metrics_of
from truebleu.cli.notices import about_empty_references
from truebleu.cli.outputs import check_output
from truebleu.cli.resegmenting import is_wanted, options_of, resegmented
from truebleu.display.check import FORMATS, summary
from truebleu.display.formats import render
from truebleu.errors import InputError
from truebleu.io.blocks import STDIN, shown
from truebleu.io.console import deliver, say_failure, say_warning, supports_color
from truebleu.io.markup import Rendition
from truebleu.io.program import DONE, MISSED
from truebleu.io.progress import Progress
from truebleu.io.streams import reference_columns
from truebleu.io.tables import TableFile

if TYPE_CHECKING:
    from truebleu.checks.texts import Texts
    from truebleu.io.streams import Cell, OpenFile, Stream

FIRST_ROWS = 2
"""Number of lines at the start of a table that have its column names and its first row."""


def run_check(args: Namespace) -> int:
    """Run `truebleu check`: print the issues in the files, and return the exit code."""
    # Import late: the module imports NumPy, which help and completion do not need.
    from truebleu.checks.search import check_texts

    metrics = metrics_of(args)
    if len(metrics) > 1:
        names = ", ".join(args.metric)
        raise UsageError(f"check supports one metric, got {names}. Pass one -m.")
    file = check_output(args)
    streams, faults = _read(args)
    result = check_texts(
        streams, metrics[0], faults=faults, ignore=args.ignore or (), threads=args.threads
    )
    form = args.format or "text"
    colors = form == "text" and not file and supports_color()
    deliver(render(result, form, colors=colors), args.output)
    return _exit_code(args.fail_on, result)


def _exit_code(severity: str | None, result: Check) -> int:
    if severity is None or not result.reaches(severity):
        return DONE
    say_failure(f"{summary(result)}, with --fail-on {severity}")
    return MISSED


def _read(args: Namespace) -> tuple[list[Texts], list[Located]]:
    """Return the texts of all files, and the issues that occurred while the files were read."""
    args.invalid = "replace"  # this command reports invalid UTF-8 as an issue, not as an error
    faults: list[Located] = []
    try:
        inputs = open_inputs(args)
    except InputError as error:
        return [], [_unopened(error)]
    source = None
    try:
        if is_wanted(args):
            again = resegmented(args, inputs, options_of(args))
            inputs.close()
            inputs = again
        source = _open_source(args, inputs.order, faults)
        _name_streams(inputs, source)
        files = [*inputs.files, *([source] if source else [])]
        with Progress(files, quiet=bool(args.quiet)) as progress:
            for file in files:
                faults += _read_all(file, progress)
        if not args.quiet:
            for message in about_empty_references(inputs):
                say_warning(message)
        return _streams(inputs, source), faults
    finally:
        inputs.close()
        if source:
            source.close()


def _unopened(error: InputError) -> Located:
    """Return an issue for a file that exists but cannot be opened.

    If the file does not exist, raise `error`.
    """
    if not error.file or not (error.file == shown(STDIN) or os.path.isfile(error.file)):
        raise error
    problem = str(error).removeprefix(f"{error.file}: ")
    return make_finding("unreadable", error.file, problem=problem)


def _open_source(
    args: Namespace, order: Rendition | None, faults: list[Located]
) -> OpenFile | None:
    """Open the source text. Return None if the command line names no source.

    If the source cannot be opened, add an issue to `faults` and return None.
    """
    try:
        return open_source(args, order, "replace")
    except InputError as error:
        faults.append(_unopened(error))
        return None


def _read_all(file: OpenFile, progress: Progress) -> list[Located]:
    """Read a file up to its end or its first error, and return its issues.

    The issues are a reading error, a byte order mark, and invalid UTF-8.
    """
    faults = []
    # For a file with one stream (text file, table column), use the stream's name.
    name = file.streams[0].name if len(file.streams) == 1 else file.name
    try:
        while not file.ended:
            file.advance()
            progress.show()
    except InputError as error:
        if isinstance(file, TableFile) and (error.line or 0) <= FIRST_ROWS:
            raise  # probably, the column name on the command line is wrong
        problem = str(error).removeprefix(f"{file.name}: ")
        faults.append(make_finding("unreadable", name, problem=problem))
    if file.byte_order_mark:
        faults.append(make_finding("byte_order_mark", name))
    count, first = file.replaced
    if count:
        faults.append(make_finding("invalid_utf8", name, [first - 1], count=count))
    return faults


def _streams(inputs: Inputs, source: OpenFile | None) -> list[Texts]:
    from truebleu.checks.texts import HYPOTHESIS, REFERENCE, SOURCE, Texts

    texts = [Texts(stream.name, HYPOTHESIS, _texts(stream)[0]) for stream in inputs.systems]
    for stream in inputs.references:
        columns = _texts(stream)
        for number, column in enumerate(columns, 1):
            name = stream.name if len(columns) == 1 else f"{stream.name}, reference {number}"
            texts.append(Texts(name, REFERENCE, column))
    if source:
        stream = source.streams[0]
        texts.append(Texts(stream.name, SOURCE, _texts(stream)[0]))
    return texts


def _name_streams(inputs: Inputs, source: OpenFile | None) -> None:
    """Rename systems, references and source, so that all names are different."""
    from truebleu.checks.texts import HYPOTHESIS, REFERENCE, SOURCE, distinct_names

    streams = [
        *((stream, HYPOTHESIS) for stream in inputs.systems),
        *((stream, REFERENCE) for stream in inputs.references),
        *([(source.streams[0], SOURCE)] if source else []),
    ]
    names = distinct_names((stream.name, role) for stream, role in streams)
    for (stream, _), name in zip(streams, names, strict=True):
        stream.name = name


def _texts(stream: Stream) -> list[list[str | None]]:
    """Return the segments of a text file or table column as lists.

    For references, each list has one reference of every segment. Systems and sources have a single
    list.
    """
    cells: Sequence[Cell] = stream.cells(stream.ready)
    stream.drop(len(cells))
    return reference_columns(cells)


COMMAND = Command(
    name="check",
    usage=["check SYSTEM [SYSTEM ...] -r REFERENCE [-r ...] [--source FILE]"],
    about="Find, count and locate problems in the input files, with their score impact: misaligned "
    "lines, swapped files, processing artifacts, unusual characters, repetition loops, different "
    "scripts. Input files are as in score; invalid files are accepted.",
    examples=[
        ("before publishing a score", "truebleu check system.txt -r reference.txt"),
        (
            "with the source, as Markdown",
            "truebleu check system.txt -r reference.txt --source source.txt -f markdown",
        ),
        ("quality gate in a script", "truebleu check a.txt b.txt -r ref.txt --fail-on error -q"),
    ],
    common=[
        "--reference",
        "--source",
        "--metric",
        "--tokenize",
        "--name",
        "--input-format",
        "--ignore",
        "--fail-on",
        "--format",
        "--output",
    ],
    flags=[
        *files.reading(names=files.FROM_FILES, invalid=False),
        segments.DOCUMENTS,
        *segments.resegmenting(),
        *files.source(),
        *metric_flags.flags(metric_flags.metrics_by_segment, help=metric_flags.SEVERAL_BY_SEGMENT),
        files.OUTPUT,
        files.QUIET,
        files.result_format(lambda: FORMATS, "output format"),
        Flag(
            "--ignore",
            metavar="KIND",
            repeated=True,
            category="output",
            help="omit issues of this kind; repeat it for several kinds",
        ),
        Flag(
            "--fail-on",
            metavar="SEVERITY",
            choices=lambda: SEVERITIES,
            category="output",
            help="exit with code 1 if there is an issue of this severity or higher",
        ),
        *files.general(),
    ],
    run=run_check,
    missed="an issue reaches --fail-on",
    systems=True,
)
