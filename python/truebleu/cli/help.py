"""Help texts of commands and option groups."""

from __future__ import annotations

from textwrap import wrap

from truebleu.wording import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from truebleu.cli.command import Command, Flag

WIDTH = 80
INDENT = 26
SHORT_EXAMPLES = 2
MOST_COMMON = 10
INLINE_CHOICES = 8
"""Maximum number of choices of an option that short help lists."""

HEADINGS = {
    "input": "Input",
    "metric": "Metric",
    "bleu": "BLEU",
    "chrf": "chrF",
    "rouge": "ROUGE",
    "cider": "CIDEr",
    "ter": "TER",
    "significance": "Significance tests and confidence intervals",
    "explanation": "Explanation",
    "selection": "Candidate selection",
    "server": "Server",
    "output": "Output",
    "common": "Common",
}


class Group:
    """Group of options: the options of one category from all commands.

    `shared` has the options that several commands have with the same help text. If the help text of
    an option differs between commands, `shared` has only the most frequent text. `own` has all
    other options. Both are lists of pairs: an option, and the names of the commands that have it.
    """

    def __init__(self, name: str, commands: Sequence[Command]) -> None:
        users: dict[tuple[str, str], list[str]] = {}
        flags: dict[tuple[str, str], Flag] = {}
        self._order = [command.name for command in commands]
        for command in commands:
            for flag in command.flags:
                if flag.category == name:
                    key = (flag.names[-1], f"{spelled(flag)} {explained(flag)}")
                    flags.setdefault(key, flag)
                    users.setdefault(key, []).append(command.name)
        most_frequent = {key[0]: key for key in sorted(users, key=lambda key: len(users[key]))}
        self.name = name
        self.heading = HEADINGS[name]
        self.shared: list[tuple[Flag, list[str]]] = []
        self.own: list[tuple[Flag, list[str]]] = []
        for key, flag in flags.items():
            is_shared = len(users[key]) > 1 and key == most_frequent[key[0]]
            (self.shared if is_shared else self.own).append((flag, users[key]))

    @property
    def commands(self) -> list[str]:
        """Names of the commands that have at least one option of `self.shared`."""
        users = {name for _, names in self.shared for name in names}
        return [name for name in self._order if name in users]

    def scope(self, names: Sequence[str]) -> str:
        """Return a note that says which commands have an option.

        `names` are the commands that have the option. If these are all commands of the group, the
        note is empty.
        """
        missing = [name for name in self.commands if name not in names]
        if not missing:
            return ""
        if len(missing) < len(names):
            return f" [not {', '.join(missing)}]"
        return f" [only {', '.join(names)}]"


def group_names(commands: Sequence[Command]) -> list[str]:
    """Return the names of the option groups that have a help page, in the order of help.

    These are the groups with options that several commands have.
    """
    return [name for name in HEADINGS if Group(name, commands).shared]


def group_page(group: Group) -> Iterator[str]:
    """Yield the lines of the help text of an option group."""
    yield f"{group.heading} options"
    yield ""
    yield from wrap(f"Used by: {', '.join(group.commands)}", WIDTH)
    yield ""
    for flag, names in group.shared:
        yield from _entry(flag, explained(flag) + group.scope(names))
    if group.own:
        yield ""
        own: dict[str, list[str]] = {}
        for flag, names in group.own:
            own.setdefault(flag.names[-1], []).extend(names)
        options = (f"{name} ({', '.join(commands)})" for name, commands in own.items())
        yield from wrap(
            f"Specific to a command (truebleu COMMAND --help): {', '.join(options)}",
            WIDTH,
            break_on_hyphens=False,
        )


def page(command: Command) -> Iterator[str]:
    """Yield the lines of the full help of a command."""
    yield from _usage(command)
    yield ""
    yield from wrap(command.about, WIDTH)
    if command.commands:
        yield ""
        yield "Commands:"
        width = max(map(len, command.commands)) + 2
        for name, summary in command.commands.items():
            yield f"  {name:<{width}}{summary}"
    yield from _examples(command.examples)
    for heading, flags in sections(command):
        yield ""
        yield f"{heading}:"
        for flag in flags:
            yield from _entry(flag, explained(flag))
    yield ""
    yield from wrap(f"Exit codes: {exit_codes(command)}", WIDTH)


