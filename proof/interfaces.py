"""Counts of real texts through every interface: kernels, threads, lists, Arrow arrays and files."""

from __future__ import annotations

import bz2
import csv
import gzip
import json
import lzma
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import zstandard
from numpy.typing import NDArray

from proof.real import METRICS, THREADS, Text, rows, texts
from proof.records import ROOT, Record
from tests.integrations.columns.layouts import LAYOUTS, LISTS
from truebleu import References, _native, from_columns
from truebleu.evaluation.files import count_lines
from truebleu.io.streams import LineFile
from truebleu.metrics.base.metric import Metric

Rows = NDArray[np.int64]
Count = Callable[[Metric[Any]], Rows]
Interface = Callable[[Text], Count]  # converts a text, and returns the function that counts it
Save = Callable[[Path, dict[str, list[str]]], None]
FEW_VALUES = "dictionary of int8"  # can have at most 127 different texts


def records(scale: float) -> Iterator[Record]:
    step = round(1 / scale)
    yield from kernels(step)
    for name, interface in in_memory().items():
        yield compared(name, interface, step)
    with tempfile.TemporaryDirectory() as folder:
        for name, write in FILES.items():
            yield compared(f"a file: {name}", file_interface(Path(folder), write), step)
        for name, save in TABLES.items():
            yield compared(f"a table: {name}", table_interface(Path(folder), name, save), step)


def compared(name: str, interface: Interface, step: int) -> Record:
    """Compare the counts of an interface with those of lists of strings on one thread."""
    tried, wrong = 0, list[str]()
    for text in texts(step):
        count = interface(text)
        for kind, metric in METRICS.items():
            expected = of_lists_of_strings(kind, text.name, step)
            tried += len(expected)
            if not same(count(metric), expected):
                wrong.append(f"{name}: {kind}: {text.name}")
    return make_record(name, tried, wrong)


@cache
def of_lists_of_strings(kind: str, name: str, step: int) -> Rows:
    (text,) = (text for text in texts(step) if text.name == name)
    return rows(METRICS[kind], text)


def same(actual: Rows, expected: Rows) -> bool:
    return actual.dtype == expected.dtype and np.array_equal(actual, expected)


def make_record(name: str, tried: int, wrong: Sequence[str]) -> Record:
    return Record(name, tried, "rows", f"{len(wrong)} texts differ", not wrong, notes=tuple(wrong))


def kernels(step: int) -> Iterator[Record]:
    """Compare the digests of counts of each kernel, with one thread and with several."""
    expected: dict[str, tuple[int, str]] = {}
    for kernel in sorted(_native.kernels(), key="portable".__ne__):
        digests = digests_of_kernel(kernel, step)
        for threads in THREADS:
            name = f"kernel {kernel}, {threads} thread{'s' if threads > 1 else ''}"
            actual = {
                text: (count, digest)
                for num_threads, text, count, digest in digests
                if num_threads == threads
            }
            expected = expected or actual  # the portable kernel on one thread defines the result
            wrong = [f"{name}: {text}" for text in actual if actual[text] != expected[text]]
            yield make_record(name, sum(count for count, _ in actual.values()), wrong)


