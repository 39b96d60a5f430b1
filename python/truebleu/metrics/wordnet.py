"""What METEOR knows of words: their synonyms, each word looked up once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from truebleu.errors import ConfigurationError, InputError, allowed, inspected
from truebleu.wording import missing_package

FORMS = "syn:wordnet-VERSION"
NAMES = ("auto", "wordnet")
MOST = 1 << 18
"""Words that are remembered: those of a large corpus."""


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Thesaurus:
    """Where synonyms come from: `kind` is "wordnet" or "own", `source` what was handed over.

    `signature_name` is what a signature says: WordNet with its version, or for a mapping a
    fingerprint of it, or a callable's name.
    """

    kind: str
    source: Any
    signature_name: str = field(compare=False)
    look_up: Callable[[str], Iterable[str]] = field(compare=False)

    @classmethod
    def of(cls, given: Any) -> Thesaurus | None:
        """What a setting of METEOR stands for; None: no synonyms.

        Raises `ConfigurationError` for what is none, and `MissingDependency` for a WordNet that
        was asked for and is not installed.
        """
        if given is None or isinstance(given, Thesaurus):
            return given
        if isinstance(given, str):
            if given not in NAMES:
                raise ConfigurationError(allowed("synonyms", given, NAMES))
            return _wordnet(required=given == "wordnet")
        if hasattr(given, "items"):
            table = {word: _others(word, others) for word, others in given.items()}
            source = tuple(sorted(table.items()))
            return cls(
                kind="own",
                source=source,
                signature_name=f"own-{_fingerprint(source)}",
                look_up=lambda word: table.get(word, ()),
            )
        if callable(given):
            name = getattr(given, "__name__", type(given).__name__)
            return cls(kind="own", source=given, signature_name=f"callable-{name}", look_up=given)
        raise ConfigurationError(
            f"synonyms={inspected(given)}: allowed are 'auto', 'wordnet', None, a mapping from a "
            "word to others, and a callable that gives them"
        )

    def synonyms(self, word: str) -> set[str]:
        """The words that this one can stand for. Raises `InputError` for what are no words."""
        found = self.look_up(word)
        words = _words(found)
        if words is None:
            raise InputError(f"synonyms of {word!r}: {inspected(found)}{_LIST}")
        return set(words)

    def __reduce__(self) -> tuple[Any, ...]:
        given = dict(self.source) if isinstance(self.source, tuple) else self.source
        return _again, (self.kind if self.kind == "wordnet" else given,)

    def __repr__(self) -> str:
        return f"<synonyms: {self.signature_name}>"


class Words:
    """What words mean. It only remembers what it looked up."""

    def __init__(self, thesaurus: Thesaurus) -> None:
        self._thesaurus = thesaurus
        self._known: dict[str, tuple[str, ...]] = {}

    def meaning(self, stem: str) -> tuple[str, ...]:
        """The words that a stem can stand for."""
        found = self._known.get(stem)
        if found is None:
            if len(self._known) >= MOST:
                self._known.clear()
            found = self._known[stem] = tuple(self._thesaurus.synonyms(stem))
        return found


_LIST = " where a list of words belongs, such as ['other']"


def _words(found: Any) -> tuple[str, ...] | None:
    """The words of a collection; None for what is none of words."""
    if isinstance(found, (str, bytes)):
        return None
    try:
        words = tuple(found)
    except TypeError:
        return None
    return words if all(isinstance(word, str) for word in words) else None


def _others(word: Any, given: Any) -> tuple[str, ...]:
    """What a mapping has for a word. Raises `ConfigurationError` for what are no words."""
    words = _words(given)
    if not isinstance(word, str):
        raise ConfigurationError(f"synonyms: {inspected(word)} is no word, which is a str")
    if words is None:
        raise ConfigurationError(f"synonyms of {word!r}: {inspected(given)}{_LIST}")
    return words


def _again(given: Any) -> Thesaurus | None:
    """Make a thesaurus again: what a pickle calls."""
    return Thesaurus.of(given)


def _wordnet(*, required: bool) -> Thesaurus | None:
    version = wordnet_version()
    if version is None:
        if required:
            raise missing_package(
                "synonyms='wordnet'", "meteor", more=" && python -m nltk.downloader wordnet"
            )
        return None
    return Thesaurus(
        kind="wordnet",
        source=version,
        signature_name=f"wordnet-{version}",
        look_up=_of_wordnet,
    )


def wordnet_version() -> str | None:
    """The version of the WordNet that NLTK has, such as 3.0; None where it is not installed."""
    try:
        from nltk.corpus import wordnet

        found: str = wordnet.get_version()
    except (ImportError, LookupError):  # no nltk; no data
        return None
    return found


def _of_wordnet(word: str) -> Iterable[str]:
    from nltk.corpus import wordnet

    names = (lemma.name() for synset in wordnet.synsets(word) for lemma in synset.lemmas())
    return (name for name in names if "_" not in name)


def _fingerprint(source: Any) -> str:
    import hashlib

    text = "\n".join("\t".join((word, *others)) for word, others in source)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
