"""Binary format of sufficient statistics: a header, integers and a checksum.

    magic (11 bytes) | format (u16) | header length (u32) | header | body | CRC-32

Numbers are little-endian. The checksum covers all bytes before it. The header is JSON in UTF-8; its
field `body` is the length of the body in bytes. Data that is truncated, damaged or in another
format is rejected.
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
    """Return bytes that contain a header and a body; `unpack` reads them.

    The header `head` must be JSON-serializable.
    """
    import json  # late, because `from truebleu import *` does not need it

    text = json.dumps({**head, "body": len(body)}, ensure_ascii=False, separators=(",", ":"))
    encoded = text.encode()
    data = _FRONT.pack(MAGIC, FORMAT, len(encoded)) + encoded + body
    return data + _CHECKSUM.pack(zlib.crc32(data))


def unpack(data: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    """Return the header and the body in bytes that `pack` returned.

    `name` is the name of the data in error messages. Raises `InputError` if the data has another
    format, or was truncated or changed.
    """
    if not data.startswith(MAGIC):
        raise InputError(f"{name}: not statistics that truebleu wrote.")
    _check_size(name, len(data), _FRONT.size)
    _, version, length = _FRONT.unpack_from(data)
    if version != FORMAT:
        raise InputError(
            f"{name}: statistics have format {version}, but this version of truebleu reads format "
            f"{FORMAT}. Use the version that wrote them."
        )
    start = _FRONT.size + length
    _check_size(name, len(data), start + _CHECKSUM.size)
    head = _head(data[_FRONT.size : start], name)
    end = start + head["body"]
    _check_size(name, len(data), end + _CHECKSUM.size)
    (checksum,) = _CHECKSUM.unpack_from(data, end)
    if len(data) > end + _CHECKSUM.size or zlib.crc32(data[:end]) != checksum:
        raise _damaged(name)
    return head, data[start:end]


def _check_size(name: str, size: int, smallest: int) -> None:
    if size < smallest:
        raise InputError(
            f"{name}: truncated: got {size:,} of at least {smallest:,} bytes. Copy the data again."
        )


def _head(text: bytes, name: str) -> dict[str, Any]:
    import json

    try:
        head = json.loads(text)
        length = head["body"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _damaged(name) from None
    if not isinstance(length, int) or length < 0:
        raise _damaged(name)
    return head  # type: ignore[no-any-return]  # JSON is Any


def _damaged(name: str) -> InputError:
    return InputError(f"{name}: damaged: wrong checksum. Copy the data again or count again.")
