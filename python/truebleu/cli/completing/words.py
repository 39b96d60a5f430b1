"""What may stand where on a command line: the same for all shells."""

from __future__ import annotations

from truebleu.cli.commands import COMMANDS, COMPATIBLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebleu.cli.flags import Flag

__all__ = [
    "HELP",
    "OWN_WORDS",
    "SHELL_NAMES",
    "about",
    "arguments",
    "described",
    "folder",
    "paths",
    "values",
]

SHELL_NAMES = ("bash", "zsh", "fish")
OWN_WORDS = ("help", "completions")
"""Commands that take words of their own, and no files."""
HELP = "show the help of a command"
FILES = frozenset({"FILE", "NAME=FILE"})
FOLDERS = frozenset({"FOLDER"})


def about() -> dict[str, str]:
    """Every word that may come first, and what it does."""
    return {**COMMANDS, **COMPATIBLE, "help": HELP}


def arguments(command: str) -> Sequence[str]:
    """Words that a command takes where it has no flag, beside files.

    >>> arguments("help")[:2]
    ('score', 'compare')
    >>> arguments("score")
    ()
    """
    if command == "help":
        return (*COMMANDS, *COMPATIBLE)
    if command == "completions":
        return SHELL_NAMES
    if command == "conventions":
        from truebleu.conventions import CONVENTIONS

        return tuple(CONVENTIONS)
    return ()


def values(flag: Flag) -> Sequence[str]:
    """Words that may follow a flag; none where these cannot be listed."""
    return tuple(flag.choices()) if flag.choices else ()


def paths(flag: Flag) -> bool:
    """Tell whether the name of a file follows a flag."""
    return flag.metavar in FILES


def folder(flag: Flag) -> bool:
    """Tell whether the name of a folder follows a flag."""
    return flag.metavar in FOLDERS


def described(flag: Flag) -> str:
    """What a flag does, in a few words.

    >>> from truebleu.cli.flags import FLAGS
    >>> described(FLAGS[0])
    'a file of references, one segment a line'
    """
    return flag.help.split(";", 1)[0].split(" (", 1)[0]
