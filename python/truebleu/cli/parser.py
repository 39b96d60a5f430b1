"""From a command line to what was typed: argparse over the table of flags."""

from __future__ import annotations

import argparse

from truebleu.cli.flags import flags_of
from truebleu.errors import TrueBleuError, nearest
from truebleu.metrics.registry import METRICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, NoReturn

    from truebleu.cli.flags import Flag

__all__ = ["UsageError", "parse", "parse_systems"]

REFERENCE = ("-r", "--reference")
METRIC = ("-m", "--metric")
EMPTY = "the value is empty; is a shell variable unset?"


class UsageError(TrueBleuError):
    """The command line itself is wrong."""


def parse(command: str, arguments: Sequence[str]) -> argparse.Namespace:
    """What was typed after a command; `files` are the arguments that are no flags.

    Raises `UsageError`.
    """
    # argparse loses what a lone "--" means when files and flags are mixed.
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    typed, unknown = _Parser(command).parse_known_intermixed_args(arguments[:end])
    if unknown:
        raise UsageError(_unknown(unknown[0], command))
    typed.files = [*typed.files, *arguments[end + 1 :]]
    if "" in typed.files:
        raise UsageError("the name of a file is empty; is a shell variable unset?")
    return typed


def parse_systems(command: str, arguments: Sequence[str]) -> argparse.Namespace:
    """What was typed after a command that scores systems.

    Metrics may follow one `-m`: the name of a metric behind another is no file. A second file
    behind one `-r` is an error, not a system: whoever types `-r a b` means two references.
    """
    arguments = list(_with_metrics_apart(arguments))
    typed = parse(command, arguments)
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    for place, argument in enumerate(arguments[:end]):
        behind = arguments[place + 2 : place + 3]
        if argument not in REFERENCE or not behind or behind[0].startswith("-"):
            continue
        if parse(command, arguments[:place]).files:
            raise UsageError(
                f"{behind[0]!r} follows a reference: give -r once for each reference "
                "(-r a.txt -r b.txt), and name all systems before or after them"
            )
    return typed


def _with_metrics_apart(arguments: Sequence[str]) -> Iterator[str]:
    """`-m bleu ter` as `-m bleu -m ter`."""
    inside = False
    before = ""
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    for argument in arguments[:end]:
        first = before in METRIC
        inside = first or (inside and argument in METRICS) or argument.startswith("--metric=")
        if inside and argument in METRICS and not first:
            yield METRIC[0]
        yield argument
        before = argument
    yield from arguments[end:]


class _Parser(argparse.ArgumentParser):
    """argparse, with errors that are raised, and no help of its own."""

    def __init__(self, command: str) -> None:
        super().__init__(
            prog=f"truebleu {command}".rstrip(),
            add_help=False,
            allow_abbrev=False,
            formatter_class=_NarrowFormatter,
        )
        self._command = command
        for flag in flags_of(command):
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
            action="append" if flag.repeated else _Once,
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


def _unknown(argument: str, command: str) -> str:
    name = argument.split("=", 1)[0]
    known = [spelling for flag in flags_of(command) for spelling in flag.names]
    close = nearest(name, [spelling for spelling in known if spelling.startswith("--")])
    hint = f"; did you mean {close}?" if close else ""
    program = f"truebleu {command}".rstrip()
    return f"there is no option {name}{hint} (see: {program} --help)"
