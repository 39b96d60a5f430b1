"""Document frequencies for CIDEr: the number of documents in which each n-gram occurs."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from truebleu import _native
from truebleu.errors import ConfigurationError, inspected
from truebleu.inputs.arguments import as_number
from truebleu.io.blocks import path_of
from truebleu.io.writing import write_whole

_FORM = 'a JSON file of {"documents": 2, "counts": {"a": 2, "a dog": 1}}'


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class DocumentFrequencies:
    """Document frequencies for CIDEr: for each n-gram, the number of documents that contain it.

    A document consists of the references of one segment, such as all captions of an image. It
    contains an n-gram if at least one of these references does. Objects are immutable and
    picklable. Two objects are equal if all their frequencies are equal.

    >>> frequencies = DocumentFrequencies(documents=2, counts={"a": 2, ("a", "dog"): 1})
    >>> frequencies
    <document frequencies: 2 n-grams in 2 documents, b075766ef869>

    Args:
        documents: number of documents, 1 or more.
        counts: mapping from n-gram to the number of documents that contain it. An n-gram is a tuple
            of words, or a str of words with single spaces between them. An n-gram that is not in
            the mapping occurs in no document.

    Raises:
        ConfigurationError: an n-gram is neither a str nor a tuple of words, or a number is not
            between 0 and `documents`.
    """

    documents: float = field(compare=False)
    counts: Mapping[Any, float] = field(compare=False)
    fingerprint: str = field(init=False)
    native: _native.DocumentFrequencies = field(init=False, compare=False)

    def __post_init__(self) -> None:
        documents = as_number(self.documents)
        if documents is None or documents < 1:
            raise ConfigurationError(
                f"documents: {inspected(self.documents)} is invalid. Use a number, 1 or more."
            )
        if not hasattr(self.counts, "items"):
            raise ConfigurationError(
                f"counts={inspected(self.counts)} is not a mapping. Map n-grams to numbers of "
                "documents."
            )
        counts: dict[str, float] = {}
        for gram, value in self.counts.items():
            key, number = _gram(gram), as_number(value)
            if number is None or not 0 <= number <= documents:
                raise ConfigurationError(
                    f"the n-gram {key!r} has {inspected(value)}. Use a number of documents, from 0 "
                    f"to {documents:g}."
                )
            if counts.setdefault(key, number) != number:
                raise ConfigurationError(
                    f"the n-gram {key!r} has two numbers of documents, {counts[key]:g} and "
                    f"{number:g}. Pass it once."
                )
        words = [(key.split(" "), number) for key, number in counts.items()]
        set_attribute = object.__setattr__
        set_attribute(self, "documents", documents)
        set_attribute(self, "counts", MappingProxyType(counts))
        set_attribute(self, "fingerprint", _fingerprint(documents, counts))
        set_attribute(self, "native", _native.DocumentFrequencies(documents, words))

    @classmethod
    def of(cls, value: Any) -> DocumentFrequencies | None:
        """Return document frequencies for the setting `document_frequencies` of CIDEr.

        `value` is a `DocumentFrequencies` or the path of a file. If it is None, return None.
        """
        if value is None or isinstance(value, DocumentFrequencies):
            return value
        if isinstance(value, (str, os.PathLike)):
            return cls.read(value)
        raise ConfigurationError(
            f"document_frequencies={inspected(value)} is not supported. Pass the path of "
            f"{_FORM}, or DocumentFrequencies(documents=..., counts=...)."
        )

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> DocumentFrequencies:
        """Return the document frequencies in a file that `write` created.

        Raises `InputError` if `path` is not a path, and `ConfigurationError` if the file cannot be
        read or has other content.
        """
        from pathlib import Path  # late, because most scores do not need it

        name = path_of(path)
        try:
            content = json.loads(Path(name).read_text(encoding="utf-8"))
        except OSError as error:
            raise ConfigurationError(f"{name}: cannot read: {error.strerror}.") from None
        except (ValueError, RecursionError):
            raise ConfigurationError(f"{name} is not JSON. Pass {_FORM}.") from None
        if not isinstance(content, dict) or content.keys() != {"documents", "counts"}:
            raise ConfigurationError(f"{name} has no document frequencies. Pass {_FORM}.")
        try:
            return cls(documents=content["documents"], counts=content["counts"])
        except ConfigurationError as error:
            raise ConfigurationError(f"{name}: {error}") from None

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the document frequencies to a JSON file; raise `InputError` on failure.

        After a failure, an existing file is unchanged.
        """
        content = {"documents": self.documents, "counts": dict(self.counts)}
        text = json.dumps(content, ensure_ascii=False, indent=0)
        write_whole(path_of(path), [f"{text}\n".encode("utf-8", "surrogatepass")])

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _restore, (self.documents, dict(self.counts))

    def __repr__(self) -> str:
        return (
            f"<document frequencies: {len(self.counts)} n-grams in {self.documents:g} documents, "
            f"{self.fingerprint}>"
        )


def _restore(documents: float, counts: dict[str, float]) -> DocumentFrequencies:
    return DocumentFrequencies(documents=documents, counts=counts)


def _gram(gram: Any) -> str:
    """Return an n-gram as a str of words with single spaces between them."""
    words = gram.split(" ") if isinstance(gram, str) else gram
    if isinstance(words, (list, tuple)) and words and all(map(_is_word, words)):
        return " ".join(words)
    raise ConfigurationError(
        f"{inspected(gram)} is not an n-gram. Use words joined by single spaces, or a tuple of "
        "words."
    )


def _is_word(word: Any) -> bool:
    return isinstance(word, str) and word != "" and " " not in word


def _fingerprint(documents: float, counts: Mapping[str, float]) -> str:
    lines = [f"{documents!r}", *(f"{gram}\t{counts[gram]!r}" for gram in sorted(counts))]
    text = "\n".join(lines)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
