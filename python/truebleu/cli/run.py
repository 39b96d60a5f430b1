"""The commands in their order, and the one that a command line names."""

from __future__ import annotations

import os
from importlib import import_module

from truebleu.cli.command import Command, UsageError
from truebleu.cli.flags import files
from truebleu.errors import nearest
from truebleu.io.console import write_lines
from truebleu.io.program import DONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "score": "score translations against references",
    "compare": "tell whether one system is better than another",
    "evaluate": "score by many metrics, and hold them against people's scores",
    "check": "find what is wrong with the files before they are scored",
    "explain": "say why a BLEU score is what it is",
    "report": "write a page that shows the sentences behind the scores",
    "serve": "open a page to drop files into, try settings, edit sentences",
    "conventions": "show what other tools do, and their numbers for the same files",
    "identify": "find the settings that gave a reported number",
    "verify": "tell whether a published number holds",
    "diversity": "say how much texts repeat each other: self-BLEU, distinct-n",
    "statistics": "count a part of a corpus into a file, to be merged with others",
    "merge": "score or compare parts that were counted apart, exactly",
    "mbr": "choose of n-best lists what agrees best with the rest",
    "oracle": "choose of n-best lists what is nearest to the references",
    "tokenize": "show what a tokenizer makes of text",
    "completions": "write the script that completes command lines in a shell",
}
"""Each is in a file of its name in `cli/commands`, which is loaded when it is asked for."""

# Commands of other programs: their flags, help and exit codes are not ours.
COMPATIBLE = {"sacrebleu": "sacreBLEU's command: its flags and its output"}


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    name, rest = (arguments[0], arguments[1:]) if arguments else ("--help", [])
    if name in COMMANDS:
        return _run_command(load(name), rest)
    if name in COMPATIBLE:
        from truebleu.compat.sacrebleu.command import run_sacrebleu

        return run_sacrebleu(rest)
    if name == "complete":  # for shells alone, so that no help names it
        from truebleu.cli.complete import run_complete

        return run_complete(rest)
    if name == "help":
        return run([*rest[:1], "--help"])
    if name.startswith("-") and name != "-":
        return _run_program(arguments or [name])
    close = nearest(name, [*COMMANDS, *COMPATIBLE])
    hint = f"; did you mean {close!r}?" if close else ""
    if not close and os.path.exists(name):
        hint = f"; to score a file: truebleu score {name} -r REFERENCE"
    raise UsageError(f"there is no command {name!r}{hint} (see: truebleu --help)")


def load(name: str) -> Command:
    """Return the command of a name; the program itself for the empty one."""
    if not name:
        return PROGRAM
    command: Command = import_module(f"truebleu.cli.commands.{name}").COMMAND
    return command


def _run_command(command: Command, arguments: Sequence[str]) -> int:
    # Asked for help, nobody wants to hear first what else is wrong with the line.
    if "--help" in arguments or "-h" in arguments:
        return _help(command)
    if "--version" in arguments or "-V" in arguments:
        return _version()
    from truebleu.cli.parser import parse

    typed = parse(command, arguments)
    typed.arguments = arguments
    return command.run(typed)


def _run_program(arguments: Sequence[str]) -> int:
    from truebleu.cli.parser import parse

    return PROGRAM.run(parse(PROGRAM, arguments))


def _help(command: Command) -> int:
    from truebleu.cli.help import page

    write_lines(page(command))
    return DONE


def _version() -> int:
    from truebleu import _native

    unicode = f"{_native.UNICODE_VERSION}, lower case of {_native.LOWERCASE_UNICODE_VERSION}"
    kernel = _native.active_kernel()
    write_lines([f"truebleu {_native.__version__} (Unicode {unicode}; kernel {kernel})"])
    return DONE


PROGRAM: Command = Command(
    name="",
    usage=["COMMAND ...", "COMMAND --help"],
    about="BLEU, chrF and TER scores that others can reproduce.",
    examples=[
        ("score a translation", "truebleu score system.txt -r reference.txt"),
        ("is one better?", "truebleu compare base.txt new.txt -r reference.txt"),
        ("what a tokenizer does", 'echo "Hello, world!" | truebleu tokenize'),
        ("all options", "truebleu score --help"),
    ],
    flags=files.general(threads=False),
    run=lambda typed: _help(PROGRAM) if typed.help or not typed.version else _version(),
    missed="a score is below --fail-under (score), or there is what --fail-on names (check), or "
    "the number does not hold (verify)",
    commands=COMMANDS | COMPATIBLE,
)
