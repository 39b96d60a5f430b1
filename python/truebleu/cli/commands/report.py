"""Command `truebleu report`, which writes an HTML report."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.corpus import Corpus, Texts, document_names
from truebleu.cli.external_scores import ScoreFiles
from truebleu.cli.flags import files, segments, significance
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import resolve_name, short_names
from truebleu.cli.metrics import learned_of
from truebleu.cli.outputs import check_output
from truebleu.cli.page import created_now, input_file, metrics_of_page
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
"""Output file if the command line names none."""


def run_report(args: Namespace) -> int:
    """Run `truebleu report`: write the report, and return the exit code."""
    if args.no_source and not (args.source or args.source_column):
        raise UsageError("--no-source requires --source or --source-column.")
    columns = ScoreFiles(args)
    learned = learned_of(args)
    metric, others = metrics_of_page(args, learned=True)
    path = check_output(args, args.output or OUTPUT)
    with Corpus(args) as corpus:
        texts = corpus.read(source=True)
    others += columns.read(corpus.names, corpus.labels)
    others += learned.columns(corpus.names, texts) if learned else []
    data = _data(args, [metric, *others], corpus, texts, columns.paths)
    note = data.meta["text"]["note"]
    last = [*([note] if note else []), *data.warnings_as(as_option)]
    corpus.warn([metric], score=data.systems[0].score, last=last)
    _write(args, data, path)
    return DONE


def _data(
    args: Namespace,
    metrics: Sequence[Metric[Any]],
    corpus: Corpus,
    texts: Texts,
    scores: Sequence[str],
) -> ReportData:
    # Import late: the module imports NumPy, which help and completion do not need.
    from truebleu.report.report import report_data

    settings = significance.settings_of(args)
    if args.baseline is not None:
        settings["baseline"] = resolve_name(args.baseline, corpus.names, corpus.labels)
    hashed = bool(args.hash_inputs)
    with TrialProgress(quiet=bool(args.quiet), task="collecting data") as progress:
        return report_data(
            dict(zip(corpus.names, texts.systems, strict=True)),
            texts.references,
            metrics,
            source=texts.source,
            show_source=not args.no_source,
            documents=_documents(args.documents, corpus),
            text=args.text,
            origin=_origin(args, corpus.segments, scores),
            reference_names=() if hashed else short_names(corpus.reference_names),
            files=() if hashed else _system_files(args, corpus.names),
            checks=not args.no_check,
            progress=progress.show,
            labels=corpus.labels,
            **settings,
        )


def _system_files(args: Namespace, names: Sequence[str]) -> list[str]:
    """Return the path of each system's file. Systems in one table have the same path."""
    paths = [shown(path) for path in args.files]
    return paths if len(paths) == len(names) else paths[:1] * len(names)


def _documents(path: str | None, corpus: Corpus) -> list[str] | None:
    """Return the document name of each segment. Return None without `--documents`.

    Other commands require at least two documents. A report may have a single one.
    """
    if path is None:
        return None
    names = document_names(path, corpus.order)
    if len(names) != corpus.segments or len(set(names)) != 1 or not names[0]:
        document_numbers(names, corpus.segments, shown(path))
    return names


def _origin(args: Namespace, segments: int, scores: Sequence[str]) -> Origin:
    hashed = bool(args.hash_inputs)
    command = None if hashed else f"truebleu report {shlex.join(args.arguments)}"
    files = _files(args, segments, scores, hashed=hashed)
    return Origin(title=args.title, command=command, files=files, created=created_now())


def _files(
    args: Namespace, segments: int, scores: Sequence[str], *, hashed: bool
) -> list[InputFile]:
    """Return the records of all input files, with SHA-256 hashes of the files.

    If `hashed` is true, a record names the file by its role, such as "system 1", not by its path.
    """
    roles = [
        ("system", args.files),
        ("reference", args.reference or []),
        ("source", [args.source] if args.source else []),
        ("documents", [args.documents] if args.documents else []),
        ("scores", scores),
    ]
    return [
        input_file(role, path, segments, name=f"{role} {number}" if hashed else shown(path))
        for role, paths in roles
        for number, path in enumerate(paths, 1)
    ]


def _write(args: Namespace, data: ReportData, path: str | None) -> None:
    from truebleu.report.page import page, write_page

    with TrialProgress(quiet=bool(args.quiet), task="writing") as progress:
        if path is None:
            write_bytes(page(data, progress.show))
            return
        write_page(path, data, progress.show)
    if not args.quiet:
        size = os.path.getsize(path) / 1e6
        segments = count(data.meta["segments"], "segment", grouped=True)
        systems = count(len(data.systems), "system")
        write_lines([f"{shown(path)}: {segments}, {systems}, {size:.1f} MB"])


def _text_policy(raw: str) -> str:
    from truebleu.report.text_policy import check_policy

    return check_policy(raw)


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
        *segments.resegmenting(),
        *files.score_columns(),
        *files.source(),
        *metric_flags.flags(signature=True),
        metric_flags.learned(),
        *significance.comparing(),
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
