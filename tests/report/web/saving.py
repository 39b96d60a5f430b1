"""Files that a page saves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def save_selection(page: Page, ending: str, folder: Path) -> str:
    """Save the selection by the page's menu, and return the content of the file."""
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as waiting:
        page.locator(f'[data-export="{ending}"]').click()
    path = folder / f"saved.{ending}"
    waiting.value.save_as(path)
    return path.read_bytes().decode("utf-8-sig")
