"""sacreBLEU's tokenizers: callables from text to tokenized text."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
