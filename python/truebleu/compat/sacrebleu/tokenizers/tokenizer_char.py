"""Every character is a token."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer


class TokenizerChar(EngineTokenizer):
    """Every character is a token."""

    def __init__(self) -> None:
        super().__init__("char")

    def __call__(self, line: str) -> str:
        """The characters of a text, white space among them, parted by spaces."""
        return " ".join(line)
