"""The `truebleu` command.

Exit codes: 0 success, 1 a threshold was missed, 2 invalid input or usage, 130 interrupted.
"""

from __future__ import annotations

import sys

from truebleu.io.program import exit_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (default: the arguments of the process) and return its exit code."""

    def run_arguments() -> int:
        # Imported here, so that Ctrl-C during the import exits quietly.
        from truebleu.cli.run import run

        return run(sys.argv[1:] if arguments is None else list(arguments))

    return exit_code(run_arguments)
