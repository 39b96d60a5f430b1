"""Charts as a test reads them: by the tables behind them, and as Vega-Lite."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.report.web.touring import settled
from tests.requirements import require_module

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# What a context is allowed that reads what its page has copied.
CLIPBOARD = ["clipboard-read", "clipboard-write"]
# Of every row: a number with all its digits where the cell has one, else the cell's text.
CELLS = """(table) => Array.from(table.tBodies[0].rows, (row) => Array.from(row.cells, (cell) =>
  cell.dataset.value === undefined ? cell.innerText.trim() : Number(cell.dataset.value)))"""


def chart(page: Page, name: str) -> Locator:
    """The figure of a chart, once it is drawn."""
    found = page.locator(f'figure[data-chart="{name}"]:visible')
    found.locator("svg[aria-label]").first.wait_for(state="attached")
    return found


def behind(page: Page, name: str) -> list[list[Any]]:
    """The rows of the table behind a chart, as a person opens it."""
    figure = chart(page, name)
    if figure.locator("details[open]").count() == 0:
        figure.locator("summary").click()
    figure.locator("table").wait_for()
    settled(page)
    return rows(figure.locator("table"))


def rows(table: Locator) -> list[list[Any]]:
    """The rows of a table as it is."""
    found: list[list[Any]] = table.evaluate(CELLS)
    return found


def copied(page: Page, name: str) -> dict[str, Any]:
    """What a chart puts on the clipboard, once it was found to be Vega-Lite."""
    settled(page)
    button = chart(page, name).get_by_role("button", name="Copy as Vega-Lite")
    button.click()
    button.get_by_text("Copied").wait_for()
    text = page.evaluate("() => navigator.clipboard.readText()")
    spec: dict[str, Any] = json.loads(text)
    checked(spec)
    return spec


def checked(spec: dict[str, Any]) -> None:
    """Hold a specification against Vega-Lite's schema, and let Vega-Lite 5 and 6 draw it."""
    altair = require_module("altair", "viz")
    drawing = require_module("vl_convert", "viz")
    # Altair has the schema of one version: what it would refuse is an error.
    altair.Chart.from_dict(spec, validate=True)
    known = drawing.get_vegalite_versions()
    for major in ("5", "6"):
        newest = [version for version in known if version.split(".")[0] == major][-1:]
        assert newest or major == "6"
        for version in newest:
            assert drawing.vegalite_to_svg(spec, vl_version=version).startswith("<svg")
