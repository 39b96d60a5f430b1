"""The rows of several systems on the same references."""

from __future__ import annotations

from truebleu.errors import EmptyCorpus, InputError, LengthMismatch
from truebleu.inputs import read
from truebleu.sequences import as_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from truebleu import _native
    from truebleu.inputs import Batch
    from truebleu.metrics.base import Metric
    from truebleu.scores import Score

__all__ = ["batches", "count", "document_numbers"]


def batches(systems: Mapping[str, Any], references: Any) -> dict[str, Batch]:
    """Bring all systems into shape; whatever is wrong with one is said with its name.

    Raises `LengthMismatch` for systems of different lengths, `EmptyCorpus` for none, and
    `InputError` for a single segment: there is nothing to resample.
    """
    found = {name: _batch(name, hypotheses, references) for name, hypotheses in systems.items()}
    lengths = {name: len(batch) for name, batch in found.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name!r} has {length}" for name, length in lengths.items())
        raise LengthMismatch(f"systems must have equally many segments: {said}")
    segments = next(iter(lengths.values()))
    if not segments:
        raise EmptyCorpus("there are no segments: nothing can be compared")
    if segments == 1:
        raise InputError(
            "there is one segment: how sure a difference is shows only in how it varies between "
            "segments; compare at least 2, better some hundreds"
        )
    return found


def _batch(name: str, hypotheses: Any, references: Any) -> Batch:
    try:
        return read(hypotheses, references)
    except InputError as error:
        raise _of_system(error, name) from None


def count(
    metric: Metric[Any], batch: Batch, name: str, threads: int
) -> tuple[list[_native.Array], Score]:
    """The rows of a system, in one array or several, and its score."""
    parts: list[_native.Array] = []
    fewest, most = 0, 0
    try:
        for rows, low, high in metric.each_block(
            batch,
            lambda native, block: native.rows(
                block.hypotheses, block.references, block.by_segment, threads
            ),
        ):
            fewest, most = (low, high) if not parts else (min(fewest, low), max(most, high))
            parts.append(rows)
    except InputError as error:
        raise _of_system(error, name) from error.__cause__
    summed = _summed(parts)
    signature = metric.signature(
        fewest if fewest == most else "var", len(batch), tokens=batch.tokens
    )
    return parts, metric.scored(signature, summed)


def document_numbers(documents: Any, segments: int) -> list[int]:
    """The number of each segment's document, from 0, in the order in which they begin.

    Raises `LengthMismatch` when the documents do not cover the corpus, and `InputError` for fewer
    than two: there is nothing to resample.
    """
    names = as_list(documents, "documents")
    if len(names) != segments:
        raise LengthMismatch(
            f"{segments} segments, but documents has {len(names)} names: each segment needs the "
            "name of its document"
        )
    numbers: dict[Any, int] = {}
    found = [numbers.setdefault(name, len(numbers)) for name in names]
    if len(numbers) < 2:
        raise InputError(
            "all segments are of one document: how sure a difference is shows only in how it "
            "varies between documents"
        )
    return found


def _summed(parts: Sequence[_native.Array]) -> tuple[int, ...]:
    import numpy as np

    sums = [np.asarray(part).sum(axis=0, dtype=np.int64).tolist() for part in parts]
    return tuple(map(sum, zip(*sums, strict=True)))


def _of_system(error: InputError, name: str) -> InputError:
    """The same error, with the name of the system in front."""
    error.args = (f"system {name!r}: {error}",)
    return error
