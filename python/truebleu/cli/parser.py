"""Parsing of a command's arguments with argparse."""

from __future__ import annotations

import argparse
import re

from truebleu.cli.command import UsageError, end_of_options
from truebleu.cli.values import LIST_ALL
from truebleu.errors import nearest
from truebleu.other_tools import foreign_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, NoReturn

    from truebleu.cli.command import Command, Flag

REFERENCE = ("-r", "--reference")
METRIC = ("-m", "--metric")
EMPTY = "the value is empty. Check for an unset shell variable."


def parse(command: Command, arguments: Sequence[str]) -> argparse.Namespace:
    """Return the parsed arguments of a command. The attribute `files` has the positional arguments.

    In commands that read system outputs, several metrics can follow one `-m`. A second file after
    one `-r` raises an error, because `-r a b` probably means two references.

    Raises:
        UsageError: the command line is invalid.
    """
    if not command.systems:
        return _parse(command, arguments)
    words = list(_with_metrics_apart(arguments))
    args = _parse(command, words)
    _check_references(command, words, args)
    return args


VALUE = r"('[^']*'|[\[(].*?(?:[\])]|\.{3})|[^\s,:]*[^\s,:.])"
"""Value of a setting. A long list ends with "..."."""
SETTING = re.compile(rf"(\w+)(?: \([^)]*\))?={VALUE} (?=is )")
"""Start of a message about a setting, such as `confidence=95.0 is out of range`."""
MENTION = re.compile(
    rf"\w+\([^)]*\)|(?<!\w)'[^']*'|(?<![\w./-])([a-z_]+)(?:={VALUE})?(?![\w/-]|\.\w)"
)
"""Code, a quotation or a word. If the word is a setting, its value can follow."""


def name_options(message: str, command: Command, args: argparse.Namespace) -> str:
    """Return `message` with the names of Python settings replaced by the options that set them.

    A setting is recognized by its value (`seed=0`) or by an underscore (`max_ngram_order`).
    """
    value_by_flag = {flag: getattr(args, flag.target, None) for flag in command.flags}
    start = SETTING.match(message)
    for flag, value in value_by_flag.items():
        named = start and start[1] in {flag.sets, flag.target}
        if start and named and flag.takes_value and value is not None:
            values = value if isinstance(value, tuple) else [value]
            raw = ",".join(f"{x:g}" if isinstance(x, float) else f"{x}" for x in values)
            following = name_options(message[start.end() :], command, args)
            return f"argument {'/'.join(flag.names)}: '{raw}' {following}"
    files = [word for word in args.arguments if not word.startswith("-")]

    def spelled(mention: re.Match[str]) -> str:
        is_named = any(mention[0] in file for file in files)  # such as the folder `seed=1`
        return mention[0] if is_named else _spelled(value_by_flag, mention)

    return MENTION.sub(spelled, message)


def _spelled(value_by_flag: dict[Flag, Any], mention: re.Match[str]) -> str:
    """Return the option for a setting in a message, or any other text unchanged.

    If several options have the same setting, the one with the value in the message is preferred.
    """
    name, value = mention[1], mention[2]
    if not name or not (value or "_" in name):
        return mention[0]
    for flag in sorted(value_by_flag, key=lambda flag: repr(value_by_flag[flag]) != value):
        if name not in {flag.sets, flag.target}:
            continue
        if flag.takes_value and value and value not in {"True", "False"}:
            return f"{flag.names[-1]} {value}".replace("'", "")
        if flag.takes_value or value in {None, repr(flag.value)}:
            return flag.names[-1]
    return mention[0]


def _parse(command: Command, arguments: Sequence[str]) -> argparse.Namespace:
    # With files between options, argparse does not treat the arguments after "--" as files.
    end = end_of_options(arguments)
    _check_options(arguments[:end], command)
    args, unknown = _Parser(command).parse_known_intermixed_args(arguments[:end])
    if unknown:
        raise UsageError(_unknown(unknown[0], command))
    args.files = [*args.files, *arguments[end + 1 :]]
    if "" in args.files:
        raise UsageError("a file name is empty. Check for an unset shell variable.")
    return args


