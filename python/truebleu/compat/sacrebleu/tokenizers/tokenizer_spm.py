"""Tokenizers with published SentencePiece models."""

from __future__ import annotations

import logging

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer

sacrelogger = logging.getLogger("sacrebleu")


class TokenizerSPM(EngineTokenizer):
    """SentencePiece tokenizer. `key` names the model, and the default "spm" means flores101."""

    def __init__(self, key: str = "spm") -> None:
        if key == "spm":
            sacrelogger.warning(
                "Tokenizer 'spm' has been changed to 'flores101', and may be removed in the future."
            )
        super().__init__(key)
        self.name = self.signature()


class Flores101Tokenizer(TokenizerSPM):
    """The SentencePiece tokenizer of FLORES-101."""

    def __init__(self) -> None:
        super().__init__("flores101")


class Flores200Tokenizer(TokenizerSPM):
    """The SentencePiece tokenizer of FLORES-200."""

    def __init__(self) -> None:
        super().__init__("flores200")


class spBLEU1KTokenizer(TokenizerSPM):  # noqa: N801 - sacreBLEU's name
    """The SentencePiece tokenizer of spBLEU-1K."""

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
