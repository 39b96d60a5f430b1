"""Names of files and systems that are empty, or have control characters."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.cli.terminal import run_on_terminal
from tests.paths import NEWS
from truebleu.cli.run import load
from truebleu.display.table import display_width, escaped

SYSTEM = (NEWS / "system.medium.en.txt").read_bytes()
ODD = "ev\x1b[31mil\n.txt"
SHOWN = "ev<U+001B>[31mil<U+000A>.txt"
FAST = ("--trials", "9", "--resamples", "9")


@pytest.fixture(name="folder")
def folder_with_an_odd_name(tmp_path: Path) -> Path:
    (tmp_path / ODD).write_bytes(SYSTEM)
    (tmp_path / "b.txt").write_bytes(SYSTEM)
    (tmp_path / "r.txt").write_bytes((NEWS / "reference.a.en.txt").read_bytes())
    return tmp_path


@pytest.mark.parametrize("command", ["score", "compare", "check", "explain", "tokenize"])
def test_an_empty_value_is_an_error_that_names_the_option(folder: Path, command: str) -> None:
    for flag in load(command).flags:
        if flag.takes_value:
            for arguments in ([flag.names[-1], ""], [f"{flag.names[-1]}="]):
                message = fails(command, "b.txt", *arguments, cwd=folder)
                assert message.startswith(f"argument {'/'.join(flag.names)}: the value is empty.")
    assert "a file name is empty" in fails(command, "", cwd=folder)


@pytest.mark.parametrize("command", ["score", "compare", "check"])
def test_control_characters_of_a_name_are_escaped(folder: Path, command: str) -> None:
    (folder / ODD).write_bytes(b"\n" + SYSTEM.split(b"\n", 1)[1])
    files = (ODD, *(["b.txt", *FAST] if command == "compare" else []), "-r", "r.txt")
    for form in ("text", "markdown", *(["latex"] if command != "check" else [])):
        ran = truebleu(command, *files, "-f", form, cwd=folder)
        assert ran.code == 0
        assert "\x1b" not in ran.out + ran.err
        assert "U+001B" in ran.out
        assert "\n.txt" not in ran.out


def test_markdown_in_a_name_is_escaped() -> None:
    assert escaped("b [x](http://e.org) &lt; ~~s~~") == (r"b [x]\(http://e.org) \&lt; \~\~s\~\~")
    assert escaped("[0.50, 1.25]") == "[0.50, 1.25]"


def test_marks_above_and_below_letters_take_no_column() -> None:
    assert [display_width(text) for text in ("abc", "日本", "हिन्दी", "e\u0301")] == [3, 4, 5, 1]


def test_columns_stay_aligned(folder: Path) -> None:
    header, row, *_ = truebleu("score", ODD, "-r", "r.txt", cwd=folder).out.splitlines()
    assert row.startswith(SHOWN.removesuffix(".txt"))
    assert header.index("BLEU") + 4 == row.index(row.split()[1]) + len(row.split()[1])


def test_errors_and_warnings_escape_names(folder: Path) -> None:
    assert fails("score", f"no{ODD}", "-r", "r.txt", cwd=folder) == (f"no{SHOWN}: file not found")
    (folder / ODD).write_bytes(b"\n" + SYSTEM.split(b"\n", 1)[1])
    warning = truebleu("score", ODD, "-r", "r.txt", cwd=folder).err
    assert warning == f"truebleu: warning: {SHOWN}: line 1 is empty\n"


def test_tables_of_data_escape_names_on_a_terminal(folder: Path) -> None:
    """In a pipe a cell is unchanged and quoted; TSV has no line ends in any case."""
    for form in ("tsv", "csv"):
        output = run_on_terminal("score", ODD, "b.txt", "-r", "r.txt", "-q", "-f", form, cwd=folder)
        assert "\x1b" not in output
        assert output.count("U+001B") == 1
    piped = truebleu("score", ODD, "-r", "r.txt", "-f", "tsv", cwd=folder).out
    assert len(piped.splitlines()) == 2
    assert "ev<U+001B>[31mil .txt\t" in piped
    assert f'"{ODD}"' in truebleu("score", ODD, "-r", "r.txt", "-f", "csv", cwd=folder).out


def test_the_sacrebleu_table_escapes_names_on_a_terminal(folder: Path) -> None:
    flags = ("sacrebleu", "r.txt", "-i", ODD, "b.txt", "-f", "text")
    output = run_on_terminal(*flags, cwd=folder)
    assert "U+001B" in output
    assert "\x1b[31mil" not in output
    assert "U+001B" not in truebleu(*flags, cwd=folder).out, "sacreBLEU's own format"
