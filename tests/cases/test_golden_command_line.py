"""The golden cases through the command line: text files as input, JSON as output."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.cases.golden import PACKAGES, Case, cases, read, sacrebleu_signature, value, write_lines
from tests.in_one_test import in_one_test
from truebleu.cli import main

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = {
    "tokenizer": "--tokenize",
    "smoothing": "--smoothing",
    "smoothing_value": "--smoothing-value",
    "max_ngram_order": "--max-ngram-order",
}
# The text of each line of a file; a text with a line feed would be two lines.
LINES = [trap for trap in read("golden/tokens") if "\n" not in trap["text"]]
DEFAULT = [case for case in cases() if not case.settings]


def arguments(case: Case, folder: Path) -> list[str]:
    """Write the texts to files, and return the command line for the case's settings."""
    hypotheses = write_lines(folder / "hypotheses.txt", case.hypotheses)
    options = ["score", hypotheses, "--format", "json", "--quiet", "--per-segment"]
    for number, stream in enumerate(case.streams):
        options += ["-r", write_lines(folder / f"reference.{number}.txt", stream)]
    for name, option in OPTIONS.items():
        if name in case.settings:
            options += [option, str(case.settings[name])]
    if case.settings.get("lowercase"):
        options.append("--lowercase")
    # Sentence scores were recorded without effective order, unless the case sets it.
    effective_order = case.settings.get("effective_order")
    options.append("--effective-order" if effective_order else "--no-effective-order")
    return options


def check(case: Case, system: dict[str, Any]) -> None:
    expected = case.expected
    for name in ("matches", "totals", "precisions", "brevity_penalty", "hypothesis_length"):
        assert system[name] == expected[name], name
    assert system["effective_reference_length"] == expected["effective_reference_length"]
    assert system["value"] == value(expected["value"])
    assert system["segment_scores"] == [value(each) for each in expected["sentence_scores"]]
    assert sacrebleu_signature(system["signature"]) == expected["signature"]


@in_one_test("case", cases()[::10], ids=str)
def test_golden_case_through_the_command_line(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_command_line(case, tmp_path, capsys)


@pytest.mark.slow
@in_one_test("case", cases(), ids=str)
def test_every_golden_case_through_the_command_line(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_command_line(case, tmp_path, capsys)


def check_command_line(case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case.need_tokenizer()
    assert main(arguments(case, tmp_path)) == 0
    output = capsys.readouterr()
    assert output.err == ""
    (system,) = json.loads(output.out)
    check(case, system)


@pytest.mark.process
@pytest.mark.parametrize("case", DEFAULT, ids=str)
def test_golden_case_through_a_process(case: Case, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "truebleu", *arguments(case, tmp_path)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    (system,) = json.loads(done.stdout.decode())
    check(case, system)


@in_one_test("trap", LINES, ids=lambda trap: ascii(trap["text"]))
def test_trap_string_is_tokenized_by_the_command_line(
    trap: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_lines(tmp_path / "text.txt", [trap["text"]])
    for name in sorted(set(trap["tokens"]) - set(PACKAGES)):
        assert main(["tokenize", "--tokenize", name, path]) == 0
        assert capsys.readouterr().out == " ".join(trap["tokens"][name]) + "\n"
