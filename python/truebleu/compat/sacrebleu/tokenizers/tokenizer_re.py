"""The rules for Western text that the tokenizers 13a and zh share."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer, with_its_ends
from truebleu.tokenizers import resolve


class TokenizerRegexp(BaseTokenizer):
    """A tokenizer that separates ASCII punctuation and symbols from words."""

    def signature(self) -> str:
        """Return the tokenizer's name in signatures, the value of the key `tok`."""
        return "re"

    def __call__(self, line: str) -> str:
        """Return the tokens of a text, separated by spaces."""
        # For text without Chinese, zh has the same rules. They treat any non-ASCII character as a
        # letter, so replace it by "x". The lengths of the tokens give the positions to split.
        letters = "".join(char if char.isascii() or char.isspace() else "x" for char in line)
        text = "".join(line.split())
        tokens, start = [], 0
        for token in with_its_ends(resolve("zh").tokenize, letters):
            tokens.append(text[start : start + len(token)])
            start += len(token)
        return " ".join(tokens)
