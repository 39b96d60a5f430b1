"""What a command of the command line is, and a flag of it."""

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
        "ter",
        "test",
        "explanation",
        "choice",
        "server",
        "output",
        "other",
    ]


class UsageError(TrueBleuError):
    """The command line itself is wrong."""


class Flag:
    """One flag.

    `names` are its spellings, the short one first. `category` is the heading under which help
    shows it. `metavar` names its value; a flag without one is a switch (`value` is what it sets).
    `parse` turns the value's text into the value, or raises `ValueError` with what is allowed.
    `repeated`: it may be given several times; `listed`: so, and `parse` returns a list each time.
    `choices` gives the allowed values, for help. `sets` is the setting of a metric that it sets.
    """

    def __init__(
        self,
        *names: str,
        help: str,  # noqa: A002  the word that everybody uses
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
        self.parse = choice_of(choices) if choices and parse is text else parse
        self.choices = choices
        self.value = value
        self.target = target or names[-1].lstrip("-").replace("-", "_")
        self.default = default
        self.repeated = repeated or listed
        self.listed = listed
        self.sets = sets

    @property
    def takes_value(self) -> bool:
        """Whether a value follows it."""
        return self.metavar is not None


class Command:
    """One command: parser, help, manual page, documentation and completion are made from it.

    `usage` has its forms without the program's name, `about` says what it does, `examples` are
    pairs of what a line does and the line. `run` takes what was typed and returns the exit code;
    `missed` says what exit code 1 means, of commands that have it. `systems`: files are systems, so
    that metrics may follow one `-m`, and one file follows each `-r`. `words` gives the words that
    may stand in the place of files. `commands` has the commands below it, with a summary each.
    """

    # No dataclass: `truebleu --help` would take a quarter longer.
    def __init__(
        self,
        *,
        name: str,
        usage: Sequence[str],
        about: str,
        examples: Sequence[tuple[str, str]],
        flags: Sequence[Flag],
        run: Callable[[Namespace], int],
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
        self.missed = missed
        self.systems = systems
        self.words = words
        self.commands = commands or {}

    @property
    def program(self) -> str:
        """What is typed to run it."""
        return f"truebleu {self.name}".rstrip()
