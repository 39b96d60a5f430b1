"""The identity: tokens are already separated by whitespace."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer


class NoneTokenizer(EngineTokenizer):
    """The identity: tokens are already separated by whitespace."""

    def __init__(self) -> None:
        super().__init__("none")

    def __call__(self, line: str) -> str:
        """Return the text unchanged."""
        return line
