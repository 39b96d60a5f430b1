"""Write results to standard output or a file, and messages to standard error."""

from __future__ import annotations

import os
import sys
from itertools import islice
from typing import TYPE_CHECKING

from truebleu.errors import InputError
from truebleu.io.blocks import STDIN
from truebleu.io.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


LINES_AT_ONCE = 1000


def say_error(message: str, *, lines: bool = False) -> None:
    """Print an error message to standard error.

    If `lines` is false, line breaks in the message are replaced, and the message is one line.
    """
    _say(f"truebleu: error: {message}", lines=lines)


def say_failure(message: str) -> None:
    """Print to standard error, in one line, that a check failed and why."""
    _say(f"truebleu: failed: {message}")


def say_warning(message: str) -> None:
    """Print a warning to standard error, in one line."""
    _say(f"truebleu: warning: {message}")


def _say(message: str, *, lines: bool = False) -> None:
    if sys.stderr is None:
        return
    from truebleu.wording import visible  # late, because most runs print no message

    # File names may contain terminal control characters.
    line = "\n".join(map(visible, message.split("\n") if lines else [message]))
    try:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
    except OSError:  # standard error is closed
        pass


def is_terminal(stream: object) -> bool:
    """Return whether a stream is a terminal."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty())


def supports_color() -> bool:
    """Return whether standard output is a terminal that supports colors.

    The environment variable `NO_COLOR` (https://no-color.org) and `TERM=dumb` disable colors.
    """
    return (
        is_terminal(sys.stdout)
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def output_file(output: str | None) -> str | None:
    """Return the path of the output file; None for standard output.

    An `output` of None or "-" means standard output.
    """
    return None if output == STDIN else output


def deliver(lines: Iterable[str], output: str | None) -> None:
    """Write lines to a file, or to standard output if `output` is None or "-".

    A file is replaced only after everything was written. The encoding is UTF-8 in every locale. On
    a terminal, control characters in the lines are replaced by visible characters.

    Raises:
        InputError: The output cannot be written.
    """
    file = output_file(output)
    if file is None:
        write_lines(_escape_controls(lines) if is_terminal(sys.stdout) else lines)
    else:
        write_whole(file, _pieces(lines))


def _escape_controls(lines: Iterable[str]) -> Iterator[str]:
    from truebleu.wording import escape_controls

    return map(escape_controls, lines)


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output, encoded as UTF-8."""
    write_bytes(_pieces(lines))


def write_bytes(pieces: Iterable[bytes]) -> None:
    """Write UTF-8 text to standard output. Each of the `pieces` must be valid UTF-8.

    Raises:
        InputError: Standard output is closed, or it cannot be written.
    """
    if sys.stdout is None:
        raise InputError("standard output is closed. Pass -o FILE.")
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:  # replaced by a stream that accepts only text
        sys.stdout.writelines(piece.decode() for piece in pieces)
        return
    try:
        for piece in pieces:
            stream.write(piece)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot write to standard output: {error.strerror}") from None


def _pieces(lines: Iterable[str]) -> Iterator[bytes]:
    """Yield the lines as UTF-8, in blocks of 1,000 lines, because one write per line is slow."""
    iterator = iter(lines)
    while piece := "".join(f"{line}\n" for line in islice(iterator, LINES_AT_ONCE)):
        yield piece.encode(errors="replace")
