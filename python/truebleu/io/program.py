"""How a program of the command line ends: its exit code, with every error said in one line."""

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
MISSED = 1
WRONG = 2
INTERRUPTED = 130


def exit_code(run: Callable[[], int]) -> int:
    """Run a program and return its exit code.

    A reader that closes the pipe has seen enough: that is no error. Ctrl-C ends at once, quietly.
    """
    try:
        code = _run(run)
        if sys.stdout is not None:
            sys.stdout.flush()
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
    return code


def _run(run: Callable[[], int]) -> int:
    # The commands have warnings of their own.
    warnings.simplefilter("ignore", ShortTextWarning)
    try:
        return run()
    except TrueBleuError as error:
        # Files and options are named in one line; addresses that were tried have one each.
        say_error(str(error), lines=isinstance(error, ConfigurationError))
    except BrokenPipeError:
        raise
    except MemoryError:
        say_error("there is not enough memory (is one line of a file extremely long?)")
    except OSError as error:
        say_error(str(error))
    return WRONG


def _is_interrupted(error: BaseException | None) -> bool:
    """Return whether Ctrl-C is behind an error: tidying up may then fail in another way."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


def _forget_output() -> None:
    """Keep Python from writing what is left in its buffers when it ends."""
    with suppress(OSError, ValueError, AttributeError):  # there is no output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
