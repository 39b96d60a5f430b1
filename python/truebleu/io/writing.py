"""Write output files atomically."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from truebleu.errors import InputError
from truebleu.io.blocks import shown

if TYPE_CHECKING:
    from collections.abc import Iterable


def check_writable(path: str, inputs: Iterable[str]) -> None:
    """Check that an output file can be written. `inputs` are the paths of the input files.

    Raises:
        InputError: The output file cannot be written, or it is also an input file.
    """
    if _is_device(path):
        return
    name = shown(path)
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    if os.path.isdir(target):
        raise InputError(f"{name}: this is a folder, not a file to write to", file=name)
    if not os.path.isdir(folder):
        raise InputError(f"{name}: folder {shown(folder)} not found", file=name)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(f"{name}: no permission to write in {shown(folder)}", file=name)
    if os.path.exists(target):
        for source in inputs:
            if os.path.exists(source) and os.path.samefile(source, target):
                raise InputError(f"{name} is also an input. Use another output file.", file=name)


def write_whole(path: str, content: Iterable[bytes]) -> None:
    """Write a file atomically: an existing file is replaced only if all content was written.

    The content is first written to a temporary file in the same folder. If writing fails or is
    interrupted by Ctrl-C, the temporary file is removed. Symbolic links are followed. Devices and
    pipes are written directly.

    Raises:
        InputError: The file cannot be written.
    """
    try:
        if _is_device(path):
            with open(path, "wb") as file:
                file.writelines(content)
        else:
            _replace(os.path.realpath(path), content)
    except OSError as error:
        name = shown(path)
        raise InputError(f"{name}: cannot write: {error.strerror}", file=name) from None


def _replace(target: str, content: Iterable[bytes]) -> None:
    folder, name = os.path.split(target)
    # File names are limited to 255 bytes, and a character may have four.
    temporary = os.path.join(folder, f".{name[:50]}.{os.getpid()}.part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
    try:
        with open(os.open(temporary, flags, 0o666), "wb") as file:
            if os.path.exists(target):
                os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode))
            file.writelines(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        _remove(temporary)
        raise


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)


def _is_device(path: str) -> bool:
    """Return whether a path exists and is neither a file nor a folder."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)
