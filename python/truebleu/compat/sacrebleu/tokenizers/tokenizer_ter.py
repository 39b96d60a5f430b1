"""The tokenizer of Tercom, which TER uses."""

from __future__ import annotations

from truebleu import _native
from truebleu.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer, with_its_ends


class TercomTokenizer(BaseTokenizer):
    """The tokenizer of Tercom. For the settings, see `TER`.

    >>> TercomTokenizer(normalized=True)("It's 3.5%, isn't it?")
    "it 's 3.5 % , isn't it ?"
    """

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._normalized = normalized
        self._no_punct = no_punct
        self._asian_support = asian_support
        self._case_sensitive = case_sensitive

    def __call__(self, sent: str) -> str:
        """Return the tokens of a text, separated by spaces."""
        return " ".join(with_its_ends(self._tokens, sent))

    def _tokens(self, text: str) -> list[str]:
        return _native.tokenize_ter(
            text,
            normalized=bool(self._normalized),
            no_punct=bool(self._no_punct),
            asian_support=bool(self._asian_support),
            case_sensitive=bool(self._case_sensitive),
        )

    def signature(self) -> str:
        """Return the tokenizer's name in signatures, the value of the key `tok`."""
        return "tercom"
