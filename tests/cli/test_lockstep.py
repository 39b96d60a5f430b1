"""Reading files in lockstep: each line comes once, few lines are held, errors name their line."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.command import truebleu
from tests.generators.markup import xml
from tests.requirements import require_module
from truebleu import BLEU, InputError, InvalidUnicode
from truebleu._native import Lines
from truebleu.evaluation.files import score_files
from truebleu.io import lockstep, parquet
from truebleu.io.blocks import BLOCK
from truebleu.io.lockstep import SideBySide, check_lengths
from truebleu.io.streams import LineFile, LineStream
from truebleu.io.tables import TableFile

if TYPE_CHECKING:
    from truebleu.io.streams import OpenFile

LINES = 4000


@pytest.fixture
def texts() -> list[list[str]]:
    """Return two texts with equal numbers of lines; those of the second are 100 times longer."""
    drawn = random.Random(1)
    return [
        ["word " * drawn.randrange(1, maximum) + str(number) for number in range(LINES)]
        for maximum in (4, 400)
    ]


@pytest.fixture
def paths(texts: list[list[str]], tmp_path: Path) -> list[Path]:
    text_paths = [tmp_path / "short", tmp_path / "long"]
    for path, lines in zip(text_paths, texts, strict=True):
        path.write_text("".join(f"{line}\n" for line in lines))
    return text_paths


@pytest.fixture
def files(paths: list[Path]) -> Iterator[list[LineFile]]:
    line_files = [LineFile(str(path), "error") for path in paths]
    yield line_files
    for file in line_files:
        file.close()


def first_lines(files: list[LineFile]) -> tuple[list[Lines], int]:
    """Return the lines of each file in the core, and the number of lines read."""
    count = next(iter(SideBySide(files)))
    lines = [stream.lines for file in files if isinstance(stream := file.streams[0], LineStream)]
    return lines, count


@pytest.mark.parametrize("reads_on", [0, 1, 3])
def test_each_line_comes_once_and_few_are_held(
    texts: list[list[str]],
    files: list[LineFile],
    monkeypatch: pytest.MonkeyPatch,
    reads_on: int,
) -> None:
    monkeypatch.setattr(lockstep, "ENOUGH_BYTES", 100_000)
    monkeypatch.setattr(lockstep, "AHEAD_BYTES", 200_000)
    seen = [list[str](), list[str]()]
    batches = SideBySide(files)
    for count in batches:
        for file, lines in zip(files, seen, strict=True):
            lines.extend(map(str, file.streams[0].cells(count)))
        for _ in range(reads_on):
            batches.read_on()
        assert sum(file.waiting_bytes for file in files) < 200_000 + 2 * BLOCK
    check_lengths(files)
    assert seen == texts


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_later_batch_names_its_line(
    paths: list[Path], files: list[LineFile], monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    monkeypatch.setattr(lockstep, "ENOUGH_BYTES", 100_000)
    monkeypatch.setattr(lockstep, "AHEAD_BYTES", 200_000)
    with paths[1].open("ab") as file:
        file.write(b"not UTF-8: \xff\n" * 100_000)
    with paths[0].open("a") as text:
        text.write("x\n" * 100_000)
    calls = list[int]()
    streams = [file.streams for file in files]
    with pytest.raises(InvalidUnicode) as raised:
        score_files([BLEU()], files, *streams, threads=threads, after_batch=lambda: calls.append(1))
    assert (raised.value.line, bool(calls)) == (LINES + 1, True)


@pytest.mark.parametrize("rows", [False, True])
def test_an_error_names_its_segment_over_all_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: bool
) -> None:
    monkeypatch.setattr(lockstep, "ENOUGH_BYTES", 100_000)
    path = tmp_path / "table.jsonl"
    valid_line = '{"mt": "a b c d e", "ref": "a b c d f"}\n'
    path.write_text(valid_line * LINES + '{"mt": "a", "ref": null}\n')
    file = TableFile(str(path), "jsonl", ["mt", "ref"], [False, True])
    calls = list[int]()
    with pytest.raises(InputError, match=f"segment {LINES + 1}\\b") as raised:
        score_files(
            [BLEU()], [file], file.streams[:1], file.streams[1:], threads=1, rows=rows,
            after_batch=lambda: calls.append(1),
        )  # fmt: skip
    file.close()
    assert raised.value.segment == LINES + 1
    assert calls


def test_columns_of_parquet_come_in_batches_too(
    texts: list[list[str]], paths: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row groups and batches of lines end at different rows."""
    pyarrow = require_module("pyarrow")
    monkeypatch.setattr(lockstep, "ENOUGH_BYTES", 100_000)
    monkeypatch.setattr(parquet, "ROWS", 700)
    table = pyarrow.table({"mt": texts[0]})
    require_module("pyarrow.parquet").write_table(table, tmp_path / "mt.parquet")
    files: list[OpenFile] = [
        parquet.ParquetFile(str(tmp_path / "mt.parquet"), ["mt"], [False]),
        LineFile(str(paths[1]), "error"),
    ]
    seen = [list[str](), list[str]()]
    batches = SideBySide(files)
    for count in batches:
        for file, lines in zip(files, seen, strict=True):
            lines.extend(map(str, list(file.streams[0].cells(count))))
        batches.read_on()
    check_lengths(files)
    assert seen == texts
    for file in files:
        file.close()


