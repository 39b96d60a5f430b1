"""Where a command may write: nowhere that it reads from."""

from __future__ import annotations

from argparse import Namespace

from truebleu.io.console import output_file
from truebleu.io.writing import check_writable

ONE = ("source", "documents", "pseudo_references", "spm_model", "hf_tokenizer")
SEVERAL = ("files", "reference", "corpus")


def read_files(typed: Namespace) -> list[str]:
    """Every file that the command line names to be read, whichever flag names it."""
    files = [getattr(typed, name, None) for name in ONE]
    for name in SEVERAL:
        files += getattr(typed, name, None) or []
    files += [given.partition("=")[2] for given in getattr(typed, "scores", None) or []]
    return [file for file in files if file]


def check_output(typed: Namespace, path: str | None = None) -> str | None:
    """The file to write to, checked before any work; None for standard output.

    It is that of `--output`, or `path`. Raises `InputError` where it cannot be written, or is read.
    """
    file = output_file(path or typed.output)
    if file:
        check_writable(file, read_files(typed))
    return file
