"""The tokenizer zh: splits Chinese text into characters, and other text as 13a does."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer


class TokenizerZh(EngineTokenizer):
    """The tokenizer zh: splits Chinese text into characters, and other text as 13a does."""

    def __init__(self) -> None:
        super().__init__("zh")
