"""The command `truebleu`.

Exit codes: 0 done, 1 a threshold was missed, 2 the input or the usage is wrong, 130 interrupted.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (that of the process when it is None) and give its exit code.

    A reader that closes the pipe has seen enough: that is no error. Ctrl-C ends at once, quietly.
    """
    try:
        from truebleu.cli.commands import run

        code = run(sys.argv[1:] if arguments is None else list(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return 0
    except KeyboardInterrupt:
        _forget_output()
        return INTERRUPTED
    except Exception as error:
        if not _interrupted(error):
            raise
        _forget_output()
        return INTERRUPTED
    return code


def _interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: who tidies up then may not find what there is to tidy."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _forget_output() -> None:
    """Keep Python from writing what is left in its buffers when it ends."""
    from contextlib import suppress

    with suppress(OSError, ValueError, AttributeError):  # there is no output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
