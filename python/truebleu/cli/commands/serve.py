"""`truebleu serve`."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.flags import files, tests
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import short_names
from truebleu.cli.page import metric_of_page
from truebleu.cli.values import count as whole
from truebleu.io.blocks import STDIN, open_bytes, shown
from truebleu.io.console import say_warning, write_lines
from truebleu.io.formats import format_of
from truebleu.io.markup import MARKUPS
from truebleu.io.program import DONE
from truebleu.metrics.bleu import BLEU
from truebleu.wording import count, missing_package

if TYPE_CHECKING:
    from truebleu.server.session import Session

HOST = "127.0.0.1"
"""Where the server listens if nobody says otherwise: this machine alone reaches it."""
LARGEST_PORT = 65_535
LOCAL = ("127.0.0.1", "::1", "localhost")


def run_serve(typed: Namespace) -> int:
    """Serve what the arguments name until Ctrl-C, and give the exit code."""
    host = typed.host or HOST
    _check_host(typed, host)
    metric = metric_of_page(typed, "the page")
    for path in _paths(typed):
        if os.path.isfile(path) or not os.path.exists(path):  # a pipe is opened once only
            open_bytes(path).close()  # says what is wrong with it
    try:
        from truebleu.server.running import run
    except ImportError as error:
        if (error.name or "").split(".")[0] not in ("starlette", "uvicorn", "anyio", "h11"):
            raise
        raise missing_package("truebleu serve", "serve") from None
    _exit_on_signals()
    session = _session(typed, metric)
    try:
        _take(session, typed)
        if session.entries and session.missing and not typed.quiet:
            say_warning(f"{session.missing} (the page shows where)")
        run(
            session,
            host=host,
            port=typed.port or 0,
            watch=bool(typed.watch),
            ready=lambda address, once: _say(typed, address, once),
        )
    finally:
        session.close()
    return DONE


def _exit_on_signals() -> None:
    """Let signals end the program as an exit does, before the server takes them: files go, too."""
    import signal
    from threading import current_thread, main_thread

    def leave(*_: object) -> None:
        raise SystemExit(DONE)

    if current_thread() is main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), leave)


def _check_host(typed: Namespace, host: str) -> None:
    if host in LOCAL:
        return
    if not typed.i_know_others_can_connect:
        raise UsageError(
            f"--host {host}: other machines could reach the server, and whoever sees its address "
            "reads everything in it; say --i-know-others-can-connect if that is wanted"
        )
    say_warning(f"other machines can reach this server at {host}, unencrypted")


def _paths(typed: Namespace) -> list[str]:
    named = [*typed.files, *(typed.reference or []), typed.source, typed.documents]
    paths = [path for path in named if path]
    if STDIN in paths:
        raise UsageError("standard input (-) can be read only once: name a file")
    if typed.watch and not paths:
        raise UsageError("--watch looks at the files that are named: name some")
    return paths


def _session(typed: Namespace, metric: BLEU) -> Session:
    from truebleu.server.persistence import History, Keeping
    from truebleu.server.session import Session
    from truebleu.server.store import Store

    settings = tests.settings_of(typed)
    keeping = Keeping(Path(typed.dir)) if typed.dir else None
    return Session(metric, Store(), History(), settings, keeping)


def _take(session: Session, typed: Namespace) -> None:
    """Take in the files that were named, each column of a table as a file of its own."""
    systems = _streams(typed, typed.files, typed.hypothesis_column, "system")
    if typed.name and len(typed.name) != len(systems):
        raise UsageError(
            f"{count(len(typed.name), 'name')} for {count(len(systems), 'system')}; give --name "
            f"once for each"
        )
    for place, (path, label, column) in enumerate(systems):
        name = typed.name[place] if typed.name else label
        _give(session, typed, path, name, "system", column)
    referring = typed.reference or (typed.files if typed.reference_column else [])
    for path, label, column in _streams(typed, referring, typed.reference_column, "reference"):
        _give(session, typed, path, label, "reference", column)
    source = typed.source or (typed.files[0] if typed.source_column and typed.files else None)
    columns = [typed.source_column] if typed.source_column else None
    for path, label, column in _streams(typed, [source] if source else [], columns, "source"):
        _give(session, typed, path, label, "source", column)
    if typed.documents:
        _give(session, typed, typed.documents, shown(typed.documents), "documents", None)
    session.take_up()


def _streams(
    typed: Namespace, paths: Sequence[str], columns: Sequence[str] | None, role: str
) -> list[tuple[str, str, str | None]]:
    """Path, label and column of each stream; where no column is said, the page asks for it."""
    found: list[tuple[str, str, str | None]] = []
    if not paths:
        return found
    for path, short in zip(paths, short_names([shown(path) for path in paths]), strict=True):
        form = format_of(path, typed.input_format)
        if form == "lines" or not columns:
            found.append((path, short, None))
            continue
        for column in columns:
            which = f"{role}:{column}" if form in MARKUPS else column
            found.append((path, column if len(paths) == 1 else f"{short}:{column}", which))
    return found


def _give(
    session: Session, typed: Namespace, path: str, label: str, role: str, column: str | None
) -> None:
    session.give(
        Path(path), label, role, form=typed.input_format, column=column,
        header=bool(typed.header), invalid=typed.invalid or "error",
    )  # fmt: skip


def _say(typed: Namespace, address: str, once: str) -> None:
    """Print the address, and open it if that was asked for."""
    if typed.quiet:
        write_lines([address])
    else:
        write_lines([f"truebleu serves {address}", "Ctrl-C stops it"])
    if typed.open:
        import webbrowser

        if not webbrowser.open(once):
            say_warning("no browser could be opened: open the address yourself")


def _port(given: str) -> int:
    port = whole(given)
    if port > LARGEST_PORT:
        raise ValueError(f"a port is a number from 0 to {LARGEST_PORT}")
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
        *files.reading(names=files.FROM_FILES, empty_reference=False),
        *files.source(),
        *metric_flags.flags(signature=True, bleu_alone=True),
        *tests.comparing(),
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
