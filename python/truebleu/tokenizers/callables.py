"""Tokenizers that call a user's Python function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from truebleu.errors import ConfigurationError, InputError, TrueBleuError, of_type
from truebleu.tokenizers.base import Tokenizer, beginning
from truebleu.tokenizers.fingerprints import fingerprint, qualified_name


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class CallableTokenizer(Tokenizer):
    """Tokenizer that calls a user's function.

    The function takes a str. If it returns a str, the tokens are its words, separated by
    whitespace. If it returns a list or tuple of str, the items are the tokens.

    Pickle stores the function by its qualified name; a lambda needs a pickler such as cloudpickle.
    Unpickling raises `ConfigurationError` if the function's fingerprint has changed.

    Attributes:
        function: the callable.
    """

    function: Callable[[str], str | list[str]] = field(compare=False)

    def _tokens(self, text: str) -> list[str]:
        try:
            result: object = self.function(text)
        except TrueBleuError:
            raise
        except Exception as error:
            raise InputError(
                f"tokenizer {self.name} failed on the text {beginning(text)}: "
                f"{type(error).__name__}: {error}"
            ) from error
        if isinstance(result, str):
            return result.split()
        if not isinstance(result, list | tuple):
            raise InputError(
                f"tokenizer {self.name} must return a str or a list of str, but the result for the "
                f"text {beginning(text)} is {of_type(result)}."
            )
        for token in result:
            if not isinstance(token, str):
                raise InputError(
                    f"tokenizer {self.name} must return tokens that are str, but a token of the "
                    f"text {beginning(text)} is {of_type(token)}."
                )
        return list(result)

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.function, self.fingerprint)


def callable_tokenizer(function: Callable[[str], str | list[str]]) -> CallableTokenizer:
    """Return a tokenizer that calls `function`.

    The name and the fingerprint of the tokenizer are computed from the function.
    """
    return CallableTokenizer(
        f"python[{qualified_name(function)}]",
        fingerprint=fingerprint(function),
        published=False,
        function=function,
    )


def _restored(function: Callable[[str], str | list[str]], expected: str) -> CallableTokenizer:
    """Unpickle a tokenizer; raise an error if the code of its function has changed."""
    tokenizer = callable_tokenizer(function)
    if tokenizer.fingerprint != expected:
        raise ConfigurationError(
            f"tokenizer {tokenizer.name} was pickled with the code {expected}, but the code here "
            f"is {tokenizer.fingerprint}. Use the same version of the code on both sides."
        )
    return tokenizer
