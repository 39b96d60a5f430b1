"""Entry point of the command line `truebleu`.

Exit code 0 means success. 1 means that the condition of an option such as --fail-under is not met.
2 means invalid input or usage. 130 means that Ctrl-C interrupted the program.
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
