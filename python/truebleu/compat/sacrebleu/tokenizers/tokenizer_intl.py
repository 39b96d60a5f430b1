"""The tokenizer of mteval-v14 with --international-tokenization."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer, with_its_ends


class TokenizerV14International(EngineTokenizer):
    """The tokenizer of mteval-v14 with --international-tokenization."""

    def __init__(self) -> None:
        super().__init__("intl")

    def __call__(self, line: str) -> str:
        """Return the tokens of a text, separated by spaces."""
        return " ".join(with_its_ends(self.engine.tokenize, line))
