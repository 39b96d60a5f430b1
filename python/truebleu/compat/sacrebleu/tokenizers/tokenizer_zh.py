"""The tokenizer for Chinese: splits Chinese text into characters, and other text like 13a."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer


class TokenizerZh(EngineTokenizer):
    """The tokenizer for Chinese: splits Chinese text into characters, and other text like 13a."""

    def __init__(self) -> None:
        super().__init__("zh")
