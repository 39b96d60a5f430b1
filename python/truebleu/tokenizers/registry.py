"""Lookup of tokenizers by name, and creation of tokenizers from signatures."""

from __future__ import annotations

from collections.abc import Callable

from truebleu.errors import ConfigurationError, UnknownTokenizer, allowed, inspected
from truebleu.tokenizers.base import Tokenizer

PTB = "ptb"
NLTK = ("word_tokenize", "azure")
MECAB = ("ja-mecab", "ko-mecab")
SENTENCEPIECE = ("flores101", "flores200", "spBLEU-1K")


# Aliases, with the name in the signature.
ALIASES = {"spm": "flores101"}


# Names in signatures of tokenizers that cannot be created from the name, and how to pass them.
_PRIVATE = {
    "spm-model": "truebleu.tokenizers.spm_model(FILE), or --spm-model FILE",
    "hf-tokenizer": "truebleu.tokenizers.hf_tokenizer(FILE)",
    "python[": "tokenizer=FUNCTION, the function itself",
}


def names() -> tuple[str, ...]:
    """Return all tokenizer names that `resolve` accepts, including aliases."""
    return (*CORE, PTB, *NLTK, *MECAB, *ALIASES, *SENTENCEPIECE)


def resolve(tokenizer: str | Tokenizer | Callable[[str], str | list[str]]) -> Tokenizer:
    """Return the tokenizer for a name, or a tokenizer that calls a user's function.

    A `Tokenizer` is returned unchanged. This call loads the packages and models that the tokenizer
    needs, so missing ones raise an error early. Only NLTK is loaded later.

    Raises:
        UnknownTokenizer: the name is unknown.
        MissingDependency: a package is missing; the message says how to install it.
        ConfigurationError: a model or dictionary is missing or not the expected one, or `tokenizer`
            is neither a name nor callable.
    """
    if isinstance(tokenizer, Tokenizer):
        return tokenizer
    if isinstance(tokenizer, str):
        return _by_name(tokenizer)
    if callable(tokenizer):
        from truebleu.tokenizers.callables import callable_tokenizer

        return callable_tokenizer(tokenizer)
    raise ConfigurationError(
        f"tokenizer={inspected(tokenizer)} is neither a name nor a callable. Pass a name, or a "
        "callable that takes a str and returns a str or a list of str."
    )


def from_signature(signature_name: str, fingerprint: str | None = None) -> Tokenizer:
    """Return the tokenizer that is named in a signature.

    Args:
        signature_name: the value of the field `tok`, such as `13a` or `ja-mecab-0.996-IPA`.
        fingerprint: the value of the field `tokhash`; None if the signature does not have this
            field. It must equal the tokenizer's fingerprint.

    Raises:
        ConfigurationError: the tokenizer is a user's file or function, a model or dictionary is
            missing, or the installed version or fingerprint differs from the one in the signature.
        UnknownTokenizer: the name is unknown.
        MissingDependency: a package is missing; the message says how to install it.
    """
    _refuse_private(signature_name)
    canonical = ALIASES.get(signature_name, signature_name)
    mecab = next((name for name in MECAB if canonical.startswith(name)), None)
    tokenizer = _by_name(mecab or canonical)
    if canonical not in (tokenizer.name, tokenizer.signature_name):
        raise ConfigurationError(
            f"the signature has tokenizer {canonical!r}, but {tokenizer.signature_name!r} is "
            "installed. Install the version of the signature."
        )
    if fingerprint is not None and fingerprint != tokenizer.fingerprint:
        raise ConfigurationError(
            f"the signature's tokenizer {canonical!r} has the fingerprint {fingerprint}, but the "
            f"installed one has {tokenizer.fingerprint}. The scores are not comparable."
        )
    return tokenizer


def _by_name(name: str) -> Tokenizer:
    name = ALIASES.get(name, name)
    if name in CORE:
        return core_tokenizer(name)
    if name == PTB:
        from truebleu.tokenizers.ptb import ptb_tokenizer

        return ptb_tokenizer()
    if name in NLTK:
        from truebleu.tokenizers.nltk_words import nltk_tokenizer

        return nltk_tokenizer(name)
    if name in MECAB:
        from truebleu.tokenizers.mecab import mecab_tokenizer

        return mecab_tokenizer(name)
    if name in SENTENCEPIECE:
        from truebleu.tokenizers.sentencepiece import published

        return published(name)
    raise UnknownTokenizer(allowed("tokenizer", name, names()))


def _refuse_private(signature_name: str) -> None:
    """Raise an error for a user's file or function, which cannot be loaded by its name."""
    for start, how in _PRIVATE.items():
        if signature_name.startswith(start):
            raise ConfigurationError(
                f"the signature's tokenizer {signature_name!r} cannot be created from its name. "
                f"Pass it as {how}."
            )


# Tokenizers of the core.


# Equal to `_native.TOKENIZERS`, as a test checks; listed here to avoid loading it.
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
    """Tokenizer that is implemented in the Rust core.

    Metrics do not call `tokenize`, because the Rust core tokenizes and counts in one pass.
    """

    __slots__ = ()

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of one text.

        Trailing whitespace is not removed before tokenization, because some tokenizers depend on
        it.

        Raises:
            InputError: `text` is not a str.
            InvalidUnicode: `text` has a lone surrogate.
        """
        from truebleu import _native

        return _native.tokenize(self._text(text), self.name, "mixed")

    def __reduce__(self) -> tuple[object, ...]:
        return core_tokenizer, (self.name,)


_CORE_TOKENIZERS: dict[str, CoreTokenizer] = {
    name: CoreTokenizer(name, native=name) for name in CORE
}


def core_tokenizer(name: str) -> CoreTokenizer:
    """Return the tokenizer of the Rust core with this name.

    Raises:
        KeyError: the name is unknown; `resolve` raises a more helpful error.
    """
    return _CORE_TOKENIZERS[name]
