"""The manual pages: up to date, complete, and without warnings of groff."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.requirements import missing
from tools import manual
from tools.manual import FOLDER, manuals, plain
from truebleu.cli.run import COMMANDS, load

MANUALS = manuals()


def test_pages_are_up_to_date() -> None:
    assert {path: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == MANUALS


def test_pages_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = tmp_path / "man1"
    monkeypatch.setattr(manual, "FOLDER", written)
    manual.write()
    assert {path.name for path in written.iterdir()} == {path.name for path in MANUALS}


def test_every_command_has_a_page_with_all_its_flags() -> None:
    for command in COMMANDS:
        text = MANUALS[FOLDER / f"truebleu-{command}.1"]
        for flag in load(command).flags:
            for name in flag.names:
                assert f"\\fB{plain(name)}\\fR" in text, (command, name)


def test_groff_has_no_warnings() -> None:
    if shutil.which("groff") is None:
        missing("groff", "there is no groff here")
    warnings = subprocess.run(
        ["groff", "-ww", "-Tutf8", "-P-cbou", "-man", *map(str, MANUALS)],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert warnings.stderr == ""
    assert "--reference" in warnings.stdout
    assert "\\f" not in warnings.stdout
