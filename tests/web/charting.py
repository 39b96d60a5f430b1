"""Charts as a test reads them: by the tables behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.touring import settled

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

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
