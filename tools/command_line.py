"""Generate the command line reference from the definitions of commands and options.

python tools/command_line.py    # print the page
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from truebleu.cli.command import Command, Flag
from truebleu.cli.help import (
    INLINE_CHOICES,
    SHORT_EXAMPLES,
    Group,
    exit_codes,
    explained,
    group_names,
    spelled,
)
from truebleu.cli.run import COMMANDS, load

MARKED = re.compile(r"(<!-- flags -->\n).*?(<!-- end of flags -->)", re.DOTALL)
ENVIRONMENT = {
    "NO_COLOR": "print tables on a terminal without colors",
    "TRUEBLEU_CACHE": "folder of downloaded models",
    "TRUEBLEU_KERNEL": "portable, avx2, avx512 or neon; all kernels return the same scores",
    "TRUEBLEU_NUM_THREADS": "maximum number of threads of one Spark task",
    "SOURCE_DATE_EPOCH": "date written into reports, for reproducible builds",
}
FILES = {
    "system.weak.en": ("a.txt",),
    "system.medium.en": ("base.txt",),
    "system.strong.en": ("system.txt", "new.txt", "b.txt"),
    "reference.a.en": ("reference.txt", "ref.txt"),
    "source.de": ("source.txt",),
}
"""Example texts and the names that the examples of commands use for them."""

NOT_RUN = frozenset({"serve", "identify", "verify", "completions"})
"""Commands whose examples do not end or need other numbers, and are therefore not run."""

MAX_LINES = 12
"""Maximum number of lines of an output; `...` replaces the lines after them."""

LISTS = {
    "--metric": "Metrics",
    "--tokenize": "Tokenizers",
    "--convention": "Conventions",
    "--smoothing": "Smoothing methods",
}
"""Options whose values have a list of their own on the page."""


def page() -> str:
    """Return the whole page, without the outputs of examples."""
    return "\n".join(["# Command line reference", "", *reference({})])


def with_reference(text: str) -> str:
    """Return the text of a page with an updated reference between its two marks.

    The outputs of examples do not change. `tools/docs.py` records them; a new example has no
    output yet.
    """
    marked = MARKED.search(text)
    fences = re.findall(
        r"^```console\n(.*?)^```$", marked[0] if marked else "", re.MULTILINE | re.DOTALL
    )
    outputs = dict(re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ ).*\n)*)", "".join(fences), re.MULTILINE))
    body = "\n".join(re.sub(r"^##", "###", line) for line in reference(outputs))
    return MARKED.sub(lambda match: f"{match[1]}\n{body}\n\n{match[2]}", text)


def reference(outputs: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the reference, with headings from the second level.

    Args:
        outputs: the output of each example by its command line.
    """
    commands = [load(name) for name in COMMANDS]
    groups = [Group(name, commands) for name in group_names(commands)]
    yield from _table(
        ("command", "purpose"),
        ((f"[`{name}`](#truebleu-{name})", summary) for name, summary in COMMANDS.items()),
    )
    yield from ("", "The examples use these files:", "", "```console")
    copies = (
        f"cp examples/news/{text}.txt {name}" for text, names in FILES.items() for name in names
    )
    yield from (f"$ {'; '.join(copies)}", "```")
    for command in commands:
        yield from _describe(command, groups, outputs)
    yield from ("", "## Option groups")
    for group in groups:
        yield from ("", f"### {group.heading} options", "")
        yield from (f"Used by: {', '.join(f'`{name}`' for name in group.commands)}.", "")
        yield from _options((flag, group.scope(names)) for flag, names in group.shared)
    for name, heading in LISTS.items():
        yield from ("", f"### {heading}", "", ", ".join(f"`{choice}`" for choice in _all(name)))
    yield from ("", "## Environment variables", "")
    yield from _table(
        ("variable", "purpose"), ((f"`{name}`", text) for name, text in ENVIRONMENT.items())
    )
    yield from ("", "## Exit codes", "")
    codes = exit_codes(load("")).rstrip(".").split("; ")
    rows = (code.partition(" ") for code in codes)
    yield from _table(("code", "meaning"), ((code, meaning) for code, _, meaning in rows))


def _describe(
    command: Command, groups: Iterable[Group], outputs: Mapping[str, str]
) -> Iterator[str]:
    yield from ("", f"## `truebleu {command.name}`", "", command.about, "")
    yield from (f"    truebleu {usage}" for usage in command.usage)
    for purpose, example in command.examples[:SHORT_EXAMPLES]:
        yield from ("", f"Example: {purpose}.", "")
        if command.name in NOT_RUN or not _files_of(example) <= set(chain(*FILES.values())):
            yield f"    {example}"
            continue
        lines = outputs.get(example, "").splitlines()
        ellipsis = ["..."] if len(lines) > MAX_LINES else []
        yield from (
            "```console",
            f"$ {example}",
            *lines[: MAX_LINES - len(ellipsis)],
            *ellipsis,
            "```",
        )
    shared = {explained(flag) for group in groups for flag, _ in group.shared}
    own = [flag for flag in command.flags if explained(flag) not in shared]
    if own:
        yield ""
        yield from _options((flag, "") for flag in own)
    links = [
        f"[{group.heading}](#{group.heading.lower().replace(' ', '-')}-options)"
        for group in groups
        if command.name in group.commands
    ]
    yield from ("", f"Option groups: {', '.join(links)}.")


def _files_of(example: str) -> set[str]:
    return set(re.findall(r"\S+\.(?:txt|tsv|jsonl|nbest|tbs)", example))


def _options(options: Iterable[tuple[Flag, str]]) -> Iterator[str]:
    rows = ((f"`{spelled(flag)}`", _explained(flag) + scope) for flag, scope in options)
    yield from _table(("option", "purpose"), rows)


def _explained(flag: Flag) -> str:
    """Return the help of an option with a link in place of a long list of values."""
    text = explained(flag)
    heading = LISTS.get(flag.names[-1])
    if heading is None or flag.choices is None or len(flag.choices()) <= INLINE_CHOICES:
        return text
    link = f"[list](#{heading.lower().replace(' ', '-')})"
    return text.replace(f"one of {', '.join(flag.choices())}", link)


def _all(name: str) -> tuple[str, ...]:
    """Return the values of an option of `truebleu score`."""
    flag = next(flag for flag in load("score").flags if flag.names[-1] == name)
    return tuple(flag.choices()) if flag.choices else ()


def _table(header: tuple[str, str], rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield from (f"| {header[0]} | {header[1]} |", "| :--- | :--- |")
    for first, second in rows:
        yield f"| {first} | {second.replace('|', '&#124;')} |"


if __name__ == "__main__":
    print(page())
