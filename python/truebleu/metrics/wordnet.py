"""Synonyms of words for METEOR, from WordNet or from the user."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from truebleu.errors import (
    ConfigurationError,
    InputError,
    MissingDependency,
    allowed,
    inspected,
)
from truebleu.wording import missing_package

FORMS = "syn:wordnet-VERSION"
NAMES = ("auto", "wordnet")
MOST = 1 << 18
"""Maximum number of words whose synonyms are cached."""


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Thesaurus:
    """Source of synonyms for METEOR: WordNet, or a user's mapping or callable.

    Attributes:
        kind: "wordnet", or "own" for a user's mapping or callable.
        source: version of WordNet, the user's mapping as a tuple, or the user's callable.
        signature_name: value of `syn` in signatures. It has the version of WordNet, the hash of a
            mapping, or the name of a callable.
        look_up: function that returns the synonyms of a word.
    """

    kind: str
    source: Any
    signature_name: str = field(compare=False)
    look_up: Callable[[str], Iterable[str]] = field(compare=False)

    @classmethod
    def of(cls, value: Any) -> Thesaurus | None:
        """Return the source of synonyms for METEOR's setting `synonyms`, or None for no synonyms.

        Raises `ConfigurationError` for an invalid value. Raises `MissingDependency` if WordNet is
        required but not installed.
        """
        if value is None or isinstance(value, Thesaurus):
            return value
        if isinstance(value, str):
            if value not in NAMES:
                raise ConfigurationError(allowed("synonyms", value, NAMES))
            return _wordnet(required=value == "wordnet")
        if hasattr(value, "items"):
            table = {word: _others(word, others) for word, others in value.items()}
            source = tuple(sorted(table.items()))
            return cls(
                kind="own",
                source=source,
                signature_name=f"own-{_fingerprint(source)}",
                look_up=lambda word: table.get(word, ()),
            )
        if callable(value):
            name = getattr(value, "__name__", type(value).__name__)
            return cls(kind="own", source=value, signature_name=f"callable-{name}", look_up=value)
        raise ConfigurationError(
            f"synonyms={inspected(value)} is not supported. Use 'auto', 'wordnet', None, a mapping "
            "from a word to a list of words, or a callable that returns the list."
        )

    def synonyms(self, word: str) -> set[str]:
        """Return the synonyms of a word.

        Raises `InputError` if the user's callable does not return a list of words.
        """
        result = self.look_up(word)
        words = _words(result)
        if words is None:
            raise InputError(f"synonyms of {word!r}: {inspected(result)}{_LIST}")
        return set(words)

    def __reduce__(self) -> tuple[Any, ...]:
        source = dict(self.source) if isinstance(self.source, tuple) else self.source
        return _restore, (self.kind if self.kind == "wordnet" else source,)

    def __repr__(self) -> str:
        return f"<synonyms: {self.signature_name}>"


class Words:
    """Source of synonyms with a cache, which avoids repeated lookups of a word."""

    def __init__(self, thesaurus: Thesaurus) -> None:
        self._thesaurus = thesaurus
        self._cache: dict[str, tuple[str, ...]] = {}

    def meaning(self, stem: str) -> tuple[str, ...]:
        """Return the synonyms of a word or stem."""
        words = self._cache.get(stem)
        if words is None:
            if len(self._cache) >= MOST:
                self._cache.clear()
            words = self._cache[stem] = tuple(self._thesaurus.synonyms(stem))
        return words


_LIST = " is not a list of words. Pass a list such as ['other']."


def _words(values: Any) -> tuple[str, ...] | None:
    """Return a tuple of words; None if `values` is not a collection of str."""
    if isinstance(values, (str, bytes)):
        return None
    try:
        words = tuple(values)
    except TypeError:
        return None
    return words if all(isinstance(word, str) for word in words) else None


def _others(word: Any, value: Any) -> tuple[str, ...]:
    """Return the synonyms of a word, `value`, in a user's mapping.

    Raises `ConfigurationError` if `word` is not a str or `value` is not a list of words.
    """
    words = _words(value)
    if not isinstance(word, str):
        raise ConfigurationError(f"synonyms: {inspected(word)} is not a str.")
    if words is None:
        raise ConfigurationError(f"synonyms of {word!r}: {inspected(value)}{_LIST}")
    return words


def _restore(source: Any) -> Thesaurus | None:
    return Thesaurus.of(source)


def _wordnet(*, required: bool) -> Thesaurus | None:
    version = wordnet_version()
    if version is None:
        if required:
            raise no_wordnet("synonyms='wordnet'")
        return None
    return Thesaurus(
        kind="wordnet",
        source=version,
        signature_name=f"wordnet-{version}",
        look_up=_of_wordnet,
    )


def no_wordnet(user: str) -> MissingDependency:
    """Return the error for a feature that needs WordNet, which is not installed.

    `user` is the name of the feature, for the message.
    """
    return missing_package(user, "meteor", more=" && python -m nltk.downloader wordnet")


def wordnet_version() -> str | None:
    """Return the version of NLTK's WordNet, such as 3.0; None if WordNet is not installed."""
    try:
        from nltk.corpus import wordnet

        version: str = wordnet.get_version()
    except (ImportError, LookupError):  # no nltk; no data
        return None
    return version


def _of_wordnet(word: str) -> Iterable[str]:
    from nltk.corpus import wordnet

    return words_of_synsets(word, wordnet)


def words_of_synsets(word: str, wordnet: Any) -> Iterable[str]:
    """Return WordNet's synonyms of a word, without phrases.

    `wordnet` is NLTK's corpus reader of WordNet.
    """
    names = (lemma.name() for synset in wordnet.synsets(word) for lemma in synset.lemmas())
    return (name for name in names if "_" not in name)


def _fingerprint(source: Any) -> str:
    import hashlib

    text = "\n".join("\t".join((word, *others)) for word, others in source)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
