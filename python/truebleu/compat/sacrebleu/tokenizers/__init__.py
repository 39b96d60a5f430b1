"""sacreBLEU's tokenizers. They are called with a text, and return it with spaces between tokens."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
