"""The tokenizers that the core has: thin names over the border.

`none` splits on white space; `13a`, `intl`, `zh` and `char` are sacreBLEU's; `zh-fixed` is `zh`
with the two blocks that sacreBLEU misspells read as they were meant.
"""

from __future__ import annotations

from truebleu.tokenizers.base import Tokenizer

__all__ = ["CORE", "core_tokenizer"]

# The same names as `_native.TOKENIZERS` (a test compares them), without loading it.
CORE = ("none", "13a", "intl", "zh", "zh-fixed", "char")


class CoreTokenizer(Tokenizer):
    """One of the core's tokenizers. A metric lets the core tokenize and does not call it."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, native=name)

    def _tokens(self, text: str) -> list[str]:
        from truebleu import _native

        return _native.tokenize(text, self.name, "mixed")

    def __reduce__(self) -> tuple[object, ...]:
        return core_tokenizer, (self.name,)


_MADE: dict[str, CoreTokenizer] = {name: CoreTokenizer(name) for name in CORE}


def core_tokenizer(name: str) -> CoreTokenizer:
    """The core's tokenizer of this name.

    Raises:
        KeyError: the core has no such tokenizer; `resolve` says so in words.
    """
    return _MADE[name]
