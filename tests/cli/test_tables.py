"""Columns of tables: TSV, CSV, JSON Lines and Parquet."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import fails, truebleu
from tests.requirements import require_module
from truebleu import BLEU, References
from truebleu.io.streams import reference_columns

SYSTEM_A = ["the cat sat on a mat", "it was raining, and hard", "nobody came to the party"]
SYSTEM_B = ["a cat is on the mat", "it rained very hard", ""]
FIRST = ["the cat sat on the mat", "it was raining hard", "nobody came to the party"]
SECOND = ["there is a cat on the mat", "it rained a lot", "no one came"]
ROWS = list(zip(SYSTEM_A, SYSTEM_B, FIRST, SECOND, strict=True))
COLUMNS = ("mt", "other mt", "ref", "ref 2")

EXPECTED = {
    "mt": BLEU().corpus_score(SYSTEM_A, References.streams([FIRST, SECOND])),
    "other mt": BLEU().corpus_score(SYSTEM_B, References.streams([FIRST, SECOND])),
}
FLAGS = (
    "--hypothesis-column", "mt", "--hypothesis-column", "other mt",
    "--reference-column", "ref", "--reference-column", "ref 2",
)  # fmt: skip


def write_tsv(path: Path) -> None:
    path.write_text("".join("\t".join(row) + "\n" for row in (COLUMNS, *ROWS)), encoding="utf-8")


def write_csv(path: Path) -> None:
    lines = [",".join(f'"{cell}"' for cell in row) for row in (COLUMNS, *ROWS)]
    path.write_text("\r\n".join(lines) + "\r\n", encoding="utf-8")


def write_jsonl(path: Path) -> None:
    records = [dict(zip(COLUMNS, row, strict=True)) for row in ROWS]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def write_parquet(path: Path) -> None:
    pyarrow = require_module("pyarrow")
    parquet = require_module("pyarrow.parquet")
    columns = dict(zip(COLUMNS, map(list, zip(*ROWS, strict=True)), strict=True))
    parquet.write_table(pyarrow.table(columns), path)


WRITERS = {"tsv": write_tsv, "csv": write_csv, "jsonl": write_jsonl, "parquet": write_parquet}


def scores(ran_out: str) -> dict[str, float]:
    return {record["system"]: record["value"] for record in json.loads(ran_out)}


@pytest.mark.parametrize("form", WRITERS)
def test_columns_by_name(tmp_path: Path, form: str) -> None:
    WRITERS[form](tmp_path / f"data.{form}")
    ran = truebleu("score", f"data.{form}", *FLAGS, "-f", "json", "-q", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert scores(ran.out) == {name: score.value for name, score in EXPECTED.items()}
    for record in json.loads(ran.out):
        assert record["signature"] == str(EXPECTED[record["system"]].signature)


@pytest.mark.parametrize("form", ["tsv", "csv"])
def test_columns_by_number_have_no_header(tmp_path: Path, form: str) -> None:
    WRITERS[form](tmp_path / f"data.{form}")
    flags = ("--hypothesis-column", "1", "--reference-column", "3")
    ran = truebleu("score", f"data.{form}", *flags, "-f", "json", cwd=tmp_path)
    assert json.loads(ran.out)[0]["segments"] == 4
    ran = truebleu("score", f"data.{form}", *flags, "--header", "-f", "json", cwd=tmp_path)
    assert json.loads(ran.out)[0]["segments"] == 3


@pytest.mark.parametrize("form", ["tsv", "csv", "jsonl"])
def test_any_name_compression_and_pipe(tmp_path: Path, form: str) -> None:
    WRITERS[form](tmp_path / "data")
    expected = {name: score.value for name, score in EXPECTED.items()}
    options = ("--input-format", form, *FLAGS, "-f", "json", "-q")
    assert scores(truebleu("score", "data", *options, cwd=tmp_path).out) == expected
    content = (tmp_path / "data").read_bytes()
    (tmp_path / f"data.{form}.gz").write_bytes(gzip.compress(content))
    ran = truebleu("score", f"data.{form}.gz", *FLAGS, "-f", "json", "-q", cwd=tmp_path)
    assert scores(ran.out) == expected
    assert scores(truebleu("score", "-", *options, cwd=tmp_path, stdin=content).out) == expected


def test_references_in_separate_files(tmp_path: Path) -> None:
    write_tsv(tmp_path / "data.tsv")
    (tmp_path / "ref.txt").write_text("\n".join(FIRST), encoding="utf-8")
    ran = truebleu(
        "score",
        "data.tsv",
        "--hypothesis-column",
        "mt",
        "-r",
        "ref.txt",
        "-f",
        "json",
        cwd=tmp_path,
    )
    assert scores(ran.out) == {"mt": BLEU().corpus_score(SYSTEM_A, FIRST).value}


def test_a_text_file_and_a_column(tmp_path: Path) -> None:
    write_csv(tmp_path / "data.csv")
    (tmp_path / "sys.txt").write_text("\n".join(SYSTEM_A), encoding="utf-8")
    flags = ("--reference-column", "ref", "--reference-column", "ref 2")
    ran = truebleu("score", "sys.txt", "-r", "data.csv", *flags, "-f", "json", cwd=tmp_path)
    assert scores(ran.out) == {"sys.txt": EXPECTED["mt"].value}


def test_segments_with_different_numbers_of_references(tmp_path: Path) -> None:
    records: list[dict[str, Any]] = [
        {"mt": "the cat sat on a mat", "refs": ["the cat sat on the mat", "a cat"], "x": None},
        {"mt": "it was raining hard", "refs": ["it was raining, and hard"], "x": "it rained hard"},
    ]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    (tmp_path / "d.jsonl").write_text(lines, encoding="utf-8")
    flags = ("--hypothesis-column", "mt", "--reference-column", "refs", "--reference-column", "x")
    ran = truebleu("score", "d.jsonl", *flags, "-f", "json", cwd=tmp_path)
    references = [
        ["the cat sat on the mat", "a cat"],
        ["it was raining, and hard", "it rained hard"],
    ]
    hypotheses = [str(record["mt"]) for record in records]
    expected = BLEU().corpus_score(hypotheses, References.per_segment(references))
    assert scores(ran.out) == {"mt": expected.value}


def test_nested_fields(tmp_path: Path) -> None:
    record = {"out": {"mt": [{"text": "a b c d e"}]}, "a.b": "a b c d f"}
    (tmp_path / "d.jsonl").write_text(json.dumps(record), encoding="utf-8")
    flags = ("--hypothesis-column", "out.mt.0.text", "--reference-column", "a.b")
    ran = truebleu("score", "d.jsonl", *flags, "-b", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "66.87\n")


def test_a_csv_cell_may_have_several_lines(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(
        'mt,ref\n"a b\nc d e","a b\nc ""d"" f"\nx,x\n', encoding="utf-8"
    )
    flags = ("--hypothesis-column", "mt", "--reference-column", "ref")
    ran = truebleu("score", "d.csv", *flags, "-f", "json", cwd=tmp_path)
    expected = BLEU().corpus_score(["a b\nc d e", "x"], ['a b\nc "d" f', "x"])
    assert scores(ran.out) == {"mt": expected.value}


def test_segment_scores_of_a_table(tmp_path: Path) -> None:
    write_tsv(tmp_path / "data.tsv")
    ran = truebleu("score", "data.tsv", *FLAGS, "--per-segment", "-f", "json", "-q", cwd=tmp_path)
    expected = BLEU().segment_scores(SYSTEM_A, References.streams([FIRST, SECOND]))
    assert json.loads(ran.out)[0]["segment_scores"] == expected.tolist()


def test_notices_about_cells(tmp_path: Path) -> None:
    write_tsv(tmp_path / "data.tsv")
    ran = truebleu("score", "data.tsv", *FLAGS, cwd=tmp_path)
    assert ran.err == "truebleu: warning: other mt: line 3 is empty\n"


MT_AND_REF = ("--hypothesis-column", "mt", "--reference-column", "ref")


WRONG = {
    "d.tsv, line 3: got 3 columns, but the first line has 2": ("d.tsv", "mt\tref\na\tb\na\tb\tc\n"),
    "d.tsv has no column 'mt'. Did you mean 'MT'? It has 'MT', 'ref'": ("d.tsv", "MT\tref\na\tb\n"),
    "d.csv, line 2: invalid CSV: unexpected end of data": ("d.csv", 'mt,ref\n"a,b\n'),
    "d.csv: the columns are separated by ';', not by ','. Save the table": (
        "d.csv",
        "mt;ref\na;b\n",
    ),
    "d.tsv, line 2: got 3 columns, but the first line has 2. TSV has no quoting: save the table as "
    "CSV.": ("d.tsv", 'mt\tref\n"a\tb"\tc\n'),
    "d.tsv: column 'mt' is ambiguous: columns 1 and 3 have this name. Rename one, or choose": (
        "d.tsv",
        "mt\tref\tmt\na\tb\tc\n",
    ),
    "d.jsonl, line 2: invalid JSON: Expecting ':' delimiter at character 6. Write one JSON": (
        "d.jsonl",
        '{"mt": "a", "ref": "b"}\n{"mt"\n',
    ),
    "d.jsonl, line 1 has no field 'ref'. Did you mean 'reff'?": (
        "d.jsonl",
        '{"mt": "a", "reff": "b"}\n',
    ),
    "d.jsonl, line 1: 'mt' is missing. Only references may be": (
        "d.jsonl",
        '{"mt": null, "ref": "b"}\n',
    ),
    "d.jsonl, line 1: 'mt' is of type int, not text": ("d.jsonl", '{"mt": 5, "ref": "b"}\n'),
    "d.jsonl, line 1: 'ref' is of type list, not text": ("d.jsonl", '{"mt": "a", "ref": [1]}\n'),
    "d.jsonl, line 1 has no field 'mt': the line is an array. Write one": ("d.jsonl", "[1]\n"),
    "nothing to score: no lines in d.tsv": ("d.tsv", ""),
    "d.parquet: this is not a Parquet file": ("d.parquet", "no parquet"),
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_tables(tmp_path: Path, message: str) -> None:
    name, content = WRONG[message]
    if name.endswith(".parquet"):
        require_module("pyarrow")
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert fails("score", name, *MT_AND_REF, cwd=tmp_path).startswith(message)


def test_a_segment_without_any_reference(tmp_path: Path) -> None:
    lines = '{"mt": "a", "ref": "b"}\n' * 300 + '{"mt": "a", "ref": null}\n'
    (tmp_path / "d.jsonl").write_text(lines, encoding="utf-8")
    message = fails("score", "d.jsonl", *MT_AND_REF, cwd=tmp_path)
    assert message.startswith("d.jsonl, column ref: segment 301 has no reference: every cell is")


def test_invalid_bytes_in_a_table(tmp_path: Path) -> None:
    (tmp_path / "d.tsv").write_bytes(b"mt\tref\na\tb\ncaf\xe9\tb\n")
    message = fails("score", "d.tsv", *MT_AND_REF, cwd=tmp_path)
    assert message.startswith("d.tsv, line 3, byte 4 of the line")


def test_invalid_bytes_in_a_table_can_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "d.tsv").write_bytes(b"\xef\xbb\xbfmt\tref\na\tb\ncaf\xe9\tb\n")
    ran = truebleu("score", "d.tsv", *MT_AND_REF, "--invalid", "replace", "-b", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "0.00\n")
    mark, replaced = ran.err.splitlines()
    assert mark == "truebleu: warning: d.tsv: a byte order mark at the start was dropped"
    assert replaced.endswith("invalid UTF-8 bytes were replaced in 1 line, line 3")


def test_tables_require_columns_and_lines_have_none(folder: Path) -> None:
    write_tsv(folder / "d.tsv")
    message = fails("score", "d.tsv", "-r", "ref.txt", cwd=folder)
    assert message == (
        "d.tsv is a TSV table. Choose a column with --hypothesis-column NAME, "
        "or use --input-format lines."
    )
    message = fails("score", "sys.txt", "-r", "ref.txt", "--hypothesis-column", "mt", cwd=folder)
    assert message == (
        "--hypothesis-column requires a table, and all files are plain text. "
        "Set --input-format to tsv, csv, jsonl or parquet."
    )
    message = fails("score", "d.tsv", "--hypothesis-column", "mt", cwd=folder)
    assert message.startswith("d.tsv is a TSV table. Choose a column with --reference-column")
    message = fails(
        "score", "d.tsv", "--hypothesis-column", "9", "--reference-column", "1", cwd=folder
    )
    assert message == "d.tsv has no column 9. It has 4 columns."
    number = "9" * 5000
    message = fails(
        "score", "d.tsv", "--hypothesis-column", number, "--reference-column", "1", cwd=folder
    )
    assert message == f"d.tsv has no column {number}. It has 4 columns."


def test_different_numbers_of_segments(folder: Path) -> None:
    write_tsv(folder / "d.tsv")
    (folder / "ref.txt").write_text("one\ntwo\n", encoding="utf-8")
    message = fails("score", "d.tsv", "-r", "ref.txt", "--hypothesis-column", "mt", cwd=folder)
    assert message.startswith("line counts differ: d.tsv has 3, ref.txt has 2.")


def test_a_table_scored_as_lines(folder: Path) -> None:
    write_tsv(folder / "d.tsv")
    ran = truebleu(
        "score", "d.tsv", "-r", "d.tsv", "--input-format", "lines", "-b", "-q", cwd=folder
    )
    assert (ran.code, ran.out) == (0, "100.00\n")


def test_parquet_cannot_come_from_a_pipe(tmp_path: Path) -> None:
    message = fails("score", "-", "--input-format", "parquet", *MT_AND_REF, cwd=tmp_path)
    assert message == "Parquet cannot be read from standard input. Pass a file."


ALL_BY_NUMBER = ("--hypothesis-column", "1", "--reference-column", "3")


@pytest.mark.parametrize("command", ["score", "compare"])
@pytest.mark.parametrize("form", ["tsv", "csv"])
def test_a_header_that_was_scored_is_reported(tmp_path: Path, form: str, command: str) -> None:
    WRITERS[form](tmp_path / f"data.{form}")
    flags = (*ALL_BY_NUMBER, *(("--hypothesis-column", "2") if command == "compare" else ()))
    stderr = truebleu(command, f"data.{form}", *flags, cwd=tmp_path).err
    names = "mt, other mt, ref" if command == "compare" else "mt, ref"
    assert (
        f"data.{form}: line 1 was scored and looks like column names ({names}). "
        "Pass --header to skip it."
    ) in stderr
    assert "names" not in truebleu(command, f"data.{form}", *flags, "--header", cwd=tmp_path).err


@pytest.mark.parametrize(
    "first",
    [
        ("Overview", "x", "Introduction"),  # short, but text
        ("gold silver extend rally", "x", "gold silver extend rise"),
        ("mt", "x", "mt"),
        ("yes.", "x", "no."),
        ("天气", "x", "天"),
        ("", "x", "ref"),
        (FIRST[0], "x", FIRST[1]),
    ],
)
def test_text_is_not_taken_for_a_header(tmp_path: Path, first: tuple[str, ...]) -> None:
    rows = [first, *(row[:3] for row in ROWS)]
    (tmp_path / "t.tsv").write_text(
        "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8"
    )
    stderr = truebleu("score", "t.tsv", *ALL_BY_NUMBER, cwd=tmp_path).err
    assert "names" not in stderr


def test_a_name_that_occurs_below_is_no_header(tmp_path: Path) -> None:
    rows = [("mt", "ref"), *zip(SYSTEM_A, FIRST, strict=True), ("ref", "a reference")]
    (tmp_path / "t.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), "utf-8")
    flags = ("--hypothesis-column", "1", "--reference-column", "2")
    assert "names" not in truebleu("score", "t.tsv", *flags, cwd=tmp_path).err


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_tokenized_cells_are_reported(tmp_path: Path, form: str) -> None:
    row: dict[str, str | None] = {"mt": "It rains , they say .", "ref": "It rains, they say."}
    write_rows(tmp_path / f"d.{form}", form, [row] * 100)
    stderr = truebleu("score", f"d.{form}", *MT_AND_REF, cwd=tmp_path).err
    assert stderr.startswith(
        'truebleu: warning: mt: 100 lines end in " .": the text looks tokenized'
    )


def test_a_field_of_null_is_missing(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text('{"out": null, "ref": "a"}\n', encoding="utf-8")
    flags = ("--hypothesis-column", "out.mt", "--reference-column", "ref")
    message = fails("score", "d.jsonl", *flags, cwd=tmp_path)
    assert message == (
        "d.jsonl, line 1: 'out.mt' is missing. Only references may be missing: add a text, or "
        "remove the row."
    )


def test_an_item_that_a_list_lacks(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text('{"mt": "a", "refs": ["a"]}\n{"mt": "a", "refs": []}\n')
    flags = ("--hypothesis-column", "mt", "--reference-column", "refs.0")
    assert fails("score", "d.jsonl", *flags, cwd=tmp_path) == (
        "d.jsonl, line 2 has no field 'refs.0': 'refs' has 0 items. Choose 'refs' to read all "
        "items as references."
    )


def test_parquet_without_rows(tmp_path: Path) -> None:
    pyarrow = require_module("pyarrow")
    empty = pyarrow.table({name: pyarrow.array([], pyarrow.string()) for name in ("mt", "ref")})
    require_module("pyarrow.parquet").write_table(empty, tmp_path / "d.parquet")
    message = fails("score", "d.parquet", *MT_AND_REF, cwd=tmp_path)
    assert message == "nothing to score: no lines in d.parquet."


def test_parquet_columns_of_one_name(tmp_path: Path) -> None:
    pyarrow = require_module("pyarrow")
    columns = [pyarrow.array([text]) for text in ("a", "b", "c")]
    table = pyarrow.Table.from_arrays(columns, names=["mt", "mt", "ref"])
    require_module("pyarrow.parquet").write_table(table, tmp_path / "d.parquet")
    message = fails("score", "d.parquet", *MT_AND_REF, cwd=tmp_path)
    assert message == ("d.parquet: column 'mt' is ambiguous: 2 columns have this name. Rename one.")


def test_parquet_without_its_package_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyarrow"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "d.parquet").write_bytes(b"PAR1")
    message = fails("score", "d.parquet", *MT_AND_REF, cwd=tmp_path)
    assert message == "reading Parquet needs pyarrow. Install it: pip install pyarrow"


@pytest.mark.parametrize("cell", [r'"a\ud83d"', r'["a b", "a\ud83d"]'])
@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_lone_surrogate_in_json_lines(tmp_path: Path, cell: str, command: str) -> None:
    good = r'{"mt": "a \ud83d\ude00", "ref": "a b"}'
    (tmp_path / "j.jsonl").write_text(f'{good}\n{{"mt": "a b", "ref": {cell}}}\n')
    flags = ("--hypothesis-column", "mt", "--reference-column", "ref")
    more = ("j2.jsonl",) if command == "compare" else ()
    (tmp_path / "j2.jsonl").write_text(f"{good}\n{good}\n")
    assert fails(command, "j.jsonl", *more, "-r", "j.jsonl", *flags, cwd=tmp_path) == (
        "j.jsonl, line 2: 'ref' has the lone surrogate U+D83D at character 2. Write the "
        "character itself, or both surrogates."
    )


@pytest.mark.parametrize("references", ["ref", "lists"])
def test_parquet_text_that_is_not_utf8(tmp_path: Path, references: str) -> None:
    pyarrow = require_module("pyarrow")
    parquet = require_module("pyarrow.parquet")
    texts = pyarrow.array([b"good", b"d\xe9j\xe0 vu"], pyarrow.binary()).view(pyarrow.string())
    columns = {"mt": texts, "ref": ["a", "b"], "lists": [["a"], ["b"]]}
    parquet.write_table(pyarrow.table(columns), tmp_path / "data.parquet")
    flags = ("--hypothesis-column", "mt", "--reference-column", references)
    error = fails("score", "data.parquet", *flags, cwd=tmp_path)
    assert error.startswith("data.parquet, column 'mt', row 2: the text is not UTF-8: byte 2 is")


@pytest.mark.parametrize("form", ["parquet", "jsonl"])
def test_nulls_of_files(tmp_path: Path, form: str) -> None:
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in ROWS]
    missing: list[dict[str, str | None]] = [{**row} for row in rows]
    missing[1]["ref 2"] = None
    write_rows(tmp_path / f"data.{form}", form, missing)
    flags = (
        "--hypothesis-column",
        "mt",
        "--reference-column",
        "ref",
        "--reference-column",
        "ref 2",
    )
    ran = truebleu("score", f"data.{form}", *flags, "-f", "json", "-q", cwd=tmp_path)
    second = [FIRST, [SECOND[0], None, SECOND[2]]]
    expected = BLEU().corpus_score(SYSTEM_A, References.streams(second))
    assert json.loads(ran.out)[0]["signature"] == str(expected.signature)
    assert scores(ran.out) == {"mt": expected.value}
    missing[2]["mt"] = None
    write_rows(tmp_path / f"data.{form}", form, missing)
    error = fails("score", f"data.{form}", *flags, cwd=tmp_path)
    assert "line 3: 'mt' is missing. Only references may be missing:" in error


def write_rows(path: Path, form: str, rows: list[dict[str, str | None]]) -> None:
    """Write rows whose cells may be null."""
    if form == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return
    pyarrow = require_module("pyarrow")
    require_module("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(rows), path)


def test_lists_of_references_become_columns() -> None:
    assert reference_columns([["a", "b"], "c", None]) == [["a", "c", None], ["b", None, None]]
    assert reference_columns(["a", None]) == [["a", None]]
    assert reference_columns([[]]) == [[None]]
