"""Targets that read files: whatever is in them, they are read, or refused in one line."""

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


def rest(tape: Tape) -> bytes:
    return tape.data[tape.position :]


@cache
def folder() -> Path:
    """A folder of this process, in memory where the system has one there."""
    memory = Path("/dev/shm")
    holder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
    _kept.append(holder)
    return Path(holder.name)


_kept: list[object] = []


def written(content: bytes, name: str) -> str:
    path = folder() / name
    path.write_bytes(content)
    return str(path)


@contextmanager
def refusals(also: type[Exception] = TrueBleuError) -> Iterator[None]:
    """A refusal is a line, or several that list; anything else that is raised is a finding."""
    said: Exception | None = None
    try:
        yield
    except (TrueBleuError, also) as error:
        said = error
    lists = isinstance(said, ReferenceShapeError | ConfigurationError)
    assert said is None or (str(said).strip() and (lists or "\n" not in str(said))), said


def zstd(data: bytes) -> bytes:
    import zstandard

    made: bytes = zstandard.ZstdCompressor().compress(data)
    return made


CODECS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data, mtime=0),
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstd,
}


def compressed(data: bytes) -> None:
    """Compressed data, as they were made, cut, changed, or anything: whole, or refused."""
    tape = Tape(data)
    codec = list(CODECS)[tape.below(4)]
    change = tape.below(4)
    made = bytearray(CODECS[codec](TEXT if change < 3 else rest(tape)))
    if change == 1:
        made = made[: (tape.byte() << 8 | tape.byte()) % len(made)]
    if change == 2:
        for _ in range(1 + tape.below(4)):
            at = (tape.byte() << 8 | tape.byte()) % len(made)
            made[at] ^= 1 + tape.below(255)
    whole = bytes(made) if tape.below(8) else rest(tape)
    size = 1 + tape.byte() * 4
    blocks = [whole[at : at + size] for at in range(0, len(whole), size)]
    with refusals():
        assert codec_of(whole[:16], "file") in {*CODECS, None}
        found = b"".join(decompress(blocks, codec, "file"))
        if change == 1 and whole == bytes(made):
            assert not made, "a part of a file was taken for the whole"
        if change == 0 and whole == bytes(made):
            assert found == TEXT


def tables(data: bytes) -> None:
    """Columns of TSV, CSV and JSON lines, and columns of numbers."""
    tape = Tape(data)
    form = ("tsv", "csv", "jsonl")[tape.below(3)]
    columns = [("1", "2"), ("mt", "ref"), ("a.b", "c.0")][tape.below(3)]
    header, invalid, numbers = tape.below(2), tape.below(2), tape.below(4) == 0
    path = written(rest(tape), f"table.{form}")
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
    """N-best lists of Moses, and of JSON lines."""
    tape = Tape(data)
    form, score = (None, "nbest", "jsonl")[tape.below(3)], (None, "score", "lm")[tape.below(3)]
    with refusals():
        file = NBestFile(written(rest(tape), "n.best"), form=form, score=score)
        try:
            for each in file:
                assert all(isinstance(text, str) for text in each.texts)
                if form == "nbest" and score:
                    assert len(each.log_probabilities) == len(each.texts)
        finally:
            file.close()


def markup(data: bytes) -> None:
    """Test sets in SGML and XML."""
    tape = Tape(data)
    form, invalid = (None, "sgml", "xml")[tape.below(3)], tape.below(2)
    with refusals():
        path = written(rest(tape), "set.xml")
        found = read_markup(path, form, invalid="replace" if invalid else "error")
        for rendition in found.renditions:
            assert rendition.texts
            assert all(isinstance(text, str) for text in rendition.texts)


@cache
def table_of_parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({"mt": ["the cat", "it räined", None], "ref": [["a"], ["b", None], None]})
    file = io.BytesIO()
    pq.write_table(table, file, compression="none")
    return file.getvalue()


def parquet(data: bytes) -> None:
    """A file of Parquet in which some bytes are others, or the end is missing."""
    tape = Tape(data)
    made = bytearray(table_of_parquet())
    for _ in range(tape.below(5)):
        made[(tape.byte() << 8 | tape.byte()) % len(made)] = tape.byte()
    if tape.below(4) == 0:
        made = made[: (tape.byte() << 8 | tape.byte()) % len(made)]
    with refusals():
        file = TableFile(written(bytes(made), "t.parquet"), "parquet", ("mt", "ref"), (False, True))
        try:
            while not file.ended:
                file.advance()
                for stream in file.streams:
                    stream.drop(len(stream.cells(stream.ready)))
        finally:
            file.close()


def statistics(data: bytes) -> None:
    """Bytes of statistics, also such whose checksum is right."""
    import json

    tape = Tape(data)
    kind = tape.below(4)
    content = rest(tape)
    if kind >= 2:
        try:
            head = json.loads(content)
            if isinstance(head, dict):
                content = pack(head, bytes(tape.below(3) * 8))
        except (ValueError, RecursionError):
            pass  # no JSON, or half a character in it, of which no bytes can be made
    with refusals():
        if kind % 2:
            shard = read_shard(written(content, "part"))
            assert shard.segments >= 0
            shard.same_counts(shard)
        else:
            found = Accumulator.from_bytes(content)
            assert Accumulator.from_bytes(found.to_bytes()) == found
            if found.segments:
                with refusals(InputError):
                    found.compute()
