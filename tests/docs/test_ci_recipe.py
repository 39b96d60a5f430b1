"""The recipe for GitHub Actions: its commands, and their exit codes."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.command import truebleu
from tests.paths import NEWS, ROOT

PAGE = ROOT / "docs" / "how-to" / "check-data-and-ci.md"


def commands() -> dict[str, list[str]]:
    """Return the arguments of each truebleu command of the recipe, by command."""
    (recipe,) = re.findall(
        r"^```yaml\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    lines = re.findall(r"run: truebleu (.+)", recipe)
    return {words[0]: words for words in map(shlex.split, lines)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(NEWS / "reference.a.en.txt", tmp_path / "reference.txt")
    shutil.copy(NEWS / "system.medium.en.txt", tmp_path / "output.txt")
    shutil.copy(NEWS / "system.medium.en.txt", tmp_path / "baseline.txt")
    return tmp_path


def test_every_step_passes_for_a_good_output(folder: Path) -> None:
    assert list(commands()) == ["check", "score", "verify", "compare"]
    for words in commands().values():
        ran = truebleu(*words, cwd=folder)
        assert ran.code == 0, ran
    assert (folder / "comment.md").read_text("utf-8").startswith("**No regression**")


def test_a_worse_output_fails_and_writes_the_comment(folder: Path) -> None:
    shutil.copy(NEWS / "system.weak.en.txt", folder / "output.txt")
    for name in ("score", "verify", "compare"):
        assert truebleu(*commands()[name], cwd=folder).code == 1
    comment = (folder / "comment.md").read_text("utf-8")
    assert comment.startswith("**Regression**\n\n- output is significantly worse than baseline")


def test_the_comment_is_posted_after_a_failure_too() -> None:
    text = PAGE.read_text("utf-8")
    assert "if: always()" in text
    assert commands()["compare"][-1] == "comment.md"
    assert "--body-file comment.md" in text
