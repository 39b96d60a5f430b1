"""Notices of `score` and `compare` about their data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import environment, truebleu
from tests.news import MEDIUM as HYP
from tests.news import REFERENCE as REF
from tests.paths import NEWS


def run_and_return_messages(
    folder: Path, hypotheses: list[str], *flags: str, command: str = "score"
) -> list[str]:
    for name, lines in (("h", hypotheses), ("g", HYP), ("r", REF)):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    more = ("g", "--trials", "19", "--resamples", "200") if command == "compare" else ()
    ran = truebleu(command, "h", *more, "-r", "r", *flags, cwd=folder)
    assert ran.code == 0
    return [line.removeprefix("truebleu: warning: ") for line in ran.err.splitlines()]


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_shift_of_the_first_lines_is_reported(tmp_path: Path, command: str) -> None:
    assert run_and_return_messages(tmp_path, HYP, command=command) == []
    for shift in (1, 3):
        [shifted] = run_and_return_messages(tmp_path, [*HYP[shift:], *HYP[:shift]], command=command)
        assert shifted == (
            "h: the first 100 lines are shifted: line 1 belongs to line "
            f"{1 + shift} of the reference (details: truebleu check)"
        )
    assert run_and_return_messages(tmp_path, [HYP[-1], *HYP[:-1]]) == [
        (
            "h: the first 100 lines are shifted: line 2 belongs to line 1 of the reference "
            "(details: truebleu check)"
        )
    ]
    assert run_and_return_messages(tmp_path, HYP[::-1]) == []  # a few lines are too little evidence


@pytest.mark.parametrize("command", ["score", "compare"])
def test_traces_of_processing_are_reported(tmp_path: Path, command: str) -> None:
    lines = [*HYP[:20], f"{HYP[20]} &#39;s &quot; un@@ known", *HYP[21:]]
    assert run_and_return_messages(tmp_path, lines, command=command) == [
        'h: line 21 contains subwords ("@@ "). Join the subwords before scoring.',
        "h: line 21 contains entities such as &#39;",
    ]
    assert (
        run_and_return_messages(
            tmp_path, [*HYP[:20], f"{HYP[20]} &quot; @ ▁", *HYP[21:]], command=command
        )
        == []
    )
    assert run_and_return_messages(tmp_path, lines, "-q", command=command) == []


def test_line_ends_of_other_tools_are_reported(tmp_path: Path) -> None:
    assert run_and_return_messages(tmp_path, [*HYP[:50], f"{HYP[50]}\u2028", *HYP[51:]]) == [
        (
            "h: line 51 contains a line separator (U+2028), where other tools end a line. "
            "Replace it by a space, or by \\n where it should end a line."
        )
    ]


def test_notices_import_no_numpy() -> None:
    """Scoring two files takes less time than importing NumPy."""
    code = (
        "import sys; before = set(sys.modules); from truebleu.cli.run import run; "
        "run(['score', 'system.medium.en.txt', '-r', 'reference.a.en.txt', '-b']); "
        "print({'numpy', 'unicodedata', 'html'} & (set(sys.modules) - before))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=NEWS, capture_output=True, check=True, env=environment()
    )
    assert ran.stdout.decode().splitlines()[1] == "set()"


TOKENIZED = ["a b , c .", "d e .", "f g .", "h i ?", "j k .", "l m ."]
AS_WRITTEN = ["a b, c.", "d e.", "f g.", "h i?", "j k.", "l m."]


def about_tokens(folder: Path, hypotheses: list[str], references: list[str], *flags: str) -> str:
    for name, lines in (("h", hypotheses), ("r", references)):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return truebleu("score", "h", "-r", "r", *flags, cwd=folder).err


def test_a_few_tokenized_lines_are_reported(tmp_path: Path) -> None:
    message = (
        'truebleu: warning: {}: 5 lines end in " .": the text looks tokenized. Score '
        "detokenized text with original case.\n"
    )
    assert about_tokens(tmp_path, TOKENIZED, AS_WRITTEN) == message.format("h")
    assert about_tokens(tmp_path, AS_WRITTEN, TOKENIZED) == message.format("r")
    assert about_tokens(tmp_path, TOKENIZED, [*TOKENIZED[:5], "x y ."]) == message.format("h")
    assert about_tokens(tmp_path, TOKENIZED, AS_WRITTEN, "-t", "none") == ""
    assert about_tokens(tmp_path, TOKENIZED[:4], AS_WRITTEN[:4]) == ""  # too few to be sure
    assert about_tokens(tmp_path, [*AS_WRITTEN, *TOKENIZED[:3]], [*AS_WRITTEN] + ["x"] * 3) == ""


def test_a_signature_with_another_number_of_references(tmp_path: Path) -> None:
    text = (
        "truebleu: warning: the signature was made with 2 references per segment, the input has "
        "1. The scores are not comparable.\n"
    )
    for references, message in (("2", text), ("1", "")):
        signature = f"nrefs:{references}|case:lc|eff:no|tok:13a|smooth:exp"
        assert about_tokens(tmp_path, HYP, REF, "--signature", signature) == message
    assert (
        about_tokens(tmp_path, HYP, REF, "--signature", "case:lc|eff:no|tok:13a|smooth:exp") == ""
    )


def test_missing_references_cause_no_notice(tmp_path: Path) -> None:
    rows = ({"h": "a b c d", "r": "a c", "q": None}, {"h": "c d", "r": "c", "q": "c d e"})
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "t.jsonl").write_text(text, encoding="utf-8")
    columns = ("--hypothesis-column", "h", "--reference-column", "q", "--reference-column", "r")
    ran = truebleu("score", "t.jsonl", *columns, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert "nrefs:var" in ran.out
