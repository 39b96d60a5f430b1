"""Files that were handed over: in a folder that only their owner can read, gone at the end.

They lie there under names of ours. What a client calls a file is a label, for people: it is no
part of any path.
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
    """The files cannot be taken, or scored, as they are."""


class NothingThere(InputError):
    """What was asked for is not there, or not yet."""


class TooLarge(InputError):
    """More was sent than is taken."""


class Outdated(TrueBleuError):
    """A page asks for numbers that are not the present ones any more."""


@dataclass(frozen=True)
class Limits:
    """The largest that is taken: of bytes, lines and files.

    `file` and `total` count bytes as they arrive, of one file and of all; `unpacked` and `ratio`
    what a compressed file may become, absolutely and as a multiple of its size (small files may
    become `small` whatever their size). `line` is bytes of a segment, `lines` segments of a file,
    `request` bytes of a request that is no file.
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

    def unpacked_of(self, size: int) -> int:
        """What a compressed file of so many bytes may become."""
        return min(self.unpacked, max(self.small, self.ratio * size))


LIMITS = Limits()


def sized(size: int) -> str:
    """Bytes in the largest unit that leaves a number of 1 or more."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return count(size, "byte")


LONGEST_LABEL = 120


# The endings that say how to read a file: the only part of a name that is kept, and from here.
FORMS = (".tsv", ".csv", ".jsonl", ".ndjson", ".sgm", ".sgml", ".xml", ".parquet", ".pq")
CODECS = (".gz", ".bz2", ".xz", ".zst")


@dataclass(frozen=True, slots=True)
class Stored:
    """A file in the store: its `path`, `size` in bytes and `sha256`."""

    path: Path
    size: int
    sha256: str


class Store:
    """A folder of its own for the files of one run; `close` takes it away with all it holds."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.limits = limits
        self.folder = Path(tempfile.mkdtemp(prefix="truebleu-serve-"))  # mode 0700
        self.bytes = 0

    async def take(self, blocks: AsyncIterable[bytes], label: str) -> Stored:
        """Write what comes to a new file, as long as it is within the limits.

        Raises `TooLarge` as soon as it is not; nothing is left of it then.
        """
        path = self.new(label)
        digest, size = sha256(), 0
        most = min(self.limits.file, self.limits.total - self.bytes)
        try:
            with path.open("xb") as file:
                async for block in blocks:
                    size += len(block)
                    if size > most:
                        raise TooLarge(self._too_large(label))
                    digest.update(block)
                    file.write(block)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        self.bytes += size
        return Stored(path, size, digest.hexdigest())

    def keep(self, content: bytes, label: str) -> Stored:
        """Write something of our own to a new file."""
        path = self.new(label)
        path.write_bytes(content)
        return Stored(path, len(content), sha256(content).hexdigest())

    def new(self, label: str) -> Path:
        """A path that nothing has yet: random, with an ending that says how to read it."""
        return self.folder / f"{secrets.token_hex(8)}{_ending(label)}"

    def forget(self, stored: Path, size: int) -> None:
        """Delete a file of this store; others are left alone."""
        if stored.parent == self.folder:
            stored.unlink(missing_ok=True)
            self.bytes -= size

    def close(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _too_large(self, label: str) -> str:
        if self.bytes + self.limits.file <= self.limits.total:
            return (
                f"{label}: the file has more than {sized(self.limits.file)}, which is the most: "
                "name it on the command line, truebleu serve FILE -r FILE"
            )
        return (
            f"{label}: all files together have more than {sized(self.limits.total)}, which is the "
            "most: take some away, or name them on the command line"
        )


def file_label(name: str) -> str:
    r"""What to call a file that a client calls so: the last part of the name.

    >>> file_label("C:\\fakepath\\sys.txt"), file_label("../../etc/passwd"), file_label("..")
    ('sys.txt', 'passwd', 'unnamed')
    """
    return label_of(name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1])


def label_of(name: str) -> str:
    r"""A name for people: in one line, all of it to be seen, not too long.

    >>> label_of("a\nb"), label_of(" ")
    ('a<U+000A>b', 'unnamed')
    """
    from truebleu.wording import visible

    safe = visible(name.strip().encode("utf-8", "replace").decode())
    if len(safe) > LONGEST_LABEL:
        safe = f"{safe[:LONGEST_LABEL]}…"
    return safe if safe.strip(".") else "unnamed"


def _ending(label: str) -> str:
    """The endings of a label that say how to read the file, written by us."""
    lower, endings = label.lower(), ""
    for known in (CODECS, FORMS):
        found = next((ending for ending in known if lower.endswith(ending)), "")
        lower = lower.removesuffix(found)
        endings = found + endings
    return endings or os.extsep + "txt"
