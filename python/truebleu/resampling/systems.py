"""The rows of several systems on the same references."""

from __future__ import annotations

from math import isnan

from truebleu.errors import EmptyCorpus, InputError, LengthMismatch
from truebleu.inputs import read
from truebleu.resampling.runs import mean
from truebleu.runs import Runs
from truebleu.sequences import as_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from truebleu import _native
    from truebleu.inputs import Batch
    from truebleu.metrics.base import Metric
    from truebleu.scores import Score
    from truebleu.signature import Signature

__all__ = ["Counted", "batches", "check_same", "count", "document_numbers"]


class Counted:
    """A system: of each run its rows, in one array or several, and its score.

    `score` is that of all runs' rows together.
    """

    def __init__(
        self, rows: list[list[_native.Array]], scores: tuple[Score, ...], score: Score
    ) -> None:
        self.rows = rows
        self.scores = scores
        self.score = score
        self.value = mean([run.value for run in scores])


def batches(systems: Mapping[str, Any], references: Any) -> dict[str, list[Batch]]:
    """Bring all systems into shape, run by run; what is wrong with one is said with its name.

    Raises `LengthMismatch` for systems of different lengths, `EmptyCorpus` for none, and
    `InputError` for a single segment: there is nothing to resample.
    """
    kept = _read_once(references)
    found = {name: _batches(name, given, kept) for name, given in systems.items()}
    lengths = {
        label(name, run, len(runs)): len(batch)
        for name, runs in found.items()
        for run, batch in enumerate(runs)
    }
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{who} has {length}" for who, length in lengths.items())
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


def _read_once(references: Any) -> Any:
    """References that every system can read: an iterator is at its end after the first."""
    if _is_iterator(references):
        references = list(references)
    if not isinstance(references, (list, tuple)) or isinstance(next(iter(references), None), str):
        return references  # a flat list is not gone through: it may be long
    if any(map(_is_iterator, references)):
        return [list(each) if _is_iterator(each) else each for each in references]
    return references


def _is_iterator(given: Any) -> bool:
    return hasattr(given, "__next__")


def _batches(name: str, given: Any, references: Any) -> list[Batch]:
    runs = list(given) if isinstance(given, Runs) else [given]
    labels = [label(name, run, len(runs)) for run in range(len(runs))]
    return [_batch(who, run, references) for who, run in zip(labels, runs, strict=True)]


def _batch(who: str, hypotheses: Any, references: Any) -> Batch:
    try:
        return read(hypotheses, references)
    except InputError as error:
        raise _of_system(error, who) from None


def label(name: str, run: int, runs: int) -> str:
    """What to call a run in a message; `run` is counted from 0."""
    return f"{name!r}" if runs == 1 else f"{name!r} (run {run + 1})"


def count(metric: Metric[Any], runs: Sequence[Batch], name: str, threads: int) -> Counted:
    """The rows and the scores of a system."""
    rows, scores, sums = [], [], []
    for run, batch in enumerate(runs):
        parts, signature, summed = _count(metric, batch, label(name, run, len(runs)), threads)
        rows.append(parts)
        sums.append(summed)
        scores.append(metric.scored(signature, summed))
        check_same(scores[0].signature, signature, label(name, run, len(runs)))
    together = tuple(map(sum, zip(*sums, strict=True)))
    return Counted(rows, tuple(scores), metric.scored(scores[0].signature, together))


def _count(
    metric: Metric[Any], batch: Batch, who: str, threads: int
) -> tuple[list[_native.Array], Signature, tuple[int, ...]]:
    """The rows of a run, in one array or several, its score's signature, and their sum."""
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
        raise _of_system(error, who) from error.__cause__
    summed = _summed(parts)
    signature = metric.signature(
        fewest if fewest == most else "var", len(batch), tokens=batch.tokens
    )
    return parts, signature, summed


def document_numbers(documents: Any, segments: int, source: str = "documents") -> list[int]:
    """The number of each segment's document, from 0, in the order in which they begin.

    `source` is what messages call the documents: the argument, or their file. Raises
    `LengthMismatch` when the documents do not cover the corpus, and `InputError` for a segment
    without one and for fewer than two: there is nothing to resample.
    """
    if isinstance(documents, str):
        raise InputError(
            f"{source} is a plain str where a list belongs: the name of each segment's document, "
            'such as ["first", "first", "second"]'
        )
    names = as_list(documents, source)
    if len(names) != segments:
        said = f"{len(names)} name{'' if len(names) == 1 else 's'}"
        raise LengthMismatch(
            f"{segments} segments, but {source} has {said}: each segment needs the name of its "
            "document"
        )
    for segment, name in enumerate(names, 1):
        if not _is_name(name):
            raise InputError(
                f"{source}: the name of segment {segment}'s document is {name!r}; every segment "
                "needs one, a text or a number",
                segment=segment,
            )
    numbers: dict[Any, int] = {}
    found = [numbers.setdefault(name, len(numbers)) for name in names]
    if len(numbers) < 2:
        raise InputError(
            f"{source}: all segments are of one document: how sure a difference is shows only in "
            "how it varies between documents"
        )
    return found


def _is_name(name: Any) -> bool:
    """Whether a document can be told by it: nothing missing (None, NaN, no text), no list."""
    try:
        hash(name)
    except TypeError:
        return False
    missing = name is None or name == "" or (isinstance(name, float) and isnan(name))
    return not missing


def _summed(parts: Sequence[_native.Array]) -> tuple[int, ...]:
    import numpy as np

    sums = [np.asarray(part).sum(axis=0, dtype=np.int64).tolist() for part in parts]
    return tuple(map(sum, zip(*sums, strict=True)))


def check_same(first: Signature, other: Signature, who: str) -> None:
    """Refuse scores of different signatures: they cannot be compared. `who` has the other."""
    keys = dict.fromkeys([*first.keys(), *other.keys()])
    apart = [
        f"{key}:{first.get(key, '-')} and {key}:{other.get(key, '-')}"
        for key in keys
        if first.get(key) != other.get(key)
    ]
    if apart:
        raise InputError(
            f"system {who} is scored otherwise than the first: {', '.join(apart)}; scores of "
            "different signatures cannot be compared"
        )


def _of_system(error: InputError, who: str) -> InputError:
    """The same error, with the system's name in front."""
    error.args = (f"system {who}: {error}",)
    return error
