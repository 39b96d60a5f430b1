"""sacreBLEU's tokenizers: callables from a text to the tokenized text."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
