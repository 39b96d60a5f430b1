"""The rows of several systems on the same references."""

from __future__ import annotations

from math import isnan

from truebleu.diagnosis import renumbered
from truebleu.errors import EmptyCorpus, InputError, LengthMismatch
from truebleu.inputs import read
from truebleu.references import References
from truebleu.resampling.rows import Rows, of_column, of_system, said_of, weighed
from truebleu.resampling.runs import mean
from truebleu.runs import Runs
from truebleu.sequences import as_list, as_segments
from truebleu.signature import apart

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeVar

    from truebleu import _native
    from truebleu.inputs import Batch
    from truebleu.metrics.base import Metric
    from truebleu.scores import Score
    from truebleu.signature import Signature

    Each = TypeVar("Each")

__all__ = [
    "Counted",
    "Rows",
    "batches",
    "check_enough",
    "check_same",
    "copy_of",
    "count",
    "count_block",
    "count_rows",
    "document_numbers",
    "label",
    "of_system",
    "said_of",
    "same_references",
    "scored",
]

PART = 1 << 13
"""Segments counted at a time: their rows are made of 64 bits, and kept in 32 where they fit."""
KEPT = 1 << 18
"""Hypotheses that may keep their UTF-8 where an interpreter must be asked for it: some 40 MB."""


def copy_of(rows: Rows) -> Rows:
    """The same rows, for who gives them up on the way."""
    copy = Rows(tokens=rows.tokens)
    for part in rows.parts:
        copy.add(part, rows.fewest, rows.most)
    return copy


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

    def forget_rows(self) -> None:
        """Make room: what resamples has the rows by now."""
        for parts in self.rows:
            parts.clear()


def batches(systems: Mapping[str, Any], references: Any) -> dict[str, list[Batch]]:
    """Bring all systems into shape, run by run; what is wrong with one is said with its name.

    Raises `LengthMismatch` for systems of different lengths, `EmptyCorpus` for none, and
    `InputError` for a single segment: there is nothing to resample.
    """
    _check_lists(systems, references)
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
    check_enough(next(iter(lengths.values())))
    return found


def _check_lists(systems: Mapping[str, Any], references: Any) -> None:
    """A text where a list belongs: what to hand over to a comparison."""
    if isinstance(references, str):
        raise InputError(
            "references is a plain str where a list belongs: one for each segment of the systems, "
            'such as ["the first", "the second"]'
        )
    for name, given in systems.items():
        if isinstance(given, str):
            raise InputError(
                f"system {name!r} is a plain str where a list of hypotheses belongs, one for each "
                f'segment: {{{name!r}: ["the first", "the second"], ...}}. (Files are compared by '
                "truebleu compare on the command line)"
            )


def check_enough(segments: int) -> None:
    """Refuse what cannot be resampled: no segment, or one."""
    if not segments:
        raise EmptyCorpus("there are no segments: nothing can be compared")
    if segments == 1:
        raise InputError(
            "there is one segment: how sure a difference is shows only in how it varies between "
            "segments; compare at least 2, better some hundreds"
        )


def _read_once(references: Any) -> Any:
    """References that every system can read: an iterator is at its end after the first."""
    if _is_iterator(references):
        references = list(references)
    elif not isinstance(references, (list, tuple, References)):
        try:
            references = as_segments(references, "references")
        except InputError:
            return references  # it is said with the name of a system
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
        raise of_system(error, who) from None


def label(name: str, run: int, runs: int) -> str:
    """What to call a run in a message; `run` is counted from 0."""
    return f"{name!r}" if runs == 1 else f"{name!r} (run {run + 1})"


def count(
    metric: Metric[Any], systems: Mapping[str, Sequence[Batch]], threads: int
) -> list[Counted]:
    """The rows and the scores of all systems."""
    return scored(metric, count_rows(metric, systems, threads), len(_flat(systems)[1][0]))


def count_rows(
    metric: Metric[Any], systems: Mapping[str, Sequence[Batch]], threads: int
) -> dict[str, list[Rows]]:
    """The rows of each run of each system."""
    labels, flat = _flat(systems)
    rows = of_column(metric, systems) or weighed(metric, labels, flat)
    rows = rows or _together(metric, flat, threads)
    if rows is None:
        pairs = zip(labels, flat, strict=True)
        rows = [_alone(metric, batch, who, threads) for who, batch in pairs]
    following = iter(rows)
    return {name: [next(following) for _ in each] for name, each in systems.items()}


