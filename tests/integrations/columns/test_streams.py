"""Files and iterators of columns: they are read in batches, with constant memory."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.cli.command import fails
from tests.integrations.columns.layouts import of_bytes
from tests.requirements import optional_module
from truebleu import (
    BLEU,
    CHRF,
    ColumnStream,
    EmptyCorpus,
    InputError,
    InvalidUnicode,
    References,
    from_columns,
)

pl = optional_module("polars")

COUNT = 9000  # more than two batches
MT = [f"le chat nº {n} s'est assis sur {n % 7} tapis" for n in range(COUNT)]
FIRST = [f"le chat nº {n} était assis sur {n % 5} tapis" for n in range(COUNT)]
SECOND = [f"un chat était assis sur {n % 7} tapis" for n in range(COUNT)]
TABLE = pa.table({"id": list(range(COUNT)), "mt": MT, "a": FIRST, "b": SECOND})
TABLE = TABLE.append_column("all", [[list(pair) for pair in zip(FIRST, SECOND, strict=True)]])
WANTED = BLEU().corpus_score(MT, References.streams([FIRST, SECOND]))


def parquet(path: Path) -> str:
    pq.write_table(TABLE, path / "data.parquet", row_group_size=2500)
    return str(path / "data.parquet")


def json_lines(path: Path) -> str:
    file = path / "data.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in TABLE.to_pylist()), encoding="utf-8")
    return str(file)


def packed_json_lines(path: Path) -> str:
    data = Path(json_lines(path)).read_bytes()
    (path / "data.jsonl.gz").write_bytes(gzip.compress(data))
    return str(path / "data.jsonl.gz")


def tsv(path: Path) -> str:
    rows = zip(MT, FIRST, SECOND, strict=True)
    lines = ["mt\ta\tb", *("\t".join(row) for row in rows)]
    (path / "data.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path / "data.tsv")


FILES = {"parquet": parquet, "jsonl": json_lines, "jsonl.gz": packed_json_lines, "tsv": tsv}


@pytest.mark.parametrize("write", FILES.values(), ids=FILES)
def test_files_are_read_in_batches_and_repeatedly(
    write: Callable[[Path], str], tmp_path: Path
) -> None:
    data = from_columns(write(tmp_path), hypothesis="mt", references=["a", "b"])
    assert isinstance(data, ColumnStream)
    assert data.score(BLEU()) == WANTED
    assert data.score() == WANTED
    sizes = [len(batch) for batch in data]
    assert (sum(sizes), max(sizes)) == (COUNT, 4096)
    assert data.scores([BLEU(), CHRF()])[1] == CHRF().corpus_score(
        MT, References.streams([FIRST, SECOND])
    )
    with_one_reference = from_columns(Path(write(tmp_path)), hypothesis="mt", references="a")
    np.testing.assert_array_equal(
        with_one_reference.segment_scores(), BLEU().segment_scores(MT, FIRST)
    )
    np.testing.assert_array_equal(
        with_one_reference.statistics(CHRF()), CHRF().statistics(MT, FIRST)
    )


@pytest.mark.parametrize("write", [parquet, json_lines])
def test_lists_of_references_in_files(write: Callable[[Path], str], tmp_path: Path) -> None:
    assert from_columns(write(tmp_path), hypothesis="mt", references="all").score() == WANTED


def tables() -> Iterator[Any]:
    yield TABLE[:5]
    yield pl.from_arrow(TABLE[5:3000])
    yield TABLE[3000:3000]
    yield TABLE[3000:].to_pandas()


def test_iterators_of_tables_are_read_once() -> None:
    data = from_columns(tables(), hypothesis="mt", references=["a", "b"])
    assert repr(data) == "<ColumnStream of the stream>"
    assert data.score() == WANTED
    with pytest.raises(InputError, match="was already read"):
        data.score()
    reader = TABLE.to_reader(max_chunksize=700)
    assert from_columns(reader, hypothesis="mt", references=["a", "b"]).score() == WANTED
    frames = pl.from_arrow(TABLE).lazy().collect_batches()
    columns = from_columns(iter(frames), hypothesis="mt", references="all").scores([BLEU(), CHRF()])
    assert columns[0] == WANTED


def test_errors_count_rows_from_the_start(tmp_path: Path) -> None:
    names, rows = ["mt", "ref"], [b"x"] * COUNT
    rows[7000] = b"\xff"
    bad = pa.table([MT, of_bytes(rows, pa.string())], names)
    null = pa.table([MT, [None if n == 7000 else "x" for n in range(COUNT)]], names)
    for table, message in ((bad, "'ref', row 7001: the text is not UTF-8"), (null, "row 7001 of")):
        batches = iter(table.to_batches(max_chunksize=1000))
        with pytest.raises(InputError, match=message) as e:
            from_columns(batches, hypothesis="mt", references="ref").score()
        assert e.value.segment == 7001
        pq.write_table(table, tmp_path / "data.parquet")
        data = from_columns(tmp_path / "data.parquet", hypothesis="mt", references="ref")
        with pytest.raises(InputError, match=rf"data\.parquet: .*{message}") as e:
            data.score()
        assert e.value.file is not None
    data = from_columns(
        tmp_path / "data.parquet", hypothesis="mt", references="ref", nulls="missing"
    )
    with pytest.raises(InputError, match="segment 7001 has no reference"):
        data.score()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"mt": "x", "ref": }', "invalid JSON"),
        ("", "invalid JSON"),
        ("[1, 2]", "has no field 'mt'"),
        ('{"mt": "x"}', "has no field 'ref'"),
        ('{"mt": 7, "ref": "x"}', "'mt' is of type int, not text"),
        ('{"mt": null, "ref": "x"}', "'mt' is missing"),
        ('{"mt": "x", "ref": 1.5}', "'ref' is of type float, not text"),
        ('{"mt": "\\ud83d", "ref": "x"}', "'mt' has the lone surrogate"),
    ],
)
def test_bad_rows_of_json_lines(line: str, message: str, tmp_path: Path) -> None:
    good = '{"mt": "a b", "ref": "a c"}\n'
    (tmp_path / "data.jsonl").write_text(good * 5000 + line + "\n" + good, encoding="utf-8")
    data = from_columns(tmp_path / "data.jsonl", hypothesis="mt", references="ref")
    with pytest.raises(InputError, match=f"line 5001: .*{message}|line 5001 {message}") as e:
        data.score()
    assert (e.value.file, e.value.line) == (str(tmp_path / "data.jsonl"), 5001)
    flags = ("--hypothesis-column", "mt", "--reference-column", "ref")
    error = fails("score", "data.jsonl", *flags, cwd=tmp_path)
    assert error.startswith("data.jsonl, line 5001")
    assert message in error


def test_json_lines_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "data.jsonl").write_bytes(b'{"mt": "a", "ref": "b"}\n{"mt": "\xff", "ref": "b"}\n')
    with pytest.raises(InvalidUnicode, match="line 2") as e:
        from_columns(tmp_path / "data.jsonl", hypothesis="mt", references="ref")
    assert e.value.line == 2


def test_nulls_of_json_lines(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"mt": "a b c d e", "ref": "a b c d"},
        {"mt": "e f", "ref": None},
        {"mt": None, "ref": ["g", None, "h"]},
    ]
    file = tmp_path / "data.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows[:2]), encoding="utf-8")
    with pytest.raises(InputError, match=r"data\.jsonl: row 2 of column 'ref' is null"):
        from_columns(file, hypothesis="mt", references="ref")
    data = from_columns(file, hypothesis="mt", references="ref", nulls="empty")
    assert data.score() == BLEU().corpus_score(["a b c d e", "e f"], ["a b c d", ""])
    with pytest.raises(InputError, match="segment 2 has no reference"):
        from_columns(file, hypothesis="mt", references="ref", nulls="missing").score()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("data.txt", "has no known table suffix"),
        ("gone.parquet", "gone.parquet"),
        ("gone.jsonl", "gone.jsonl"),
        ("no.parquet", "this is not a Parquet file"),
    ],
)
def test_files_that_cannot_be_read(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "no.parquet").write_text("no\n", encoding="utf-8")
    with pytest.raises(InputError, match=said):
        from_columns(tmp_path / name, hypothesis="mt", references="ref")


@pytest.mark.parametrize("write", [parquet, json_lines, tsv])
def test_names_are_checked_when_a_file_is_opened(
    write: Callable[[Path], str], tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="Did you mean 'mt'"):
        from_columns(write(tmp_path), hypothesis="mtt", references="a")


def test_files_without_rows(tmp_path: Path) -> None:
    pq.write_table(TABLE[:0], tmp_path / "data.parquet")
    (tmp_path / "data.jsonl").write_text("", encoding="utf-8")
    for name in ("data.parquet", "data.jsonl"):
        data = from_columns(tmp_path / name, hypothesis="mt", references="a")
        with pytest.raises(EmptyCorpus, match="has no rows"):
            data.score()
        with pytest.raises(EmptyCorpus, match="has no rows"):
            data.segment_scores()


MEASURE = """
import resource, sys
import pyarrow.parquet
from truebleu import BLEU, from_columns
path, few = sys.argv[1:]
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
from_columns(few, hypothesis="mt", references="ref").score(BLEU())
before = peak()
found = from_columns(path, hypothesis="mt", references="ref").score(BLEU(), threads=1)
print(peak() - before, found.hypothesis_length)
"""


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_memory_does_not_grow_with_a_file(form: str, tmp_path: Path) -> None:
    words = ["le", "chat", "s'est", "assis", "sur", "le", "tapis", "et", "resté", "là", "hier"]
    # The texts of neighboring rows differ, so that none can be stored once for all.
    rows = 200_000 if form == "parquet" else 60_000
    texts = [f"{n:x} " + " ".join(words[n % 7 :] * (1 + n % 3)) for n in range(rows)]
    for name, part in (("many", texts), ("few", texts[:9000])):
        if form == "parquet":
            table = pa.table({"mt": part, "ref": part})
            pq.write_table(table, tmp_path / f"{name}.parquet", row_group_size=20_000)
        else:
            lines = (json.dumps({"mt": text, "ref": text}) + "\n" for text in part)
            (tmp_path / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")
    text_size = 2 * sum(len(text.encode()) for text in texts) >> 20
    arguments = [str(tmp_path / f"{name}.{form}") for name in ("many", "few")]
    ran = subprocess.run(
        [sys.executable, "-c", MEASURE, *arguments], capture_output=True, text=True, check=True
    )
    grown, length = map(int, ran.stdout.split())
    assert length > rows * 10
    assert text_size >= (30 if form == "parquet" else 9)
    assert grown < (text_size * 0.4 if form == "parquet" else 4)
