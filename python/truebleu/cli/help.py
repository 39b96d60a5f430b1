"""The help pages, made from commands; also as Markdown for the documentation."""

from __future__ import annotations

from textwrap import wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebleu.cli.command import Command, Flag

WIDTH = 80
INDENT = 26

HEADINGS = {
    "input": "Files",
    "metric": "The metric",
    "bleu": "BLEU",
    "chrf": "chrF and chrF++",
    "rouge": "ROUGE",
    "ter": "TER",
    "test": "The test",
    "explanation": "What is explained",
    "choice": "The choice",
    "server": "The server",
    "output": "The result",
    "other": "Other",
}


def page(command: Command) -> Iterator[str]:
    """Yield the lines of a command's help."""
    for place, usage in enumerate(command.usage):
        start = "Usage: " if place == 0 else "       "
        yield from wrap(
            f"{start}truebleu {usage}",
            WIDTH,
            subsequent_indent=" " * (len(start) + 2),
            break_on_hyphens=False,
        )
    yield ""
    yield from wrap(command.about, WIDTH)
    if command.commands:
        yield ""
        yield "Commands:"
        width = max(map(len, command.commands)) + 2
        for name, what in command.commands.items():
            yield f"  {name:<{width}}{what}"
    yield ""
    yield "Examples:"
    for what, example in command.examples:
        yield f"  {example}"
        yield f"      {what}"
    for heading, flags in sections(command):
        yield ""
        yield f"{heading}:"
        for flag in flags:
            yield from _entry(flag)
    yield ""
    yield from wrap(f"Exit codes: {exit_codes(command)}", WIDTH)


def markdown(command: Command) -> Iterator[str]:
    """Yield a command's options as Markdown tables, for the documentation."""
    for heading, flags in sections(command):
        yield f"### {heading}"
        yield ""
        yield "| option | what it does |"
        yield "| :--- | :--- |"
        for flag in flags:
            yield f"| `{spelled(flag)}` | {explained(flag)} |"
        yield ""


def sections(command: Command) -> Iterator[tuple[str, list[Flag]]]:
    """Yield each heading with its flags."""
    for category, heading in HEADINGS.items():
        flags = [flag for flag in command.flags if flag.category == category]
        if flags:
            yield heading, flags


def exit_codes(command: Command) -> str:
    """Return what the exit codes of a command mean."""
    missed = [f"1 {command.missed}"] if command.missed else []
    codes = ["0 done", *missed, "2 the input or the usage is wrong", "130 interrupted"]
    return f"{'; '.join(codes)}."


def _entry(flag: Flag) -> Iterator[str]:
    start = f"  {spelled(flag)}"
    lines = wrap(explained(flag), WIDTH - INDENT, break_on_hyphens=False)
    if len(start) + 2 <= INDENT:
        yield start.ljust(INDENT) + lines.pop(0)
    else:
        yield start
    for line in lines:
        yield " " * INDENT + line


def spelled(flag: Flag) -> str:
    """Return all spellings of a flag, with its value: `-r, --reference FILE`."""
    value = f" {flag.metavar}" if flag.takes_value else ""
    return ", ".join(flag.names) + value


def explained(flag: Flag) -> str:
    """Return the help of a flag with its choices and its default."""
    text = flag.help
    if flag.choices:
        text += f"; one of {', '.join(flag.choices())}"
    if flag.default:
        text += f" (default: {flag.default})"
    return text
