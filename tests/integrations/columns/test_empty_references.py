"""Empty and null cells of reference columns: one rule for all formats, with an option."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.cli.command import truebleu
from tests.requirements import optional_module
from truebleu import BLEU, InputError, References, from_columns
from truebleu.errors import ConfigurationError
from truebleu.server.corpus import corpus_of
from truebleu.server.entries import Entry

pd = optional_module("pandas")
pl = optional_module("polars")

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MT = ["it", "a cat", "good day to you all"]
A = ["it rained again today", "the cat sat on the mat", "good day to all of you"]
B = ["it rained", "", "a good day to you all"]
ROWS = [{"mt": mt, "a": a, "b": b} for mt, a, b in zip(MT, A, B, strict=True)]
MISSING = BLEU().corpus_score(MT, References.streams([A, [b or None for b in B]]))
EMPTY = BLEU().corpus_score(MT, References.streams([A, B]))
FLAGS = ("--hypothesis-column", "mt", "--reference-column", "a", "--reference-column", "b")
FORMS = ["csv", "tsv", "jsonl", "parquet", "jsonl with null", "parquet with null"]


def written(folder: Path, form: str) -> str:
    form, _, null = form.partition(" ")
    rows = [{**row, "b": row["b"] or None} for row in ROWS] if null else ROWS
    path = folder / f"data.{form}"
    if form == "parquet":
        parquet.write_table(pa.Table.from_pylist(rows), path)
    elif form == "jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    else:
        with path.open("w", encoding="utf-8", newline="") as file:
            lines = csv.DictWriter(
                file, ["mt", "a", "b"], delimiter="," if form == "csv" else "\t",
                lineterminator="\n",
            )  # fmt: skip
            lines.writeheader()
            lines.writerows(rows)
    return path.name


def test_both_settings_have_their_own_score() -> None:
    assert MISSING.value != EMPTY.value


@pytest.mark.parametrize("form", FORMS)
def test_files_of_all_formats_have_equal_scores(tmp_path: Path, form: str) -> None:
    name = written(tmp_path, form)
    for flags, expected in (
        ((), MISSING),
        (("--empty-reference", "missing"), MISSING),
        (("--empty-reference", "empty"), EMPTY),
    ):
        ran = truebleu("score", name, *FLAGS, *flags, "-f", "json", cwd=tmp_path)
        assert ran.code == 0
        [data] = json.loads(ran.out)
        assert (data["value"], data["signature"]) == (expected.value, str(expected.signature))
        warned = "column b: 1 empty cell is read as a missing reference. Pass --empty-reference"
        # A null always means that there is no reference.
        assert (warned in ran.err) == (not flags and "null" not in form)


def test_a_row_without_any_reference_names_the_option(tmp_path: Path) -> None:
    table = {"mt": ["x", "y"], "a": ["x", ""], "b": ["x", ""]}
    pd.DataFrame(table).to_csv(tmp_path / "t.csv", index=False)
    pd.DataFrame(table).replace("", None).to_parquet(tmp_path / "t.parquet")
    message = "segment 2 has no reference: every cell is empty or null. Fill one, or pass --empty"
    for name in ("t.csv", "t.parquet"):
        for command in ("score", "explain"):
            assert message in truebleu(command, name, *FLAGS, cwd=tmp_path).err
    for source in (table, tmp_path / "t.csv"):
        with pytest.raises(InputError, match=r"row 2 has no .* pass empty_reference=\"empty\""):
            from_columns(source, hypothesis="mt", references=["a", "b"]).score()


def test_the_server_reads_tables_as_score_does(tmp_path: Path) -> None:
    written(tmp_path, "csv")
    entries = [
        Entry(tmp_path / "data.csv", column, role, "argument", 1, column=column)
        for column, role in (("mt", "system"), ("a", "reference"), ("b", "reference"))
    ]
    for entry in entries:
        entry.read()
    corpus = corpus_of(entries)
    assert BLEU().corpus_score(corpus.systems["mt"], corpus.references) == MISSING
    corpus = corpus_of([entries[0], entries[2]])  # a single column
    assert BLEU().corpus_score(corpus.systems["mt"], corpus.references) == (
        BLEU().corpus_score(MT, B)
    )


def test_commands_without_scores_warn_too(tmp_path: Path) -> None:
    name = written(tmp_path, "csv")
    assert "1 empty cell is read" in truebleu("check", name, *FLAGS, cwd=tmp_path).err
    assert "1 empty cell is read" in truebleu("conventions", name, *FLAGS, cwd=tmp_path).err


def test_a_single_column_is_read_as_a_file_of_lines_is(tmp_path: Path) -> None:
    """An empty line, and an empty cell of a single column, is a reference of length 0."""
    name = written(tmp_path, "csv")
    flags = ("--hypothesis-column", "mt", "--reference-column", "b", "-f", "json")
    [data] = json.loads(truebleu("score", name, *flags, "-q", cwd=tmp_path).out)
    assert data["value"] == BLEU().corpus_score(MT, B).value
    assert from_columns(tmp_path / name, hypothesis="mt", references="b").score() == (
        BLEU().corpus_score(MT, B)
    )
    for stem, texts in (("mt", MT), ("a", A), ("b", B)):
        (tmp_path / f"{stem}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    ran = truebleu("score", "mt.txt", "-r", "a.txt", "-r", "b.txt", "-f", "json", cwd=tmp_path)
    assert json.loads(ran.out)[0]["value"] == EMPTY.value
    assert "empty cell" not in ran.err


@pytest.mark.parametrize("form", FORMS[:4])
def test_files_of_all_formats_have_equal_scores_in_python(tmp_path: Path, form: str) -> None:
    columns: dict[str, Any] = {"hypothesis": "mt", "references": ["a", "b"]}
    path = tmp_path / written(tmp_path, form)
    data = from_columns(path, **columns)
    with pytest.warns(UserWarning, match="column 'b': 1 empty cell is read as a missing"):
        assert data.score() == MISSING
    assert from_columns(path, **columns, empty_reference="missing").score() == MISSING
    assert from_columns(path, **columns, empty_reference="empty").score() == EMPTY
    assert from_columns(path, **columns, nulls="empty").score() == EMPTY


@pytest.mark.parametrize("make", [pa.table, pl.DataFrame, pd.DataFrame, dict])
def test_tables_score_as_files_do(make: Any) -> None:
    table = make({"mt": MT, "a": A, "b": B})
    columns: dict[str, Any] = {"hypothesis": "mt", "references": ["a", "b"]}
    with pytest.warns(UserWarning, match="column 'b': 1 empty cell is read as a missing"):
        assert from_columns(table, **columns).score() == MISSING
    assert from_columns(table, **columns, empty_reference="empty").score() == EMPTY


def test_contradictory_settings_are_refused() -> None:
    table = {"mt": MT, "a": A, "b": B}
    with pytest.raises(ConfigurationError, match="contradict"):
        from_columns(
            table, hypothesis="mt", references=["a", "b"], nulls="empty", empty_reference="missing"
        )
    with pytest.raises(ConfigurationError, match="empty_reference"):
        from_columns(table, hypothesis="mt", references="a", empty_reference="skip")  # type: ignore[call-overload]


# Nulls of every type of column

NULLS: dict[str, Callable[[list[str | None]], Any]] = {
    "object, NaN": lambda cells: pd.Series([cell or np.nan for cell in cells], dtype=object),
    "object, None": lambda cells: pd.Series(cells, dtype=object),
    "string": lambda cells: pd.Series(cells, dtype="string"),
    "string[pyarrow]": lambda cells: pd.Series(cells, dtype="string[pyarrow]"),
    "category": lambda cells: pd.Series(cells, dtype="category"),
    "ArrowDtype": lambda cells: pd.Series(cells, dtype=pd.ArrowDtype(pa.string())),
    "Arrow": pa.array,
    "Arrow dictionary": lambda cells: pa.array(cells).dictionary_encode(),
    "polars": pl.Series,
    "NumPy": lambda cells: np.array([cell or np.nan for cell in cells], dtype=object),
    "list": list,
}


@pytest.mark.parametrize("make_column", NULLS.values(), ids=NULLS)
def test_nulls_of_every_type_are_handled_alike(
    make_column: Callable[[list[str | None]], Any],
) -> None:
    second = [text or None for text in B]
    assert BLEU().corpus_score(MT, References.streams([A, make_column(second)])) == MISSING
    assert BLEU().corpus_score(MT, [make_column(list(A)), make_column(second)]) == MISSING
    with pytest.raises(InputError, match=r"segment 2: the hypothesis is None\. Pass"):
        BLEU().corpus_score(make_column(second), A)
    with pytest.raises(
        InputError, match="segment 2: the reference is None, and the segment has no"
    ):
        BLEU().corpus_score(MT, make_column(second))
