"""`truebleu completions`."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.completing import SHELLS
from truebleu.cli.console import write_lines
from truebleu.cli.parser import UsageError, parse
from truebleu.errors import allowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["run_completions"]


def run_completions(arguments: Sequence[str]) -> int:
    """Write the script that completes command lines in a shell."""
    given = parse("completions", arguments).files
    if len(given) != 1:
        raise UsageError(f"say for which shell: {', '.join(SHELLS)}")
    if given[0] not in SHELLS:
        raise UsageError(allowed("shell", given[0], SHELLS))
    write_lines(SHELLS[given[0]]())
    return DONE
