"""Compressed files: they are detected by content, and a truncated file is never scored."""

from __future__ import annotations

import bz2
import gzip
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.requirements import require_module

TEXT = "".join(
    f"line {number}: the cat sat on mat {number * 7919 % 1000}\n" for number in range(400)
)


def zstd(data: bytes) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd as module

        return module.compress(data)
    zstandard = require_module("zstandard")
    compressed: bytes = zstandard.ZstdCompressor().compress(data)
    return compressed


def gz(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


CODECS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "gzip": (".gz", gz),
    "bzip2": (".bz2", bz2.compress),
    "xz": (".xz", lzma.compress),
    "zstd": (".zst", zstd),
}
each_codec = pytest.mark.parametrize("codec", CODECS)


def score(folder: Path, hypotheses: bytes, name: str = "h") -> str:
    (folder / name).write_bytes(hypotheses)
    (folder / "r").write_text(TEXT, encoding="utf-8")
    ran = truebleu("score", name, "-r", "r", "-b", "-q", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def refuse(folder: Path, hypotheses: bytes, name: str = "h") -> str:
    (folder / name).write_bytes(hypotheses)
    (folder / "r").write_text(TEXT, encoding="utf-8")
    return fails("score", name, "-r", "r", cwd=folder)


@each_codec
def test_content_decides_and_not_the_name(tmp_path: Path, codec: str) -> None:
    suffix, compress = CODECS[codec]
    for name in ("h", f"h{suffix}", "h.gz", "h.txt"):
        assert score(tmp_path, compress(TEXT.encode()), name) == "100.00\n"


def test_plain_text_with_the_name_of_an_archive(tmp_path: Path) -> None:
    assert score(tmp_path, TEXT.encode(), "h.gz") == "100.00\n"


@each_codec
def test_standard_input_may_be_compressed(tmp_path: Path, codec: str) -> None:
    (tmp_path / "r").write_text(TEXT, encoding="utf-8")
    compressed = CODECS[codec][1](TEXT.encode())
    ran = truebleu("score", "-", "-r", "r", "-b", "-q", cwd=tmp_path, stdin=compressed)
    assert (ran.code, ran.out) == (0, "100.00\n")


@each_codec
def test_a_file_may_have_several_streams(tmp_path: Path, codec: str) -> None:
    compress = CODECS[codec][1]
    parts = [TEXT[:1000].encode(), b"", TEXT[1000:1001].encode(), TEXT[1001:].encode()]
    assert score(tmp_path, b"".join(compress(part) for part in parts)) == "100.00\n"


@pytest.mark.parametrize("codec", ["gzip", "xz"])
def test_padding_of_zeros_is_allowed(tmp_path: Path, codec: str) -> None:
    compressed = CODECS[codec][1](TEXT.encode())
    assert score(tmp_path, compressed + b"\0" * 512) == "100.00\n"


@each_codec
def test_a_truncated_file_is_never_scored(tmp_path: Path, codec: str) -> None:
    suffix, compress = CODECS[codec]
    compressed = compress(TEXT.encode())
    cuts = {0, 1, 2, 3, 4, 9, 10, 11, len(compressed) // 2}
    cuts |= {len(compressed) - left for left in (1, 4, 5, 8, 9, 12)}
    for cut in sorted(cuts):
        message = refuse(tmp_path, compressed[:cut], f"h{suffix}")
        expected = f"h{suffix}: the {codec} data is truncated. Get the file again."
        assert message == expected, cut


@each_codec
def test_a_truncated_second_stream_is_an_error(tmp_path: Path, codec: str) -> None:
    compressed = CODECS[codec][1](TEXT.encode())
    # A cut within the first bytes can leave a complete first stream of zstd.
    for cut in (1, 3, len(compressed) // 2, len(compressed) - 1):
        message = refuse(tmp_path, compressed + compressed[:cut])
        assert message.startswith(f"h: the {codec} data "), cut


@each_codec
def test_damaged_data_are_an_error(tmp_path: Path, codec: str) -> None:
    compressed = bytearray(CODECS[codec][1](TEXT.encode() * 20))
    middle = len(compressed) // 2
    for index in range(middle, middle + 8):
        compressed[index] ^= 0xFF
    assert refuse(tmp_path, bytes(compressed)).startswith(f"h: the {codec} data ")


@pytest.mark.parametrize("codec", ["gzip", "bzip2", "xz"])
def test_other_data_after_the_stream_are_an_error(tmp_path: Path, codec: str) -> None:
    compressed = CODECS[codec][1](TEXT.encode())
    message = refuse(tmp_path, compressed + b"and now some text\n")
    assert message.startswith(f"h: the {codec} data ")


@each_codec
def test_an_empty_compressed_file_is_an_empty_file(tmp_path: Path, codec: str) -> None:
    message = refuse(tmp_path, CODECS[codec][1](b""))
    assert message.startswith("line counts differ: h has 0, r has 400.")


@each_codec
def test_highly_compressed_text_is_read(tmp_path: Path, codec: str) -> None:
    lines = b"the same line again\n" * 100_000  # megabytes of text, compressed to less than a block
    (tmp_path / "h").write_bytes(CODECS[codec][1](lines))
    (tmp_path / "r").write_bytes(CODECS[codec][1](lines))
    ran = truebleu("score", "h", "-r", "r", "-b", "-q", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "100.00\n")


def test_text_that_begins_like_a_bzip2_file(tmp_path: Path) -> None:
    assert "line counts differ: h has 1" in refuse(tmp_path, b"BZh is no word\n")


def test_a_skippable_frame_of_zstd(tmp_path: Path) -> None:
    frame = bytes.fromhex("5f2a4d18") + (5).to_bytes(4, "little") + b"notes"
    assert score(tmp_path, frame + zstd(TEXT.encode())) == "100.00\n"


def test_zstd_without_its_package_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.version_info >= (3, 14):
        pytest.skip("this Python reads zstd itself")
    (tmp_path / "h").write_bytes(zstd(TEXT.encode()))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    ran = truebleu("score", "h", "-r", "h", cwd=tmp_path)
    assert ran.code == 2
    assert ran.err == (
        "truebleu: error: reading zstd needs zstandard. Install it: "
        "pip install zstandard (Python 3.14 needs no package)\n"
    )
