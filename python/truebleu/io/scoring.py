"""Scoring files: counts are summed while the files are read, so memory does not grow with them."""

from __future__ import annotations

from array import array
from contextlib import closing

from truebleu.errors import EmptyCorpus, InputError
from truebleu.inputs import read
from truebleu.io.lockstep import check_lengths, read_side_by_side
from truebleu.io.streams import LineStream
from truebleu.references import References

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from truebleu import _native
    from truebleu.inputs import Batch
    from truebleu.io.streams import Cell, OpenFile, Stream
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
    `statistics` is what was counted, None of a metric whose rows are no sums of integers.
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
    ) -> None:
        self.name = name
        self.score = score
        self.segments = segments
        self.segment_scores = segment_scores
        self.segment_signature = segment_signature
        self.identical_to = identical_to
        self.statistics = statistics


def score_files(
    metrics: Sequence[Metric[Any] | NIST],
    files: Sequence[OpenFile],
    hypotheses: Sequence[Stream],
    references: Sequence[Stream],
    *,
    per_segment: bool = False,
    threads: int = 0,
    before_batch: Callable[[], None] = lambda: None,
    after_batch: Callable[[], None] = lambda: None,
) -> list[list[Result]]:
    """Score every stream of hypotheses against all references, in one pass over the files.

    Gives a list for each stream, with a result for each metric. `files` are those whose streams
    the others are. `threads` is how many may count; 0 lets the core choose, and reads ahead in one
    more. `before_batch` is called when some megabytes wait in the streams, `after_batch` when they
    are counted.

    Raises:
        LengthMismatch: the files have different numbers of segments.
        EmptyCorpus: they have none.
        InputError: whatever is wrong in a file, with its name and line.
    """
    systems = [_System(metrics, stream, references, per_segment) for stream in hypotheses]
    with closing(read_side_by_side(files, ahead=threads != 1)) as batches:
        for count in batches:
            before_batch()
            for system in systems:
                system.add(count, threads)
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
        metrics: Sequence[Metric[Any] | NIST],
        hypotheses: Stream,
        references: Sequence[Stream],
        per_segment: bool,
    ) -> None:
        self._sums = [_sum_of(metric, per_segment) for metric in metrics]
        self._hypotheses = hypotheses
        self._references = references
        self._identical = list(range(len(references)))
        self.segments = 0

    def add(self, count: int, threads: int) -> None:
        """Count the next segments."""
        streams = (self._hypotheses, *self._references)
        lines = [stream.lines for stream in streams if isinstance(stream, LineStream)]
        all_lines = len(lines) == len(streams)
        by_lines = [one for one in self._sums if all_lines and one.takes_lines]
        by_cells = [one for one in self._sums if one not in by_lines]
        for one in by_lines:
            one.add_lines(lines[0], lines[1:], count, threads)
        if by_cells:
            self._add_cells(by_cells, count, threads)
        else:
            self._identical = [
                place for place in self._identical if lines[0].equals(lines[1 + place], count)
            ]
        self.segments += count

    def results(self) -> list[Result]:
        """Make the scores of the sums, in the order of the metrics."""
        identical = self._identical[0] if self._identical else None
        results = []
        for one in self._sums:
            score, scores, signature = one.scored()
            name, statistics = self._hypotheses.name, one.statistics
            results.append(
                Result(name, score, self.segments, scores, signature, identical, statistics)
            )
        return results

    def _add_cells(self, sums: Sequence[_Sum | WeighedSum], count: int, threads: int) -> None:
        """Count cells of tables, or what a tokenizer in Python makes of lines."""
        try:
            self._add_batch(sums, count, threads)
        except InputError as error:
            if not (self.segments and error.segment):
                raise
            # The batch counts its segments from 1, the user those of the whole file.
            here, there = f"segment {error.segment}", f"segment {error.segment + self.segments}"
            raise type(error)(str(error).replace(here, there)) from error

    def _add_batch(self, sums: Sequence[_Sum | WeighedSum], count: int, threads: int) -> None:
        hypotheses = list(self._hypotheses.cells(count))
        columns = [stream.cells(count) for stream in self._references]
        references = [together(cells) for cells in zip(*columns, strict=True)]
        batch = read(hypotheses, References.per_segment(references))
        for one in sums:
            one.add_batch(batch, threads)
        self._identical = [place for place in self._identical if hypotheses == list(columns[place])]


def _sum_of(metric: Any, per_segment: bool) -> _Sum | WeighedSum:
    if hasattr(metric, "layout"):
        return _Sum(metric, per_segment)
    from truebleu.io.weighing import WeighedSum  # most files do without

    return WeighedSum(metric, per_segment)


class _Sum:
    """What one metric counted of one system so far."""

    def __init__(self, metric: Metric[Any], per_segment: bool) -> None:
        self._metric = metric
        self._scores = array("d") if per_segment else None
        self._native = metric.of_text
        self._effective = metric.uses_effective_order(sentence=True)
        self._sum = metric.accumulator()

    @property
    def takes_lines(self) -> bool:
        """Whether lines can stay in the core, which tokenizes them itself."""
        return self._native is not None

    def add_lines(
        self,
        hypotheses: _native.Lines,
        references: Sequence[_native.Lines],
        count: int,
        threads: int,
    ) -> None:
        """Count lines that stay in the core, for a metric that takes them."""
        native = self._native
        assert native is not None
        if self._scores is None:
            row = native.sum_lines(hypotheses, references, count, threads)
        else:
            row, scores = native.score_lines(
                hypotheses, references, count, self._effective, threads
            )
            self._scores.frombytes(scores.tobytes())
        self._sum.take(row, count, len(references), len(references))

    def add_batch(self, batch: Batch, threads: int) -> None:
        """Count segments that are Python's strings."""
        row, fewest, most = self._metric.counted(batch, threads)
        self._sum.take(row, len(batch), fewest, most, tokens=batch.tokens)
        if self._scores is not None:
            for scores, _, _ in self._metric.each_block(
                batch,
                lambda native, block: native.segment_scores(
                    block.hypotheses, block.references, block.by_segment, self._effective, threads
                ),
            ):
                self._scores.frombytes(scores.tobytes())

    def scored(self) -> tuple[Score, array[float] | None, Signature | None]:
        """The score of the sum; the scores of the segments and their signature, if wanted."""
        found = self._sum
        score: Score = found.compute()
        if self._scores is None:
            return score, None, None
        signature = self._metric.signature(found.references, found.segments, sentence=True)
        return score, self._scores, signature

    @property
    def statistics(self) -> Accumulator[Any] | None:
        """All that was counted."""
        return self._sum


def together(cells: Sequence[Cell]) -> list[str | None]:
    """All references of one segment; a cell may hold several."""
    found: list[str | None] = []
    for cell in cells:
        if isinstance(cell, list):
            found.extend(cell)
        else:
            found.append(cell)
    return found
