"""`truebleu report`."""

from __future__ import annotations

import os
import shlex

from truebleu.cli.beside import document_names, open_source
from truebleu.cli.commands import DONE
from truebleu.cli.console import say_warning, write_bytes, write_lines
from truebleu.cli.corpus import read_whole
from truebleu.cli.inputs import open_inputs
from truebleu.cli.names import check_distinct, short_names
from truebleu.cli.notices import Sample, identical_to, notices
from truebleu.cli.origins import created_now, input_file
from truebleu.cli.outputs import check_output
from truebleu.cli.page import metrics_of_page, settings_of_tests
from truebleu.cli.parser import parse_systems
from truebleu.cli.progress import TrialProgress
from truebleu.cli.report_flags import OUTPUT
from truebleu.cli.score_files import ScoreFiles
from truebleu.io.blocks import shown
from truebleu.report.origin import Origin
from truebleu.report.page import page
from truebleu.report.writing import write_page
from truebleu.reporting import report_data
from truebleu.resampling.given import document_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from truebleu.cli.inputs import Inputs
    from truebleu.io.streams import Cell, Stream
    from truebleu.metrics.base import Metric
    from truebleu.metrics.bleu import BLEU
    from truebleu.references import References
    from truebleu.report.data import ReportData
    from truebleu.report.origin import InputFile

__all__ = ["run_report"]


class _Read:
    """The files, read: texts of the systems, references, source, and what was seen on the way."""

    def __init__(
        self,
        inputs: Inputs,
        texts: list[list[Cell]],
        references: References,
        source: list[Cell] | None,
        sample: Sample,
    ) -> None:
        self.inputs = inputs
        self.texts = texts
        self.references = references
        self.source = source
        self.sample = sample


def run_report(arguments: Sequence[str]) -> int:
    """Write the report that the arguments ask for, and give the exit code."""
    typed = parse_systems("report", arguments)
    columns = ScoreFiles(typed)
    metric, others = metrics_of_page(typed)
    path = check_output(typed, typed.output or OUTPUT)
    read = _read(typed)
    others += columns.read(read.inputs.names)
    data = _data(typed, [metric, *others], read, arguments, columns.paths)
    if not typed.quiet:
        _say(read, metric, data, typed.signature)
    _write(typed, data, path)
    return DONE


def _read(typed: Namespace) -> _Read:
    inputs = open_inputs(typed)
    source = None
    try:
        check_distinct(inputs.names)
        source = open_source(typed, inputs.order, typed.invalid or "error")
        sample = Sample(inputs.references[0], inputs.systems)
        texts, references = read_whole(typed, inputs, sample, source)
    finally:
        inputs.close()
        if source:
            source.close()
    its_text = texts.pop() if source else None
    return _Read(inputs, texts, references, its_text, sample)


def _data(
    typed: Namespace,
    metrics: Sequence[Metric[Any]],
    read: _Read,
    arguments: Sequence[str],
    scores: Sequence[str],
) -> ReportData:
    settings = settings_of_tests(typed)
    inputs = read.inputs
    segments = len(read.texts[0])
    hashed = bool(typed.hash_inputs)
    with TrialProgress(quiet=bool(typed.quiet), what="gathering") as progress:
        return report_data(
            dict(zip(inputs.names, read.texts, strict=True)),
            read.references,
            metrics,
            source=read.source,
            show_source=not typed.no_source,
            documents=_documents(typed.documents, inputs, segments),
            text=typed.text,
            origin=_origin(typed, arguments, segments, scores),
            reference_names=() if hashed else short_names(_names(inputs.references)),
            files=() if hashed else _system_files(typed, inputs),
            hygiene=not typed.no_check,
            progress=progress.show,
            **settings,
        )


def _names(streams: Sequence[Stream]) -> list[str]:
    return [stream.name for stream in streams]


def _system_files(typed: Namespace, inputs: Inputs) -> list[str]:
    """The file of each system: that of the only one, where it is a table of several."""
    paths = [shown(path) for path in typed.files]
    return paths if len(paths) == len(inputs.names) else paths[:1] * len(inputs.names)


def _documents(path: str | None, inputs: Inputs, segments: int) -> list[str] | None:
    """The names of documents; a single one is fine here, and then nothing is drawn by them."""
    if path is None:
        return None
    names = document_names(path, inputs.order)
    if len(names) != segments or len(set(names)) != 1 or not names[0]:
        document_numbers(names, segments, shown(path))
    return names


def _origin(
    typed: Namespace, arguments: Sequence[str], segments: int, scores: Sequence[str]
) -> Origin:
    hashed = bool(typed.hash_inputs)
    command = None if hashed else f"truebleu report {shlex.join(arguments)}"
    files = _files(typed, segments, scores, hashed=hashed)
    return Origin(typed.title, command, files, created_now())


def _files(
    typed: Namespace, segments: int, scores: Sequence[str], *, hashed: bool
) -> list[InputFile]:
    """Every input with its hash, by role; with `hashed` the names say no more than the role."""
    roles = [
        ("system", typed.files),
        ("reference", typed.reference or []),
        ("source", [typed.source] if typed.source else []),
        ("documents", [typed.documents] if typed.documents else []),
        ("scores", scores),
    ]
    return [
        input_file(role, path, segments, name=f"{role} {number}" if hashed else shown(path))
        for role, paths in roles
        for number, path in enumerate(paths, 1)
    ]


def _say(read: _Read, metric: BLEU, data: ReportData, signature: str | None) -> None:
    """Warn of what the files hold, as the other commands do."""
    identical, score = identical_to(read.texts, read.references), data.systems[0].score
    for message in notices(read.inputs, identical, [metric], read.sample, signature, score):
        say_warning(message)
    if data.meta["text"]["note"]:
        say_warning(data.meta["text"]["note"])


def _write(typed: Namespace, data: ReportData, path: str | None) -> None:
    with TrialProgress(quiet=bool(typed.quiet), what="writing") as progress:
        if path is None:
            write_bytes(page(data, progress.show))
            return
        write_page(path, data, progress.show)
    if not typed.quiet:
        size = os.path.getsize(path) / 1e6
        many = f"{data.meta['segments']:,} segments of {len(data.systems)} systems"
        write_lines([f"{shown(path)}: {many}, {size:.1f} MB"])
