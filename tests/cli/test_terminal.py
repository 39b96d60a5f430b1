"""Output on a terminal: table lines, color and progress."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, environment
from tests.cli.terminal import run_on_terminal
from tests.paths import NEWS
from truebleu.io import progress

ARGUMENTS = ("score", "system.strong.en.txt", "system.weak.en.txt", "-r", "reference.a.en.txt")
SIGNATURE = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:truebleu-"


def on_terminal(*more: str, **variables: str) -> str:
    """Score two systems on a terminal, and return what the terminal received."""
    return run_on_terminal(*ARGUMENTS, *more, cwd=NEWS, code=0, **variables)


def test_the_table_is_colored() -> None:
    output = on_terminal("-q")
    assert "\x1b[" in output
    strong = next(line for line in output.splitlines() if "strong" in line)
    assert strong.startswith("| strong | \x1b[1;32m44.72\x1b[0m | ")
    assert SIGNATURE in output  # on one line, to be copied


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_color_can_be_turned_off(variables: dict[str, str]) -> None:
    output = on_terminal("-q", **variables)
    assert "\x1b[" not in output
    assert output.startswith("system ")
    assert SIGNATURE in output


def test_segments_have_no_color() -> None:
    output = on_terminal("-q", "--per-segment")
    assert "corpus" in output
    assert set(re.findall(r"\x1b\[([\d;]*)m", output)) == {"0", "1", "2"}  # bold and dim


def test_other_formats_have_no_color() -> None:
    for form in ("json", "tsv", "markdown"):
        assert "\x1b[" not in on_terminal("-q", "-f", form)


def test_the_best_of_each_metric_is_bold() -> None:
    shown = on_terminal("-q", "-m", "bleu", "ter")
    best = re.findall(r"\x1b\[1;32m([\d.]+)", shown)
    assert best == ["44.72", "39.68"]  # lower TER is better


def test_a_narrow_terminal_hides_no_number() -> None:
    shown = on_terminal("-q", COLUMNS="60")
    assert "44.72" in shown
    assert "13.05" in shown


def test_progress_of_trials_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    with progress.TrialProgress(quiet=False) as bar:
        bar.show(1, 4)
        bar.show(3, 4)
    assert "resampling" in terminal.getvalue()
    assert "75%" in terminal.getvalue()


def test_progress_is_shown_after_a_second(tmp_path: Path) -> None:
    (tmp_path / "ref").write_bytes(b"a line of words\n" * 600_000)
    master, slave = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "score", "-", "-r", "ref", "-b"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=slave,
        env=environment(TERM="xterm", COLUMNS="100"),
    ) as running:
        os.close(slave)
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(15):  # more than a second, in several batches
            running.stdin.write(b"a line of wolds\n" * 40_000)
            running.stdin.flush()
            time.sleep(0.1)
        running.stdin.close()
        assert running.stdout.read() == b"2.14\n"
    output = os.read(master, 65536)
    os.close(master)
    assert b"counting" in output


def test_statistics_go_to_a_pipe_but_not_to_a_terminal(tmp_path: Path) -> None:
    statistics = ("statistics", "system.weak.en.txt", "-r", "reference.a.en.txt")
    assert "cannot go to a terminal. Pass -o FILE." in run_on_terminal(
        *statistics, cwd=NEWS, code=2
    )
    path = tmp_path / "part.tbs"
    subprocess.run([*COMMAND, *statistics, "-o", path], cwd=NEWS, env=environment(), check=True)
    piped = subprocess.run(
        [*COMMAND, *statistics], cwd=NEWS, env=environment(), check=True, stdout=subprocess.PIPE
    )
    assert piped.stdout == path.read_bytes()
