"""Decompress files in blocks. The compression is detected from the content.

A truncated or damaged file raises an error, because a score of its readable part would be wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebleu.errors import InputError
from truebleu.wording import missing_package

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    class Decompressor(Protocol):
        """Interface of `bz2.BZ2Decompressor` and `lzma.LZMADecompressor`."""

        @property
        def eof(self) -> bool:
            """Whether the end of the compressed stream was reached."""

        @property
        def needs_input(self) -> bool:
            """Whether more compressed data is needed before more output can be returned."""

        @property
        def unused_data(self) -> bytes:
            """The bytes that followed the end of the compressed stream."""

        def decompress(self, data: bytes, max_length: int) -> bytes:
            """Process more compressed data, and return at most `max_length` decompressed bytes."""


OPENING = 16
"""Number of bytes at the start of a file from which its compression is detected."""

OUTPUT_BLOCK = 1 << 18
"""Maximum number of bytes per block of output. Without this limit, a small file could expand to
terabytes in memory."""

SUFFIXES = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}

MAGIC = {
    "gzip": b"\x1f\x8b",
    "bzip2": b"BZh",
    "xz": b"\xfd7zXZ\x00",
    "zstd": b"\x28\xb5\x2f\xfd",
}

# The bytes after "BZh" and the block size; the second value is that of an empty file.
BZIP2_BLOCKS = (bytes.fromhex("314159265359"), bytes.fromhex("177245385090"))

# Unsupported formats that users pass by mistake.
FOREIGN = (
    (b"PK\x03\x04", "this is a zip archive. Unpack it first."),
    (b"7z\xbc\xaf\x27\x1c", "this is a 7z archive. Unpack it first."),
    (b"\x1f\x9d", "this is compressed with compress (.Z). Unpack it first."),
    (b"\x04\x22\x4d\x18", "this is compressed with lz4. Unpack it first."),
    (b"PAR1", "this is a Parquet file. Choose its columns and pass --input-format parquet."),
)


def codec_of(opening: bytes, name: str) -> str | None:
    """Return the compression of a file: "gzip", "bzip2", "xz" or "zstd"; None if uncompressed.

    Args:
        opening: the first 16 bytes of the file, or all bytes of a shorter file.
        name: the name of the file, with its extension.

    Raises:
        InputError: The file has an unsupported format, such as zip, or it is truncated.
    """
    for magic, message in FOREIGN:
        if opening.startswith(magic):
            raise InputError(f"{name}: {message}", file=name)
    for codec, magic in MAGIC.items():
        if opening.startswith(magic) and (codec != "bzip2" or _is_bzip2(opening)):
            return codec
    if _is_skippable_zstd(opening):
        return "zstd"
    promised = SUFFIXES.get(name[name.rfind(".") :].lower()) if "." in name else None
    if opening == b"\x1f" or (promised and MAGIC[promised].startswith(opening)):
        raise _cut_short(promised or "gzip", name)
    return None


def _is_bzip2(opening: bytes) -> bool:
    size, block = opening[3:4], opening[4:10]
    return (
        size.isdigit() and size != b"0" and any(magic.startswith(block) for magic in BZIP2_BLOCKS)
    )


def _is_skippable_zstd(opening: bytes) -> bool:
    return opening[1:4] == b"\x2a\x4d\x18" and 0x50 <= opening[0] <= 0x5F


def decompress(blocks: Iterable[bytes], codec: str, name: str) -> Iterator[bytes]:
    """Yield the decompressed content of a file in blocks of at most 256 KiB.

    Before Python 3.14, blocks from zstd can be longer. Files that consist of several compressed
    streams are decompressed completely. Zero bytes after a stream are ignored, except with zstd.

    Args:
        blocks: the compressed content.
        codec: "gzip", "bzip2", "xz" or "zstd".
        name: the name of the file, for error messages.

    Raises:
        InputError: The file is truncated or damaged, or other data follows the compressed data.
        MissingDependency: The codec is "zstd", and the package that reads it is not installed.
    """
    stream: Decompressor | None = None
    for block in blocks:
        data = block
        while True:
            if stream is None:
                data = data.lstrip(b"\0") if codec != "zstd" else data
                if not data:
                    break
                stream = _start(codec)
            text = _step(stream, data, codec, name)
            if text:
                yield text
            data = b""
            if stream.eof:
                data, stream = stream.unused_data, None
            elif stream.needs_input:
                break
    if stream is not None:
        raise _cut_short(codec, name)


def _step(stream: Decompressor, data: bytes, codec: str, name: str) -> bytes:
    try:
        return stream.decompress(data, OUTPUT_BLOCK)
    except MemoryError:
        raise
    except Exception as error:  # each library has its own error class
        raise InputError(
            f"{name}: the {codec} data is damaged ({error}). Get the file again.", file=name
        ) from error


def _cut_short(codec: str, name: str) -> InputError:
    return InputError(f"{name}: the {codec} data is truncated. Get the file again.", file=name)


def _start(codec: str) -> Decompressor:
    if codec == "gzip":
        return _Gzip()
    if codec == "bzip2":
        import bz2

        return bz2.BZ2Decompressor()
    if codec == "xz":
        import lzma

        return lzma.LZMADecompressor(format=lzma.FORMAT_XZ)
    return _start_zstd()


class _Gzip:
    """A decompressor of one gzip stream, with the same interface as `bz2.BZ2Decompressor`."""

    def __init__(self) -> None:
        import zlib

        self._stream = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._stream.eof

    @property
    def needs_input(self) -> bool:
        return not self._stream.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._stream.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._stream.decompress(self._stream.unconsumed_tail + data, max_length)


def _start_zstd() -> Decompressor:
    try:
        from compression.zstd import ZstdDecompressor  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return _ZstandardPackage()
    decompressor: Decompressor = ZstdDecompressor()
    return decompressor


class _ZstandardPackage:
    """A decompressor of one zstd stream that uses the package `zstandard`.

    Python 3.14 and later do not need this package.
    """

    # The package cannot limit the output, so the input is small.
    SLICE = 1 << 14
    WINDOW = 1 << 31

    def __init__(self) -> None:
        try:
            import zstandard
        except ImportError:
            raise missing_package(
                "reading zstd", "zstd", more=" (Python 3.14 needs no package)"
            ) from None
        self._stream = zstandard.ZstdDecompressor(max_window_size=self.WINDOW).decompressobj()
        self._waiting = b""

    @property
    def eof(self) -> bool:
        return bool(self._stream.eof)

    @property
    def needs_input(self) -> bool:
        return not self._waiting

    @property
    def unused_data(self) -> bytes:
        return bytes(self._stream.unused_data) + self._waiting

    def decompress(self, data: bytes, max_length: int) -> bytes:  # noqa: ARG002  see SLICE
        data = self._waiting + data
        self._waiting = data[self.SLICE :]
        return bytes(self._stream.decompress(data[: self.SLICE]))
