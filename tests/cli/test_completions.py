"""Completion of command lines, in the shells themselves where they are."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import environment, fails, truebleu
from tests.requirements import missing
from truebleu.cli.commands import COMMANDS
from truebleu.cli.completing import SHELLS
from truebleu.cli.completing.words import SHELL_NAMES, about
from truebleu.cli.flags import flags_of

METRICS = next(flag for flag in flags_of("score") if "--metric" in flag.names)
# What was typed, and what may stand in the place of its last word.
TYPED = {
    ("sc",): {"score"},
    ("",): {*about(), "-h", "--help", "-V", "--version"},
    ("score", "--reference-c"): {"--reference-column"},
    ("score", "-m", "chrf"): {"chrf", "chrf++"},
    ("score", "-m", "bleu", "chrf", "te"): {"ter"},
    ("score", "x.txt", "--format", "js"): {"json", "jsonl"},
    ("tokenize", "--format", "js"): {"json"},
    ("score", "--smoothing", "fl"): {"floor"},
    ("completions", ""): set(SHELL_NAMES),
    ("help", "merg"): {"merge"},
    ("conventions", "nl"): {"nltk"},
    ("score", "-r", "no-such-file"): set(),
    ("sacrebleu", "--no-such"): set(),
}


def script(shell: str) -> str:
    return "".join(f"{line}\n" for line in SHELLS[shell]())


def shell(name: str, program: str) -> list[str]:
    """Run a program of a shell, and give the lines that it writes; it has nothing to complain."""
    found = shutil.which(name)
    if found is None:
        missing(name, f"there is no {name} here")
    ran = subprocess.run(
        [found, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment(),
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def test_the_command_writes_the_script_of_each_shell() -> None:
    assert tuple(SHELLS) == SHELL_NAMES
    for name in SHELLS:
        ran = truebleu("completions", name)
        assert (ran.code, ran.err, ran.out) == (0, "", script(name))


def test_a_shell_must_be_one_of_them() -> None:
    assert fails("completions") == "say for which shell: bash, zsh, fish"
    assert "did you mean 'fish'?" in fails("completions", "fsh")


def in_bash(lines: list[tuple[str, ...]]) -> list[set[str]]:
    """Ask bash what it would offer for each line."""
    tries = [
        f"COMP_WORDS=({shlex.join(('truebleu', *line))}); COMP_CWORD={len(line)}; "
        '_truebleu; echo "${COMPREPLY[*]}"'
        for line in lines
    ]
    return [set(said.split()) for said in shell("bash", "\n".join([script("bash"), *tries]))]


def test_bash_offers_what_fits() -> None:
    assert dict(zip(TYPED, in_bash(list(TYPED)), strict=True)) == TYPED


def test_bash_takes_a_value_behind_an_equals_sign() -> None:
    offered = in_bash([("score", "--format", "=", "mark"), ("score", "--metric", "=")])
    assert offered == [{"markdown"}, set(METRICS.choices() if METRICS.choices else ())]


def test_bash_offers_every_flag() -> None:
    offered = in_bash([(command, "x.txt", "-") for command in COMMANDS])
    for command, flags in zip(COMMANDS, offered, strict=True):
        assert flags == {name for flag in flags_of(command) for name in flag.names}


@pytest.mark.parametrize("name", ["zsh", "fish"])
def test_every_flag_is_in_the_scripts_of_the_others(name: str) -> None:
    lines = script(name).splitlines()
    for command in COMMANDS:
        if name == "zsh":
            start = lines.index(f"        {command})")
            of_command = lines[start : lines.index("            ;;", start)]
        else:
            of_command = [line for line in lines if f" {command}" in line.split(" -d ")[0]]
        words = " ".join(of_command).replace(",", " ").replace("{", " ").replace("}", " ")
        for flag in flags_of(command):
            for spelled in flag.names:
                long = f"-l {spelled[2:]}" if spelled.startswith("--") else f"-s {spelled[1:]}"
                assert (spelled if name == "zsh" else f"{long} ") in words, (command, spelled)


def test_fish_offers_what_fits(tmp_path: Path) -> None:
    if shutil.which("fish") is None:
        missing("fish", "there is no fish here")
    (tmp_path / "truebleu.fish").write_text(script("fish"), encoding="utf-8")
    for typed, expected in TYPED.items():
        if typed in {("",), ("score", "-m", "bleu", "chrf", "te"), ("sacrebleu", "--no-such")}:
            continue  # fish knows files and flags of its own here
        line = shlex.quote(shlex.join(("truebleu", *typed[:-1])) + f" {typed[-1]}")
        said = shell("fish", f"source {tmp_path}/truebleu.fish; complete -C {line}")
        assert {word.split("\t")[0] for word in said} == expected, typed


def test_zsh_reads_its_script(tmp_path: Path) -> None:
    if shutil.which("zsh") is None:
        missing("zsh", "there is no zsh here")
    (tmp_path / "_truebleu").write_text(script("zsh"), encoding="utf-8")
    assert shell("zsh", f"zsh -n {tmp_path}/_truebleu && echo read") == ["read"]
