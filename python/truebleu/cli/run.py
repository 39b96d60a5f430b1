"""Functions that select and run the command in a command line."""

from __future__ import annotations

import os
from importlib import import_module

from truebleu.cli.command import Command, UsageError, end_of_options
from truebleu.cli.flags import files
from truebleu.errors import ConfigurationError, InputError, MissingDependency, nearest
from truebleu.io.console import write_lines
from truebleu.io.program import DONE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "score": "score systems against references",
    "compare": "compare systems: confidence intervals and significance tests",
    "evaluate": "compute many metrics and their correlation with human ratings",
    "check": "check input files before scoring",
    "explain": "explain a BLEU score: lost points, n-grams, segments",
    "report": "write an HTML report with scores, tests and segments",
    "serve": "run a local server: drop files, try settings, edit segments",
    "conventions": "list presets of other tools and compute their BLEU scores",
    "identify": "find the settings that reproduce a reported BLEU score",
    "verify": "verify a published score against its signature",
    "diversity": "measure self-BLEU, distinct-n and entropy of texts",
    "statistics": "save the sufficient statistics of a shard, for merge",
    "merge": "merge shards and score or compare them, exactly",
    "mbr": "select the best candidate per n-best list (minimum Bayes risk)",
    "oracle": "select the candidate with the best score against the references",
    "resegment": "split a text to match the segments of its references",
    "tokenize": "print the tokens of a text",
    "completions": "print the completion script of a shell",
}
"""Summary of each command, by name. The module of a command in `cli/commands` is imported only if
the command is run."""

# Commands that mimic another program have that program's options, help and exit codes.
COMPATIBLE = {"sacrebleu": "run sacreBLEU's command line: same options, same output"}


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code. `arguments` are the words after `truebleu`."""
    name, *options = arguments or ["--help"]
    if name in COMMANDS:
        return _run_command(load(name), options)
    if name in COMPATIBLE:
        from truebleu.compat.sacrebleu.command import run_sacrebleu

        return run_sacrebleu(options)
    if name == "complete":  # used by shells only, so help omits it
        from truebleu.cli.complete import run_complete

        return run_complete(options)
    if name == "help":
        return _run_help(options)
    if name.startswith("-") and name != "-":
        return _run_program(arguments or [name])
    close = nearest(name, [*COMMANDS, *COMPATIBLE])
    hint = f". Did you mean {close}?" if close else ""
    if not close and os.path.exists(name):
        hint = f". To score a file: truebleu score {name} -r REFERENCE"
    raise UsageError(f"unknown command {name!r}{hint} (see: truebleu --help)")


def load(name: str) -> Command:
    """Return the definition of a command.

    If `name` is empty, this is the definition of `truebleu` without a command.
    """
    if not name:
        return PROGRAM
    command: Command = import_module(f"truebleu.cli.commands.{name}").COMMAND
    return command


def _run_command(command: Command, arguments: Sequence[str]) -> int:
    # Print help even if other options are invalid. After "--", all words are file names.
    options = arguments[: end_of_options(arguments)]
    if "--help" in options:
        return _help(command)
    if "-h" in options:
        return _short_help(command)
    if "--version" in options or "-V" in options:
        return _version()
    from truebleu.cli.parser import name_options, parse

    args = parse(command, arguments)
    args.arguments = arguments
    try:
        return command.run(args)
    except (ConfigurationError, InputError, MissingDependency) as error:
        message = name_options(str(error), command, args)
        if message == str(error):
            raise
        raise UsageError(message) from error


def _run_program(arguments: Sequence[str]) -> int:
    from truebleu.cli.parser import parse

    return PROGRAM.run(parse(PROGRAM, arguments))


def _run_help(words: Sequence[str]) -> int:
    from truebleu.cli.help import HEADINGS, Group, group_names, group_page

    name = " ".join(words).casefold()
    if not words or words[0] in COMMANDS or words[0] in COMPATIBLE:
        if len(words) > 1:
            raise UsageError(f"help shows one command, got a second word: {words[1]!r}. Remove it.")
        return run([*words[:1], "--help"])
    commands = [load(command) for command in COMMANDS]
    groups = group_names(commands)
    key = next((key for key in groups if name in {key, HEADINGS[key].casefold()}), None)
    if key is None:
        close = nearest(name, [*COMMANDS, *COMPATIBLE, *groups])
        hint = f" Did you mean {close}?" if close else ""
        raise UsageError(
            f"unknown command or option group {name!r}.{hint} Option groups: {', '.join(groups)}."
        )
    write_lines(group_page(Group(key, commands)))
    return DONE


def _help(command: Command) -> int:
    from truebleu.cli.help import page

    write_lines(page(command))
    return DONE


def _short_help(command: Command) -> int:
    from truebleu.cli.help import short_page

    write_lines(short_page(command))
    return DONE


def _version() -> int:
    from truebleu import _native

    unicode = f"{_native.UNICODE_VERSION}, lower case of {_native.LOWERCASE_UNICODE_VERSION}"
    kernel = _native.active_kernel()
    write_lines([f"truebleu {_native.__version__} (Unicode {unicode}; kernel {kernel})"])
    return DONE


PROGRAM: Command = Command(
    name="",
    usage=["COMMAND ...", "COMMAND -h | --help", "help COMMAND | GROUP"],
    about="BLEU and related metrics with significance tests, explanations and signatures.",
    examples=[
        ("score a system", "truebleu score system.txt -r reference.txt"),
        ("compare two systems", "truebleu compare base.txt new.txt -r reference.txt"),
        ("tokenize a text", 'echo "Hello, world!" | truebleu tokenize'),
        ("list the most common options of a command", "truebleu score -h"),
        ("list the options of BLEU in all commands", "truebleu help bleu"),
    ],
    flags=files.general(threads=False),
    run=lambda args: _version() if args.version and not args.help else _help(PROGRAM),
    missed="a score is below --fail-under (score), or a system is significantly worse with "
    "--fail-if-worse (compare), or an issue reaches --fail-on (check), or the score does not match "
    "(verify)",
    commands=COMMANDS | COMPATIBLE,
)
