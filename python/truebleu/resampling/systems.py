"""The rows of several systems on the same references."""

from __future__ import annotations

from truebleu.diagnosis import renumbered
from truebleu.errors import InputError
from truebleu.resampling.given import label, same_references
from truebleu.resampling.rows import Rows, of_column, of_system, weighed
from truebleu.resampling.runs import mean
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

__all__ = ["Counted", "check_same", "count", "count_block", "count_rows", "scored"]

PART = 1 << 13
"""Segments counted at a time: their rows are made of 64 bits, and kept in 32 where they fit."""
KEPT = 1 << 18
"""Hypotheses that may keep their UTF-8 where an interpreter must be asked for it: some 40 MB."""


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


def check_same(first: Signature, other: Signature, who: str) -> None:
    """Refuse scores of different signatures: they cannot be compared. `who` has the other."""
    fields = apart(first, other)
    if fields:
        raise InputError(
            f"system {who} is scored otherwise than the first: {fields}; scores of "
            "different signatures cannot be compared"
        )
