"""What `score` and `compare` mention of the data by the way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import environment, truebleu

NEWS = Path(__file__).resolve().parents[2] / "examples" / "news"
HYP = (NEWS / "system.medium.en.txt").read_text(encoding="utf-8").splitlines()
REF = (NEWS / "reference.a.en.txt").read_text(encoding="utf-8").splitlines()


def said(folder: Path, hypotheses: list[str], *flags: str, command: str = "score") -> list[str]:
    for name, lines in (("h", hypotheses), ("g", HYP), ("r", REF)):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    more = ("g", "--trials", "9", "--resamples", "9") if command == "compare" else ()
    ran = truebleu(command, "h", *more, "-r", "r", *flags, cwd=folder)
    assert ran.code == 0
    return [line.removeprefix("truebleu: warning: ") for line in ran.err.splitlines()]


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_shift_of_the_first_lines(tmp_path: Path, command: str) -> None:
    assert said(tmp_path, HYP, command=command) == []
    for shift in (1, 3):
        [shifted] = said(tmp_path, [*HYP[shift:], *HYP[:shift]], command=command)
        assert shifted == (
            "h: the first 100 lines are shifted: line 1 belongs to line "
            f"{1 + shift} of the reference (truebleu check says more)"
        )
    assert said(tmp_path, [HYP[-1], *HYP[:-1]]) == [
        (
            "h: the first 100 lines are shifted: line 2 belongs to line 1 of the reference "
            "(truebleu check says more)"
        )
    ]
    assert said(tmp_path, HYP[::-1]) == []  # nobody can say what this is from a few lines


@pytest.mark.parametrize("command", ["score", "compare"])
def test_what_processing_left(tmp_path: Path, command: str) -> None:
    lines = [*HYP[:20], f"{HYP[20]} &#39;s &quot; un@@ known", *HYP[21:]]
    assert said(tmp_path, lines, command=command) == [
        'h: line 21 holds pieces of words ("@@ "); join the pieces before scoring',
        "h: line 21 holds entities such as &#39;",
    ]
    assert said(tmp_path, [*HYP[:20], f"{HYP[20]} &quot; @ ▁", *HYP[21:]], command=command) == []
    assert said(tmp_path, lines, "-q", command=command) == []


def test_characters_that_end_a_line_elsewhere(tmp_path: Path) -> None:
    assert said(tmp_path, [*HYP[:50], f"{HYP[50]}\u2028", *HYP[51:]]) == [
        (
            "h: line 51 holds a line separator (U+2028), where other tools end a line; "
            "put a space in its place"
        )
    ]


def test_they_load_nothing_heavy() -> None:
    """Scoring two files is over before NumPy would be loaded."""
    code = (
        "import sys; from truebleu.cli.commands import run; "
        "run(['score', 'system.medium.en.txt', '-r', 'reference.a.en.txt', '-b']); "
        "print([name for name in ('numpy', 'unicodedata', 'html') if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=NEWS, capture_output=True, check=True, env=environment()
    )
    assert ran.stdout.decode().splitlines()[1] == "[]"
