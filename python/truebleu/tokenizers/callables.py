"""Any Python callable as a tokenizer: its name and the fingerprint of its code are its identity."""

from __future__ import annotations

from collections.abc import Callable

from truebleu.errors import ConfigurationError, InputError, TrueBleuError
from truebleu.tokenizers.base import Tokenizer, beginning
from truebleu.tokenizers.fingerprints import fingerprint, qualified_name


class CallableTokenizer(Tokenizer):
    """Tokens by a callable `str -> str | list[str]`.

    A str that it gives is split on white space; a list's or tuple's elements are tokens as they
    are. Pickling a tokenizer pickles the callable, by its own means: a function by its place in
    a module (so a lambda needs a pickler such as cloudpickle). Unpickled code must be the same.

    Attributes:
        function: the callable.
    """

    __slots__ = ("function",)

    function: Callable[[str], str | list[str]]

    def __init__(self, function: Callable[[str], str | list[str]]) -> None:
        name = f"python[{qualified_name(function)}]"
        super().__init__(name, fingerprint=fingerprint(function), published=False)
        object.__setattr__(self, "function", function)

    def _tokens(self, text: str) -> list[str]:
        try:
            result: object = self.function(text)
        except TrueBleuError:
            raise
        except Exception as error:
            raise InputError(
                f"the tokenizer {self.name} failed on the text {beginning(text)}: "
                f"{type(error).__name__}: {error}"
            ) from error
        if isinstance(result, str):
            return result.split()
        if not isinstance(result, list | tuple):
            raise InputError(
                f"the tokenizer {self.name} must give a str or a list of str, and gives "
                f"{_kind(result)} for the text {beginning(text)}"
            )
        for token in result:
            if not isinstance(token, str):
                raise InputError(
                    f"the tokenizer {self.name} must give tokens that are str, and gives "
                    f"{_kind(token)} among those of the text {beginning(text)}"
                )
        return list(result)

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.function, self.fingerprint)


def _restored(function: Callable[[str], str | list[str]], expected: str) -> CallableTokenizer:
    """Unpickle: the code found here must be the code that was pickled."""
    tokenizer = CallableTokenizer(function)
    if tokenizer.fingerprint != expected:
        raise ConfigurationError(
            f"the tokenizer {tokenizer.name} was pickled as the code {expected}, and here it is "
            f"{tokenizer.fingerprint}: use the same version of the code on both sides"
        )
    return tokenizer


def _kind(value: object) -> str:
    return "None" if value is None else f"something of type {type(value).__name__}"
