"""Reading of references and system outputs, as in sacreBLEU.

In files, only a line feed ends a line. On standard input, a carriage return also ends a line.
Whitespace at the end of a line is removed. A byte order mark is kept.
"""

from __future__ import annotations

import io
import logging
import sys
import zlib
from argparse import Namespace
from collections.abc import Sequence

from truebleu.compat.sacrebleu.command.stopping import Stop
from truebleu.compat.sacrebleu.utils import smart_open

RAGGED = 17  # the exit code when the lines of a file have different numbers of fields

sacrelogger = logging.getLogger("sacrebleu")


def read_references(parts: Sequence[Sequence[str]], count: int, encoding: str) -> list[list[str]]:
    """Return the reference streams: lists with one reference for each segment.

    Args:
        parts: lists of reference files: one list per test set, or a single list with the files that
            the user named. The segments of all test sets are concatenated.
        count: number of tab-separated references in each line of a file.
        encoding: encoding of the files.
    """
    streams: list[list[str]] = [[] for _ in range(max(len(parts[0]), count))]
    for files in parts:
        for i, file in enumerate(files):
            lines = _lines(file, encoding)
            if i >= len(streams):
                raise Stop("the test sets have different numbers of references.")
            if count == 1:
                streams[i] += lines
            else:
                _part(lines, streams, count)
    return streams


def _part(lines: list[str], streams: list[list[str]], count: int) -> None:
    for number, line in enumerate(lines, 1):
        fields = line.split("\t", count - 1)
        if len(fields) != count:
            message = f"FATAL: line {number}: expected {count} fields, but found {len(fields)}."
            raise Stop(message, RAGGED)
        for stream, field in zip(streams, fields, strict=False):
            stream.append(field)


def read_systems(args: Namespace, *, paired: bool) -> tuple[list[list[str]], list[str]]:
    """Return the outputs of all systems, and the systems' names.

    If `paired` is True, the name of the first system starts with "Baseline".
    """
    if args.input is None:
        parted = _from_stdin(args.encoding)
        count = len(parted)
        if paired:
            return parted, ["Baseline", *(f"System {i}" for i in range(1, count))]
        return parted, [f"System {i}" for i in range(1, count + 1)]
    systems: list[list[str]] = []
    names: list[str] = []
    for file in args.input:
        if file in names:
            if not paired or file != names[0]:
                raise Stop(
                    f"{file!r} already used to name a system. Give each system a file of its own."
                )
            sacrelogger.info("Ignoring %r as it was also given as the baseline.", file)
            continue
        systems.append(_lines(file, args.encoding))
        names.append(file)
    if paired:
        if not names:
            raise Stop("-i has no systems. Pass a baseline and at least one other system.")
        names[0] = f"Baseline: {names[0]}"
    return systems, names


def _from_stdin(encoding: str) -> list[list[str]]:
    """Return the outputs of the systems, which are tab-separated columns of standard input.

    The first line determines the number of systems.
    """
    if sys.stdin is None:
        raise Stop("standard input is closed. Pass the system's output with -i.")
    stream = io.TextIOWrapper(sys.stdin.buffer, encoding=encoding)
    try:
        first, *lines = [line.rstrip() for line in stream] or [""]
    finally:
        stream.detach()
    systems = [[field] for field in first.split("\t")]
    for line in lines:
        fields = line.split("\t")
        if len(fields) != len(systems):
            raise Stop(
                "FATAL: the number of tab-delimited fields differs between lines of the input.",
                RAGGED,
            )
        for system, field in zip(systems, fields, strict=True):
            system.append(field.rstrip())
    return systems


def _lines(file: str, encoding: str) -> list[str]:
    try:
        with smart_open(file, encoding=encoding) as stream:
            return [line.rstrip() for line in stream]
    except (UnicodeError, EOFError, zlib.error) as error:
        raise Stop(f"cannot read {file} as {encoding}: {error}") from None
