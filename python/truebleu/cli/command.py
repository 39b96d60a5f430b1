"""Definitions of commands and their options."""

from __future__ import annotations

from truebleu.cli.values import choice_of, text
from truebleu.errors import TrueBleuError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal

    Category = Literal[
        "input",
        "metric",
        "bleu",
        "chrf",
        "rouge",
        "cider",
        "ter",
        "significance",
        "explanation",
        "selection",
        "server",
        "output",
        "common",
    ]


class UsageError(TrueBleuError):
    """Invalid command line."""


class Flag:
    """Definition of one option.

    Args:
        names: all spellings, the short one first.
        help: what the option does.
        category: the option group in which help lists it.
        metavar: the name of its value; an option without one is a switch.
        parse: function that converts the text of the value, or raises `ValueError` with a message.
        choices: function that returns the valid values, for help and completion.
        value: the value that a switch sets.
        target: the attribute of the parsed arguments.
        default: the description of the default value in help.
        repeated: whether the option may be repeated.
        listed: whether the option may be repeated and `parse` returns a list.
        sets: the name of the metric setting that the option sets.
    """

    def __init__(
        self,
        *names: str,
        help: str,  # noqa: A002  argparse's word
        category: Category,
        metavar: str | None = None,
        parse: Callable[[str], Any] = text,
        choices: Callable[[], Sequence[str]] | None = None,
        value: Any = True,
        target: str | None = None,
        default: str | None = None,
        repeated: bool = False,
        listed: bool = False,
        sets: str | None = None,
    ) -> None:
        self.names = names
        self.help = help
        self.category = category
        self.metavar = metavar
        self.parse = choice_of(choices, category) if choices and parse is text else parse
        self.choices = choices
        self.value = value
        self.target = target or names[-1].lstrip("-").replace("-", "_")
        self.default = default
        self.repeated = repeated or listed
        self.listed = listed
        self.sets = sets

    @property
    def takes_value(self) -> bool:
        """Whether the option takes a value."""
        return self.metavar is not None


class Command:
    """Definition of one command: the source of its parser, help, manual page and completion.

    Args:
        name: the command's name; empty for `truebleu` itself.
        usage: the forms of the command, without the program's name.
        about: what the command does; `-h` shows the first sentence.
        examples: pairs of a description and a command line; `-h` shows the first two.
        flags: all options.
        run: function that runs the command with the parsed arguments and returns the exit code.
        common: the options that `-h` shows, by their long names; the first ten if empty.
        missed: the meaning of exit code 1, for commands that return it.
        systems: whether the files are systems. If so, several metrics may follow one `-m`, but
            each `-r` takes only one file.
        words: function that returns the words that may be passed in place of files.
        commands: the summaries of subcommands, by name.
    """

    # A dataclass would make `truebleu --help` 25% slower.
    def __init__(
        self,
        *,
        name: str,
        usage: Sequence[str],
        about: str,
        examples: Sequence[tuple[str, str]],
        flags: Sequence[Flag],
        run: Callable[[Namespace], int],
        common: Sequence[str] = (),
        missed: str = "",
        systems: bool = False,
        words: Callable[[], Sequence[str]] = tuple,
        commands: Mapping[str, str] | None = None,
    ) -> None:
        self.name = name
        self.usage = usage
        self.about = about
        self.examples = examples
        self.flags = flags
        self.run = run
        self.common = common
        self.missed = missed
        self.systems = systems
        self.words = words
        self.commands = commands or {}

    @property
    def program(self) -> str:
        """Program name followed by the command name."""
        return f"truebleu {self.name}".rstrip()
