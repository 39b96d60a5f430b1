"""The tokenizer for Korean that uses MeCab."""

from truebleu.compat.sacrebleu.errors import MissingMecab
from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer
from truebleu.errors import MissingDependency


class TokenizerKoMecab(EngineTokenizer):
    """The tokenizer for Korean that uses MeCab.

    Raises:
        MissingMecab: a package is missing. MissingMecab is a RuntimeError.
    """

    def __init__(self) -> None:
        try:
            super().__init__("ko-mecab")
        except MissingDependency as error:
            raise MissingMecab(str(error)) from error
