"""Files that a page saves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def save_selection(page: Page, ending: str) -> str:
    """Save the selection as a file with this ending, and return its content."""
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.locator(f'[data-export="{ending}"]').click()
    assert download.value.suggested_filename == f"truebleu-selection.{ending}"
    return Path(download.value.path()).read_bytes().decode()
