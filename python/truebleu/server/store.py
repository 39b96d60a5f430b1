"""Uploaded files, in a temporary folder that only its owner can read.

The server chooses the file names. The name that a client sends is displayed, but never used in a
path.
"""

# ruff: noqa: N818

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncIterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from truebleu.errors import InputError, TrueBleuError
from truebleu.wording import count


class Refused(InputError):
    """Error: the files cannot be added or scored."""


class NotFound(InputError):
    """Error: the requested item does not exist."""


class TooLarge(InputError):
    """Error: an upload or a request is larger than its limit."""


class Outdated(TrueBleuError):
    """Error: the page shows scores that are older than the current scores of the session."""


@dataclass(frozen=True)
class Limits:
    """Limits of uploads and requests.

    Attributes:
        file: maximum number of bytes of one uploaded file.
        total: maximum number of bytes of all uploaded files.
        unpacked: maximum number of bytes of a decompressed file.
        ratio: maximum ratio of decompressed bytes to uploaded bytes.
        small: number of decompressed bytes up to which `ratio` is not checked.
        line: maximum number of bytes of a segment.
        lines: maximum number of segments of a file.
        systems: maximum number of systems.
        references: maximum number of reference files.
        request: maximum number of bytes of a request that is not an upload.
    """

    file: int = 512 << 20
    total: int = 2 << 30
    unpacked: int = 2 << 30
    ratio: int = 200
    small: int = 8 << 20
    line: int = 1 << 20
    lines: int = 2_000_000
    systems: int = 64
    references: int = 64
    request: int = 16 << 20

    def max_unpacked(self, size: int) -> int:
        """Return how many bytes an uploaded file of `size` bytes may have after decompression."""
        return min(self.unpacked, max(self.small, self.ratio * size))


LIMITS = Limits()


def format_size(size: int) -> str:
    """Return a number of bytes as text with a unit, such as "1.5 MiB"."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            value = size / unit
            return f"{value:.0f} {name}" if value >= 100 else f"{value:.3g} {name}"
    return count(size, "byte")


LONGEST_LABEL = 120


# The extension gives the format. It is copied from these lists, never from the label.
FORMS = (".tsv", ".csv", ".jsonl", ".ndjson", ".sgm", ".sgml", ".xml", ".parquet", ".pq")
CODECS = (".gz", ".bz2", ".xz", ".zst")


@dataclass(frozen=True, slots=True)
class Stored:
    """An uploaded file: its path, its size in bytes and its SHA-256 digest."""

    path: Path
    size: int
    sha256: str


class Store:
    """The temporary folder of the uploaded files. `close` deletes it."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.limits = limits
        self.folder = Path(tempfile.mkdtemp(prefix="truebleu-serve-"))  # mode 0700
        self.bytes = 0

    async def write_upload(self, blocks: AsyncIterable[bytes], label: str) -> Stored:
        """Write an upload to a new file.

        `blocks` are the bytes of the upload. `label` is the name that the client sent. The new file
        has the extension of `label`, which determines the format.

        Raises:
            TooLarge: The upload exceeds a limit. The new file is deleted.
            InputError: The file cannot be written, for example because the disk is full.
        """
        path = self.new_path(label)
        digest, size = sha256(), 0
        max_bytes = min(self.limits.file, self.limits.total - self.bytes)
        try:
            with path.open("xb") as file:
                async for block in blocks:
                    size += len(block)
                    if size > max_bytes:
                        raise TooLarge(self._too_large(label))
                    digest.update(block)
                    file.write(block)
        except BaseException as error:
            path.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise _unwritten(label, error) from None
            raise
        self.bytes += size
        return Stored(path, size, digest.hexdigest())

    def write(self, content: bytes, label: str) -> Stored:
        """Write `content` to a new file with the extension of `label`.

        Raises:
            InputError: The file cannot be written. An incomplete file is deleted.
        """
        path = self.new_path(label)
        try:
            path.write_bytes(content)
        except OSError as error:
            path.unlink(missing_ok=True)
            raise _unwritten(label, error) from None
        self.bytes += len(content)  # `forget` subtracts it
        return Stored(path, len(content), sha256(content).hexdigest())

    def new_path(self, label: str) -> Path:
        """Return a new random path in the folder, with the extension of `label`."""
        return self.folder / f"{secrets.token_hex(8)}{_ending(label)}"

    def forget(self, stored: Path, size: int) -> None:
        """Delete the file `stored` if it is in this folder.

        `size` is its number of bytes, which no longer count for the limit of all files.
        """
        if stored.parent == self.folder:
            stored.unlink(missing_ok=True)
            self.bytes -= size

    def close(self) -> None:
        """Delete the folder with all files."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _too_large(self, label: str) -> str:
        if self.bytes + self.limits.file <= self.limits.total:
            return (
                f"{label}: larger than {format_size(self.limits.file)}. Pass the file on the "
                "command line: truebleu serve FILE -r FILE."
            )
        return (
            f"{label}: all files together are larger than {format_size(self.limits.total)}. Remove "
            "some, or pass them on the command line."
        )


def _unwritten(label: str, error: OSError) -> InputError:
    return InputError(
        f"{label}: cannot be stored: {error.strerror or error}. Free space in the folder for "
        "temporary files, or set TMPDIR to another folder."
    )


def file_label(name: str) -> str:
    r"""Return the displayed name of an uploaded file: the last part of its path.

    >>> file_label("C:\\fakepath\\sys.txt"), file_label("../../etc/passwd"), file_label("..")
    ('sys.txt', 'passwd', 'unnamed')
    """
    return label_of(name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1])


def label_of(name: str) -> str:
    r"""Return a name in a form that can be displayed: one short line of visible characters.

    >>> label_of("a\nb"), label_of(" ")
    ('a<U+000A>b', 'unnamed')
    """
    from truebleu.wording import visible

    safe = visible(name.strip().encode("utf-8", "replace").decode())
    if len(safe) > LONGEST_LABEL:
        safe = f"{safe[:LONGEST_LABEL]}…"
    return safe if safe.strip(".") else "unnamed"


def _ending(label: str) -> str:
    """Return the known extensions at the end of a file name, such as ".tsv.gz".

    If there are none, return ".txt".
    """
    lower, endings = label.lower(), ""
    for extensions in (CODECS, FORMS):
        ending = next((ending for ending in extensions if lower.endswith(ending)), "")
        lower = lower.removesuffix(ending)
        endings = ending + endings
    return endings or os.extsep + "txt"
