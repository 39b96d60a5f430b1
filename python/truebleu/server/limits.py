"""How much a client may hand over."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LIMITS", "Limits", "sized"]


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


def sized(count: int) -> str:
    """Bytes in the largest unit that leaves a number of 1 or more."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit:
            return f"{count / unit:.3g} {name}"
    return f"{count} bytes"
