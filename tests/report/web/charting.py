"""Read charts in tests, by their tables and as Vega-Lite."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.report.web.touring import wait_until_drawn
from tests.requirements import require_module

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# Permissions of a context that reads what its page has copied.
CLIPBOARD = ["clipboard-read", "clipboard-write"]
# Cells of all rows: the number in full precision if the cell has one, else its text.
CELLS = """(table) => Array.from(table.tBodies[0].rows, (row) => Array.from(row.cells, (cell) =>
  cell.dataset.value === undefined ? cell.innerText.trim() : Number(cell.dataset.value)))"""


def chart(page: Page, name: str) -> Locator:
    """Return the figure of a chart, once it is drawn."""
    found = page.locator(f'figure[data-chart="{name}"]:visible')
    found.locator("svg[aria-label]").first.wait_for(state="attached")
    return found


def chart_rows(page: Page, name: str) -> list[list[Any]]:
    """Open the table of a chart, and return its rows."""
    figure = chart(page, name)
    if figure.locator("details[open]").count() == 0:
        figure.locator("summary").click()
    figure.locator("table").wait_for()
    wait_until_drawn(page)
    return rows(figure.locator("table"))


def rows(table: Locator) -> list[list[Any]]:
    """Return the rows of a table."""
    found: list[list[Any]] = table.evaluate(CELLS)
    return found


def copy_vega_lite(page: Page, name: str) -> dict[str, Any]:
    """Copy a chart as Vega-Lite, check it, and return it."""
    wait_until_drawn(page)
    button = chart(page, name).get_by_role("button", name="Copy as Vega-Lite")
    button.click()
    button.get_by_text("Copied").wait_for()
    text = page.evaluate("() => navigator.clipboard.readText()")
    spec: dict[str, Any] = json.loads(text)
    check_vega_lite(spec)
    return spec


def check_vega_lite(spec: dict[str, Any]) -> None:
    """Check that Vega-Lite's schema accepts a specification, and that versions 5 and 6 draw it."""
    altair = require_module("altair", "viz")
    drawing = require_module("vl_convert", "viz")
    # Altair validates by the schema of one version.
    altair.Chart.from_dict(spec, validate=True)
    versions = drawing.get_vegalite_versions()
    for major in ("5", "6"):
        newest = [version for version in versions if version.split(".")[0] == major][-1:]
        assert newest or major == "6"
        for version in newest:
            assert drawing.vegalite_to_svg(spec, vl_version=version).startswith("<svg")
