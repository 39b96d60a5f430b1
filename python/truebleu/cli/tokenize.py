"""`truebleu tokenize`."""

from __future__ import annotations

from truebleu import _native
from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver, say_warning
from truebleu.cli.inputs import check_stdin
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import parse
from truebleu.cli.tokenizing import chosen_tokenizer
from truebleu.io.blocks import STDIN
from truebleu.io.streams import LineFile
from truebleu.tokenizers import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from truebleu.tokenizers import Tokenizer

__all__ = ["run_tokenize"]


def run_tokenize(arguments: Sequence[str]) -> int:
    """Write the tokens of each line of the files, or of standard input."""
    typed = parse("tokenize", arguments)
    paths = typed.files or [STDIN]
    check_stdin(paths)
    tokenizer = resolve(chosen_tokenizer(typed) or "13a")
    check_output(typed)
    lines = _tokenized(typed, paths, tokenizer)
    deliver(_as_json(lines) if typed.format == "json" else map(" ".join, lines), typed.output)
    return DONE


def _tokenized(typed: Namespace, paths: Sequence[str], tokenizer: Tokenizer) -> Iterator[list[str]]:
    for path in paths:
        file = LineFile(path, typed.invalid or "error")
        try:
            while not file.ended:
                file.advance()
                texts = file.texts()
                if typed.lowercase:
                    texts = [_native.lower(text) for text in texts]
                yield from tokenizer.tokenize_batch(texts)
        finally:
            file.close()
        if file.byte_order_mark and not typed.quiet:
            say_warning(f"{file.name}: a byte order mark at the start was dropped")


def _as_json(lines: Iterator[list[str]]) -> Iterator[str]:
    import json

    for tokens in lines:
        yield json.dumps(tokens, ensure_ascii=False)
