"""What mteval-v14 does with --international-tokenization."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer, with_its_ends


class TokenizerV14International(EngineTokenizer):
    """What mteval-v14 does with --international-tokenization."""

    def __init__(self) -> None:
        super().__init__("intl")

    def __call__(self, line: str) -> str:
        """The tokens of a text, parted by spaces."""
        return " ".join(with_its_ends(self.engine.tokenize, line))
