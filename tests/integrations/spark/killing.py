"""Tokenizers that kill a process of Spark once, during its work.

Workers import this module, so it needs only truebleu.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

WORD = "poison"
MARKER = "TRUEBLEU_TEST_MARKER"


def _once() -> bool:
    """Return True in the first call over all processes."""
    try:
        os.close(os.open(os.environ[MARKER], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def _parent(process: int) -> int:
    text = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    return int(text.rpartition(")")[2].split()[1])


def kills_its_worker(text: str) -> list[str]:
    """Split at whitespace; at the first occurrence of the word, kill this Python process."""
    if WORD in text and _once():
        os.kill(os.getpid(), signal.SIGKILL)
    return text.split()


def kills_its_executor(text: str) -> list[str]:
    """Split at whitespace; at the first occurrence of the word, kill the executor.

    The executor is the Java process that started Python's daemon.
    """
    if WORD in text and _once():
        os.kill(_parent(os.getppid()), signal.SIGKILL)
    return text.split()
