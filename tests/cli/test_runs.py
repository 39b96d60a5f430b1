"""`truebleu compare --runs`: training runs of a system, and notes about a difference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.news import lines
from tests.paths import NEWS
from truebleu import Runs, compare

REFERENCE = ("-r", "reference.a.en.txt")
WEAK, MEDIUM, STRONG = (f"system.{name}.en.txt" for name in ("weak", "medium", "strong"))


@pytest.mark.parametrize("named", [True, False])
def test_numbers_equal_those_of_python(named: bool) -> None:
    files = (f"base={WEAK},{MEDIUM}", f"new={STRONG}")
    names: tuple[str, ...] = ()
    if not named:
        files, names = (f"{WEAK},{MEDIUM}", STRONG), ("--name", "base", "--name", "new")
    flags = ("--trials", "300", "--resamples", "50", "--power", "0.9", "-f", "json")
    ran = truebleu("compare", "--runs", *files, *names, *REFERENCE, *flags, cwd=NEWS)
    expected = compare(
        {"base": Runs(lines(WEAK), lines(MEDIUM)), "new": lines(STRONG)},
        lines("reference.a.en.txt"),
        trials=300,
        resamples=50,
        power=0.9,
    )
    assert ran.code == 0
    assert json.loads(ran.out) == expected.to_dict()
    # The line is empty in one run; the warning names that run's file.
    assert f"{WEAK}: line 85 is empty" in ran.err


def test_a_single_file_keeps_its_name() -> None:
    swap = ("--swap", "runs", "--trials", "50", "-q")
    out = truebleu("compare", "--runs", WEAK, f"new={STRONG}", *REFERENCE, *swap, cwd=NEWS).out
    assert [line.split()[1] for line in out.splitlines()[1:3]] == ["new", WEAK]
    assert "runs" not in out.splitlines()[0].split()


def test_wrong_usage(tmp_path: Path) -> None:
    for name in ("a", "b", "c", "a,b", "x=c"):
        (tmp_path / name).write_text("one two\nthree\n", encoding="utf-8")
    ends = ("-r", "c")

    def message(*arguments: str) -> str:
        return fails("compare", *arguments, *ends, cwd=tmp_path)

    assert message("--runs", "a,b", "x=b").startswith("a,b is a file, but --runs reads")
    assert message("--runs", "a,b", "b").startswith("a,b is a file, but --runs reads")
    assert message("--runs", "a", "x=c").startswith("x=c is a file, but --runs reads")
    assert message("--runs", "b,a", "c") == ("'b,a' has several runs without a name. Use NAME=b,a")
    assert message("--runs", "=a", "b").startswith("'=a': missing name before =")
    assert message("--runs", "y=a,,b", "c").startswith("'y=a,,b': missing file name")
    assert message("--runs", "y=a", "y=b").endswith("after one name: y=FILE,FILE,...")
    assert message("--runs", "y=a,a", "z=b") == "a is repeated as a system. Pass each file once."
    assert message("--runs", "y=a", "z=a") == "a is repeated as a system. Pass each file once."
    assert message("--runs", "y=a,no", "z=b") == "no: file not found"
    assert message("--runs", "y=a", "b", "--name", "u", "--name", "v").startswith(
        "--name and y=... both name systems"
    )
    assert message("--runs", "a", "b", "--name", "u") == (
        "got 1 name for 2 systems. Pass --name once per system."
    )
    assert message("--runs", "y=a,b") == (
        "compare needs at least 2 systems, got 1. Use: truebleu compare BASELINE "
        "SYSTEM -r REFERENCE"
    )
    assert message("--runs", "--swap", "runs", "y=a,b", "c", "-r", "b").startswith(
        "argument --swap: 'runs' is not supported with different numbers of runs: 'y' has 2, 'c' "
        "has 1. Leave it out, or pass equally many runs of each system."
    )
    assert message("y=b,a", "c").endswith("If it lists the runs of one system, add --runs.")
    assert message("--swap", "runs", "a", "b").startswith("--swap requires --runs.")
    assert message("--runs", "--swap", "runs", "--test", "bootstrap", "y=a,b", "z=b,c").startswith(
        "--swap is not supported with --test bootstrap. Leave it out."
    )
    assert message("--trials", "9", "--test", "bootstrap", "a", "b").startswith(
        "--trials is not supported with --test bootstrap. Leave it out."
    )
    assert message("--power", "80", "a", "b").startswith(
        "argument --power: '80' is out of range. Use a number above 0"
    )


def test_runs_without_files_are_an_error() -> None:
    assert fails("compare", "--runs") == fails("compare")


def test_commas_in_names_are_kept_without_runs(tmp_path: Path) -> None:
    for name in ("a,b", "x=c", "r"):
        (tmp_path / name).write_text("one two\nthree four\n", encoding="utf-8")
    assert truebleu("compare", "a,b", "x=c", "-r", "r", "-q", cwd=tmp_path).code == 0


def test_columns_of_a_table_are_systems_and_not_runs(tmp_path: Path) -> None:
    table = "a\tb\tref\nx y\tx\tx y\nu v\tu v\tu v\n"
    for name in ("t.tsv", "u.tsv"):
        (tmp_path / name).write_text(table, encoding="utf-8")
    columns = ("--hypothesis-column", "a", "--reference-column", "ref", "-r", "t.tsv", "-q")
    runs = ("compare", "--runs", "y=t.tsv", "z=u.tsv")
    assert truebleu(*runs, *columns, cwd=tmp_path).code == 0
    message = fails(*runs, *columns, "--hypothesis-column", "b", cwd=tmp_path)
    assert message.startswith("--runs uses one column per file")


def test_explain_columns_adds_notes_once() -> None:
    flags = ("-m", "bleu", "chrf", "ter", "--trials", "50", "-q")
    out = truebleu("compare", WEAK, STRONG, *REFERENCE, *flags, cwd=NEWS).out
    table = out.split("\n\n")[1].splitlines()
    assert table[0].split() == ["BLEU", "diff", "MDD", "n", "required", "human", "agr."]
    assert table[1].endswith("  88%")
    assert "MDD: " not in out
    explained = truebleu("compare", WEAK, STRONG, *REFERENCE, *flags, "--explain-columns", cwd=NEWS)
    for title in ("MDD: minimum detectable", "n required: segments", "human agr.: estimated"):
        assert explained.out.count(title) == 1
    assert "human agr.: unknown, no curve was fitted for TER (Kocmi et al. 2024)" in out
