"""The reference of the command line in docs/command-line.md, from the definitions of the flags."""

from __future__ import annotations

import re

from truebleu.cli.help import markdown
from truebleu.cli.run import COMMANDS, load

MARKED = re.compile(r"(<!-- flags -->\n).*?(<!-- end of flags -->)", re.DOTALL)


def reference(command: str) -> str:
    """Describe all flags of a command, its headings one level below the command's own."""
    tables = "\n".join(markdown(load(command))).replace("### ", "#### ")
    return f"### `truebleu {command}`\n\n{tables.strip()}"


def with_reference(page: str) -> str:
    """Give the page's text with its reference brought up to date."""
    written = "\n\n".join(reference(command) for command in COMMANDS)
    return MARKED.sub(lambda match: f"{match[1]}\n{written}\n\n{match[2]}", page)
