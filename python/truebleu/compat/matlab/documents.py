"""MATLAB's `tokenizedDocument`: an array of documents, each a row of words."""

# The name is MATLAB's.
# ruff: noqa: N801

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from truebleu.compat.matlab.pairs import named_values
from truebleu.compat.matlab.words import words
from truebleu.errors import ConfigurationError, InputError

METHODS = ("unicode", "none")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class tokenizedDocument:
    """Documents as words. One document is an array of one.

    >>> tokenizedDocument("The lazy dog saw a fox jumping.")
    tokenizedDocument:
    <BLANKLINE>
       8 tokens: The lazy dog saw a fox jumping .

    `tokens` has the documents as tuples of str; `len`, an index from 0 and iteration give
    documents.

    Args:
        text: a text, or a list of texts, one for each document. With `TokenizeMethod="none"`, a
            list of words, or a list of such lists.
        pairs: `"TokenizeMethod"` and `"unicode"` or `"none"`; or as an argument of that name.
        named: the same.

    Raises:
        InputError: something else than text.
        ConfigurationError: an unknown argument, or another method: for languages without spaces
            hand over the words.
    """

    tokens: tuple[tuple[str, ...], ...]

    def __init__(
        self, text: str | Sequence[Any] | None = None, /, *pairs: Any, **named: Any
    ) -> None:
        method = named_values(pairs, named, {"TokenizeMethod": "unicode"})["TokenizeMethod"]
        if method not in METHODS:
            raise ConfigurationError(
                f"TokenizeMethod={method!r}: allowed are 'unicode', and 'none' for texts that are "
                "lists of words already"
            )
        object.__setattr__(self, "tokens", _documents(text, split=method == "unicode"))

    @classmethod
    def of(cls, tokens: tuple[tuple[str, ...], ...]) -> tokenizedDocument:
        """The documents that consist of these words."""
        made = cls.__new__(cls)
        object.__setattr__(made, "tokens", tokens)
        return made

    @property
    def Vocabulary(self) -> list[str]:  # noqa: N802
        """Every word once, in the order in which they come."""
        return list(dict.fromkeys(word for each in self.tokens for word in each))

    def __len__(self) -> int:
        return len(self.tokens)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[tokenizedDocument]:
        return (tokenizedDocument.of((each,)) for each in self.tokens)

    def __getitem__(self, at: int | slice) -> tokenizedDocument:
        return tokenizedDocument.of(
            self.tokens[at] if isinstance(at, slice) else (self.tokens[at],)
        )

    def __reduce__(self) -> Any:
        return tokenizedDocument.of, (self.tokens,)

    def __repr__(self) -> str:
        number = len(self.tokens)
        name = "tokenizedDocument" if number == 1 else f"{number}x1 tokenizedDocument"
        width = max((len(f"{len(each)}") for each in self.tokens), default=0)
        margin = " " * (3 if number == 1 else 4)
        lines = [
            f"{margin}{len(each):>{width}} tokens: {' '.join(each)}".rstrip()
            for each in self.tokens
        ]
        return "\n".join([f"{name}:", "", *lines])


def _documents(given: Any, *, split: bool) -> tuple[tuple[str, ...], ...]:
    if given is None:
        return ((),)
    if split:
        return tuple(tuple(words(each)) for each in _texts(given, "a text"))
    if isinstance(given, str):
        raise InputError(f"{given!r} is a text: TokenizeMethod='none' takes a list of words")
    rows = _rows(given)
    if all(isinstance(each, str) for each in rows):
        rows = [rows]
    return tuple(tuple(_texts(each, "a word")) for each in rows)


def _texts(given: Any, what: str) -> list[str]:
    texts = [given] if isinstance(given, str) else _rows(given)
    for each in texts:
        if not isinstance(each, str):
            raise InputError(f"{each!r} is not {what}: documents are made of str")
    return texts


def _rows(given: Any) -> list[Any]:
    if not hasattr(given, "__iter__"):
        raise InputError(f"{given!r} is neither a text nor a list")
    return list(given)
