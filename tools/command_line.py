"""The reference of the command line in docs/command-line.md, from the definitions of the flags."""

from __future__ import annotations

import re

from truebleu.cli.flags import Flag, flags_of

COMMANDS = ("score", "tokenize")
HEADINGS = {
    "input": "Input",
    "metric": "The metric",
    "output": "Output",
    "other": "The rest",
}
MARKED = re.compile(r"(<!-- flags -->\n).*?(<!-- end of flags -->)", re.DOTALL)


def cell(text: str) -> str:
    """Keep a text from ending a table's cell."""
    return text.replace("|", "\\|")


def row(flag: Flag) -> str:
    """Describe a flag in a line of a table."""
    value = f" {flag.metavar}" if flag.metavar else ""
    names = ", ".join(f"`{name}{value}`" for name in flag.names)
    allowed = ", ".join(f"`{choice}`" for choice in flag.choices()) if flag.choices else ""
    parts = [
        flag.help,
        f"One of {allowed}" if allowed else "",
        f"Default: {flag.default}" if flag.default else "",
        "May be repeated" if flag.repeated and "repeat" not in flag.help else "",
    ]
    sentences = [f"{part[0].upper()}{part[1:]}." for part in parts if part]
    return f"| {names} | {cell(' '.join(sentences))} |"


def reference(command: str) -> str:
    """Describe all flags of a command, under their headings."""
    parts = [f"### `truebleu {command}`"]
    flags = flags_of(command)
    for category, heading in HEADINGS.items():
        rows = [row(flag) for flag in flags if flag.category == category]
        if rows:
            parts.append("\n".join([f"| {heading} | |", "|---|---|", *rows]))
    return "\n\n".join(parts)


def with_reference(page: str) -> str:
    """Give the page's text with its reference brought up to date."""
    written = "\n\n".join(reference(command) for command in COMMANDS)
    return MARKED.sub(lambda match: f"{match[1]}\n{written}\n\n{match[2]}", page)
