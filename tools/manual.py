"""The manual pages, from the definitions of the flags: one for `truebleu`, one for each command.

They are part of the wheel (`wheel/data/share/man/man1`), so that `man truebleu-score` shows them
wherever the package is installed and its `bin` is on the PATH. `make docs` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tools.pages import ROOT
from truebleu.cli.command import Command, Flag
from truebleu.cli.help import exit_codes, explained, sections
from truebleu.cli.run import COMMANDS, load

FOLDER = ROOT / "wheel" / "data" / "share" / "man" / "man1"
ENVIRONMENT = {
    "NO_COLOR": "tables on a terminal have no colours",
    "TRUEBLEU_CACHE": "the folder for models that are downloaded",
    "TRUEBLEU_KERNEL": "portable, avx2 or avx512; every kernel gives the same numbers",
    "TRUEBLEU_NUM_THREADS": "the most threads that a task in Spark counts with",
    "SOURCE_DATE_EPOCH": "the date that is written into reports",
}


def manuals() -> dict[Path, str]:
    """Give the text of every page by its path."""
    commands = map(load, ["", *COMMANDS])
    names = {command.program.replace(" ", "-"): command for command in commands}
    return {FOLDER / f"{name}.1": "\n".join(page(name, command)) for name, command in names.items()}


def page(name: str, command: Command) -> Iterator[str]:
    """Give the lines of one page, as roff."""
    what = COMMANDS[command.name] if command.name else command.about.removesuffix(".")
    yield f'.TH {plain(name.upper())} 1 "" truebleu "truebleu"'
    yield from (".ad l", ".nh")  # names of options in one piece, and no gaps to fill a line
    yield from (".SH NAME", f"{plain(name)} \\- {plain(what)}", ".SH SYNOPSIS")
    for place, usage in enumerate(command.usage):
        yield from ([".br"] if place else [])
        yield f"\\fB{plain(f'truebleu {usage}')}\\fR"
    yield from (".SH DESCRIPTION", plain(command.about))
    if command.commands:
        yield from commands(command)
    yield ".SH OPTIONS"
    yield from options(command)
    yield ".SH EXAMPLES"
    for said, example in command.examples:
        yield from (".TP", plain(said), f"\\fB{plain(example)}\\fR")
    yield from (".SH EXIT STATUS", plain(exit_codes(command)))
    if command.commands:
        yield from environment()
    yield ".SH SEE ALSO"
    others = ["truebleu"] if command.name else [f"truebleu-{other}" for other in COMMANDS]
    for other in others:
        yield f".BR {plain(other)} (1){'' if other == others[-1] else ','}"
    yield ""


def commands(command: Command) -> Iterator[str]:
    yield ".SH COMMANDS"
    for name, what in command.commands.items():
        yield from (".TP", f"\\fB{plain(name)}\\fR", plain(what))


def options(command: Command) -> Iterator[str]:
    for heading, flags in sections(command):
        yield f'.SS "{plain(heading)}"'
        for flag in flags:
            yield from (".TP", spelled(flag), plain(explained(flag)))


def environment() -> Iterator[str]:
    yield ".SH ENVIRONMENT"
    for name, what in ENVIRONMENT.items():
        yield from (".TP", f"\\fB{name}\\fR", plain(what))


def spelled(flag: Flag) -> str:
    """All spellings of a flag in bold, its value slanted."""
    names = ", ".join(f"\\fB{plain(name)}\\fR" for name in flag.names)
    return f"{names} \\fI{plain(flag.metavar)}\\fR" if flag.metavar else names


def plain(text: str) -> str:
    r"""Give text that roff shows as it is: what it obeys is escaped, and so are hyphens of options.

    >>> print(plain("--all of 'it' \\ done"))
    \-\-all of \(aqit\(aq \e done
    """
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{escaped}" if escaped.startswith(".") else escaped
