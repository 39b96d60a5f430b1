"""The manual pages, from the definitions of the flags: one for `truebleu`, one for each command.

They are part of the wheel (`wheel/data/share/man/man1`), so that `man truebleu-score` shows them
wherever the package is installed and its `bin` is on the PATH. `make docs` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tools.pages import ROOT
from truebleu.cli.commands import COMMANDS, COMPATIBLE
from truebleu.cli.flags import Flag, flags_of
from truebleu.cli.help import ABOUT, EXAMPLES, HEADINGS, USAGE, exit_codes, explained

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
    names = {command: f"truebleu-{command}" if command else "truebleu" for command in USAGE}
    return {FOLDER / f"{name}.1": "\n".join(page(name, command)) for command, name in names.items()}


def page(name: str, command: str) -> Iterator[str]:
    """Give the lines of one page, as roff."""
    what = COMMANDS[command] if command else "BLEU, chrF and TER scores that others can reproduce"
    yield f'.TH {plain(name.upper())} 1 "" truebleu "truebleu"'
    yield from (".ad l", ".nh")  # names of options in one piece, and no gaps to fill a line
    yield from (".SH NAME", f"{plain(name)} \\- {plain(what)}", ".SH SYNOPSIS")
    for place, usage in enumerate(USAGE[command]):
        yield from ([".br"] if place else [])
        yield f"\\fB{plain(usage)}\\fR"
    yield from (".SH DESCRIPTION", plain(ABOUT[command]))
    if not command:
        yield from commands()
    yield ".SH OPTIONS"
    yield from options(command)
    yield ".SH EXAMPLES"
    for said, example in EXAMPLES[command]:
        yield from (".TP", plain(said), f"\\fB{plain(example)}\\fR")
    yield from (".SH EXIT STATUS", plain(exit_codes(command).removeprefix("Exit codes: ")))
    if not command:
        yield from environment()
    yield ".SH SEE ALSO"
    others = ["truebleu"] if command else [f"truebleu-{other}" for other in COMMANDS]
    for other in others:
        yield f".BR {plain(other)} (1){'' if other == others[-1] else ','}"
    yield ""


def commands() -> Iterator[str]:
    yield ".SH COMMANDS"
    for name, what in (COMMANDS | COMPATIBLE).items():
        yield from (".TP", f"\\fB{plain(name)}\\fR", plain(what))


def options(command: str) -> Iterator[str]:
    for category, heading in HEADINGS.items():
        flags = [flag for flag in flags_of(command) if flag.category == category]
        if flags:
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
