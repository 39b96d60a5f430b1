"""Statistics as bytes: a head that says what they are, integers, and a checksum over all of it.

    magic (11 bytes) | format (u16) | length of the head (u32) | head | body | CRC-32 of all before

Numbers are little-endian. The head is JSON in UTF-8; its `body` is how many bytes follow it. So
what was cut off, damaged or made by another program is told apart, and never taken for counts.
"""

from __future__ import annotations

import struct
import zlib
from typing import Any

from truebleu.errors import InputError

MAGIC = b"\x93truebleu\n\x1a"
FORMAT = 1
_FRONT = struct.Struct("<11sHI")
_CHECKSUM = struct.Struct("<I")


def pack(head: dict[str, Any], body: bytes = b"") -> bytes:
    """The bytes of a head, ready for JSON, and of what belongs to it."""
    import json  # here, for it brings what `from truebleu import *` need not load

    text = json.dumps({**head, "body": len(body)}, ensure_ascii=False, separators=(",", ":"))
    ready = text.encode()
    whole = _FRONT.pack(MAGIC, FORMAT, len(ready)) + ready + body
    return whole + _CHECKSUM.pack(zlib.crc32(whole))


def unpack(data: bytes, what: str) -> tuple[dict[str, Any], bytes]:
    """The head and the body of what `pack` made. `what` is what messages call the bytes.

    Raises `InputError` for bytes of another kind or format, cut off, or changed.
    """
    if not data.startswith(MAGIC):
        raise InputError(f"{what}: these are no statistics that truebleu wrote")
    _check(len(data) >= _FRONT.size, what, len(data), _FRONT.size)
    _, version, length = _FRONT.unpack_from(data)
    if version != FORMAT:
        raise InputError(
            f"{what}: format {version} of statistics, and this version of truebleu reads format "
            f"{FORMAT}: use the version that wrote them"
        )
    start = _FRONT.size + length
    _check(len(data) >= start + _CHECKSUM.size, what, len(data), start + _CHECKSUM.size)
    head = _head(data[_FRONT.size : start], what)
    end = start + head["body"]
    _check(len(data) >= end + _CHECKSUM.size, what, len(data), end + _CHECKSUM.size)
    (checksum,) = _CHECKSUM.unpack_from(data, end)
    if len(data) > end + _CHECKSUM.size or zlib.crc32(data[:end]) != checksum:
        raise _damaged(what)
    return head, data[start:end]


def _check(enough: bool, what: str, there: int, wanted: int) -> None:
    if not enough:
        raise InputError(
            f"{what}: cut off: {there:,} bytes are there, of {wanted:,} at least; copy it again"
        )


def _head(text: bytes, what: str) -> dict[str, Any]:
    import json

    try:
        head = json.loads(text)
        length = head["body"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _damaged(what) from None
    if not isinstance(length, int) or length < 0:
        raise _damaged(what)
    return head  # type: ignore[no-any-return]  # JSON is Any


def _damaged(what: str) -> InputError:
    return InputError(f"{what}: damaged: the checksum does not fit; copy or make it again")
