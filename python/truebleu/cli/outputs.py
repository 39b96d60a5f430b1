"""Check of a command's output file: it must be writable and must not be an input file."""

from __future__ import annotations

from argparse import Namespace

from truebleu.io.console import output_file
from truebleu.io.writing import check_writable

ONE = (
    "source", "documents", "hypothesis_documents", "pseudo_references", "spm_model", "hf_tokenizer",
    "cider_frequencies",
)  # fmt: skip
SEVERAL = ("files", "reference", "corpus")


def read_files(args: Namespace) -> list[str]:
    """Return the paths of all input files that a command line names."""
    files = [getattr(args, name, None) for name in ONE]
    for name in SEVERAL:
        files += getattr(args, name, None) or []
    files += [scores.partition("=")[2] for scores in getattr(args, "scores", None) or []]
    tokens = getattr(args, "reseg_tokens", None) or ""
    files += [tokens.removeprefix("spm:")] if tokens.startswith("spm:") else []
    return [file for file in files if file]


def check_output(args: Namespace, path: str | None = None) -> str | None:
    """Return the path of the output file; None for standard output.

    The file is `path` or, if `path` is None, the value of `--output`. Raise `InputError` if the
    file is not writable or is an input file.
    """
    file = output_file(path or args.output)
    if file:
        check_writable(file, read_files(args))
    return file
