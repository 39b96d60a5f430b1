"""Entry point of the command line `truebleu`.

Exit codes: 0 is success. 1 means that a requested check failed, such as --fail-under. 2 means
invalid input or usage, and 130 means interrupted.
"""

from __future__ import annotations

import sys

from truebleu.io.program import exit_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code.

    `arguments` are the words after `truebleu`. None means the arguments of the process.
    """

    def run_arguments() -> int:
        # Import inside `exit_code`, which handles Ctrl-C, because the import takes a while.
        from truebleu.cli.run import run

        return run(sys.argv[1:] if arguments is None else list(arguments))

    return exit_code(run_arguments)
