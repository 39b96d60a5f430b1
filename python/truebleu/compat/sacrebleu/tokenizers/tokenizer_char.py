"""The tokenizer that splits text into characters."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer


class TokenizerChar(EngineTokenizer):
    """The tokenizer that splits text into characters."""

    def __init__(self) -> None:
        super().__init__("char")

    def __call__(self, line: str) -> str:
        """Return the characters of a text, including whitespace, separated by spaces."""
        return " ".join(line)
