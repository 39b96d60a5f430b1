"""Run the command line: in this process, or as a process of its own.

Starting Python takes longer than most of these tests, so `truebleu` and `fails` call the command
in this process. Tests about the process itself (signals, pipes, terminals) use `in_a_process`.
"""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from truebleu.cli import main

COMMAND = (sys.executable, "-m", "truebleu")

# Variables that would change the output.
UNSET = ("NO_COLOR", "TERM", "COLUMNS", "TRUEBLEU_KERNEL", "FORCE_COLOR", "PYTHONWARNINGS")

needs_full_device = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only Linux has /dev/full"
)


class Ran(NamedTuple):
    """The result of a run: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a run: this process's without `UNSET`, plus `more`."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    return {**kept, "PYTHONIOENCODING": "ascii", "LC_ALL": "C", **more}


def truebleu(
    *arguments: str | Path, cwd: Path | None = None, stdin: bytes = b"", **more: str
) -> Ran:
    """Run the command in this process; a traceback fails the test.

    Standard input is read from its file descriptor, and paths of Python apply to a new process:
    such runs get a process of their own.
    """
    if stdin or "-" in arguments or "PYTHONPATH" in more:
        return in_a_process(*arguments, cwd=cwd, stdin=stdin, **more)
    out, err = io.BytesIO(), io.BytesIO()
    with (
        _standard_streams(stdin, out, err) as (stdout, stderr),
        pytest.MonkeyPatch.context() as patch,
        warnings.catch_warnings(),
    ):
        # A process prints warnings, so they are not raised here either.
        warnings.resetwarnings()
        # The command must close its files: pytest reports an unclosed file as unraisable.
        warnings.simplefilter("error", ResourceWarning)
        for name in UNSET:
            patch.delenv(name, raising=False)
        for name, value in {"LC_ALL": "C", **more}.items():
            patch.setenv(name, value)
        if cwd is not None:
            patch.chdir(cwd)
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        stdout.flush()
        stderr.flush()
    return Ran(code, out.getvalue().decode(), err.getvalue().decode(errors="backslashreplace"))


@contextlib.contextmanager
def _standard_streams(
    stdin: bytes, out: io.BytesIO, err: io.BytesIO
) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Replace the standard streams as `PYTHONIOENCODING=ascii` makes them."""
    stdout = io.TextIOWrapper(out, encoding="ascii", write_through=True)
    stderr = io.TextIOWrapper(err, encoding="ascii", errors="backslashreplace", write_through=True)
    streams = {"stdin": io.TextIOWrapper(io.BytesIO(stdin), encoding="ascii")}
    streams |= {"stdout": stdout, "stderr": stderr}
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        yield stdout, stderr
    # Detach, because collecting a wrapper would close the bytes that are read afterwards.
    stdout.detach()
    stderr.detach()


def in_a_process(
    *arguments: str | Path, cwd: Path | None = None, stdin: bytes = b"", **more: str
) -> Ran:
    """Run the command as a process of its own; a traceback fails the test."""
    run = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        env=environment(**more),
        timeout=60,
        check=False,
    )
    ran = Ran(run.returncode, run.stdout.decode(), run.stderr.decode(errors="backslashreplace"))
    assert "Traceback" not in ran.err, ran.err
    return ran


def fails(*arguments: str | Path, cwd: Path | None = None, stdin: bytes = b"") -> str:
    """Run a wrong command and return its error: exit code 2, no output, one line of error."""
    ran = truebleu(*arguments, cwd=cwd, stdin=stdin)
    assert (ran.code, ran.out) == (2, ""), ran
    assert ran.err.startswith("truebleu: error: "), ran
    assert ran.err.endswith("\n"), ran
    assert ran.err.count("\n") == 1, ran
    return ran.err.removeprefix("truebleu: error: ").rstrip("\n")