def digests_of_kernel(kernel: str, step: int) -> list[tuple[int, str, int, str]]:
    """Return what `proof.real.digests` yields in a process that uses this kernel."""
    environment = {**os.environ, "TRUEBLEU_KERNEL": kernel}
    call = [sys.executable, "-m", "proof.real", str(step)]
    done = subprocess.run(
        call, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    output = json.loads(done.stdout)
    if output["kernel"] != kernel:
        raise RuntimeError(f"kernel {output['kernel']} is active instead of {kernel}")
    return [tuple(digest) for digest in output["digests"]]


def in_memory() -> dict[str, Interface]:
    """Return the interfaces for texts in memory: sequences of strings and Arrow arrays."""
    interfaces: dict[str, Interface] = {
        "tuples": of_sides(tuple),
        "strings that were never scored": of_sides(
            lambda side: [str(s.encode(), "utf-8") for s in side]
        ),
        "an array of NumPy": of_sides(lambda side: np.array(side, dtype=object)),
        "a series of pandas": of_sides(pd.Series),
        "a series of polars": of_sides(pl.Series),
    }
    layouts = {name: convert for name, convert in LAYOUTS.items() if name != FEW_VALUES}
    interfaces |= {f"Arrow: {name}": of_sides(convert) for name, convert in layouts.items()}
    interfaces |= {
        f"Arrow, references: {name}": of_lists(convert) for name, convert in LISTS.items()
    }
    return interfaces


def of_sides(convert: Callable[[list[str]], Any]) -> Interface:
    """Return an interface that converts the hypotheses and each reference stream."""

    def interface(text: Text) -> Count:
        hypotheses = convert(text.hypotheses)
        references = References.streams([convert(stream) for stream in text.streams])
        return lambda metric: metric.statistics(hypotheses, references)

    return interface


def of_lists(convert: Callable[[Any], Any]) -> Interface:
    """Return an interface that converts the lists of references of all segments."""

    def interface(text: Text) -> Count:
        references = convert([list(segment) for segment in zip(*text.streams, strict=True)])
        return lambda metric: metric.statistics(text.hypotheses, references)

    return interface


def file_interface(folder: Path, write: Callable[[bytes], bytes]) -> Interface:
    def interface(text: Text) -> Count:
        paths = []
        for name, side in text.sides.items():
            path = folder / name
            path.write_bytes(write("".join(f"{line}\n" for line in side).encode()))
            paths.append(str(path))
        return lambda metric: of_files(metric, paths)

    return interface


def of_files(metric: Metric[Any], paths: Sequence[str]) -> Rows:
    """Count the lines of files as `truebleu compare` does, without creating Python strings."""
    files = [LineFile(path, "error") for path in paths]
    streams = [stream for file in files for stream in file.streams]
    hypotheses, references = streams[:1], streams[1:]
    counts = count_lines(
        [metric], files, hypotheses, references, ["the system"],
        threads=2, before_batch=do_nothing, after_batch=do_nothing,
    )  # fmt: skip
    for file in files:
        file.close()
    assert counts is not None
    # Comparisons store small counts in fewer bits.
    return np.concatenate([np.asarray(part).astype(np.int64) for part in counts.rows[0][0].parts])


def do_nothing() -> None:
    pass


FILES: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "plain, lines end in CR LF": lambda text: text.replace(b"\n", b"\r\n"),
    "plain, no line end at the end": lambda text: text[:-1],
    "plain, a byte order mark first": lambda text: b"\xef\xbb\xbf" + text,
    "gz": gzip.compress,
    "gz of two members": lambda text: gzip.compress(text[:1001]) + gzip.compress(text[1001:]),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.compress,
}


def parquet(path: Path, sides: dict[str, list[str]]) -> None:
    pq.write_table(pa.table(sides), path, row_group_size=300)


def lines_of_json(path: Path, sides: dict[str, list[str]]) -> None:
    records = [dict(zip(sides, row, strict=True)) for row in zip(*sides.values(), strict=True)]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def lines_of_json_compressed(path: Path, sides: dict[str, list[str]]) -> None:
    lines_of_json(path, sides)
    path.write_bytes(gzip.compress(path.read_bytes()))


def tabs(path: Path, sides: dict[str, list[str]]) -> None:
    rows = [list(sides), *zip(*sides.values(), strict=True)]
    path.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8", newline="")


def commas(path: Path, sides: dict[str, list[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([list(sides), *zip(*sides.values(), strict=True)])


TABLES: dict[str, Save] = {
    "parquet": parquet,
    "jsonl": lines_of_json,
    "jsonl.gz": lines_of_json_compressed,
    "tsv": tabs,
    "csv": commas,
}


def table_interface(folder: Path, ending: str, save: Save) -> Interface:
    def interface(text: Text) -> Count:
        path = folder / f"texts.{ending}"
        save(path, text.sides)
        hypothesis, *references = text.sides
        data = from_columns(path, hypothesis=hypothesis, references=references)
        return lambda metric: data.statistics(metric).to_numpy()

    return interface