def short_page(command: Command) -> Iterator[str]:
    """Yield the lines of the short help of a command.

    The short help has the usage, two examples and the most common options.
    """
    yield from _usage(command)
    yield ""
    yield from wrap(f"{command.about.split('. ')[0].rstrip('.')}.", WIDTH)
    yield from _examples(command.examples[:SHORT_EXAMPLES])
    yield ""
    flags = common_flags(command)
    yield "Options:" if len(flags) == len(command.flags) else "Common options:"
    for flag in flags:
        yield from _entry(flag, brief(flag))
    yield ""
    yield from wrap(
        f"All {count(len(command.flags), 'option')}: {command.program} --help. One group of "
        "options: truebleu help GROUP.",
        WIDTH,
        break_on_hyphens=False,
    )


def common_flags(command: Command) -> list[Flag]:
    """Return the options in the short help of a command, in the order of the short help."""
    by_name = {flag.names[-1]: flag for flag in command.flags}
    return [by_name[name] for name in command.common or list(by_name)[:MOST_COMMON]]


def sections(command: Command) -> Iterator[tuple[str, list[Flag]]]:
    """Yield each heading in the help of a command, with the options under the heading."""
    for category, heading in HEADINGS.items():
        flags = [flag for flag in command.flags if flag.category == category]
        if flags:
            yield heading, flags


def exit_codes(command: Command) -> str:
    """Return the description of a command's exit codes."""
    missed = [f"1 {command.missed}"] if command.missed else []
    codes = ["0 success", *missed, "2 invalid input or usage", "130 interrupted"]
    return f"{'; '.join(codes)}."


def _usage(command: Command) -> Iterator[str]:
    for i, usage in enumerate(command.usage):
        start = "       " if i else "Usage: "
        yield from wrap(
            f"{start}truebleu {usage}",
            WIDTH,
            subsequent_indent=" " * (len(start) + 2),
            break_on_hyphens=False,
        )


def _examples(examples: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield ""
    yield "Examples:"
    for description, example in examples:
        yield f"  {example}"
        yield f"      {description}"


def _entry(flag: Flag, text: str) -> Iterator[str]:
    start = f"  {spelled(flag)}"
    lines = wrap(text, WIDTH - INDENT, break_on_hyphens=False)
    if len(start) + 2 <= INDENT:
        yield start.ljust(INDENT) + lines.pop(0)
    else:
        yield start
    for line in lines:
        yield " " * INDENT + line


def spelled(flag: Flag) -> str:
    """Return the spellings of an option and the name of its value: `-r, --reference FILE`."""
    value = f" {flag.metavar}" if flag.takes_value else ""
    return ", ".join(flag.names) + value


def explained(flag: Flag) -> str:
    """Return the help text of an option, with its valid values and its default value."""
    text = flag.help
    if flag.choices and len(choices := flag.choices()) > 1:
        text += f". Values: {', '.join(choices)}"
    if flag.default:
        text += f" (default: {flag.default})"
    return text


def brief(flag: Flag) -> str:
    """Return a short help text of an option: the first clause, followed by the valid values.

    If there are too many values, the command that lists them follows instead.
    """
    text = first_clause(flag.help)
    choices = flag.choices() if flag.choices else ()
    if choices:
        few = len(choices) <= INLINE_CHOICES
        text += f": {', '.join(choices)}" if few else f" (list: truebleu help {flag.category})"
    return text


def first_clause(text: str) -> str:
    """Return the beginning of a help text, up to its first semicolon or parenthesis.

    >>> first_clause("decimals of a score; json has full precision")
    'decimals of a score'
    """
    return text.split(";", 1)[0].split(" (", 1)[0]
