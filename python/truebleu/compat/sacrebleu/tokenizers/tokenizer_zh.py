"""The tokenizer of Chinese: single Chinese characters, other text as in 13a."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer


class TokenizerZh(EngineTokenizer):
    """The tokenizer of Chinese: single Chinese characters, other text as in 13a."""

    def __init__(self) -> None:
        super().__init__("zh")
