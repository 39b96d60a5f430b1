"""Command `truebleu tokenize`, which prints the tokens of a text."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from truebleu import _native
from truebleu.cli.command import Command, Flag
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import check_stdin
from truebleu.cli.metrics import chosen_tokenizer
from truebleu.cli.outputs import check_output
from truebleu.display.formats import json_line
from truebleu.io.blocks import STDIN
from truebleu.io.console import deliver, say_warning
from truebleu.io.program import DONE
from truebleu.io.streams import LineFile
from truebleu.tokenizers import Tokenizer, resolve


def run_tokenize(args: Namespace) -> int:
    """Run `truebleu tokenize`: print the tokens of each line, and return the exit code.

    Without files, the lines of standard input are read.
    """
    paths = args.files or [STDIN]
    check_stdin(paths)
    tokenizer = resolve(chosen_tokenizer(args) or "13a")
    check_output(args)
    lines = _tokenize(args, paths, tokenizer)
    deliver(map(json_line if args.format == "json" else " ".join, lines), args.output)
    return DONE


def _tokenize(args: Namespace, paths: Sequence[str], tokenizer: Tokenizer) -> Iterator[list[str]]:
    for path in paths:
        file = LineFile(path, args.invalid or "error")
        try:
            while not file.ended:
                file.advance()
                texts = file.texts()
                if args.lowercase:
                    texts = [_native.lower(text) for text in texts]
                yield from tokenizer.tokenize_batch(texts)
        finally:
            file.close()
        if file.byte_order_mark and not args.quiet:
            say_warning(f"{file.name}: a byte order mark at the start was dropped")


COMMAND = Command(
    name="tokenize",
    usage=["tokenize [FILE ...] [-t NAME]"],
    about="Print the tokens of each line, separated by spaces. Without a file, or for -, it reads "
    "standard input.",
    examples=[
        ("default tokenizer", "truebleu tokenize system.txt"),
        ("from a pipe", 'echo "Hello, world!" | truebleu tokenize -t intl'),
        ("as JSON lists", "truebleu tokenize system.txt -t char --format json"),
    ],
    flags=[
        files.INVALID,
        *metric_flags.tokenizing(),
        Flag(
            "--lowercase",
            category="metric",
            help="lowercase the text first",
        ),
        files.OUTPUT,
        files.result_format(
            lambda: ("text", "json"),
            "output format: text = tokens separated by spaces, json = one list per line",
        ),
        files.QUIET,
        *files.general(threads=False),
    ],
    run=run_tokenize,
)
