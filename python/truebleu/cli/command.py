"""Classes that define commands and their options."""

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
    """Error for an invalid command line."""


def end_of_options(arguments: Sequence[str]) -> int:
    """Return the index of the argument "--", or the number of arguments if there is none.

    All words after "--" are file names.
    """
    return list(arguments).index("--") if "--" in arguments else len(arguments)


class Flag:
    """Definition of one option of a command.

    Args:
        names: the spellings, such as "-f" and "--format". The long one is last.
        help: the description of the option in help.
        category: the key (in `HEADINGS`) of the option's heading in help.
        metavar: the name of the option's value in help. An option without `metavar` is a switch,
            which takes no value.
        parse: a function that converts the value from text. It raises `ValueError` with a message
            for an invalid value.
        choices: a function that returns the valid values, for help and completion.
        value: the value that a switch sets.
        target: the attribute of the parsed arguments that stores the value.
        default: the description of the default value in help.
        repeated: whether the option can be repeated. The values become a list.
        listed: whether the option can be repeated and `parse` returns a list. The lists are
            concatenated.
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
        """Whether a value follows the option. A switch takes no value."""
        return self.metavar is not None


class Command:
    """Definition of one command. Its parser, help, manual page and completion are built from it.

    Args:
        name: the name of the command. It is empty for `truebleu` without a command.
        usage: the forms of the command line, without `truebleu`.
        about: what the command does. The short help (`-h`) prints the first sentence.
        examples: pairs of a description and a command line. The short help prints the first two.
        flags: all options of the command.
        run: a function that runs the command with the parsed arguments and returns the exit code.
        common: the long names of the options in the short help. If empty, the short help has the
            first ten options.
        missed: the description (in help) of the condition for exit code 1. It is empty if the
            command never returns 1.
        systems: whether the positional arguments are files of system outputs. If so, several
            metrics can follow one `-m`. Two files after one `-r` are then an error, because the
            user probably means two references.
        words: a function that returns positional arguments for completion, such as names of shells.
            File names are not included.
        commands: the summary of each subcommand in help, by name.
    """

    # This is not a dataclass, which would make `truebleu --help` 25% slower.
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
        """Start of the command line: `truebleu` and the name of the command."""
        return f"truebleu {self.name}".rstrip()
