"""Pages of the documentation: their code blocks, and how each kind of block is run.

python   A doctest. The blocks of a page share their names, in order. A package after the word
         ("python ray") is a requirement: the block runs only if the package is installed.
console  Lines that begin with "$ " are shell commands, the other lines are their output.
sh       Commands for the reader's machine. They are not run; a test checks the names in them.
text     No code.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = frozenset({"python", "console", "sh", "text", "toml", "rust", "yaml"})
FENCE = re.compile(r"^```(\w*)[ \t]*([^\n]*)\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
OPTIONS = doctest.ELLIPSIS


@dataclass(frozen=True)
class Block:
    """A fenced code block of a page."""

    page: Path
    line: int  # line number of its first line of text, from 1
    language: str
    needs: str  # optional package that the block requires; empty if none
    text: str


@dataclass(frozen=True)
class Command:
    """A command of a console block, with its output in the page."""

    line: int
    command: str
    output: str


def pages() -> list[Path]:
    """List the pages that users read."""
    names = ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md")
    front = [ROOT / name for name in names]
    command_line = ROOT / "website" / "command-line.md"
    return [*front, command_line, *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path) -> list[Block]:
    """List the fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, text.count("\n", 0, match.start(3)) + 1, match[1], match[2].strip(), match[3])
        for match in FENCE.finditer(text)
    ]


def commands(block: Block) -> list[Command]:
    r"""Split a console block into commands; `\` at the end of a line continues a command."""
    result: list[Command] = []
    lines = block.text.splitlines(keepends=True)
    number = 0
    while number < len(lines):
        start = number
        if not lines[start].startswith("$ "):
            message = f"{block.page.name}:{block.line + start}: output before any command"
            raise ValueError(message)
        while lines[number].endswith("\\\n"):
            number += 1
        command = "".join(lines[start : number + 1]).removeprefix("$ ").rstrip("\n")
        number += 1
        after = number
        while number < len(lines) and not lines[number].startswith("$ "):
            number += 1
        result.append(Command(block.line + start, command, "".join(lines[after:number])))
    return result


def run(command: str, folder: Path) -> str:
    """Run a shell command without a terminal; return its output and error output."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "PYTHONWARNINGS": "ignore",
    }
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=100,
    ).stdout


def matches(expected: str, printed: str) -> bool:
    """Return whether an output matches the one in the page; `...` matches any text."""
    return doctest.OutputChecker().check_output(expected, printed, OPTIONS)


def lay_out(folder: Path) -> Path:
    """Add the example texts to an empty folder; return the folder."""
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder
