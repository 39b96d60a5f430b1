"""sacreBLEU's tokenizers, as classes that are called with a text and give a text."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
