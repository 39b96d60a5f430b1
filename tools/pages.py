"""The documentation's pages: their code blocks, and how each kind of block is run.

python   a doctest; the blocks of a page share their names, in order. A package behind the word
         ("python ray") is what the block needs: it runs where that is, after those without
console  lines after "$ " are commands for the shell, the rest is what they print
sh       set-up for a reader's own machine: read, not run (a test looks at what it names)
text     no code
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
    """A fenced block of a page."""

    page: Path
    line: int  # of its first line of text, from 1
    language: str
    needs: str  # the package that it is about, which not every machine has
    text: str


@dataclass(frozen=True)
class Command:
    """A command of a console block with what the page says that it prints."""

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
    r"""Split a console block; a command goes on after a backslash at a line's end."""
    found: list[Command] = []
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
        found.append(Command(block.line + start, command, "".join(lines[after:number])))
    return found


def run(command: str, folder: Path) -> str:
    """Run a command as a reader would, without a terminal, and give all that it prints."""
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


def as_said(said: str, printed: str) -> bool:
    """Tell whether a command printed what the page says; `...` stands for anything."""
    return doctest.OutputChecker().check_output(said, printed, OPTIONS)


def lay_out(folder: Path) -> Path:
    """Give a reader's folder: the examples, and nothing else."""
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder
