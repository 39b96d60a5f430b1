"""Completion for fish."""

from __future__ import annotations

from truebleu.cli.commands import COMMANDS
from truebleu.cli.completing.words import (
    OWN_WORDS,
    about,
    arguments,
    described,
    folder,
    paths,
    values,
)
from truebleu.cli.flags import FLAGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebleu.cli.flags import Flag

__all__ = ["fish_script"]

START = """\
# Completion of truebleu for fish: truebleu completions fish | source
function __truebleu_command
    set -l words (commandline -opc)
    test (count $words) -gt 1; and contains -- $words[2] $argv
end
function __truebleu_first
    test (count (commandline -opc)) -eq 1
end
complete -c truebleu -n __truebleu_first -f"""


def fish_script() -> Iterator[str]:
    """Give the script's lines."""
    yield START
    for command, what in about().items():
        yield f"complete -c truebleu -n __truebleu_first -a {command} -d {_quoted(what)}"
    for command in (*COMMANDS, "help"):
        words = " ".join(arguments(command))
        if words:
            files = "-f" if command in OWN_WORDS else "-F"
            yield f"{_when((command,))} {files} -a {_quoted(words)}"
    for flag in FLAGS:
        commands = tuple(command for command in flag.commands if command)
        if commands:
            yield f"{_when(commands)} {_named(flag)} -d {_quoted(described(flag))}{_value(flag)}"
        if "" in flag.commands:
            yield f"complete -c truebleu -n __truebleu_first {_named(flag)} -d {_quoted(flag.help)}"


def _when(commands: tuple[str, ...]) -> str:
    return f"complete -c truebleu -n '__truebleu_command {' '.join(commands)}'"


def _named(flag: Flag) -> str:
    """`-s m -l metric`: a letter, a word, or both."""
    return " ".join(
        f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names
    )


def _value(flag: Flag) -> str:
    if flag.choices:
        return f" -x -a {_quoted(' '.join(values(flag)))}"
    if folder(flag):
        return " -x -a '(__fish_complete_directories)'"
    if paths(flag):
        return " -r -F"
    return " -x" if flag.takes_value else ""


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
