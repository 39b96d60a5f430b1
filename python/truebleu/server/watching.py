"""Files that are looked at again and again: which of them changed, and are quiet now."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from truebleu.server.entries import Entry

    Seen = tuple[int, int, int] | None

__all__ = ["Watch"]


class Watch:
    """Looks at the files of some entries.

    A file that is being written changes from one look to the next; it has settled when it looks
    as it did the last time, and otherwise than when it was last told of.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._paths = {entry.id: entry.path for entry in entries}
        self._told = {number: _seen(path) for number, path in self._paths.items()}
        self._last = dict(self._told)

    def settled(self) -> list[str]:
        """Look, and give the numbers of those that changed and have settled."""
        found = []
        for number, path in self._paths.items():
            now = _seen(path)
            if now is not None and now == self._last[number] and now != self._told[number]:
                found.append(number)
                self._told[number] = now
            self._last[number] = now
        # All files of a step are written before any is told of.
        waiting = any(self._last[number] != self._told[number] for number in self._paths if found)
        if waiting:
            for number in found:
                self._told[number] = None
            return []
        return found


def _seen(path: Path) -> Seen:
    """What tells whether a file was written to; None while it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
