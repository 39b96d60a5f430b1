"""Generate the manual pages from the definitions of commands and options.

The wheel contains them (`wheel/data/share/man/man1`), so `man truebleu-score` works where the `bin`
of the environment is on the PATH. `make docs` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tools.command_line import ENVIRONMENT
from tools.pages import ROOT
from truebleu.cli.command import Command, Flag
from truebleu.cli.help import exit_codes, explained, sections
from truebleu.cli.run import COMMANDS, load

FOLDER = ROOT / "wheel" / "data" / "share" / "man" / "man1"


def manuals() -> dict[Path, str]:
    """Return the text of every page by its path."""
    commands = map(load, ["", *COMMANDS])
    names = {command.program.replace(" ", "-"): command for command in commands}
    return {FOLDER / f"{name}.1": "\n".join(page(name, command)) for name, command in names.items()}


def write() -> None:
    """Write all pages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in manuals().items():
        path.write_text(text, encoding="utf-8")


def page(name: str, command: Command) -> Iterator[str]:
    """Yield the lines of one page, as roff."""
    summary = COMMANDS[command.name] if command.name else command.about.removesuffix(".")
    yield f'.TH {plain(name.upper())} 1 "" truebleu "truebleu"'
    yield from (".ad l", ".nh")  # names of options in one piece, and no gaps to fill a line
    yield from (".SH NAME", f"{plain(name)} \\- {plain(summary)}", ".SH SYNOPSIS")
    for i, usage in enumerate(command.usage):
        yield from ([".br"] if i else [])
        yield f"\\fB{plain(f'truebleu {usage}')}\\fR"
    yield from (".SH DESCRIPTION", plain(command.about))
    if command.commands:
        yield from commands(command)
    yield ".SH OPTIONS"
    yield from options(command)
    yield ".SH EXAMPLES"
    for description, example in command.examples:
        yield from (".TP", plain(description), f"\\fB{plain(example)}\\fR")
    yield from (".SH EXIT STATUS", plain(exit_codes(command)))
    if command.commands:
        yield from environment()
    yield ".SH SEE ALSO"
    related = ["truebleu"] if command.name else [f"truebleu-{name}" for name in COMMANDS]
    for name_of_page in related:
        yield f".BR {plain(name_of_page)} (1){'' if name_of_page == related[-1] else ','}"
    yield ""


def commands(command: Command) -> Iterator[str]:
    yield ".SH COMMANDS"
    for name, summary in command.commands.items():
        yield from (".TP", f"\\fB{plain(name)}\\fR", plain(summary))


def options(command: Command) -> Iterator[str]:
    for heading, flags in sections(command):
        yield f'.SS "{plain(heading)}"'
        for flag in flags:
            yield from (".TP", spelled(flag), plain(explained(flag)))


def environment() -> Iterator[str]:
    yield ".SH ENVIRONMENT"
    for name, purpose in ENVIRONMENT.items():
        yield from (".TP", f"\\fB{name}\\fR", plain(purpose))


def spelled(flag: Flag) -> str:
    """Return all spellings of an option in bold, its value in italics."""
    names = ", ".join(f"\\fB{plain(name)}\\fR" for name in flag.names)
    return f"{names} \\fI{plain(flag.metavar)}\\fR" if flag.metavar else names


def plain(text: str) -> str:
    r"""Escape a text for roff, including hyphens.

    >>> print(plain("--all of 'it' \\ done"))
    \-\-all of \(aqit\(aq \e done
    """
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{escaped}" if escaped.startswith(".") else escaped
