"""sacreBLEU's command as the function `main`."""

from __future__ import annotations

import sys

from truebleu.compat.sacrebleu.command import run_sacrebleu
from truebleu.io.program import exit_code


def main() -> None:
    """Run sacreBLEU's command with the arguments in `sys.argv`, and exit."""
    sys.exit(exit_code(lambda: run_sacrebleu(sys.argv[1:])))
