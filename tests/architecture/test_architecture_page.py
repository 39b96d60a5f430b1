"""Length and names of ARCHITECTURE.md."""

from __future__ import annotations

import re

from tests.architecture.layers import LAYERS
from tests.architecture.sources import CRATES, PACKAGE
from tests.paths import ROOT

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_page_is_short() -> None:
    assert len(PAGE.splitlines()) <= 180


def test_the_page_names_every_package() -> None:
    rooms = {room for _, rooms in LAYERS for room in rooms if not room.startswith("__")}
    assert [room for room in sorted(rooms) if f"`{room}`" not in PAGE] == []


def test_the_table_has_the_layers() -> None:
    table = PAGE.partition("| layer | packages |")[2].partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    named = [(row[0], set(re.findall(r"`([a-z_]+)`", row[1]))) for row in rows]
    assert named == [
        (name, {room for room in rooms if not room.startswith("__")}) for name, rooms in LAYERS
    ]


def test_the_files_that_the_page_names_exist() -> None:
    paths = re.findall(r"`((?:[a-z_-]+/)+[a-z_]+\.(?:py|rs|js))`", PAGE)
    core = CRATES / "truebleu-core" / "src"
    roots = (PACKAGE, core, ROOT)
    assert len(paths) > 15
    missing = [path for path in paths if not any((root / path).exists() for root in roots)]
    assert missing == []
