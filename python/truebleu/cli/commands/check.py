"""`truebleu check`."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu.checks.kinds import Located, found
from truebleu.checks.results import SEVERITIES, Check
from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import open_source
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import Inputs, open_inputs
from truebleu.cli.metrics import metrics_of
from truebleu.cli.notices import about_empty_references
from truebleu.cli.outputs import check_output
from truebleu.display.check import FORMATS, summary
from truebleu.display.formats import render
from truebleu.errors import InputError
from truebleu.io.blocks import STDIN, shown
from truebleu.io.console import coloured, deliver, say_error, say_warning
from truebleu.io.markup import Rendition
from truebleu.io.program import DONE, MISSED
from truebleu.io.progress import Progress
from truebleu.io.streams import Cell
from truebleu.io.tables import TableFile

if TYPE_CHECKING:
    from truebleu.checks.texts import Texts
    from truebleu.io.streams import OpenFile, Stream

FIRST_ROWS = 2
"""Where a table has its header, and its first row."""


def run_check(typed: Namespace) -> int:
    """Check the files that the arguments name, say what is wrong, and give the exit code."""
    # It loads NumPy, which help and completion do without.
    from truebleu.checks.search import check_texts

    metrics = metrics_of(typed)
    if len(metrics) > 1:
        names = " and ".join(typed.metric)
        raise UsageError(f"check gives costs in the points of one metric: {names} are several")
    file = check_output(typed)
    streams, faults = _read(typed)
    result = check_texts(
        streams, metrics[0], faults=faults, ignore=typed.ignore or (), threads=typed.threads
    )
    form = typed.format or "text"
    colours = form == "text" and not file and coloured()
    deliver(render(result, form, colours=colours), typed.output)
    return _verdict(typed.fail_on, result)


def _verdict(severity: str | None, result: Check) -> int:
    if severity is None or not result.reaches(severity):
        return DONE
    say_error(f"{summary(result)}, with --fail-on {severity}")
    return MISSED


def _read(typed: Namespace) -> tuple[list[Texts], list[Located]]:
    """Every stream, whole, and what went wrong on the way."""
    typed.invalid = "replace"  # what is not UTF-8 is found, not refused
    faults: list[Located] = []
    try:
        inputs = open_inputs(typed)
    except InputError as error:
        return [], [_unopened(error)]
    source = None
    try:
        source = _opened_source(typed, inputs.order, faults)
        files = [*inputs.files, *([source] if source else [])]
        with Progress(files, quiet=bool(typed.quiet)) as progress:
            for file in files:
                faults += _read_all(file, progress)
        if not typed.quiet:
            for message in about_empty_references(inputs):
                say_warning(message)
        return _streams(inputs, source), faults
    finally:
        inputs.close()
        if source:
            source.close()


def _unopened(error: InputError) -> Located:
    """The finding for a file whose first bytes are broken; one that is not there is a mistake."""
    if not error.file or not (error.file == shown(STDIN) or os.path.isfile(error.file)):
        raise error
    problem = str(error).removeprefix(f"{error.file}: ")
    return found("unreadable", error.file, problem=problem)


def _opened_source(
    typed: Namespace, order: Rendition | None, faults: list[Located]
) -> OpenFile | None:
    """The source; None if there is none, or it is broken from the start, which is a fault."""
    try:
        return open_source(typed, order, "replace")
    except InputError as error:
        faults.append(_unopened(error))
        return None


def _read_all(file: OpenFile, progress: Progress) -> list[Located]:
    """Read a file to its end, or as far as it can be read; say what was wrong with its bytes."""
    faults = []
    # A file of lines is called what its one stream is called.
    name = file.streams[0].name if len(file.streams) == 1 else file.name
    try:
        while not file.ended:
            file.advance()
            progress.show()
    except InputError as error:
        if isinstance(file, TableFile) and (error.line or 0) <= FIRST_ROWS:
            raise  # most likely the column has another name: a mistake on the command line
        problem = str(error).removeprefix(f"{file.name}: ")
        faults.append(found("unreadable", name, problem=problem))
    if file.byte_order_mark:
        faults.append(found("byte_order_mark", name))
    count, first = file.replaced
    if count:
        faults.append(found("invalid_utf8", name, [first - 1], count=count))
    return faults


def _streams(inputs: Inputs, source: OpenFile | None) -> list[Texts]:
    from truebleu.checks.texts import HYPOTHESIS, REFERENCE, SOURCE, Texts

    made = [
        Texts(name, HYPOTHESIS, _texts(stream)[0])
        for name, stream in zip(inputs.names, inputs.systems, strict=True)
    ]
    for stream in inputs.references:
        columns = _texts(stream)
        for number, column in enumerate(columns, 1):
            name = stream.name if len(columns) == 1 else f"{stream.name}, reference {number}"
            made.append(Texts(name, REFERENCE, column))
    if source:
        stream = source.streams[0]
        made.append(Texts(_other_name(stream.name, made), SOURCE, _texts(stream)[0]))
    return made


def _other_name(name: str, made: Sequence[Texts]) -> str:
    """A name that no other stream has: the same file may be given twice."""
    return f"{name} (source)" if any(texts.name == name for texts in made) else name


def _texts(stream: Stream) -> list[list[str | None]]:
    """The segments of a stream; several columns where a cell holds several references."""
    cells: Sequence[Cell] = stream.cells(stream.ready)
    stream.drop(len(cells))
    width = max((len(cell) for cell in cells if isinstance(cell, list)), default=1)
    return [[_part(cell, place) for cell in cells] for place in range(max(1, width))]


def _part(cell: Cell, place: int) -> str | None:
    if isinstance(cell, list):
        return cell[place] if place < len(cell) else None
    return cell if place == 0 else None


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
