"""The commands, and what happens to their errors."""

from __future__ import annotations

from truebleu.cli.console import say_error, write_lines
from truebleu.errors import ConfigurationError, TrueBleuError, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["COMMANDS", "COMPATIBLE", "DONE", "MISSED", "WRONG", "run"]

DONE = 0
MISSED = 1
WRONG = 2

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
    "overlap": "find texts that share n-grams with a corpus, or with each other",
    "statistics": "count a part of a corpus into a file, to be merged with others",
    "merge": "score or compare parts that were counted apart, exactly",
    "mbr": "choose of n-best lists what agrees best with the rest",
    "oracle": "choose of n-best lists what is nearest to the references",
    "tokenize": "show what a tokenizer makes of text",
    "completions": "write the script that completes command lines in a shell",
}
# Commands of other programs: their flags, help and exit codes are not ours.
COMPATIBLE = {"sacrebleu": "sacreBLEU's command: its flags and its output"}


def run(arguments: Sequence[str]) -> int:
    """Run a command line; whatever is wrong with it or its files is said in one line."""
    try:
        return _run(arguments)
    except TrueBleuError as error:
        # Files and options are named in one line; addresses that were tried have one each.
        say_error(str(error), lines=isinstance(error, ConfigurationError))
    except BrokenPipeError:
        raise
    except MemoryError:
        say_error("there is not enough memory (is one line of a file extremely long?)")
    except OSError as error:
        say_error(str(error))
    return WRONG


def _run(arguments: Sequence[str]) -> int:
    if not arguments:
        return _help("")
    command, rest = arguments[0], arguments[1:]
    if command in COMMANDS:
        return _run_command(command, rest)
    if command in COMPATIBLE:
        from truebleu.cli.sacrebleu import run_sacrebleu

        return run_sacrebleu(rest)
    from truebleu.cli.parser import UsageError, parse

    if command == "help":
        return _run([*rest[:1], "--help"])
    if not command.startswith("-") or command == "-":
        close = nearest(command, [*COMMANDS, *COMPATIBLE])
        hint = f"; did you mean {close!r}?" if close else ""
        if not close and _is_file(command):
            hint = f"; to score a file: truebleu score {command} -r REFERENCE"
        raise UsageError(f"there is no command {command!r}{hint} (see: truebleu --help)")
    typed = parse("", arguments)
    return _help("") if typed.help or not typed.version else _version()


def _is_file(path: str) -> bool:
    import os

    return os.path.exists(path)


def _run_command(command: str, arguments: Sequence[str]) -> int:
    # Asked for help, nobody wants to hear first what else is wrong with the line.
    if "--help" in arguments or "-h" in arguments:
        return _help(command)
    if "--version" in arguments or "-V" in arguments:
        return _version()
    # Each command has a module of its name, loaded now.
    from importlib import import_module

    run_it: Callable[[Sequence[str]], int]
    run_it = getattr(import_module(f"truebleu.cli.{command}"), f"run_{command}")
    return run_it(arguments)


def _help(command: str) -> int:
    from truebleu.cli.help import page

    write_lines(page(command))
    return DONE


def _version() -> int:
    from truebleu import _native

    unicode = f"{_native.UNICODE_VERSION}, lower case of {_native.LOWERCASE_UNICODE_VERSION}"
    kernel = _native.active_kernel()
    write_lines([f"truebleu {_native.__version__} (Unicode {unicode}; kernel {kernel})"])
    return DONE