def test_a_batch_may_end_where_a_row_group_ends(
    texts: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyarrow = require_module("pyarrow")
    monkeypatch.setattr(parquet, "ROWS", 2)
    table = pyarrow.table({"mt": texts[0][:4]})
    require_module("pyarrow.parquet").write_table(table, tmp_path / "mt.parquet")
    file = parquet.ParquetFile(str(tmp_path / "mt.parquet"), ["mt"], [False])
    file.advance()
    file.advance()
    (stream,) = file.streams
    assert list(stream.cells(2)) == texts[0][:2]
    assert list(stream.cells(3)) == texts[0][:3]
    file.close()


def test_an_error_while_reading_on_is_raised_after_this_batch(
    files: list[LineFile],
) -> None:
    batches = SideBySide(files)
    goes = iter(batches)
    next(goes)
    batches._next_to_read = _interrupted  # type: ignore[method-assign]
    batches.read_on()  # raises nothing: the current batch is still being counted
    with pytest.raises(KeyboardInterrupt):
        next(goes)


def _interrupted(enough: int) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("threads", "times"), [(1, 0), (2, 1), (5, 1)])
def test_the_callback_runs_once_and_only_with_several_threads(
    files: list[LineFile], threads: int, times: int
) -> None:
    called = list[int]()
    (lines, count), metric = first_lines(files), BLEU().of_text
    assert metric is not None
    expected = metric.sum_lines(lines[:1], lines[1:], count, 1)
    result = metric.sum_lines(lines[:1], lines[1:], count, threads, lambda: called.append(1))
    assert (result, len(called)) == (expected, times)


def test_an_error_of_the_callback_is_raised(files: list[LineFile]) -> None:
    def wrong() -> None:
        raise ZeroDivisionError

    (lines, count), metric = first_lines(files), BLEU().of_text
    assert metric is not None
    with pytest.raises(ZeroDivisionError):
        metric.sum_lines(lines[:1], lines[1:], count, 2, wrong)


def test_a_test_set_is_read_in_lockstep_with_lines(tmp_path: Path) -> None:
    """Lines are read in batches, a file of markup at once."""
    drawn = random.Random(3)
    lines = [f"{'word ' * drawn.randrange(1, 60)}{number}" for number in range(2 * LINES)]
    assert sum(map(len, lines)) > BLOCK
    segments = {("d", str(number)): line for number, line in enumerate(lines, 1)}
    (tmp_path / "r.xml").write_text(xml("reference", {"r": segments}), encoding="utf-8")
    (tmp_path / "h.txt").write_text("".join(f"{line} x\n" for line in lines), encoding="utf-8")
    ran = truebleu("score", "h.txt", "-r", "r.xml", "-f", "json", cwd=tmp_path)
    assert ran.code == 0, ran
    expected = BLEU().corpus_score([f"{line} x" for line in lines], lines)
    assert json.loads(ran.out)[0]["value"] == expected.value
