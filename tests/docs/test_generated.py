"""Generated parts of the documentation are up to date; `make docs` updates them."""

from __future__ import annotations

import re

import pytest

from tests.display.drawings import texts_of
from tests.requirements import require_module
from tools import (
    check_thresholds,
    command_line,
    migration,
    picture,
    reference_pages,
    tokenizer_tables,
)
from tools.check_thresholds import THRESHOLDS
from tools.pages import ROOT
from truebleu.checks.kinds import KINDS
from truebleu.cli.run import COMMANDS, load
from truebleu.other_tools import FOREIGN

PAGE = ROOT / "website" / "command-line.md"


def test_the_reference_of_the_command_line_is_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert command_line.with_reference(page) == page


def test_every_flag_is_in_the_reference() -> None:
    page = PAGE.read_text(encoding="utf-8")
    reference = page.split("<!-- flags -->")[1]
    flags = [flag for command in COMMANDS for flag in load(command).flags]
    missing = [name for flag in flags for name in flag.names if name not in reference]
    assert missing == []


def test_the_tables_of_the_migration_pages_are_up_to_date() -> None:
    tools: set[str] = set()
    for path in (ROOT / "docs" / "migrate").glob("*.md"):
        page = path.read_text(encoding="utf-8")
        assert migration.with_tables(page) == page, path.name
        tools.update(match[2] for match in migration.MARKED.finditer(page))
    assert tools == {entry.tool for entry in FOREIGN}


def test_the_tables_of_tokenizers_are_up_to_date() -> None:
    page = (ROOT / "docs" / "reference" / "tokenizers.md").read_text(encoding="utf-8")
    assert tokenizer_tables.with_tokenizers(page) == page


def test_thresholds_are_documented_for_their_kinds_of_data_checks() -> None:
    assert set(THRESHOLDS) <= set(KINDS)
    page = reference_pages.data_checks()
    assert [kind for kind in KINDS if f"`{kind}`" not in page] == []
    assert "{" not in check_thresholds.thresholds()


def test_the_picture_shows_the_printed_output() -> None:
    """Only words are compared, because the drawing depends on Rich's version."""
    drawn = (ROOT / "docs" / "images" / "score.svg").read_text(encoding="utf-8")
    assert words_of(picture.score_table()) == words_of(drawn)


def test_the_picture_of_a_comparison_shows_its_results() -> None:
    require_module("altair", "viz")
    require_module("vl_convert", "viz")
    drawn = (ROOT / "docs" / "images" / "comparison.svg").read_text(encoding="utf-8")
    assert words_of(picture.comparison()) == words_of(drawn)


@pytest.mark.parametrize("kind", picture.KINDS)
def test_pictures_of_every_kind_show_their_results(kind: str) -> None:
    require_module("altair", "viz")
    require_module("vl_convert", "viz")
    drawn = (ROOT / "docs" / "images" / f"chart-{kind}.svg").read_text(encoding="utf-8")
    assert words_of(picture.comparison(kind)) == words_of(drawn)


def words_of(drawing: str) -> list[str]:
    return " ".join(texts_of(drawing)).split()


def test_the_figures_of_the_readme_are_in_the_benchmark_results() -> None:
    """Each ratio and time in the README's table is in RESULTS.md."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = re.search(r"<!-- speed -->\n(.*?)<!-- end of speed -->", readme, re.DOTALL)
    assert table is not None
    results = (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    figures = re.findall(r"\| ([\d.]+(?:x| \S+)) \|$", table[1], re.MULTILINE)
    assert figures
    assert [figure for figure in figures if f"| {figure} |" not in results] == []
