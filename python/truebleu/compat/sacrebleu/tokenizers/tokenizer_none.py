"""Text as it stands: white space parts tokens."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer


class NoneTokenizer(EngineTokenizer):
    """Text as it stands: white space parts tokens."""

    def __init__(self) -> None:
        super().__init__("none")

    def __call__(self, line: str) -> str:
        """The text itself."""
        return line
