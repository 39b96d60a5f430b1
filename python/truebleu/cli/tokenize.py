"""`truebleu tokenize`."""

from __future__ import annotations

from truebleu import _native
from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver, output_file, say_warning
from truebleu.cli.parser import UsageError, parse
from truebleu.io.blocks import STDIN
from truebleu.io.streams import LineFile
from truebleu.io.writing import check_writable
from truebleu.tokenizers import hf_tokenizer, resolve, spm_model

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
    if paths.count(STDIN) > 1:
        raise UsageError("standard input (-) is given more than once; it can be read only once")
    tokenizer = _tokenizer(typed)
    if output_file(typed.output):
        check_writable(typed.output, paths)
    lines = _tokenized(typed, paths, tokenizer)
    deliver(_as_json(lines) if typed.format == "json" else map(" ".join, lines), typed.output)
    return DONE


def _tokenizer(typed: Namespace) -> Tokenizer:
    chosen = [given for given in (typed.tokenize, typed.spm_model, typed.hf_tokenizer) if given]
    if len(chosen) > 1:
        raise UsageError("--tokenize, --spm-model and --hf-tokenizer: give one of them")
    if typed.spm_model:
        return spm_model(typed.spm_model)
    if typed.hf_tokenizer:
        return hf_tokenizer(typed.hf_tokenizer)
    return resolve(typed.tokenize or "13a")


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
