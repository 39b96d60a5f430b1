"""A file as blocks of bytes, decompressed on the way."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from truebleu.errors import InputError, inspected
from truebleu.io.compression import OPENING, codec_of, decompress

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import FileIO
    from typing import Any


STDIN = "-"
"""The path that stands for standard input."""

BLOCK = 1 << 18
"""Bytes read at once: enough that a call costs nothing, few enough to stay in the cache."""


def shown(path: str) -> str:
    """How messages and tables name a file."""
    if path == STDIN:
        return "standard input"
    return os.fsencode(path).decode("utf-8", "replace")


def path_of(given: Any) -> str:
    """The path that was handed over: a str, bytes or a `Path`. Raises `InputError` for others."""
    try:
        return os.fsdecode(given)
    except TypeError:
        raise InputError(f"path={inspected(given)}: the name of a file is needed") from None


class BlockReader:
    """Gives a file's bytes, decompressed by content, block by block.

    Raises `InputError`, with the file's name, when it cannot be opened or read.
    """

    def __init__(self, path: str) -> None:
        self.name = shown(path)
        self._file = open_bytes(path)
        self._state = self._now()
        self._raw_bytes = 0
        try:
            opening = self._opening()
            codec = codec_of(opening, self.name)
        except BaseException:
            self._file.close()
            raise
        raw = self._raw_blocks(opening)
        self._blocks = decompress(raw, codec, self.name) if codec else raw

    def read(self) -> bytes:
        """Give the next block; nothing at the end of the file."""
        return next(self._blocks, b"")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def size(self) -> int | None:
        """Bytes of the file as it lies on the disk; None where that is not known (a pipe)."""
        status = os.fstat(self._file.fileno())
        return status.st_size if stat.S_ISREG(status.st_mode) else None

    @property
    def position(self) -> int:
        """Bytes of it that were read."""
        return self._raw_bytes

    def _opening(self) -> bytes:
        opening = b""
        while len(opening) < OPENING:
            block = self._read()
            if not block:
                break
            opening += block
        return opening

    def _raw_blocks(self, opening: bytes) -> Iterator[bytes]:
        block = opening
        while block:
            yield block
            block = self._read()

    def _read(self) -> bytes:
        try:
            block = self._file.read(BLOCK) or b""
        except OSError as error:
            raise _explained(error, self.name) from None
        if not block and self._now() != self._state:
            # Half of a new last line would be a line, too, and have a score.
            raise InputError(
                f"{self.name}: the file was changed while it was read: give it again when it is "
                "whole",
                file=self.name,
            )
        self._raw_bytes += len(block)
        return block

    def _now(self) -> tuple[int, int] | None:
        """How long the file is, and when it was written last; None of what is no file."""
        status = os.fstat(self._file.fileno())
        # What the system makes up as it is read (/proc) says that it is empty, whatever it is.
        if not stat.S_ISREG(status.st_mode) or not status.st_size:
            return None
        return status.st_size, status.st_mtime_ns


def open_bytes(path: str) -> FileIO:
    """Open a file, or standard input for `-`; raises `InputError` when that cannot be done."""
    name = shown(path)
    try:
        if path == STDIN:
            return open(0, "rb", buffering=0, closefd=False)
        return open(path, "rb", buffering=0)
    except OSError as error:
        raise _explained(error, name) from None
    except ValueError:  # a NUL in the name
        raise InputError(f"{name!r}: no file can have this name", file=name) from None


def _explained(error: OSError, name: str) -> InputError:
    reasons = {
        FileNotFoundError: "there is no such file",
        IsADirectoryError: "this is a folder, not a file",
        PermissionError: "no permission to read it",
        NotADirectoryError: "there is no such file: part of the path is not a folder",
    }
    reason = reasons.get(type(error), error.strerror or str(error))
    return InputError(f"{name}: {reason}", file=name)
