"""A program that is interrupted while it counts."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest


def interrupted(script: str) -> str:
    """What the script prints when Ctrl-C comes half a second after its first line.

    It says nothing on standard error, and ends with 130.
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
        # Let the call begin; the message came just before it.
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=0.5)
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=100)
    finally:
        process.kill()
    assert errors == ""
    assert process.returncode == 130
    return first + rest
