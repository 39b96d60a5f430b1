"""Base classes of sacreBLEU's tokenizers, implemented with truebleu's tokenizers."""

from __future__ import annotations

from collections.abc import Callable

from truebleu.tokenizers import Tokenizer, resolve

__all__ = ["BaseTokenizer"]


class BaseTokenizer:
    """Base class of sacreBLEU's tokenizers, which return a text with spaces between tokens."""

    def signature(self) -> str:
        """Return the tokenizer's name in signatures, the value of the key `tok`."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """Return the tokens of a text, separated by spaces."""
        raise NotImplementedError


class EngineTokenizer(BaseTokenizer):
    """Adapter that gives a truebleu tokenizer sacreBLEU's interface.

    The attribute `engine` is the truebleu tokenizer. The metrics use it instead of the adapter.
    """

    def __init__(self, name: str) -> None:
        self.engine: Tokenizer = resolve(name)

    def signature(self) -> str:
        """Return the tokenizer's name in signatures, the value of the key `tok`."""
        return self.engine.signature_name

    def __call__(self, line: str) -> str:
        """Return the tokens of a text, separated by spaces."""
        return " ".join(self.engine.tokenize(line))


def with_its_ends(tokenize: Callable[[str], list[str]], line: str) -> list[str]:
    """Return the tokens of `line`, tokenized as if whitespace at its ends were inside the text.

    sacreBLEU's tokenizers split a final punctuation mark differently if whitespace follows it.
    truebleu's tokenizers remove whitespace at both ends first. This function therefore adds a word
    before leading whitespace and after trailing whitespace, calls `tokenize`, and removes both
    words from the tokens.
    """
    before, after = line[:1].isspace(), line[-1:].isspace()
    tokens = tokenize(f"{'x ' if before else ''}{line}{' x' if after else ''}")
    return tokens[before : len(tokens) - after]


def engine_of(tokenizer: Callable[[str], str]) -> Tokenizer:
    """Return a truebleu tokenizer that produces the same tokens as `tokenizer`."""
    if isinstance(tokenizer, EngineTokenizer) and type(tokenizer).__module__.startswith(
        __package__
    ):
        return tokenizer.engine
    return resolve(tokenizer)
