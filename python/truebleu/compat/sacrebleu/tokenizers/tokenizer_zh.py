"""Chinese characters one by one, and Western text as in 13a."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer


class TokenizerZh(EngineTokenizer):
    """Chinese characters one by one, and Western text as in 13a."""

    def __init__(self) -> None:
        super().__init__("zh")
