"""Length and names of ARCHITECTURE.md."""

from __future__ import annotations

import re

from tests.architecture.layers import LAYERS
from tests.architecture.sources import CRATES, PACKAGE
from tests.places import ROOT

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_page_is_short() -> None:
    assert len(PAGE.splitlines()) <= 180


def test_the_page_names_every_package() -> None:
    rooms = {room for _, rooms in LAYERS for room in rooms if not room.startswith("__")}
    assert [room for room in sorted(rooms) if f"`{room}`" not in PAGE] == []


def test_the_files_that_the_page_names_exist() -> None:
    paths = re.findall(r"`((?:[a-z_-]+/)+[a-z_]+\.(?:py|rs|js))`", PAGE)
    core = CRATES / "truebleu-core" / "src"
    roots = (PACKAGE, core, ROOT)
    assert len(paths) > 15
    missing = [path for path in paths if not any((root / path).exists() for root in roots)]
    assert missing == []
