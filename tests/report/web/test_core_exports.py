"""Saved files: they have the selected segments and scores, and are harmless in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.report.web.corpora import Corpus, example
from tests.report.web.expected import Expected
from tests.report.web.saving import save_selection

if TYPE_CHECKING:
    from playwright.sync_api import Page

FORMULAS = ["=1+1", "+2", "-3", "@SUM(A1)", "\t=x", '=HYPERLINK("http://a","b")', "plain, text"]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return example()


@pytest.fixture
def page(report_page: Callable[..., Page], corpus: Corpus) -> Page:
    fragment = "screen=segments&query=delta%3E20&sort=delta-"
    return report_page(corpus.systems, corpus.references, fragment=fragment, **corpus.options)


def wanted(corpus: Corpus) -> list[int]:
    """Return the segments of that address, in its order."""
    expected = Expected.of(corpus)
    delta = expected.scores[1] - expected.scores[0]
    return sorted((i for i in range(corpus.segments) if delta[i] > 20), key=lambda i: -delta[i])


def test_json_lines_have_all_data_of_each_segment(page: Page, corpus: Corpus) -> None:
    rows = [json.loads(line) for line in save_selection(page, "jsonl").splitlines()]
    assert [row["id"] - 1 for row in rows] == wanted(corpus)
    expected = Expected.of(corpus)
    names = list(corpus.systems)
    for row in rows:
        i = row["id"] - 1
        assert row["document"] == corpus.options["documents"][i]
        assert row["source"] == corpus.options["source"][i]
        for index, name in enumerate(names):
            assert row[name] == corpus.systems[name][i]
            assert row[f"BLEU: {name}"] == pytest.approx(expected.scores[index][i], abs=1e-9)
        difference = expected.scores[1][i] - expected.scores[0][i]
        assert row["difference (B - A)"] == pytest.approx(difference, abs=1e-9)


def test_tables_have_the_same_data(page: Page) -> None:
    lines = [json.loads(line) for line in save_selection(page, "jsonl").splitlines()]
    text = save_selection(page, "csv")
    assert text.startswith("\ufeff"), "spreadsheets need a byte order mark to detect UTF-8"
    from_csv = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    head, *body = (line.split("\t") for line in save_selection(page, "tsv").splitlines())
    from_tsv = [dict(zip(head, cells, strict=True)) for cells in body]
    as_text = [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in lines
    ]
    numbers = ("id", "BLEU: ", "difference", "influence", "reference length")
    for result in (from_csv, from_tsv):
        assert len(result) == len(as_text)
        for row, same in zip(result, as_text, strict=True):
            for key, value in same.items():
                if key.startswith(numbers):
                    assert float(row[key]) == float(value)
                else:
                    assert row[key].removeprefix("'") == value


def test_columns_with_equal_names_are_numbered(report_page: Callable[..., Page]) -> None:
    systems = {"text": ["a"], "text (2)": ["b"]}
    page = report_page(systems, [["c"], ["d"]], reference_names=["text", "text"], checks=False)
    row = json.loads(save_selection(page, "jsonl"))
    texts = {name: row[name] for name in row if name.startswith("text")}
    assert texts == {"text": "c", "text (3)": "d", "text (4)": "a", "text (2)": "b"}


def test_spreadsheets_evaluate_nothing(report_page: Callable[..., Page]) -> None:
    systems = {"=cmd|'/c calc'!A1": FORMULAS, "two": list(reversed(FORMULAS))}
    page = report_page(systems, [FORMULAS])
    text = save_selection(page, "csv").removeprefix("\ufeff")
    rows: list[list[Any]] = list(csv.reader(io.StringIO(text, newline="")))
    cells = [cell for row in rows for cell in row]
    risky = [cell for cell in cells if cell[:1] in {"=", "+", "-", "@", "\t", "\r"}]
    assert all(float(cell) < 0 for cell in risky), "only numbers may begin with a sign"
    assert "'=1+1" in cells
    assert any(cell.startswith("'=cmd") for cell in rows[0])


def test_scores_are_those_of_the_selection(page: Page, corpus: Corpus) -> None:
    import numpy as np

    expected = Expected.of(corpus)
    chosen = np.zeros(corpus.segments, dtype=bool)
    chosen[wanted(corpus)] = True
    markdown, latex = save_selection(page, "md"), save_selection(page, "tex")
    for index, name in enumerate(corpus.systems):
        score = f"{expected.score(index, chosen):.2f}"
        row = next(line for line in markdown.splitlines() if name.replace("_", r"\_") in line)
        assert f"| {score} |" in row
        assert f"{name} & {score} &" in latex
    assert f"{chosen.sum()} of {corpus.segments} segments: `delta>20`" in markdown
    assert r"\begin{tabular}" in latex


def test_names_are_escaped_in_saved_files(report_page: Callable[..., Page]) -> None:
    systems = {"a|b_*c*<b>": ["x y"] * 3, r"\input{x}%&$#": ["x z"] * 3}
    page = report_page(systems, [["x y"] * 3])
    markdown, latex = save_selection(page, "md"), save_selection(page, "tex")
    assert r"| a\|b\_\*c\*\<b\> |" in markdown
    assert r"\textbackslash{}input\{x\}\%\&\$\#" in latex
