"""Run a command-line program with exit codes and one-line error messages."""

from __future__ import annotations

import os
import sys
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING

from truebleu.errors import ConfigurationError, ShortTextWarning, TrueBleuError
from truebleu.io.console import say_error

if TYPE_CHECKING:
    from collections.abc import Callable

DONE = 0
"""Exit code of success."""

MISSED = 1
"""Exit code of a check that failed, such as a score below a required minimum."""

WRONG = 2
"""Exit code of an error, after its message is printed."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells define it: 128 plus the number of the signal."""


def exit_code(run: Callable[[], int]) -> int:
    """Run a program and return its exit code.

    An error of truebleu or of the operating system is printed in one line. A closed output pipe is
    not an error. Ctrl-C ends the program without a traceback.
    """
    try:
        code = _run(run)
        return code if _flush_output(is_error_printed=code == WRONG) else WRONG
    except BrokenPipeError:
        _forget_output()
        return DONE
    except KeyboardInterrupt:
        _forget_output()
        return INTERRUPTED
    except Exception as error:
        if not _is_interrupted(error):
            raise
        _forget_output()
        return INTERRUPTED


def _run(run: Callable[[], int]) -> int:
    # Commands print this warning themselves.
    warnings.simplefilter("ignore", ShortTextWarning)
    try:
        return run()
    except TrueBleuError as error:
        # Errors of downloads have one line per address.
        say_error(str(error), lines=isinstance(error, ConfigurationError))
    except BrokenPipeError:
        raise
    except MemoryError:
        say_error("out of memory. Check the files for an extremely long line.")
    except OSError as error:
        say_error(str(error))
    return WRONG


def _flush_output(*, is_error_printed: bool) -> bool:
    """Write the buffered output, and return whether this succeeded.

    If it failed, print the error, unless an earlier error was already printed.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        _forget_output()
        if not is_error_printed:
            say_error(f"cannot write to standard output: {error.strerror}")
        return False
    return True


def _is_interrupted(error: BaseException | None) -> bool:
    """Return whether Ctrl-C caused an error.

    The error itself can be of another class, because Ctrl-C may have interrupted a cleanup.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _forget_output() -> None:
    """Discard buffered output, so that Python does not try to write it at exit."""
    with suppress(OSError, ValueError, AttributeError):  # there is no output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
