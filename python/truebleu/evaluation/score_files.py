"""Functions that read external segment scores from files as a `ScoreColumn`."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

from truebleu.errors import ConfigurationError, InputError, allowed, inspected
from truebleu.evaluation.wmt_files import MISSING, read_mqm_lines, read_score_lines
from truebleu.inputs.arguments import check_choice
from truebleu.io.blocks import open_bytes, path_of, shown
from truebleu.io.formats import table_form
from truebleu.io.streams import Cell, LineFile
from truebleu.io.tables import TableFile
from truebleu.metrics.score_column import ScoreColumn, is_missing

FORMS = ("tsv", "csv", "jsonl", "parquet")
ENDINGS = {".score": "wmt", ".rating": "mqm"}
"""Formats of the WMT metrics task, by file extension."""


def read_scores(
    path: str | PathLike[str],
    name: str,
    systems: Sequence[str],
    *,
    higher_is_better: bool = True,
    form: str | None = None,
) -> ScoreColumn:
    """Return the segment scores of all systems in a file.

    Args:
        path: one of three kinds of files. A table (TSV, CSV, JSON Lines or Parquet) has a row for
            each segment, and a column for each system with the system's name. A file for a single
            system may have one number per line. A file of the WMT metrics task has segment scores
            (`.score`) or MQM ratings (`.rating`). Empty cells, None, NaN, NA and null are missing
            numbers. The score of a segment with MQM ratings is minus the sum of the `MQM_WEIGHTS`
            of its errors.
        name: the name of the scores, such as "human" or "COMET".
        systems: the names of the systems.
        higher_is_better: whether higher scores are better.
        form: the format of the file: "tsv", "csv", "jsonl", "parquet", "lines", "wmt" or "mqm".
            None means that the file extension determines the format.

    Raises:
        ConfigurationError: there are no system names, a name occurs twice, or `form` is unknown.
        InputError: a column is missing, or a cell is neither empty nor a finite number. The message
            has the line.
        MissingDependency: the file is a Parquet file, and pyarrow is not installed.
    """
    file, names = path_of(path), _names(systems)
    if form is not None:
        check_choice("form", form, (*FORMS, "lines", *ENDINGS.values()))
    ending = form or table_form(file)
    if form is None and ending not in FORMS:
        ending = next((ENDINGS[end] for end in ENDINGS if file.endswith(end)), ending)
    if ending in ENDINGS.values():
        columns = _blocks(file, ending, names)
    elif ending in FORMS:
        columns = _columns(_NumberTable(file, ending, names, [False] * len(names)))
    elif len(names) == 1:
        columns = [_lines(file)]
    else:
        open_bytes(file).close()  # an unreadable file has another error
        raise InputError(
            f"{shown(file)}: plain lines hold the scores of one system, but there are "
            f"{len(names)}. Use a table (.tsv, .csv, .jsonl, .parquet) with one column per system: "
            f"{', '.join(names)}.",
            file=shown(file),
        )
    pairs = zip(names, columns, strict=True)
    return ScoreColumn(name, dict(pairs), higher_is_better=higher_is_better)


def _names(systems: Any) -> list[str]:
    names = list(systems) if isinstance(systems, (list, tuple)) else []
    if not names or not all(isinstance(name, str) for name in names):
        raise ConfigurationError(
            f"systems={inspected(systems)} is not a list of names. Pass a list such as ['base']."
        )
    if len(set(names)) < len(names):
        raise ConfigurationError(
            f"systems={inspected(systems)} names a system twice. Name each system once."
        )
    return names


def _blocks(file: str, form: str | None, names: Sequence[str]) -> list[list[float]]:
    scores = read_score_lines(file) if form == "wmt" else read_mqm_lines(file)
    for name in names:
        if name not in scores:
            raise InputError(f"{shown(file)}: {allowed('system', name, scores)}", file=shown(file))
    return [scores[name] for name in names]


class _NumberTable(TableFile):
    def _check_cell(self, cell: Any, i: int, line: int) -> Cell:
        return repr(_number(cell, f"{self.name}, line {line}: {self._column_names[i]!r}", line))


def _columns(file: _NumberTable) -> list[list[float]]:
    columns: list[list[float]] = [[] for _ in file.streams]
    try:
        while not file.ended:
            file.advance()
            for column, stream in zip(columns, file.streams, strict=True):
                cells = stream.cells(stream.ready)
                column.extend(float(str(cell)) for cell in cells)
                stream.drop(len(cells))
    finally:
        file.close()
    return columns


def _lines(path: str) -> list[float]:
    file = LineFile(path, "error")
    numbers: list[float] = []
    try:
        while not file.ended:
            file.advance()
            for text in file.texts():
                line = len(numbers) + 1
                numbers.append(_number(text, f"{shown(path)}, line {line}", line))
    finally:
        file.close()
    return numbers


def _number(cell: Any, where: str, line: int) -> float:
    from math import isinf, isnan

    if is_missing(cell) or (isinstance(cell, str) and cell.strip().lower() in MISSING):
        return float("nan")
    try:
        value = float("inf" if isinstance(cell, bool) else cell)
    except (TypeError, ValueError, OverflowError):
        value = float("inf")
    if isinf(value) or isnan(value):
        raise InputError(
            f"{where} is {cell!r}. Every segment needs a finite number; write None if its rating "
            "is missing.",
            file=where,
            line=line,
        )
    return value
