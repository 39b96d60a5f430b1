"""Files that were handed over: in a folder that only their owner can read, gone at the end.

They lie there under names of ours. What a client calls a file is a label, for people: it is no
part of any path.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from hashlib import sha256
from pathlib import Path

from truebleu.server.limits import LIMITS, sized
from truebleu.server.refusals import TooLarge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterable

    from truebleu.server.limits import Limits

__all__ = ["Store", "Stored", "file_label", "label_of"]

LONGEST_LABEL = 120
# The endings that say how to read a file: the only part of a name that is kept, and from here.
FORMS = (".tsv", ".csv", ".jsonl", ".ndjson", ".sgm", ".sgml", ".xml", ".parquet", ".pq")
CODECS = (".gz", ".bz2", ".xz", ".zst")


class Stored:
    """A file in the store: its `path`, `size` in bytes and `sha256`."""

    def __init__(self, path: Path, size: int, digest: str) -> None:
        self.path = path
        self.size = size
        self.sha256 = digest


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
    from truebleu.hygiene.excerpts import visible

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
