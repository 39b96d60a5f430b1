"""What was found of texts in a corpus: frozen values."""

from __future__ import annotations

from truebleu.frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Span = tuple[int, int]
    """The first place and the one behind the last, as in a slice."""

__all__ = ["Overlap", "SharedRun", "TextOverlap"]


class SharedRun(Record):
    """A run of tokens of a text that a document has, too; at least an n-gram.

    `tokens` and `characters` say where it lies in the text, `document` is the number of a document
    that has it, counted from 1, `document_tokens` and `document_characters` where it lies there.
    Spans are those of slices: `text[slice(*run.characters)]`. Characters are None where they are
    not known: for lists of tokens, and where a tokenizer rewrites a text. `documents` is in how
    many documents that n-gram of the run is which is in the fewest.
    """

    __slots__ = ()
    names = (
        "tokens",
        "characters",
        "document",
        "document_tokens",
        "document_characters",
        "documents",
    )

    tokens: Span
    characters: Span | None
    document: int
    document_tokens: Span
    document_characters: Span | None
    documents: int

    def __init__(
        self,
        tokens: Span,
        characters: Span | None,
        document: int,
        document_tokens: Span,
        document_characters: Span | None,
        documents: int,
    ) -> None:
        parts = tokens, characters, document, document_tokens, document_characters, documents
        object.__setattr__(self, "_parts", parts)

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        parts = zip(self.names, self._parts, strict=True)
        return {name: list(part) if isinstance(part, tuple) else part for name, part in parts}


class TextOverlap(Record):
    """A text that shares an n-gram: `text` is its number, counted from 1.

    `tokens` and `ngrams` are how many it has, `shared_ngrams` how many of these a document has,
    `shared_tokens` how many tokens lie in one of them. `runs` are the shared runs of tokens in
    order; they may overlap by less than an n-gram.
    """

    __slots__ = ()
    names = ("text", "tokens", "ngrams", "shared_ngrams", "shared_tokens", "runs")

    text: int
    tokens: int
    ngrams: int
    shared_ngrams: int
    shared_tokens: int
    runs: tuple[SharedRun, ...]

    def __init__(
        self,
        text: int,
        tokens: int,
        ngrams: int,
        shared_ngrams: int,
        shared_tokens: int,
        runs: Sequence[SharedRun],
    ) -> None:
        parts = text, tokens, ngrams, shared_ngrams, shared_tokens, tuple(runs)
        object.__setattr__(self, "_parts", parts)

    @property
    def share(self) -> float:
        """The share of its tokens that lie in a shared n-gram, above 0, to 1."""
        return self.shared_tokens / self.tokens

    @property
    def ngram_share(self) -> float:
        """The share of its n-grams that are shared, above 0, to 1."""
        return self.shared_ngrams / self.ngrams

    def to_dict(self) -> dict[str, Any]:
        """All parts and shares, ready for JSON."""
        ready = dict(zip(self.names, self._parts, strict=True))
        ready |= {"share": self.share, "ngram_share": self.ngram_share}
        return {**ready, "runs": [run.to_dict() for run in self.runs]}


class Overlap(Record):
    """What `overlap` found, with n-grams of `n` tokens.

    `words` says what the tokens are. `texts` and `documents` are how many were looked at (the same
    texts where they were compared with each other: `among`), `short` how many texts have fewer than
    `n` tokens and so cannot be found. `found` are the texts that share something, in order.
    """

    __slots__ = ()
    names = ("n", "words", "texts", "documents", "short", "among", "found")

    n: int
    words: str
    texts: int
    documents: int
    short: int
    among: bool
    found: tuple[TextOverlap, ...]

    def __init__(
        self,
        n: int,
        words: str,
        texts: int,
        documents: int,
        short: int,
        among: bool,
        found: Sequence[TextOverlap],
    ) -> None:
        parts = n, words, texts, documents, short, among, tuple(found)
        object.__setattr__(self, "_parts", parts)

    def above(self, share: float) -> tuple[TextOverlap, ...]:
        """The texts of which at least this share of tokens is shared, 0 to 1."""
        return tuple(text for text in self.found if text.share >= share)

    def to_dict(self) -> dict[str, Any]:
        """All parts, ready for JSON."""
        ready = dict(zip(self.names, self._parts, strict=True))
        return {**ready, "found": [text.to_dict() for text in self.found]}

    def __str__(self) -> str:
        whom = "another" if self.among else f"one of {_count(self.documents, 'document')}"
        said = f"{len(self.found)} of {_count(self.texts, 'text')} share"
        short = f"; {self.short} too short" if self.short else ""
        return f"{said} an n-gram of {self.n} tokens with {whom} (words: {self.words}{short})"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
