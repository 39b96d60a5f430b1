"""Which tokenizer the flags choose."""

from __future__ import annotations

from truebleu.cli.parser import UsageError
from truebleu.tokenizers import hf_tokenizer, spm_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from truebleu.tokenizers import Tokenizer

__all__ = ["chosen_tokenizer"]

FLAGS = ("--tokenize", "--spm-model", "--hf-tokenizer")


def chosen_tokenizer(typed: Namespace) -> str | Tokenizer | None:
    """What the flags choose: a name or a tokenizer; None where there is none of them.

    Raises `UsageError` for several.
    """
    given = (typed.tokenize, typed.spm_model, typed.hf_tokenizer)
    chosen = [flag for flag, value in zip(FLAGS, given, strict=True) if value]
    if len(chosen) > 1:
        raise UsageError(f"{' and '.join(chosen)} each choose a tokenizer: give one of them")
    if typed.spm_model:
        return spm_model(typed.spm_model)
    if typed.hf_tokenizer:
        return hf_tokenizer(typed.hf_tokenizer)
    name: str | None = typed.tokenize
    return name
