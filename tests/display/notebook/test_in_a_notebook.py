"""A notebook that is run by a kernel, cell by cell: the outputs that it stores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.display.notebook.test_exploring import Frame
from tests.news import REFERENCE, STRONG, WEAK
from tests.requirements import require_module
from truebleu import BLEU, compare

nbclient = require_module("nbclient")
nbformat = require_module("nbformat")
require_module("ipykernel")
MIME = "application/vnd.truebleu+json"
CELLS = {
    "texts": """
from pathlib import Path
from truebleu import BLEU, compare
def lines(name):
    return (Path("examples/news") / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()
weak, strong, reference = (lines(name) for name in ("system.weak", "system.strong", "reference.a"))
""",
    "score": "BLEU().corpus_score(strong, reference)",
    "comparison": """
comparison = compare({"weak": weak, "strong": strong}, reference, trials=50, resamples=200)
comparison
""",
    "exploration": "comparison.explore(n=20)",
    "mistake": "BLEU().corpus_score(strong, reference[1:])",
    "server": """
with comparison.explore(n=20).serve() as serving:
    address = str(serving)
"http://127.0.0.1:" in address
""",
}


@pytest.fixture(scope="module")
def outputs() -> dict[str, list[Any]]:
    """Return the output of each cell, or its error."""
    cells = [nbformat.v4.new_code_cell(code.strip()) for code in CELLS.values()]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", allow_errors=True
    ).execute()
    nbformat.validate(notebook)
    return {name: cell["outputs"] for name, cell in zip(CELLS, notebook.cells, strict=True)}


def only(outputs: list[Any]) -> Any:
    (output,) = outputs
    assert output["output_type"] == "execute_result", output
    return output["data"]


def test_reading_texts_has_no_output(outputs: dict[str, list[Any]]) -> None:
    assert outputs["texts"] == []


def test_a_score_has_every_form(outputs: dict[str, list[Any]]) -> None:
    result = only(outputs["score"])
    expected = BLEU().corpus_score(STRONG, REFERENCE)
    assert result[MIME]["value"] == expected.value
    assert result["text/plain"] == str(expected)
    assert f"{expected.value:.2f}" in result["text/markdown"]
    assert "<table" in result["text/html"]
    assert "<script" not in result["text/html"]


def test_a_comparison_has_a_chart_and_the_scores_of_python(outputs: dict[str, list[Any]]) -> None:
    result = only(outputs["comparison"])
    expected = compare({"weak": WEAK, "strong": STRONG}, REFERENCE, trials=50, resamples=200)
    assert result[MIME] == expected._repr_mimebundle_()[MIME]
    assert "<svg" in result["text/html"]
    assert "| strong" in result["text/markdown"]


def test_the_report_comes_in_a_frame(outputs: dict[str, list[Any]]) -> None:
    (frame,) = Frame(only(outputs["exploration"])["text/html"]).frames
    assert frame["sandbox"] == "allow-scripts allow-downloads"
    assert "truebleu-report/2" in str(frame["srcdoc"])


def test_an_error_is_one_of_truebleus(outputs: dict[str, list[Any]]) -> None:
    (error,) = outputs["mistake"]
    assert error["output_type"] == "error"
    assert error["ename"] == "LengthMismatch"
    assert "\n" not in error["evalue"]


def test_a_server_starts_and_stops(outputs: dict[str, list[Any]]) -> None:
    require_module("starlette")
    assert only(outputs["server"])["text/plain"] == "True"
