"""What goes to the user: results on standard output or in a file, words on standard error."""

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
    """Write an error, on one line, or where it is made of `lines` on as many as it has."""
    _say(f"truebleu: error: {message}", lines=lines)


def say_warning(message: str) -> None:
    """Write a warning."""
    _say(f"truebleu: warning: {message}")


def _say(message: str, *, lines: bool = False) -> None:
    if sys.stderr is None:
        return
    from truebleu.wording import visible  # most runs have nothing to say

    # The name of a file may hold what a terminal obeys.
    line = "\n".join(map(visible, message.split("\n") if lines else [message]))
    try:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
    except OSError:  # nobody listens
        pass


def is_terminal(stream: object) -> bool:
    """Whether a stream is a terminal."""
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty())


def coloured() -> bool:
    """Whether standard output is a terminal that wants colour and lines.

    `NO_COLOR` (https://no-color.org) and a dumb terminal do not.
    """
    return (
        is_terminal(sys.stdout)
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )


def output_file(output: str | None) -> str | None:
    """The file to write to; None for standard output, which `-` means too."""
    return None if output == STDIN else output


def deliver(lines: Iterable[str], output: str | None) -> None:
    """Write lines to a file, whole or not at all, or to standard output (also for `-`).

    They are written as UTF-8, whatever the locale is. On a terminal, control characters are made
    visible: the name of a file, or a text, may hold some.
    """
    file = output_file(output)
    if file is None:
        write_lines(_tamed(lines) if is_terminal(sys.stdout) else lines)
    else:
        write_whole(file, _pieces(lines))


def _tamed(lines: Iterable[str]) -> Iterator[str]:
    from truebleu.wording import tamed

    return map(tamed, lines)


def write_lines(lines: Iterable[str]) -> None:
    """Write lines to standard output as UTF-8."""
    write_bytes(_pieces(lines))


def write_bytes(pieces: Iterable[bytes]) -> None:
    """Write bytes of UTF-8 to standard output, piece by piece, each of whole characters.

    Raises `InputError` where it is closed, or cannot be written.
    """
    if sys.stdout is None:
        raise InputError("standard output is closed: there is nowhere to write to")
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:  # replaced by something that only takes text
        sys.stdout.writelines(piece.decode() for piece in pieces)
        return
    try:
        for piece in pieces:
            stream.write(piece)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"standard output cannot be written: {error.strerror}") from None


def _pieces(lines: Iterable[str]) -> Iterator[bytes]:
    """Many lines at a time: a call for each would cost more than making it."""
    rest = iter(lines)
    while piece := "".join(f"{line}\n" for line in islice(rest, LINES_AT_ONCE)):
        yield piece.encode(errors="replace")
