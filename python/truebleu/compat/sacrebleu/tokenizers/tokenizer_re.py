"""The rules for Western text that 13a and zh share."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer, with_its_ends
from truebleu.tokenizers import resolve


class TokenizerRegexp(BaseTokenizer):
    """Parts punctuation and symbols of ASCII from words; no entities, no other scripts."""

    def signature(self) -> str:
        """What stands after `tok:` in a signature."""
        return "re"

    def __call__(self, line: str) -> str:
        """The tokens of a text, parted by spaces."""
        # zh does just this outside Chinese. To these rules all that is not ASCII is a letter, so
        # one letter stands for it, and the tokens say where to cut the text.
        letters = "".join(char if char.isascii() or char.isspace() else "x" for char in line)
        text = "".join(line.split())
        tokens, at = [], 0
        for token in with_its_ends(resolve("zh").tokenize, letters):
            tokens.append(text[at : at + len(token)])
            at += len(token)
        return " ".join(tokens)
