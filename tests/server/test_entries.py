"""Files of the session in every format: columns, segments and errors."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from tests.requirements import require_module
from truebleu.server.entries import Entry

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.local_server import LocalServer


def read_entry(path: Path, content: bytes = b"", column: str | None = None) -> Entry:
    """Return a file of the command line, after reading it."""
    if content:
        path.write_bytes(content)
    entry = Entry(path, path.name, "system", "argument", len(content), column=column)
    entry.read()
    return entry


@pytest.mark.parametrize(
    ("name", "content", "choices"),
    [
        ("a.csv", b'mt,ref\n"It rained, and rained.",It was raining.\n', ["mt", "ref"]),
        ("a.csv", b'"It rained, and rained.",It was raining.\n', ["1", "2"]),
        ("a.tsv", b"It rained, and rained.\tIt was raining.\n", ["1", "2"]),
        ("a.jsonl", b'{"n": 1, "mt": "It rained, and rained.", "ref": []}\n', ["mt", "ref"]),
    ],
)
def test_the_columns_of_a_table_can_be_chosen(
    tmp_path: Path, name: str, content: bytes, choices: list[str]
) -> None:
    entry = read_entry(tmp_path / name, content)
    assert (entry.choices, entry.texts, entry.problem) == (choices, None, None)
    entry.column = choices[0]
    entry.read()
    assert entry.texts == ["It rained, and rained."]


def test_parquet_is_read_from_its_path(tmp_path: Path) -> None:
    require_module("pyarrow")
    import pyarrow as pa
    from pyarrow import parquet

    path = tmp_path / "a.parquet"
    table = pa.table({"mt": ["one", "two"], "refs": [["eins"], ["zwei", "deux"]]})
    parquet.write_table(table, path)
    assert read_entry(path).choices == ["mt", "refs"]
    assert read_entry(path, column="mt").texts == ["one", "two"]
    assert read_entry(path, column="refs").texts == [["eins"], ["zwei", "deux"]]
    for broken in (tmp_path / "b.parquet", tmp_path / "none.parquet"):
        problem = read_entry(broken, b"" if "none" in broken.name else b"no table").problem
        assert problem is not None
        assert problem.startswith(f"{broken}: ")
        assert "\n" not in problem


@pytest.mark.parametrize("content", [b"", b'["a"]\n', b'{"n": 1}\n'])
def test_a_file_without_columns_is_an_error(server: LocalServer, content: bytes) -> None:
    server.put(content, "a.jsonl")
    expected = "a.jsonl: empty, or no field of the first line contains text"
    assert server.state()["missing"] == expected


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_an_empty_table_is_an_error(server: LocalServer, name: str) -> None:
    server.put(b"", name)
    assert server.state()["missing"].startswith(f"{name}: empty")


def test_a_long_cell_does_not_hide_the_columns(tmp_path: Path) -> None:
    csv.field_size_limit(1 << 17)  # Python's default limit of a cell
    content = b'a,b\n"' + b"x" * 200_000 + b'",y\n'
    assert read_entry(tmp_path / "a.csv", content).choices == ["1", "2"]


def test_a_broken_csv_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    problem = read_entry(path, b"a,b\nc\rd,e\n").problem
    assert problem is not None
    assert problem.startswith(f"{path}, line 2: not valid CSV: ")


def test_empty_files_cannot_be_scored(server: LocalServer) -> None:
    server.put(b"", "r.txt", "reference")
    server.put(b"", "s.txt")
    assert server.state()["missing"] == "r.txt is empty"


@pytest.mark.parametrize(
    ("cell", "message"),
    [("null", "has no text"), ('["b", "c"]', "is a list")],
    ids=["null", "list"],
)
def test_only_references_may_be_missing_or_several(
    server: LocalServer, cell: str, message: str
) -> None:
    table = f'{{"text": "a"}}\n{{"text": {cell}}}\n'.encode()
    for role in ("reference", "system"):
        assert server.put(table, f"{role}.jsonl", role).status_code == 200
    answer = server.post("start")
    assert answer.status_code == 422
    expected = f"system.jsonl, segment 2 {message}. Only a reference can be missing or a list."
    assert answer.json() == {"error": expected}


def test_an_unknown_version_of_a_test_set_is_an_error(server: LocalServer) -> None:
    content = b'<refset setid="s" trglang="en"><doc docid="d" sysid="r"><seg id="1">a</seg></doc>'
    file = server.put(content + b"</refset>", "r.sgm", "reference").json()["id"]
    assert server.post(f"files/{file}", {"column": "reference:q"}).status_code == 200
    expected = "r.sgm: unknown version 'reference:q'. The versions are reference:r."
    assert server.state()["missing"] == expected
