"""MATLAB's class `tokenizedDocument`, an array of documents."""

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
    """Array of documents. Each document is a sequence of words.

    >>> tokenizedDocument("The lazy dog saw a fox jumping.")
    tokenizedDocument:
    <BLANKLINE>
       8 tokens: The lazy dog saw a fox jumping .

    A single document is an array of length 1. The attribute `tokens` has a tuple of words for each
    document. Indexing and iteration return single documents. Indices start at 0.

    Args:
        text: a text for one document, or a list with a text for each document. With
            `TokenizeMethod="none"`: a list of words for one document, or a list of lists of words
            for several documents.
        pairs: `"TokenizeMethod"` followed by its value, `"unicode"` or `"none"`.
        named: `TokenizeMethod` as a keyword argument.

    Raises:
        InputError: `text` is neither text nor lists of words.
        ConfigurationError: the name of an argument, or the value of `TokenizeMethod`, is unknown.
    """

    tokens: tuple[tuple[str, ...], ...]

    def __init__(
        self, text: str | Sequence[Any] | None = None, /, *pairs: Any, **named: Any
    ) -> None:
        method = named_values(pairs, named, {"TokenizeMethod": "unicode"})["TokenizeMethod"]
        if method not in METHODS:
            raise ConfigurationError(
                f"unknown TokenizeMethod {method!r}. Use 'unicode', or 'none' for lists of words."
            )
        object.__setattr__(self, "tokens", _documents(text, split=method == "unicode"))

    @classmethod
    def of(cls, tokens: tuple[tuple[str, ...], ...]) -> tokenizedDocument:
        """Return an array of documents. `tokens` has a tuple of words for each document."""
        documents = cls.__new__(cls)
        object.__setattr__(documents, "tokens", tokens)
        return documents

    @property
    def Vocabulary(self) -> list[str]:  # noqa: N802
        """Distinct words, in the order in which they first occur."""
        return list(dict.fromkeys(word for tokens in self.tokens for word in tokens))

    def __len__(self) -> int:
        return len(self.tokens)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[tokenizedDocument]:
        return (tokenizedDocument.of((tokens,)) for tokens in self.tokens)

    def __getitem__(self, index: int | slice) -> tokenizedDocument:
        return tokenizedDocument.of(
            self.tokens[index] if isinstance(index, slice) else (self.tokens[index],)
        )

    def __reduce__(self) -> Any:
        return tokenizedDocument.of, (self.tokens,)

    def __repr__(self) -> str:
        number = len(self.tokens)
        name = "tokenizedDocument" if number == 1 else f"{number}x1 tokenizedDocument"
        width = max((len(f"{len(tokens)}") for tokens in self.tokens), default=0)
        margin = " " * (3 if number == 1 else 4)
        lines = [
            f"{margin}{len(tokens):>{width}} tokens: {' '.join(tokens)}".rstrip()
            for tokens in self.tokens
        ]
        return "\n".join([f"{name}:", "", *lines])


def _documents(text: Any, *, split: bool) -> tuple[tuple[str, ...], ...]:
    if text is None:
        return ((),)
    if split:
        return tuple(tuple(words(item)) for item in _texts(text, "a text"))
    if isinstance(text, str):
        raise InputError(f"{text!r} is a text. With TokenizeMethod='none' pass a list of words.")
    rows = _rows(text)
    if all(isinstance(item, str) for item in rows):
        rows = [rows]
    return tuple(tuple(_texts(item, "a word")) for item in rows)


def _texts(value: Any, noun: str) -> list[str]:
    texts = [value] if isinstance(value, str) else _rows(value)
    for text in texts:
        if not isinstance(text, str):
            raise InputError(f"{text!r} is not {noun}. Pass str.")
    return texts


def _rows(value: Any) -> list[Any]:
    if not hasattr(value, "__iter__"):
        raise InputError(f"{value!r} is neither a text nor a list. Pass text.")
    return list(value)
