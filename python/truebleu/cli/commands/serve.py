"""Command `truebleu serve`, which runs a local server for scoring in a browser."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.flags import files, significance
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import check_number_of_names, short_names
from truebleu.cli.page import metric_of_page
from truebleu.cli.values import count as integer
from truebleu.io.blocks import STDIN, open_bytes, shown
from truebleu.io.console import say_warning, write_lines
from truebleu.io.formats import format_of
from truebleu.io.markup import MARKUPS
from truebleu.io.program import DONE
from truebleu.metrics.bleu import BLEU
from truebleu.wording import missing_package

if TYPE_CHECKING:
    from truebleu.server.session import Session

HOST = "127.0.0.1"
"""Default address of the server, which only this machine can reach."""
LARGEST_PORT = 65_535
LOCAL = ("127.0.0.1", "::1", "localhost")


def run_serve(args: Namespace) -> int:
    """Run `truebleu serve`: serve the page until Ctrl-C, and return the exit code."""
    host = args.host or HOST
    _check_host(args, host)
    metric = metric_of_page(args)
    for path in _paths(args):
        is_pipe = os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))
        if not is_pipe:  # a pipe can be opened only once
            open_bytes(path).close()  # raises a clear error if the file cannot be read
    try:
        from truebleu.server.running import run
    except ImportError as error:
        if (error.name or "").split(".")[0] not in ("starlette", "uvicorn", "anyio", "h11"):
            raise
        raise missing_package("truebleu serve", "serve") from None
    _exit_on_signals()
    session = _session(args, metric)
    try:
        _load_files(session, args)
        if session.entries and session.missing and not args.quiet:
            say_warning(f"{session.missing} (details on the page)")
        run(
            session,
            host=host,
            port=args.port or 0,
            watch=bool(args.watch),
            on_ready=lambda address, once: _print_address(args, address, once),
        )
    finally:
        session.close()
    return DONE


def _exit_on_signals() -> None:
    """Make SIGTERM and SIGHUP exit the program normally, so that temporary files are removed."""
    import signal
    from threading import current_thread, main_thread

    def exit_program(*_: object) -> None:
        raise SystemExit(DONE)

    if current_thread() is main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), exit_program)


def _check_host(args: Namespace, host: str) -> None:
    if host in LOCAL:
        return
    if not args.i_know_others_can_connect:
        raise UsageError(
            f"--host {host}: other machines could connect and read everything on the page. Pass "
            "--i-know-others-can-connect to accept this."
        )
    say_warning(f"other machines can connect to this server at {host}, unencrypted.")


def _paths(args: Namespace) -> list[str]:
    named = [*args.files, *(args.reference or []), args.source, args.documents]
    paths = [path for path in named if path]
    if STDIN in paths:
        raise UsageError("standard input (-) can be read only once. Pass a file instead.")
    if args.watch and not paths:
        raise UsageError("--watch requires files. Pass a system and -r REFERENCE.")
    return paths


def _session(args: Namespace, metric: BLEU) -> Session:
    from truebleu.server.persistence import History, SaveFolder
    from truebleu.server.session import Session
    from truebleu.server.store import Store

    settings = significance.settings_of(args)
    save_folder = SaveFolder(Path(args.dir)) if args.dir else None
    return Session(metric, Store(), History(), settings, save_folder)


def _load_files(session: Session, args: Namespace) -> None:
    """Load the files of the command line into the server's session.

    Each selected table column is loaded as a separate file.
    """
    systems = _streams(args, args.files, args.hypothesis_column, "system")
    if args.name:
        check_number_of_names(args.name, len(systems))
    for i, (path, label, column) in enumerate(systems):
        name = args.name[i] if args.name else label
        _add_file(session, args, path, name, "system", column)
    reference_paths = args.reference or (args.files if args.reference_column else [])
    references = _streams(args, reference_paths, args.reference_column, "reference")
    several = len(references) > 1
    empty_reference = args.empty_reference or ("missing" if several else None)
    for path, label, column in references:
        _add_file(session, args, path, label, "reference", column, empty_reference)
    source = args.source or (args.files[0] if args.source_column and args.files else None)
    columns = [args.source_column] if args.source_column else None
    for path, label, column in _streams(args, [source] if source else [], columns, "source"):
        _add_file(session, args, path, label, "source", column)
    if args.documents:
        _add_file(session, args, args.documents, shown(args.documents), "documents", None)
    session.restore()


def _streams(
    args: Namespace, paths: Sequence[str], columns: Sequence[str] | None, role: str
) -> list[tuple[str, str, str | None]]:
    """Return the path, the label and the column of each text file or table column.

    The column of a text file is None. If `columns` is None, the column of a table is None, too. The
    page then asks the user for the column.
    """
    streams: list[tuple[str, str, str | None]] = []
    if not paths:
        return streams
    for path, short in zip(paths, short_names([shown(path) for path in paths]), strict=True):
        form = format_of(path, args.input_format)
        if form == "lines" or not columns:
            streams.append((path, short, None))
            continue
        for column in columns:
            full_name = f"{role}:{column}" if form in MARKUPS else column
            streams.append((path, column if len(paths) == 1 else f"{short}:{column}", full_name))
    return streams


def _add_file(
    session: Session,
    args: Namespace,
    path: str,
    label: str,
    role: str,
    column: str | None,
    empty_reference: str | None = None,
) -> None:
    session.add_named(
        Path(path), label, role, form=args.input_format, column=column,
        header=bool(args.header), invalid=args.invalid or "error",
        empty_reference=empty_reference,
    )  # fmt: skip


def _print_address(args: Namespace, address: str, once: str) -> None:
    """Print the address of the server. With `--open`, also open a browser.

    `once` is the address for the browser, which is valid once.
    """
    if args.quiet:
        write_lines([address])
    else:
        write_lines([f"truebleu serves {address}", "Ctrl-C stops it"])
    if args.open:
        import webbrowser

        if not webbrowser.open(once):
            say_warning("no browser could be opened. Open the address manually.")


def _port(raw: str) -> int:
    port = integer(raw)
    if port > LARGEST_PORT:
        raise ValueError(f"{raw!r} is out of range. Use an integer from 0 to {LARGEST_PORT}.")
    return port


COMMAND = Command(
    name="serve",
    usage=["serve [SYSTEM ...] [-r REFERENCE ...] [--watch] [--open]"],
    about="Run a local server with an interactive report: drop files, compare settings, edit "
    "segments and watch the score change. It shows BLEU only (see report for other metrics). Data "
    "stay on this machine, and access requires a token. Input files are as in score.",
    examples=[
        ("empty page to drop files into", "truebleu serve --open"),
        ("two systems", "truebleu serve base.txt new.txt -r reference.txt"),
        (
            "training run that rewrites its output",
            "truebleu serve output.txt -r reference.txt --watch --dir scores",
        ),
    ],
    common=[
        "--reference",
        "--name",
        "--tokenize",
        "--lowercase",
        "--source",
        "--port",
        "--open",
        "--watch",
        "--dir",
        "--help",
    ],
    flags=[
        *files.reading(names=files.FROM_FILES, logs=False),
        *files.source(),
        *metric_flags.flags(help=metric_flags.SEVERAL, signature=True, bleu_alone=True),
        *significance.comparing(),
        Flag(
            "--port",
            metavar="N",
            parse=_port,
            category="server",
            default="0, a free port",
            help="port to listen on",
        ),
        Flag(
            "--host",
            metavar="ADDRESS",
            category="server",
            default=HOST,
            help="address to listen on; other addresses require --i-know-others-can-connect",
        ),
        Flag(
            "--i-know-others-can-connect",
            category="server",
            help="accept connections from other machines; anyone who sees the address with its "
            "unencrypted token can read and change everything",
        ),
        Flag(
            "--open",
            category="server",
            help="open the page in a browser",
        ),
        Flag(
            "--watch",
            category="server",
            help="score again when a file changes and show the score history",
        ),
        Flag(
            "--dir",
            metavar="FOLDER",
            category="server",
            help="folder for saved systems and the score history; without it, nothing is saved",
        ),
        files.QUIET,
        *files.general(),
    ],
    run=run_serve,
    systems=True,
)
