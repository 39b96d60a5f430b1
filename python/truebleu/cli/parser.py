"""From a command line to what was typed: argparse over the flags of a command."""

from __future__ import annotations

import argparse

from truebleu.cli.command import UsageError
from truebleu.errors import nearest
from truebleu.foreign import foreign_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, NoReturn

    from truebleu.cli.command import Command, Flag

REFERENCE = ("-r", "--reference")
METRIC = ("-m", "--metric")
EMPTY = "the value is empty; is a shell variable unset?"


def parse(command: Command, arguments: Sequence[str]) -> argparse.Namespace:
    """Return what was typed after a command; `files` are the arguments that are no flags.

    Of a command about systems metrics may follow one `-m`: the name of a metric behind another is
    no file. A second file behind one `-r` is an error, not a system: whoever types `-r a b` means
    two references.

    Raises `UsageError`.
    """
    if not command.systems:
        return _parse(command, arguments)
    words = list(_with_metrics_apart(arguments))
    typed = _parse(command, words)
    _check_references(command, words, typed)
    return typed


def _parse(command: Command, arguments: Sequence[str]) -> argparse.Namespace:
    # argparse loses what a lone "--" means when files and flags are mixed.
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    _check_options(arguments[:end], command)
    typed, unknown = _Parser(command).parse_known_intermixed_args(arguments[:end])
    if unknown:
        raise UsageError(_unknown(unknown[0], command))
    typed.files = [*typed.files, *arguments[end + 1 :]]
    if "" in typed.files:
        raise UsageError("the name of a file is empty; is a shell variable unset?")
    return typed


def _check_references(
    command: Command, arguments: Sequence[str], typed: argparse.Namespace
) -> None:
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    for place, argument in enumerate(arguments[:end]):
        behind = arguments[place + 2 : place + 3]
        if argument not in REFERENCE or not behind or behind[0].startswith("-"):
            continue
        if _parse(command, arguments[:place]).files:
            if getattr(typed, "given_text", None):
                raise UsageError(
                    f"{behind[0]!r} follows a reference. Put each text in quotes, and the "
                    'hypothesis first: --text "the cat sat" -r "a cat sat"'
                )
            raise UsageError(
                f"{behind[0]!r} follows a reference: give -r once for each reference "
                "(-r a.txt -r b.txt), and name all systems before or after them"
            )


def _with_metrics_apart(arguments: Sequence[str]) -> Iterator[str]:
    """`-m bleu ter` as `-m bleu -m ter`."""
    # Metrics load slowly, and `truebleu --help` needs none.
    from truebleu.metrics.registry import metric_name

    inside = False
    before = ""
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    for argument in arguments[:end]:
        first = before in METRIC
        metrics = all(map(metric_name, argument.split(",")))
        inside = first or (inside and metrics) or argument.startswith("--metric=")
        if inside and metrics and not first:
            yield METRIC[0]
        yield argument
        before = argument
    yield from arguments[end:]


class _Parser(argparse.ArgumentParser):
    """argparse, with errors that are raised, and no help of its own."""

    def __init__(self, command: Command) -> None:
        super().__init__(
            prog=command.program,
            add_help=False,
            allow_abbrev=False,
            formatter_class=_NarrowFormatter,
        )
        for flag in command.flags:
            self._add(flag)
        self.add_argument("files", nargs="*")

    def _add(self, flag: Flag) -> None:
        if not flag.takes_value:
            self.add_argument(
                *flag.names, dest=flag.target, action=_Switch, nargs=0, const=flag.value
            )
            return
        self.add_argument(
            *flag.names,
            dest=flag.target,
            metavar=flag.metavar,
            type=_argument(flag.parse),
            action="extend" if flag.listed else "append" if flag.repeated else _Once,
            default=None,
        )

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see: {self.prog} --help)")


class _NarrowFormatter(argparse.HelpFormatter):
    """A formatter that formats nothing.

    But argparse makes one for each flag, and would load `shutil` with all its compression modules
    only to ask how wide the terminal is.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)


class _Once(argparse.Action):
    """Stores a value; a second one is a mistake, not a correction that nobody sees."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        _option: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"argument {'/'.join(self.option_strings)}: given twice")
        setattr(namespace, self.dest, values)


class _Switch(argparse.Action):
    """Sets a value; two switches that say the opposite are a mistake."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: Any,
        _option: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) not in {None, self.const}:
            name = self.dest.replace("_", "-")
            parser.error(f"--{name} and --no-{name} contradict each other")
        setattr(namespace, self.dest, self.const)


def _argument(parse_value: Callable[[str], Any]) -> Callable[[str], Any]:
    """Make argparse print the message of a `ValueError` as it is; no option takes an empty text."""

    def convert(given: str) -> Any:
        if not given:
            raise argparse.ArgumentTypeError(EMPTY)
        try:
            return parse_value(given)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def _check_options(arguments: Sequence[str], command: Command) -> None:
    """Raise `UsageError` for another tool's option, and for a long option with a single dash.

    argparse would take `-tok 13a` for `-t ok` with a file named 13a.
    """
    known = {spelling for flag in command.flags for spelling in flag.names}
    for argument in arguments:
        name = argument.split("=", 1)[0]
        if not name.startswith("-") or name in known or " " in name:
            continue
        if foreign_option(name):
            raise UsageError(_unknown(argument, command))
        single = not name.startswith("--") and len(name) > 3
        if single and any(spelling.startswith(f"-{name}") for spelling in known):
            raise UsageError(_unknown(argument, command))


def _unknown(argument: str, command: Command) -> str:
    name = argument.split("=", 1)[0]
    program = command.program
    foreign = foreign_option(name)
    if foreign:
        return f"{foreign} (see: {program} --help)"
    known = [spelling for flag in command.flags for spelling in flag.names]
    close = nearest(name, [spelling for spelling in known if spelling.startswith("--")])
    hint = f". Did you mean {close}?" if close else ""
    return f"unknown option {name}{hint} (see: {program} --help)"
