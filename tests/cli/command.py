"""Running the command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

COMMAND = (sys.executable, "-m", "truebleu")

# What would change the output from outside.
UNSET = ("NO_COLOR", "TERM", "COLUMNS", "TRUEBLEU_KERNEL", "FORCE_COLOR", "PYTHONWARNINGS")


class Ran(NamedTuple):
    """What a run left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


def environment(**more: str) -> dict[str, str]:
    """Give the environment of a run: this process's without what changes output, and `more`."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    return {**kept, "PYTHONIOENCODING": "ascii", "LC_ALL": "C", **more}


def truebleu(
    *arguments: str | Path, cwd: Path | None = None, stdin: bytes = b"", **more: str
) -> Ran:
    """Run the command and wait for it; a traceback fails the test."""
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
    """Run a command that is wrong: exit code 2, no output, one line of error, which is given."""
    ran = truebleu(*arguments, cwd=cwd, stdin=stdin)
    assert (ran.code, ran.out) == (2, ""), ran
    assert ran.err.startswith("truebleu: error: "), ran
    assert ran.err.endswith("\n"), ran
    assert ran.err.count("\n") == 1, ran
    return ran.err.removeprefix("truebleu: error: ").rstrip("\n")
