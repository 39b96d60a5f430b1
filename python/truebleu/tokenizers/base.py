"""What every tokenizer is: a value that turns a text into a list of tokens."""

from __future__ import annotations

from collections.abc import Sequence

from truebleu.errors import InputError, InvalidUnicode
from truebleu.results import Frozen

# How much of a SHA-256 a signature shows: 16 hexadecimal digits, 64 bits.
FINGERPRINT_DIGITS = 16


class Tokenizer(Frozen):
    """Turns a text into tokens; immutable, hashable, picklable, safe to share between threads.

    Equality is by `name` and `fingerprint`. Make one with `resolve`, `spm_model` or `hf_tokenizer`.

    Attributes:
        name: what a user types for it, in the one spelling that is its own.
        signature_name: what stands after `tok:` in a signature.
        native: the core's name of it where the core does the work, else None.
        fingerprint: the beginning of the SHA-256 of its model or code, where it has one; the
            full signature shows it.
        published: whether the signature's name alone says which tokenizer it is, as it does
            in sacreBLEU; not so for a file or function of the user's own.
    """

    __slots__ = ("fingerprint", "name", "native", "published", "signature_name")

    name: str
    signature_name: str
    native: str | None
    fingerprint: str | None
    published: bool

    def __init__(
        self,
        name: str,
        *,
        signature_name: str | None = None,
        native: str | None = None,
        fingerprint: str | None = None,
        published: bool = True,
    ) -> None:
        keep = object.__setattr__
        keep(self, "name", name)
        keep(self, "signature_name", signature_name or name)
        keep(self, "native", native)
        keep(self, "fingerprint", fingerprint)
        keep(self, "published", published)

    def tokenize(self, text: str) -> list[str]:
        """The tokens of one text.

        White space at the text's end is dropped first, as sacreBLEU does.

        Raises:
            InputError: `text` is no str, or the tokenizer does not give tokens for it.
            InvalidUnicode: `text` holds a lone surrogate.
        """
        return self._tokens(self._text(text).rstrip())

    def tokenize_batch(self, texts: Sequence[str]) -> list[list[str]]:
        """The tokens of each text, in order.

        Raises:
            InputError, InvalidUnicode: as `tokenize`.
        """
        return [self.tokenize(text) for text in texts]

    def _tokens(self, text: str) -> list[str]:
        """The tokens of a text without white space at its end."""
        raise NotImplementedError

    def _text(self, text: object) -> str:
        """The text, checked: it can be written as UTF-8."""
        if not isinstance(text, str):
            kind = type(text).__name__
            raise InputError(f"the tokenizer {self.name!r} takes a str, not {_a(kind)}")
        if not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                raise InvalidUnicode(
                    f"a text holds the lone surrogate U+{ord(text[error.start]):04X} as its "
                    f"character {error.start + 1}, which is not Unicode text: {beginning(text)}"
                ) from None
        return text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tokenizer):
            return NotImplemented
        return (self.name, self.fingerprint) == (other.name, other.fingerprint)

    def __hash__(self) -> int:
        return hash((self.name, self.fingerprint))

    def __repr__(self) -> str:
        fingerprint = f", fingerprint={self.fingerprint!r}" if self.fingerprint else ""
        return f"{type(self).__name__}({self.name!r}{fingerprint})"


def fingerprint_of(sha256: str) -> str:
    """What a signature shows of a SHA-256, given as hexadecimal digits."""
    return sha256[:FINGERPRINT_DIGITS]


def beginning(text: str, length: int = 40) -> str:
    """The start of a text, in quotes, so that a person finds the segment."""
    return repr(text if len(text) <= length else text[:length] + "…")


def _a(noun: str) -> str:
    """The noun with its article, roughly."""
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
