"""Base classes of tokenizers, and their implementation with truebleu's tokenizers."""

from __future__ import annotations

from collections.abc import Callable

from truebleu.tokenizers import Tokenizer, resolve

__all__ = ["BaseTokenizer"]


class BaseTokenizer:
    """A callable that returns a text with tokens separated by whitespace."""

    def signature(self) -> str:
        """Return the value of the key `tok` in signatures."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """Return the tokens of a text, separated by spaces."""
        raise NotImplementedError


class EngineTokenizer(BaseTokenizer):
    """Adapter of a truebleu tokenizer (`engine`, which metrics use directly)."""

    def __init__(self, name: str) -> None:
        self.engine: Tokenizer = resolve(name)

    def signature(self) -> str:
        """Return the value of the key `tok` in signatures."""
        return self.engine.signature_name

    def __call__(self, line: str) -> str:
        """Return the tokens of a text, separated by spaces."""
        return " ".join(self.engine.tokenize(line))


def with_its_ends(tokenize: Callable[[str], list[str]], line: str) -> list[str]:
    """Return the tokens of a text without first stripping leading and trailing whitespace.

    truebleu strips this whitespace, as sacreBLEU's metrics do. sacreBLEU's tokenizers do not strip
    it, which may separate punctuation next to it. An additional word at either end protects the
    whitespace from stripping.
    """
    before, after = line[:1].isspace(), line[-1:].isspace()
    tokens = tokenize(f"{'x ' if before else ''}{line}{' x' if after else ''}")
    return tokens[before : len(tokens) - after]


def engine_of(tokenizer: Callable[[str], str]) -> Tokenizer:
    """Return the truebleu tokenizer of a tokenizer; wrap a custom tokenizer as a callable."""
    if isinstance(tokenizer, EngineTokenizer) and type(tokenizer).__module__.startswith(
        __package__
    ):
        return tokenizer.engine
    return resolve(tokenizer)
