"""What a report says of where it comes from: input files with their hashes, and the date."""

from __future__ import annotations

import os
from datetime import datetime, timezone
from hashlib import sha256

from truebleu.io.blocks import STDIN
from truebleu.report.origin import InputFile

__all__ = ["created_now", "input_file"]

EPOCH = "SOURCE_DATE_EPOCH"
"""The variable by which builds say what time it is: https://reproducible-builds.org."""

BLOCK = 1 << 20


def input_file(role: str, path: str, lines: int, *, name: str) -> InputFile:
    """A file with its hash; standard input, and what is no file, has none."""
    if path == STDIN or not os.path.isfile(path):
        return InputFile(role, name, None, lines, None)
    digest = sha256()
    with open(path, "rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return InputFile(role, name, digest.hexdigest(), lines, os.path.getsize(path))


def created_now() -> str:
    """The date, or that of `SOURCE_DATE_EPOCH`: to the second, in UTC."""
    epoch = os.environ.get(EPOCH, "")
    when = (
        datetime.fromtimestamp(int(epoch), timezone.utc)
        if epoch.isdecimal()
        else datetime.now(timezone.utc)
    )
    return when.isoformat(timespec="seconds").replace("+00:00", "Z")
