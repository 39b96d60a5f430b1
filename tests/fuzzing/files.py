"""Fuzzing targets that read files: any content must be read, or rejected with one line."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.generators.corpora import Tape
from truebleu import ConfigurationError, InputError, ReferenceShapeError, TrueBleuError
from truebleu.evaluation.parts import read_shard
from truebleu.evaluation.score_files import read_scores
from truebleu.io.compression import codec_of, decompress
from truebleu.io.markup import read_markup
from truebleu.io.nbest import NBestFile
from truebleu.io.tables import TableFile
from truebleu.metrics.base.accumulator import Accumulator
from truebleu.metrics.base.packing import pack

TEXT = b"".join(b"line %d: the cat sat\n" % (n * 7919 % 1000) for n in range(60))


def remaining_bytes(tape: Tape) -> bytes:
    return tape.data[tape.position :]


@cache
def folder() -> Path:
    """Return a temporary folder of this process, in memory if the system has `/dev/shm`."""
    memory = Path("/dev/shm")
    holder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
    _open_folders.append(holder)
    return Path(holder.name)


_open_folders: list[object] = []


def write(content: bytes, name: str) -> str:
    path = folder() / name
    path.write_bytes(content)
    return str(path)


@contextmanager
def refusals(also: type[Exception] = TrueBleuError) -> Iterator[None]:
    """Accept truebleu's errors with a message of one line; any other exception is a finding.

    Messages that list the possible readings or values may have several lines.
    """
    raised: Exception | None = None
    try:
        yield
    except (TrueBleuError, also) as error:
        raised = error
    lists = isinstance(raised, ReferenceShapeError | ConfigurationError)
    assert raised is None or (str(raised).strip() and (lists or "\n" not in str(raised))), raised


def zstd(data: bytes) -> bytes:
    import zstandard

    compressed: bytes = zstandard.ZstdCompressor().compress(data)
    return compressed


CODECS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstd,
}


def compressed(data: bytes) -> None:
    """Check compressed data that is valid, truncated, changed or random.

    It must be decompressed completely, or rejected.
    """
    tape = Tape(data)
    codec = list(CODECS)[tape.below(4)]
    change = tape.below(4)
    valid = bytearray(CODECS[codec](TEXT if change < 3 else remaining_bytes(tape)))
    if change == 1:
        valid = valid[: (tape.byte() << 8 | tape.byte()) % len(valid)]
    if change == 2:
        for _ in range(1 + tape.below(4)):
            i = (tape.byte() << 8 | tape.byte()) % len(valid)
            valid[i] ^= 1 + tape.below(255)
    content = bytes(valid) if tape.below(8) else remaining_bytes(tape)
    size = 1 + tape.byte() * 4
    blocks = [content[i : i + size] for i in range(0, len(content), size)]
    with refusals():
        assert codec_of(content[:16], "file") in {*CODECS, None}
        text = b"".join(decompress(blocks, codec, "file"))
        if change == 1 and content == bytes(valid):
            assert not valid, "a truncated file was accepted as complete"
        if change == 0 and content == bytes(valid):
            assert text == TEXT


def tables(data: bytes) -> None:
    """Check columns of TSV, CSV and JSON Lines files, and columns of numbers."""
    tape = Tape(data)
    form = ("tsv", "csv", "jsonl")[tape.below(3)]
    columns = [("1", "2"), ("mt", "ref"), ("a.b", "c.0")][tape.below(3)]
    header, invalid, numbers = tape.below(2), tape.below(2), tape.below(4) == 0
    path = write(remaining_bytes(tape), f"table.{form}")
    with refusals():
        if numbers:
            read_scores(path, "people", ["mt"], form=(form, "lines")[header])
            return
        kind = "replace" if invalid else "error"
        file = TableFile(path, form, columns, (False, True), header=bool(header), invalid=kind)  # type: ignore[arg-type]  # one of the two
        try:
            while not file.ended:
                file.advance()
                for stream in file.streams:
                    cells = stream.cells(stream.ready)
                    assert all(cell is None or isinstance(cell, str | list) for cell in cells)
                    stream.drop(len(cells))
        finally:
            file.close()


def nbest(data: bytes) -> None:
    """Check n-best lists in Moses format and in JSON Lines."""
    tape = Tape(data)
    form, score = (None, "nbest", "jsonl")[tape.below(3)], (None, "score", "lm")[tape.below(3)]
    with refusals():
        file = NBestFile(write(remaining_bytes(tape), "n.best"), form=form, score=score)
        try:
            for candidates in file:
                assert all(isinstance(text, str) for text in candidates.texts)
                if form == "nbest" and score:
                    assert len(candidates.log_probabilities) == len(candidates.texts)
        finally:
            file.close()


def markup(data: bytes) -> None:
    """Check test sets in SGML and XML."""
    tape = Tape(data)
    form, invalid = (None, "sgml", "xml")[tape.below(3)], tape.below(2)
    with refusals():
        path = write(remaining_bytes(tape), "set.xml")
        test_set = read_markup(path, form, invalid="replace" if invalid else "error")
        for rendition in test_set.renditions:
            assert rendition.texts
            assert all(isinstance(text, str) for text in rendition.texts)


@cache
def table_of_parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({"mt": ["the cat", "it räined", ""], "ref": [["a"], ["b", "c"], None]})
    file = io.BytesIO()
    pq.write_table(table, file, compression="none")
    return file.getvalue()


def parquet(data: bytes) -> None:
    """Check Parquet files with changed bytes or without their end."""
    tape = Tape(data)
    content = bytearray(table_of_parquet())
    for _ in range(tape.below(5)):
        content[(tape.byte() << 8 | tape.byte()) % len(content)] = tape.byte()
    if tape.below(4) == 0:
        content = content[: (tape.byte() << 8 | tape.byte()) % len(content)]
    with refusals():
        file = TableFile(
            write(bytes(content), "t.parquet"), "parquet", ("mt", "ref"), (False, True)
        )
        try:
            while not file.ended:
                file.advance()
                for stream in file.streams:
                    stream.drop(len(stream.cells(stream.ready)))
        finally:
            file.close()


def statistics(data: bytes) -> None:
    """Check serialized statistics, also those with a correct checksum."""
    import json

    tape = Tape(data)
    kind = tape.below(4)
    content = remaining_bytes(tape)
    if kind >= 2:
        try:
            head = json.loads(content)
            if isinstance(head, dict):
                content = pack(head, bytes(tape.below(3) * 8))
        except (ValueError, RecursionError):
            pass  # not JSON, or with a lone surrogate, which cannot be encoded
    with refusals():
        if kind % 2:
            shard = read_shard(write(content, "part"))
            assert shard.segments >= 0
            shard.same_counts(shard)
        else:
            accumulator = Accumulator.from_bytes(content)
            assert Accumulator.from_bytes(accumulator.to_bytes()) == accumulator
            if accumulator.segments:
                with refusals(InputError):
                    accumulator.compute()
