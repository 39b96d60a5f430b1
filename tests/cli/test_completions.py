"""Completion of command lines in bash, fish and zsh, where they are installed."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.cli.command import environment, fails, truebleu
from tests.requirements import missing
from truebleu.cli.complete import SNIPPETS
from truebleu.cli.run import COMMANDS


def shell(name: str, program: str) -> list[str]:
    """Run a program of a shell without errors, and return the lines that it prints."""
    program_path = shutil.which(name)
    if program_path is None:
        missing(name, f"there is no {name} here")
    ran = subprocess.run(
        [program_path, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment(PATH=f"{Path(sys.executable).parent}:{os.environ['PATH']}"),
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def test_the_command_writes_what_a_shell_runs() -> None:
    for name, snippet in SNIPPETS.items():
        ran = truebleu("completions", name)
        assert (ran.code, ran.err, ran.out) == (0, "", f"{snippet.strip()}\n")


def test_an_unknown_shell_is_an_error() -> None:
    assert fails("completions") == "missing shell. Choose from: bash, zsh, fish."
    two = fails("completions", "bash", "zsh")
    assert two == "too many shells. Choose from: bash, zsh, fish."
    assert "Did you mean 'fish'?" in fails("completions", "fsh")


def test_a_candidate_is_printed_with_its_description() -> None:
    ran = truebleu("complete", "--", "merg")
    assert (ran.code, ran.err, ran.out) == (0, "", f"merge\t{COMMANDS['merge']}\n")
    assert truebleu("complete", "--", "score", "").out == ""
    assert truebleu("complete", "--") == truebleu("complete", "--", "")


def test_the_command_is_not_in_the_help() -> None:
    assert "  complete " not in truebleu("--help").out


def test_bash_offers_candidates() -> None:
    offered = in_bash([("score", "--format", "js"), ("score", "--format", "=", "mark"), ("sc",)])
    assert offered == [["json", "jsonl"], ["markdown"], ["score"]]


def test_bash_completes_files_without_candidates() -> None:
    assert in_bash([("score", "-r", "no-such-file"), ("sacrebleu", "--no-such")]) == [[], []]
    defined = shell("bash", SNIPPETS["bash"] + "complete -p truebleu")
    assert defined == ["complete -o bashdefault -o default -F _truebleu truebleu"]


def in_bash(lines: list[tuple[str, ...]]) -> list[list[str]]:
    """Return what bash offers for each line."""
    tries = [
        f"COMP_WORDS=({shlex.join(('truebleu', *line))}); COMP_CWORD={len(line)}; "
        '_truebleu; echo "${COMPREPLY[*]}"'
        for line in lines
    ]
    return [said.split() for said in shell("bash", "\n".join([SNIPPETS["bash"], *tries]))]


def test_fish_offers_candidates(tmp_path: Path) -> None:
    (tmp_path / "x.txt").touch()
    for typed_line, expected in {
        "merg": {"merge"},
        "score --format js": {"json", "jsonl"},
        "score --format=mark": {"--format=markdown"},
        f"score -r {tmp_path}/": {f"{tmp_path}/x.txt"},
    }.items():
        line = shlex.quote(f"truebleu {typed_line}")
        output = shell("fish", f"{SNIPPETS['fish']}\ncomplete -C {line}")
        assert {word.split("\t")[0] for word in output} == expected, typed_line


def test_zsh_offers_candidates() -> None:
    """`_describe` gets the candidates; files are completed where there are none."""
    for typed_line, expected in {
        ("merg",): [f"merge:{COMMANDS['merge']}"],
        ("score", "--format", "js"): ["json", "jsonl"],
        ("score", "x"): ["files"],
    }.items():
        program = (
            "compdef() { }; compset() { }; _files() { print files }\n"
            "_describe() { print -l -- ${(P)2} }\n"
            f"{SNIPPETS['zsh']}\nwords=({shlex.join(('truebleu', *typed_line))})\n"
            "CURRENT=$#words; _truebleu"
        )
        assert shell("zsh", program) == expected
