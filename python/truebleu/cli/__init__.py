"""The command `truebleu`.

Exit codes: 0 done, 1 a threshold was missed, 2 the input or the usage is wrong, 130 interrupted.
"""

from __future__ import annotations

import sys

from truebleu.io.program import exit_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (that of the process when it is None) and return its exit code."""

    def run_it() -> int:
        # Imported here, so that Ctrl-C is quiet while commands load.
        from truebleu.cli.run import run

        return run(sys.argv[1:] if arguments is None else list(arguments))

    return exit_code(run_it)
