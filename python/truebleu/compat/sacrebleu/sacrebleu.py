"""sacreBLEU's command as a function."""

from __future__ import annotations

import sys

from truebleu.cli import main as run

__all__ = ["main"]


def main() -> None:
    """Run `truebleu sacrebleu` with the program's arguments, and end the program."""
    sys.exit(run(["sacrebleu", *sys.argv[1:]]))
