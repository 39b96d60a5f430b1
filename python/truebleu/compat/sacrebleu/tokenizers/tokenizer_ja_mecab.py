"""The tokenizer of Japanese with MeCab."""

from truebleu.compat.sacrebleu.errors import MissingMecab
from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer
from truebleu.errors import MissingDependency


class TokenizerJaMecab(EngineTokenizer):
    """The tokenizer of Japanese with MeCab.

    Raises:
        MissingMecab: a missing package (a RuntimeError).
    """

    def __init__(self) -> None:
        try:
            super().__init__("ja-mecab")
        except MissingDependency as error:
            raise MissingMecab(str(error)) from error
