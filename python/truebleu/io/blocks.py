"""Read a file in blocks of bytes. Compressed files are decompressed."""

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
"""The path that means standard input."""

BLOCK = 1 << 18
"""Number of bytes per read. Larger blocks would not fit into the CPU cache, and smaller blocks need
more system calls."""


def shown(path: str) -> str:
    """Return the name of a file for messages: its path, or "standard input" for `-`.

    Bytes of the path that are not valid UTF-8 are replaced.
    """
    if path == STDIN:
        return "standard input"
    return os.fsencode(path).decode("utf-8", "replace")


def path_of(path: Any) -> str:
    """Return a path as a str.

    Raises:
        InputError: `path` is not a str, bytes or path object.
    """
    try:
        return os.fsdecode(path)
    except TypeError:
        raise InputError(f"path={inspected(path)} is not a path. Pass a str or a Path.") from None


class BlockReader:
    """A reader of a file that returns the decompressed content in blocks.

    The compression is detected from the first bytes of the file.

    Raises:
        InputError: The file cannot be opened or read, is damaged, or changes while it is read. The
            message has the name of the file.
    """

    def __init__(self, path: str) -> None:
        self.name = shown(path)
        self._file = open_bytes(path)
        self._state = self._status()
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
        """Return the next block of decompressed bytes; b"" at the end of the file."""
        return next(self._blocks, b"")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @property
    def size(self) -> int | None:
        """The size of the file on disk, in bytes; None for a pipe or a device."""
        status = os.fstat(self._file.fileno())
        return status.st_size if stat.S_ISREG(status.st_mode) else None

    @property
    def position(self) -> int:
        """The number of bytes that were read from the file, before decompression."""
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
        if not block and self._status() != self._state:
            # A partially written last line would be scored as a segment.
            raise InputError(
                f"{self.name}: the file changed while it was read. Run the command again when it "
                "is complete.",
                file=self.name,
            )
        self._raw_bytes += len(block)
        return block

    def _status(self) -> tuple[int, int] | None:
        """Return size and modification time of the file; None for an empty or non-regular file."""
        status = os.fstat(self._file.fileno())
        # Virtual files (/proc) have a size of 0.
        if not stat.S_ISREG(status.st_mode) or not status.st_size:
            return None
        return status.st_size, status.st_mtime_ns


def open_bytes(path: str) -> FileIO:
    """Open a file for reading bytes. The path `-` opens standard input.

    Raises:
        InputError: The file cannot be opened.
    """
    name = shown(path)
    try:
        if path == STDIN:
            return open(0, "rb", buffering=0, closefd=False)
        return open(path, "rb", buffering=0)
    except OSError as error:
        raise _explained(error, name) from None
    except ValueError:  # a NUL in the name
        raise InputError(f"{name!r} is not a valid file name", file=name) from None


def _explained(error: OSError, name: str) -> InputError:
    reasons = {
        FileNotFoundError: "file not found",
        IsADirectoryError: "this is a folder, not a file",
        PermissionError: "no permission to read",
        NotADirectoryError: "file not found: part of the path is not a folder",
    }
    reason = reasons.get(type(error), error.strerror or str(error))
    return InputError(f"{name}: {reason}", file=name)
