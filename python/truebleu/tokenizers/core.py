"""The tokenizers that the core has: thin names over the border.

`none` splits on white space; `13a`, `intl`, `zh` and `char` are sacreBLEU's; `zh-fixed` is `zh`
with the two blocks that sacreBLEU misspells read as they were meant. The others are those of other
tools, for their numbers; docs/tokenizers.md says of each which tools and how it differs.
"""

from __future__ import annotations

from truebleu.tokenizers.base import Tokenizer

__all__ = ["CORE", "core_tokenizer"]

# The same names as `_native.TOKENIZERS` (a test compares them), without loading it.
CORE = (
    "none",
    "13a",
    "intl",
    "zh",
    "zh-fixed",
    "char",
    "13a-untrimmed",
    "intl-untrimmed",
    "mteval-13a",
    "mteval-14c",
    "mteval-intl",
    "mteval-intl-13a",
    "keras-hub",
    "whitespace-ascii",
    "space",
    "guava",
    "fairseq",
    "alphanumeric",
    "rouge",
    "words",
)


class CoreTokenizer(Tokenizer):
    """One of the core's tokenizers. A metric lets the core tokenize and does not call it."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, native=name)

    def tokenize(self, text: str) -> list[str]:
        """The tokens of one text, whose white space at the end some of the tokenizers look at.

        Raises:
            InputError: `text` is no str.
            InvalidUnicode: `text` holds a lone surrogate.
        """
        from truebleu import _native

        return _native.tokenize(self._text(text), self.name, "mixed")

    def __reduce__(self) -> tuple[object, ...]:
        return core_tokenizer, (self.name,)


_MADE: dict[str, CoreTokenizer] = {name: CoreTokenizer(name) for name in CORE}


def core_tokenizer(name: str) -> CoreTokenizer:
    """The core's tokenizer of this name.

    Raises:
        KeyError: the core has no such tokenizer; `resolve` says so in words.
    """
    return _MADE[name]
