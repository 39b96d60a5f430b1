"""Base class of tokenizers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field

from truebleu.errors import InputError, InvalidUnicode

# Hexadecimal digits of a SHA-256 in a signature: 64 bits.
FINGERPRINT_DIGITS = 16


@dataclass(frozen=True, slots=True, repr=False)
class Tokenizer:
    """Base class of tokenizers: immutable, hashable, picklable and thread-safe.

    Tokenizers are equal if their `name` and `fingerprint` are equal. Use `resolve`, `spm_model` or
    `hf_tokenizer` to create one.

    Attributes:
        name: the name by which users select the tokenizer.
        signature_name: the name after `tok:` in a signature; by default, `name`.
        native: the name of the tokenizer in the Rust core; None if it is implemented in Python.
        fingerprint: the first 16 digits of the SHA-256 of the model or code, for the full form of
            signatures. None for a tokenizer without a model or user code.
        published: whether `signature_name` names the same tokenizer on every machine. False for a
            user's file or function.
    """

    name: str
    _: KW_ONLY
    signature_name: str = field(default="", compare=False)
    native: str | None = field(default=None, compare=False)
    fingerprint: str | None = None
    published: bool = field(default=True, compare=False)

    def __post_init__(self) -> None:
        if not self.signature_name:
            object.__setattr__(self, "signature_name", self.name)

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of one text.

        Trailing whitespace is removed before tokenization, as in sacreBLEU.

        Raises:
            InputError: `text` is not a str, or the tokenizer fails on it.
            InvalidUnicode: `text` has a lone surrogate.
        """
        return self._tokens(self._text(text).rstrip())

    def tokenize_batch(self, texts: Sequence[str]) -> list[list[str]]:
        """Return the tokens of each text, in order.

        Raises:
            InputError: a text is not a str, or the tokenizer fails on it.
            InvalidUnicode: a text has a lone surrogate.
        """
        return [self.tokenize(text) for text in texts]

    def _tokens(self, text: str) -> list[str]:
        raise NotImplementedError

    def _text(self, text: object) -> str:
        """Return `text` unchanged; raise an error if it is not a str or has a lone surrogate."""
        if not isinstance(text, str):
            kind = type(text).__name__
            raise InputError(f"tokenizer {self.name!r} takes a str, not {_with_article(kind)}.")
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                raise InvalidUnicode(
                    f"a text has the lone surrogate U+{ord(text[error.start]):04X} as character "
                    f"{error.start + 1}: {beginning(text)}"
                ) from None
        return text

    def __repr__(self) -> str:
        fingerprint = f", fingerprint={self.fingerprint!r}" if self.fingerprint else ""
        return f"{type(self).__name__}({self.name!r}{fingerprint})"


def fingerprint_of(sha256: str) -> str:
    """Return the fingerprint of a model or of code: the first 16 digits of its SHA-256.

    `sha256` is hexadecimal.
    """
    return sha256[:FINGERPRINT_DIGITS]


def beginning(text: str, length: int = 40) -> str:
    """Return a text in quotes for an error message, cut after `length` characters."""
    return repr(text if len(text) <= length else text[:length] + "…")


def _with_article(noun: str) -> str:
    """Return a noun with its article, such as "a list" or "an int"."""
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
