"""The tokenizer 13a of mteval-v13a and WMT. BLEU uses it by default."""

from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import EngineTokenizer, with_its_ends


class Tokenizer13a(EngineTokenizer):
    """The tokenizer 13a of mteval-v13a and WMT. BLEU uses it by default."""

    def __init__(self) -> None:
        super().__init__("13a")

    def __call__(self, line: str) -> str:
        """Return the tokens of a text, separated by spaces."""
        return " ".join(with_its_ends(self.engine.tokenize, line))
