"""What a report is made of: the texts of all systems on the same test set."""

from __future__ import annotations

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch
from truebleu.sequences import as_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from truebleu.inputs import Batch

__all__ = ["Material"]


class Material:
    """Systems by name, with references, source and documents.

    `batches` are the systems as they are counted, on the same references. `references` are the
    references by stream, None where one is missing. `source` and `documents` have one text for
    each segment, or are None; `show_source` is False where
    nobody shall read the source. `files` names the file of each system, where there is one.
    """

    def __init__(
        self,
        batches: Mapping[str, Batch],
        *,
        source: Any = None,
        show_source: bool = True,
        documents: Any = None,
        reference_names: Sequence[str] = (),
        files: Sequence[str | None] = (),
    ) -> None:
        """Hold the texts, checked.

        Raises `EmptyCorpus` without segments, `LengthMismatch` for a source or documents of
        another length, and `InputError` where the source is no text.
        """
        self.batches = dict(batches)
        self.names = list(self.batches)
        first = next(iter(self.batches.values()))
        self.segments = len(first)
        if not self.segments:
            raise EmptyCorpus("there are no segments: there is nothing to report")
        self.tokens = any(batch.tokens for batch in self.batches.values())
        self.references = _by_stream(first)
        self.source = None if source is None else _texts(source, "source", self.segments)
        self.show_source = show_source and source is not None
        self.documents = None if documents is None else _names(documents, self.segments)
        self.reference_names = _reference_names(reference_names, len(self.references))
        self.files = list(files) or [None] * len(self.names)

    def in_order(self, names: Sequence[str]) -> Material:
        """The same with the systems in another order."""
        if list(names) == self.names:
            return self
        files = dict(zip(self.names, self.files, strict=True))
        return Material(
            {name: self.batches[name] for name in names},
            source=self.source,
            show_source=self.show_source,
            documents=self.documents,
            reference_names=self.reference_names,
            files=[files[name] for name in names],
        )

    def systems(self) -> list[Sequence[Any]]:
        """The segments of each system: texts, or lists of tokens."""
        return [batch.hypotheses for batch in self.batches.values()]


def _by_stream(batch: Batch) -> list[Sequence[Any]]:
    """The references as streams, None where a segment has fewer than others."""
    if not batch.by_segment:
        return list(batch.references)
    width = max(map(len, batch.references))
    return [
        [inner[place] if place < len(inner) else None for inner in batch.references]
        for place in range(width)
    ]


def _texts(given: Any, what: str, segments: int) -> list[str]:
    found = as_list(given, what)
    if len(found) != segments:
        raise LengthMismatch(
            f"{segments} segments, but {what} has {len(found)}: each segment needs its own"
        )
    for segment, text in enumerate(found, 1):
        if not isinstance(text, str):
            raise InputError(
                f"segment {segment}: {what} is of type {type(text).__name__}: hand over a str for "
                "each segment",
                segment=segment,
            )
    return list(found)


def _names(documents: Any, segments: int) -> list[str]:
    found = as_list(documents, "documents")
    if len(found) != segments:
        raise LengthMismatch(
            f"{segments} segments, but documents has {len(found)} names: each segment needs the "
            "name of its document"
        )
    return [str(name) for name in found]


def _reference_names(given: Sequence[str], count: int) -> list[str]:
    if len(given) == count:
        return list(given)
    if given and len(given) != 1:
        raise ConfigurationError(f"{len(given)} names for {count} references: give one for each")
    if count == 1:
        return list(given) or ["reference"]
    head = given[0] if given else "reference"
    return [f"{head} {number}" for number in range(1, count + 1)]