def count_block(
    metric: Metric[Any], systems: Mapping[str, Batch], before: int, threads: int
) -> dict[str, Rows]:
    """The rows of a block of segments of all systems; `before` it there were so many segments."""
    runs = list(systems.values())
    rows = _together(metric, runs, threads)
    try:
        if rows is None:
            rows = [_alone(metric, run, repr(name), threads) for name, run in systems.items()]
    except InputError as error:
        raise renumbered(error, before) from error.__cause__
    return dict(zip(systems, rows, strict=True))


def scored(
    metric: Metric[Any], systems: Mapping[str, Sequence[Rows]], segments: int
) -> list[Counted]:
    """Systems of their runs' rows."""
    labels, flat = _flat(systems)
    signatures = [
        metric.signature(
            rows.fewest if rows.fewest == rows.most else "var", segments, tokens=rows.tokens
        )
        for rows in flat
    ]
    found = []
    place = 0
    for runs in systems.values():
        mine = slice(place, place := place + len(runs))
        for who, signature in zip(labels[mine], signatures[mine], strict=True):
            check_same(signatures[mine.start], signature, who)
        found.append(_system(metric, runs, signatures[mine]))
    return found


def _system(metric: Metric[Any], runs: Sequence[Rows], signatures: Sequence[Signature]) -> Counted:
    sums = [_summed(rows.parts) for rows in runs]
    scores = tuple(map(metric.scored, signatures, sums))
    together = tuple(map(sum, zip(*sums, strict=True)))
    return Counted([rows.parts for rows in runs], scores, metric.scored(signatures[0], together))


def _flat(systems: Mapping[str, Sequence[Each]]) -> tuple[list[str], list[Each]]:
    """What belongs to each run of each system, and what to call that run."""
    labels = [
        label(name, run, len(runs)) for name, runs in systems.items() for run in range(len(runs))
    ]
    return labels, [each for runs in systems.values() for each in runs]


def _together(metric: Metric[Any], runs: Sequence[Batch], threads: int) -> list[Rows] | None:
    """The rows of all runs at once, so that every reference is read and tokenized once.

    None where that cannot be, or something is wrong: who counts run by run says what.
    """
    native = metric.of_text
    if native is None or any(run.tokens or not same_references(runs[0], run) for run in runs):
        return None
    found = [Rows() for _ in runs]
    hypotheses = [run.hypotheses for run in runs]
    references, by_segment = runs[0].references, runs[0].by_segment
    try:
        for start in range(0, len(runs[0]), PART):
            end = start + PART
            parts, fewest, most = native.rows_of_systems(
                hypotheses,
                references,
                by_segment,
                threads,
                part=(start, end),
                passing=end * len(runs) > KEPT,
            )
            for rows, part in zip(found, parts, strict=True):
                rows.add(part, fewest, most)
    except InputError:
        return None
    return found


def same_references(first: Batch, other: Batch) -> bool:
    """Whether two runs have the very same references."""
    ours, others = first.references, other.references
    if ours is others:
        return True
    if first.by_segment or other.by_segment or len(ours) != len(others):
        return False
    return all(one is another for one, another in zip(ours, others, strict=True))


def _alone(metric: Metric[Any], batch: Batch, who: str, threads: int) -> Rows:
    found = Rows(tokens=batch.tokens)
    try:
        for parts, fewest, most in metric.each_block(
            batch,
            lambda native, block: native.rows_of_systems(
                [block.hypotheses], block.references, block.by_segment, threads
            ),
        ):
            found.add(parts[0], fewest, most)
    except InputError as error:
        raise of_system(error, who) from error.__cause__
    return found


def _summed(parts: Sequence[_native.Array]) -> tuple[int, ...]:
    import numpy as np

    sums = [np.asarray(part).sum(axis=0, dtype=np.int64).tolist() for part in parts]
    return tuple(map(sum, zip(*sums, strict=True)))


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


def check_same(first: Signature, other: Signature, who: str) -> None:
    """Refuse scores of different signatures: they cannot be compared. `who` has the other."""
    fields = apart(first, other)
    if fields:
        raise InputError(
            f"system {who} is scored otherwise than the first: {fields}; scores of "
            "different signatures cannot be compared"
        )
