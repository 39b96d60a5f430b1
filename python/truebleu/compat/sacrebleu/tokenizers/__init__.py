"""sacreBLEU's tokenizers: callables from a text to a text with spaces between tokens."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
