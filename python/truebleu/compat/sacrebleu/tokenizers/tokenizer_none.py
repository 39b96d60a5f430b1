"""The tokenizer `none`, which returns a text unchanged."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer


class NoneTokenizer(EngineTokenizer):
    """The tokenizer `none`, for text whose tokens are already separated by whitespace."""

    def __init__(self) -> None:
        super().__init__("none")

    def __call__(self, line: str) -> str:
        """Return the text unchanged."""
        return line
