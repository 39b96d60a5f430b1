"""`truebleu report`."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebleu.cli.command import Command, Flag
from truebleu.cli.corpus import Corpus, Texts, document_names
from truebleu.cli.flags import files, tests
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import check_distinct, resolved, short_names
from truebleu.cli.outputs import check_output
from truebleu.cli.page import created_now, input_file, metrics_of_page
from truebleu.cli.score_files import ScoreFiles
from truebleu.inputs.systems import document_numbers
from truebleu.io.blocks import shown
from truebleu.io.console import write_bytes, write_lines
from truebleu.io.program import DONE
from truebleu.io.progress import TrialProgress
from truebleu.metrics.base.metric import Metric
from truebleu.report.input import InputFile, Origin
from truebleu.significance.options import as_option
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.report.data import ReportData


OUTPUT = "report.html"
"""The file that is written if nobody says otherwise."""


def run_report(typed: Namespace) -> int:
    """Write the report that the arguments ask for, and give the exit code."""
    columns = ScoreFiles(typed)
    metric, others = metrics_of_page(typed)
    path = check_output(typed, typed.output or OUTPUT)
    with Corpus(typed) as corpus:
        check_distinct(corpus.names)
        texts = corpus.read(source=True)
    others += columns.read(corpus.names, corpus.labels)
    data = _data(typed, [metric, *others], corpus, texts, columns.paths)
    note = data.meta["text"]["note"]
    last = [*([note] if note else []), *data.warnings_as(as_option)]
    corpus.warn([metric], score=data.systems[0].score, last=last)
    _write(typed, data, path)
    return DONE


def _data(
    typed: Namespace,
    metrics: Sequence[Metric[Any]],
    corpus: Corpus,
    texts: Texts,
    scores: Sequence[str],
) -> ReportData:
    # It loads NumPy, which help and completion do without.
    from truebleu.report.report import report_data

    settings = tests.settings_of(typed)
    if typed.baseline is not None:
        settings["baseline"] = resolved(typed.baseline, corpus.names, corpus.labels)
    hashed = bool(typed.hash_inputs)
    with TrialProgress(quiet=bool(typed.quiet), what="gathering") as progress:
        return report_data(
            dict(zip(corpus.names, texts.systems, strict=True)),
            texts.references,
            metrics,
            source=texts.source,
            show_source=not typed.no_source,
            documents=_documents(typed.documents, corpus),
            text=typed.text,
            origin=_origin(typed, corpus.segments, scores),
            reference_names=() if hashed else short_names(corpus.reference_names),
            files=() if hashed else _system_files(typed, corpus.names),
            hygiene=not typed.no_check,
            progress=progress.show,
            labels=corpus.labels,
            **settings,
        )


def _system_files(typed: Namespace, names: Sequence[str]) -> list[str]:
    """The file of each system: that of the only one, where it is a table of several."""
    paths = [shown(path) for path in typed.files]
    return paths if len(paths) == len(names) else paths[:1] * len(names)


def _documents(path: str | None, corpus: Corpus) -> list[str] | None:
    """The names of documents; a single one is fine here, and then nothing is drawn by them."""
    if path is None:
        return None
    names = document_names(path, corpus.order)
    if len(names) != corpus.segments or len(set(names)) != 1 or not names[0]:
        document_numbers(names, corpus.segments, shown(path))
    return names


def _origin(typed: Namespace, segments: int, scores: Sequence[str]) -> Origin:
    hashed = bool(typed.hash_inputs)
    command = None if hashed else f"truebleu report {shlex.join(typed.arguments)}"
    files = _files(typed, segments, scores, hashed=hashed)
    return Origin(title=typed.title, command=command, files=files, created=created_now())


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


def _write(typed: Namespace, data: ReportData, path: str | None) -> None:
    from truebleu.report.page import page, write_page

    with TrialProgress(quiet=bool(typed.quiet), what="writing") as progress:
        if path is None:
            write_bytes(page(data, progress.show))
            return
        write_page(path, data, progress.show)
    if not typed.quiet:
        size = os.path.getsize(path) / 1e6
        segments = count(data.meta["segments"], "segment", grouped=True)
        systems = count(len(data.systems), "system")
        write_lines([f"{shown(path)}: {segments}, {systems}, {size:.1f} MB"])


def _text_policy(given: str) -> str:
    from truebleu.report.text_policy import check_policy

    return check_policy(given)


COMMAND = Command(
    name="report",
    usage=["report SYSTEM [SYSTEM ...] -r REFERENCE [-r ...] [-o FILE]"],
    about="Write one HTML file that works offline: scores with confidence intervals and tests, "
    "score decomposition, and all segments with their matches. The main metric is BLEU, the first "
    "one of -m; other metrics and --scores are shown in the same table. Input files are as in "
    "score.",
    examples=[
        ("two systems", "truebleu report base.txt new.txt -r reference.txt"),
        (
            "with source and documents",
            "truebleu report a.txt b.txt -r r.txt --source s.txt --documents d.txt",
        ),
        (
            "without texts and file names",
            "truebleu report a.txt b.txt -r r.txt --text none --hash-inputs",
        ),
    ],
    common=[
        "--reference",
        "--metric",
        "--tokenize",
        "--source",
        "--documents",
        "--scores",
        "--name",
        "--output",
        "--title",
        "--text",
    ],
    flags=[
        *files.reading(names=files.SHORTENED),
        *files.score_columns(),
        *files.source(),
        *metric_flags.flags(signature=True),
        *tests.comparing(),
        files.QUIET,
        Flag(
            "-o",
            "--output",
            metavar="FILE",
            category="output",
            default=OUTPUT,
            help="write the report to this file; - is standard output",
        ),
        Flag(
            "--title",
            metavar="TEXT",
            category="output",
            default="the names of the systems",
            help="title of the report",
        ),
        Flag(
            "--text",
            metavar="WHAT",
            parse=_text_policy,
            category="output",
            default="auto",
            help="texts in the report: full, none, top:N (the N segments with most influence and a "
            "random sample), or auto (full up to 60 MB); scores always cover all segments",
        ),
        Flag(
            "--no-source",
            category="output",
            help="use the source for the data checks only and leave its text out of the report",
        ),
        Flag(
            "--hash-inputs",
            category="output",
            help="identify input files by SHA-256 only; leave out file names and the command",
        ),
        Flag(
            "--no-check",
            category="output",
            help="leave out the data checks",
        ),
        *files.general(),
    ],
    run=run_report,
    systems=True,
)
