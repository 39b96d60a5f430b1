"""Scoring files: counts are summed while the files are read, so memory does not grow with them."""

from __future__ import annotations

from truebleu._native import Column
from truebleu.errors import EmptyCorpus, InputError
from truebleu.inputs import read
from truebleu.io.lockstep import SideBySide, check_lengths
from truebleu.io.streams import LineStream
from truebleu.io.summing import sum_of
from truebleu.references import References

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from truebleu import _native
    from truebleu.io.streams import Cell, OpenFile, Stream
    from truebleu.io.summing import Sum
    from truebleu.io.weighing import WeighedSum
    from truebleu.metrics.accumulator import Accumulator
    from truebleu.metrics.base import Metric
    from truebleu.metrics.nist import NIST
    from truebleu.scores import Score
    from truebleu.signature import Signature

__all__ = ["Result", "score_files", "together"]


class Result:
    """What came out for one system by one metric.

    `segment_scores` and `segment_signature` are None unless asked for; the scores are float64.
    `identical_to` is the first reference stream (from 0) that equals the hypotheses, if one does.
    `statistics` is what was counted, None of a metric whose rows are no sums of integers; `rows`
    are those of the segments, if they were asked for.
    """

    def __init__(
        self,
        name: str,
        score: Score,
        segments: int,
        segment_scores: array[float] | None,
        segment_signature: Signature | None,
        identical_to: int | None,
        statistics: Accumulator[Any] | None = None,
        rows: NDArray[np.int64] | None = None,
    ) -> None:
        self.name = name
        self.score = score
        self.segments = segments
        self.segment_scores = segment_scores
        self.segment_signature = segment_signature
        self.identical_to = identical_to
        self.statistics = statistics
        self.rows = rows


def score_files(
    metrics: Sequence[Metric[Any] | NIST],
    files: Sequence[OpenFile],
    hypotheses: Sequence[Stream],
    references: Sequence[Stream],
    *,
    per_segment: bool = False,
    rows: bool = False,
    threads: int = 0,
    before_batch: Callable[[], None] = lambda: None,
    after_batch: Callable[[], None] = lambda: None,
) -> list[list[Result]]:
    """Score every stream of hypotheses against all references, in one pass over the files.

    Gives a list for each stream, with a result for each metric. `files` are those whose streams
    the others are. `threads` is how many may count; 0 lets the core choose. `before_batch` is
    called when some megabytes wait in the streams, `after_batch` when they are counted.
    `per_segment` asks for the scores of segments, `rows` for their rows.

    Raises:
        LengthMismatch: the files have different numbers of segments.
        EmptyCorpus: they have none.
        InputError: whatever is wrong in a file, with its name and line.
    """
    systems = [
        _System([sum_of(metric, per_segment, rows) for metric in metrics], stream, references)
        for stream in hypotheses
    ]
    at_once = len(systems) > 1 and all(system.sums_of_lines for system in systems)
    batches = SideBySide(files)
    for count in batches:
        before_batch()
        if at_once:
            _add_at_once(systems, count, threads, batches.read_on)
        else:
            for system in systems:
                system.add(count, threads, batches.read_on)
        after_batch()
    check_lengths(files)
    if not systems[0].segments:
        names = ", ".join(dict.fromkeys(file.name for file in files))
        raise EmptyCorpus(f"there is nothing to score: no lines in {names}")
    return [system.results() for system in systems]


class _System:
    """What was counted of one system so far, by every metric."""

    def __init__(
        self,
        sums: Sequence[Sum | WeighedSum],
        hypotheses: Stream,
        references: Sequence[Stream],
    ) -> None:
        self.sums = sums
        self._hypotheses = hypotheses
        self._references = references
        self._identical = list(range(len(references)))
        self.segments = 0

    @property
    def lines(self) -> list[_native.Lines]:
        """The lines of the hypotheses and of each reference, where all are in the core."""
        streams = (self._hypotheses, *self._references)
        lines = [stream.lines for stream in streams if isinstance(stream, LineStream)]
        return lines if len(lines) == len(streams) else []

    @property
    def sums_of_lines(self) -> bool:
        """Whether nothing but sums is wanted, of lines that are in the core."""
        return bool(self.lines) and all(one.summing is not None for one in self.sums)

    def add(self, count: int, threads: int, meanwhile: Callable[[], None]) -> None:
        """Count the next segments; of several threads, this one does something else first."""
        lines = self.lines
        all_lines = bool(lines)
        by_lines = [one for one in self.sums if all_lines and one.takes_lines]
        by_cells = [one for one in self.sums if one not in by_lines]
        for one in by_lines:
            one.add_lines(lines[0], lines[1:], count, threads, meanwhile)
        if by_cells:
            self._add_cells(by_cells, count, threads)
        else:
            self.find_identical(count)
        self.segments += count

    def find_identical(self, count: int) -> None:
        """Which references the next lines are equal to, of those that were so far."""
        own, *others = self.lines
        self._identical = [place for place in self._identical if own.equals(others[place], count)]

    def results(self) -> list[Result]:
        """Make the scores of the sums, in the order of the metrics."""
        identical = self._identical[0] if self._identical else None
        results = []
        for one in self.sums:
            score, scores, signature = one.scored()
            name = self._hypotheses.name
            found = (score, self.segments, scores, signature, identical, one.statistics, one.rows)
            results.append(Result(name, *found))
        return results

    def _add_cells(self, sums: Sequence[Sum | WeighedSum], count: int, threads: int) -> None:
        """Count cells of tables, or what a tokenizer in Python makes of lines."""
        try:
            self._add_batch(sums, count, threads)
        except InputError as error:
            if error.segment:
                # The batch counts its segments from 1, the user those of the whole file.
                segment = error.segment + self.segments
                said = str(error).replace(f"segment {error.segment}", f"segment {segment}", 1)
                error.args, error.segment = (said,), segment
            raise

    def _add_batch(self, sums: Sequence[Sum | WeighedSum], count: int, threads: int) -> None:
        hypotheses = self._hypotheses.cells(count)
        columns = [stream.cells(count) for stream in self._references]
        if all(isinstance(cells, Column) for cells in (hypotheses, *columns)):
            references = References.streams(columns)
        else:
            hypotheses, columns = list(hypotheses), list(map(list, columns))
            rows = zip(*columns, strict=True)
            references = References.per_segment([together(cells) for cells in rows])
        batch = read(hypotheses, references)
        batch.shared = {}  # tokens that are made in Python are made once
        for one in sums:
            one.add_batch(batch, threads)
        self._identical = [place for place in self._identical if hypotheses == columns[place]]


def _add_at_once(
    systems: Sequence[_System], count: int, threads: int, meanwhile: Callable[[], None]
) -> None:
    """Count the next lines of all systems, so that each reference is read once."""
    hypotheses = [system.lines[0] for system in systems]
    references = systems[0].lines[1:]
    for sums in zip(*(system.sums for system in systems), strict=True):
        native = sums[0].summing
        assert native is not None
        rows = native.sum_lines(hypotheses, references, count, threads, meanwhile)
        for one, row in zip(sums, rows, strict=True):
            one.take(row, count, len(references))
    for system in systems:
        system.find_identical(count)
        system.segments += count


def together(cells: Sequence[Cell]) -> list[str | None]:
    """All references of one segment; a cell may hold several."""
    found: list[str | None] = []
    for cell in cells:
        if isinstance(cell, list):
            found.extend(cell)
        else:
            found.append(cell)
    return found
