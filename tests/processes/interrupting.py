"""Interrupt a program while it counts."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest


def interrupted(script: str) -> str:
    """Return the output of a script that gets Ctrl-C half a second after its first line.

    Check that it writes no error and exits with 130.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        # The script prints its line just before the call.
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=0.5)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=100)
    finally:
        process.kill()
    assert errors == ""
    assert process.returncode == 130
    return first + output
