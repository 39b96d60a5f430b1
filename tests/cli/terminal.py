"""Run the command line on a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

from tests.cli.command import COMMAND, environment


def run_on_terminal(*arguments: str, cwd: Path, code: int = 0, **variables: str) -> str:
    """Run the command on a terminal, and return what the terminal received."""
    master, slave = pty.openpty()
    running = subprocess.Popen(
        [*COMMAND, *arguments],
        cwd=cwd,
        stdout=slave,
        stderr=slave,
        env=environment(**{"TERM": "xterm-256color", "COLUMNS": "100", **variables}),
    )
    os.close(slave)
    everything = b""
    while True:
        try:
            block = os.read(master, 65536)
        except OSError:  # Linux: the other end is closed
            break
        if not block:
            break
        everything += block
    os.close(master)
    assert running.wait() == code
    return everything.decode()
