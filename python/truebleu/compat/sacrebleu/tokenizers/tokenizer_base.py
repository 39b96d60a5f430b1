"""What every tokenizer is, and how truebleu's do the work."""

from __future__ import annotations

from collections.abc import Callable

from truebleu.tokenizers import Tokenizer, resolve

__all__ = ["BaseTokenizer"]


class BaseTokenizer:
    """Turns a text into one whose tokens are parted by white space."""

    def signature(self) -> str:
        """What stands after `tok:` in a signature."""
        raise NotImplementedError

    def __call__(self, line: str) -> str:
        """The tokens of a text, parted by spaces."""
        raise NotImplementedError


class EngineTokenizer(BaseTokenizer):
    """One that truebleu has: `engine` is what a metric counts with."""

    def __init__(self, name: str) -> None:
        self.engine: Tokenizer = resolve(name)

    def signature(self) -> str:
        """What stands after `tok:` in a signature."""
        return self.engine.signature_name

    def __call__(self, line: str) -> str:
        """The tokens of a text, parted by spaces."""
        return " ".join(self.engine.tokenize(line))


def with_its_ends(tokenize: Callable[[str], list[str]], line: str) -> list[str]:
    """Tokens of a text whose white space at the ends is there for the rules to see.

    truebleu drops it first, as sacreBLEU's metrics do; sacreBLEU's tokenizers, called by
    themselves, do not, and a mark beside it may be parted from its word. A word of its own at
    either end keeps it inside.
    """
    before, after = line[:1].isspace(), line[-1:].isspace()
    tokens = tokenize(f"{'x ' if before else ''}{line}{' x' if after else ''}")
    return tokens[before : len(tokens) - after]


def engine_of(tokenizer: Callable[[str], str]) -> Tokenizer:
    """What a metric counts with; a tokenizer of the user's own becomes a callable's."""
    if isinstance(tokenizer, EngineTokenizer) and type(tokenizer).__module__.startswith(
        __package__
    ):
        return tokenizer.engine
    return resolve(tokenizer)
