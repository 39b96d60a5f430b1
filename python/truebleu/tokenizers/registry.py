"""Tokenizers by name, and back from a signature."""

from __future__ import annotations

from collections.abc import Callable

from truebleu.errors import ConfigurationError, UnknownTokenizer, allowed, inspected
from truebleu.tokenizers.base import Tokenizer

MECAB = ("ja-mecab", "ko-mecab")
SENTENCEPIECE = ("flores101", "flores200", "spBLEU-1K")


# Other spellings, each with the name that the signature shows.
ALIASES = {"spm": "flores101"}


# What a signature says of a tokenizer that only its owner can hand over, and how that is done.
_PRIVATE = {
    "spm-model": "truebleu.tokenizers.spm_model(FILE), or --spm-model FILE",
    "hf-tokenizer": "truebleu.tokenizers.hf_tokenizer(FILE)",
    "python[": "tokenizer=FUNCTION, the function itself",
}


def names() -> tuple[str, ...]:
    """Every name that `resolve` knows, aliases included."""
    return (*CORE, *MECAB, *ALIASES, *SENTENCEPIECE)


def resolve(tokenizer: str | Tokenizer | Callable[[str], str | list[str]]) -> Tokenizer:
    """The tokenizer of this name, or made of this callable; a `Tokenizer` stays as it is.

    A name that needs a package or a model loads it here, so that a mistake is seen early.

    Raises:
        UnknownTokenizer: no tokenizer has this name.
        MissingDependency: a package is needed; the message says how to install it.
        ConfigurationError: the model or dictionary is not the right one or cannot be had, or
            `tokenizer` is neither a name nor callable.
    """
    if isinstance(tokenizer, Tokenizer):
        return tokenizer
    if isinstance(tokenizer, str):
        return _by_name(tokenizer)
    if callable(tokenizer):
        from truebleu.tokenizers.callables import CallableTokenizer

        return CallableTokenizer(tokenizer)
    raise ConfigurationError(
        f"tokenizer={inspected(tokenizer)} is neither the name of a tokenizer nor a callable that "
        "takes a str and gives a str or a list of str"
    )


def from_signature(signature_name: str, fingerprint: str | None = None) -> Tokenizer:
    """The tokenizer that a signature names after `tok:`, the same to the byte if it has a hash.

    Args:
        signature_name: as in the signature, e.g. `13a` or `ja-mecab-0.996-IPA`.
        fingerprint: what the signature shows after `tokhash:`, if it does.

    Raises:
        ConfigurationError: the tokenizer is a file or function that only its owner can hand
            over, or what is installed here is another version of it.
        UnknownTokenizer, MissingDependency: as `resolve`.
    """
    _refuse_private(signature_name)
    known = ALIASES.get(signature_name, signature_name)
    mecab = next((name for name in MECAB if known.startswith(name)), None)
    tokenizer = _by_name(mecab or known)
    if known not in (tokenizer.name, tokenizer.signature_name):
        raise ConfigurationError(
            f"the signature names the tokenizer {known!r}, and the one installed here is "
            f"{tokenizer.signature_name!r}: install the version that the signature names"
        )
    if fingerprint is not None and fingerprint != tokenizer.fingerprint:
        raise ConfigurationError(
            f"the signature's tokenizer {known!r} has the fingerprint {fingerprint}, and the one "
            f"here has {tokenizer.fingerprint}: it is another one, and would give another score"
        )
    return tokenizer


def _by_name(name: str) -> Tokenizer:
    name = ALIASES.get(name, name)
    if name in CORE:
        return core_tokenizer(name)
    if name in MECAB:
        from truebleu.tokenizers.mecab import mecab_tokenizer

        return mecab_tokenizer(name)
    if name in SENTENCEPIECE:
        from truebleu.tokenizers.sentencepiece import published

        return published(name)
    raise UnknownTokenizer(allowed("tokenizer", name, names()))


def _refuse_private(signature_name: str) -> None:
    """A signature cannot bring back what is not published: say what to hand over instead."""
    for start, how in _PRIVATE.items():
        if signature_name.startswith(start):
            raise ConfigurationError(
                f"the signature's tokenizer {signature_name!r} is not a published one, so its "
                f"name does not bring it back: hand it over as {how}"
            )


# The tokenizers that the core has: thin names over the border


# The same names as `_native.TOKENIZERS` (a test compares them), without loading it.
CORE = (
    "none",
    "13a",
    "intl",
    "zh",
    "zh-fixed",
    "char",
    "13a-untrimmed",
    "intl-untrimmed",
    "mteval-13a",
    "mteval-14c",
    "mteval-intl",
    "mteval-intl-13a",
    "keras-hub",
    "whitespace-ascii",
    "space",
    "guava",
    "fairseq",
    "alphanumeric",
    "rouge",
    "words",
)


class CoreTokenizer(Tokenizer):
    """One of the core's tokenizers. A metric lets the core tokenize and does not call it."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, native=name)

    def tokenize(self, text: str) -> list[str]:
        """The tokens of one text, whose white space at the end some of the tokenizers look at.

        Raises:
            InputError: `text` is no str.
            InvalidUnicode: `text` holds a lone surrogate.
        """
        from truebleu import _native

        return _native.tokenize(self._text(text), self.name, "mixed")

    def __reduce__(self) -> tuple[object, ...]:
        return core_tokenizer, (self.name,)


_MADE: dict[str, CoreTokenizer] = {name: CoreTokenizer(name) for name in CORE}


def core_tokenizer(name: str) -> CoreTokenizer:
    """The core's tokenizer of this name.

    Raises:
        KeyError: the core has no such tokenizer; `resolve` says so in words.
    """
    return _MADE[name]
