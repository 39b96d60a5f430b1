"""Completion for zsh."""

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
from truebleu.cli.flags import flags_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebleu.cli.flags import Flag

__all__ = ["zsh_script"]

START = """\
#compdef truebleu
# Completion of truebleu for zsh: a file named _truebleu in a folder of $fpath, or
# source <(truebleu completions zsh)
_truebleu() {
    local -a commands
    commands=("""
MIDDLE = """\
    )
    if (( CURRENT == 2 )); then
        _describe -t commands command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in"""
# A word of a command's own, or a file.
EITHER = """\
_truebleu_NAME() {
    compadd -- WORDS
    _files
}"""
# Read from a folder of $fpath, the file is the function's body; elsewhere it only defines it.
END = """\
        *) _files ;;
    esac
}
HELPERS
if [[ $funcstack[1] == _truebleu ]]; then
    _truebleu "$@"
else
    compdef _truebleu truebleu
fi"""


def zsh_script() -> Iterator[str]:
    """Give the script's lines."""
    yield START
    for command, what in about().items():
        yield f"        {_quoted(f'{command}:{what}')}"
    yield MIDDLE
    for command in (*COMMANDS, "help"):
        yield f"        {command})"
        yield "            _arguments -s -S \\"
        for flag in flags_of(command):
            yield f"                {_spec(flag)} \\"
        yield f"                {_rest(command)}"
        yield "            ;;"
    yield END.replace("HELPERS\n", "".join(f"{line}\n" for line in _helpers()))


def _spec(flag: Flag) -> str:
    """Describe one flag as `_arguments` reads it."""
    text = f"[{_escaped(described(flag))}]"
    if flag.takes_value:
        text += f":{_escaped(flag.metavar or '')}:{_action(flag)}"
    names = [_with_value(name) for name in flag.names] if flag.takes_value else list(flag.names)
    before = "*" if flag.repeated else f"({' '.join(flag.names)})"
    if len(names) == 1:
        return _quoted(f"{before if flag.repeated else ''}{names[0]}{text}")
    return f"{_quoted(before)}{{{','.join(names)}}}{_quoted(text)}"


def _with_value(name: str) -> str:
    """`--flag=` takes its value in the same word or the next, and so does `-f+`."""
    return f"{name}=" if name.startswith("--") else f"{name}+"


def _action(flag: Flag) -> str:
    if flag.choices:
        return f"({' '.join(values(flag))})"
    if folder(flag):
        return "_files -/"
    return "_files" if paths(flag) else " "


def _rest(command: str) -> str:
    words = " ".join(arguments(command))
    if command in OWN_WORDS:
        return _quoted(f"*:word:({words})")
    if words:
        return _quoted(f"*:file:_truebleu_{command}")
    return _quoted("*:file:_files")


def _helpers() -> Iterator[str]:
    for command in COMMANDS:
        words = " ".join(arguments(command))
        if words and command not in OWN_WORDS:
            yield EITHER.replace("NAME", command).replace("WORDS", words)


def _escaped(text: str) -> str:
    for mark in "\\[]:":
        text = text.replace(mark, f"\\{mark}")
    return text


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
