"""ARCHITECTURE.md names files that are there, and every floor's modules."""

from __future__ import annotations

import re

import pytest

from tests.architecture.floors import FLOORS
from tests.architecture.sources import PACKAGE
from tests.places import ROOT

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"^### [^\n]*`([^`]+)`\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
NAMED = [
    (folder, name)
    for folder, text in SECTIONS
    for row in re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    for name in re.findall(r"`([^`]+)`", row)
]


@pytest.mark.parametrize(("folder", "name"), NAMED)
def test_a_named_file_is_there(folder: str, name: str) -> None:
    assert (ROOT / folder / name).is_file()


def test_the_crates_and_the_package_have_a_section() -> None:
    assert len(SECTIONS) == 4
    assert len(NAMED) > 30


def test_every_module_of_the_package_is_on_a_floor_of_the_page() -> None:
    heads = {path.stem for path in PACKAGE.glob("*") if not path.name.startswith("_")}
    heads -= {"py", "__pycache__"}
    missing = [head for head in sorted(heads) if f"`{head}`" not in PAGE]
    assert missing == []


def test_the_floors_hold_no_module_that_is_gone() -> None:
    names = set().union(*(names for _, names in FLOORS)) - {"_native", "__main__"}
    gone = [name for name in sorted(names) if not list(PACKAGE.glob(f"{name}*"))]
    assert gone == []