def _check_references(command: Command, arguments: Sequence[str], args: argparse.Namespace) -> None:
    end = end_of_options(arguments)
    for i, argument in enumerate(arguments[:end]):
        following = arguments[i + 2 : i + 3]
        if argument not in REFERENCE or not following or following[0].startswith("-"):
            continue
        if _parse(command, arguments[:i]).files:
            if getattr(args, "given_text", None):
                raise UsageError(
                    f"-r takes one text, got a second one: {following[0]!r}. Put each text in "
                    'quotes, and the hypothesis first: --text "the cat sat" -r "a cat sat"'
                )
            raise UsageError(
                f"-r takes one file, got a second one: {following[0]!r}. Pass -r once per "
                "reference (-r a.txt -r b.txt), and all systems before the first -r."
            )


def _with_metrics_apart(arguments: Sequence[str]) -> Iterator[str]:
    """Yield the arguments, with `-m bleu ter` replaced by `-m bleu -m ter`."""
    # Import late: loading metrics is slow, and `truebleu --help` does not need them.
    from truebleu.metrics.registry import is_learned, metric_name

    inside = False
    before = ""
    end = end_of_options(arguments)
    for argument in arguments[:end]:
        first = before in METRIC
        metrics = all(metric_name(part) or is_learned(part) for part in argument.split(","))
        inside = first or (inside and metrics) or argument.startswith("--metric=")
        if inside and metrics and not first:
            yield METRIC[0]
        yield argument
        before = argument
    yield from arguments[end:]


class _Parser(argparse.ArgumentParser):
    """Parser that raises `UsageError` for an invalid command line. It has no help option."""

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
        hint = "" if LIST_ALL in message else f" (see: {self.prog} --help)"
        raise UsageError(f"{message}{hint}")


class _NarrowFormatter(argparse.HelpFormatter):
    """Help formatter with a fixed width.

    argparse creates a formatter for each option. To get the width of the terminal, each would
    import `shutil`, which imports compression modules.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)


class _Once(argparse.Action):
    """Action for an option that stores a value. A second value is an error."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        _option: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            others = [
                name for name in _same_target(parser, self) if name not in self.option_strings
            ]
            hint = f" or contradicts {others[0]}" if others else ""
            parser.error(f"argument {'/'.join(self.option_strings)}: the option is repeated{hint}")
        setattr(namespace, self.dest, values)


class _Switch(argparse.Action):
    """Action for a switch that sets a value. A later switch that sets another value is an error."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        _values: Any,
        _option: str | None = None,
    ) -> None:
        if getattr(namespace, self.dest) not in {None, self.const}:
            parser.error(f"{' and '.join(_same_target(parser, self))} contradict each other")
        setattr(namespace, self.dest, self.const)


def _same_target(parser: argparse.ArgumentParser, action: argparse.Action) -> list[str]:
    """Return the options that set the same value as `action`, itself included."""
    actions = parser._actions  # noqa: SLF001  argparse has no public list
    return [other.option_strings[-1] for other in actions if other.dest == action.dest]


def _argument(parse_value: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a function for argparse that parses a value and rejects an empty value.

    argparse prints the error messages of `parse_value` unchanged.
    """

    def convert(raw: str) -> Any:
        if not raw:
            raise argparse.ArgumentTypeError(EMPTY)
        try:
            return parse_value(raw)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def _check_options(arguments: Sequence[str], command: Command) -> None:
    """Raise `UsageError` for an option of another tool, or a long option with a single dash.

    argparse would read `-tok 13a` as `-t ok`, followed by a file with the name 13a.
    """
    spellings = {spelling for flag in command.flags for spelling in flag.names}
    for argument in arguments:
        name = argument.split("=", 1)[0]
        if not name.startswith("-") or name in spellings or " " in name:
            continue
        if foreign_option(name):
            raise UsageError(_unknown(argument, command))
        single = not name.startswith("--") and len(name) > 3
        if single and any(spelling.startswith(f"-{name}") for spelling in spellings):
            raise UsageError(_unknown(argument, command))


def _unknown(argument: str, command: Command) -> str:
    name = argument.split("=", 1)[0]
    program = command.program
    foreign = foreign_option(name)
    if foreign:
        return f"{foreign} (see: {program} --help)"
    spellings = [spelling for flag in command.flags for spelling in flag.names]
    close = nearest(name, [spelling for spelling in spellings if spelling.startswith("--")])
    hint = f". Did you mean {close}?" if close else ""
    return f"unknown option {name}{hint} (see: {program} --help)"
