"""Counting files for a comparison: of every segment its rows, and no text is kept.

The lines stay in the core, which reads each segment's references once for all systems.
"""

from __future__ import annotations

from truebleu.errors import InputError
from truebleu.io.lockstep import SideBySide, check_lengths
from truebleu.io.streams import LineStream
from truebleu.resampling.rows import Rows, of_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from truebleu import _native
    from truebleu.io.streams import OpenFile, Stream
    from truebleu.metrics.base import Metric

__all__ = ["CountedLines", "count_lines"]


class CountedLines:
    """What was counted of the lines of several systems.

    `rows` are those of each system by each metric. `identical_to` is for each system the first
    stream of references (from 0) that equals it, None where none does.
    """

    def __init__(
        self, rows: list[list[Rows]], segments: int, identical_to: list[int | None]
    ) -> None:
        self.rows = rows
        self.segments = segments
        self.identical_to = identical_to


def count_lines(
    metrics: Sequence[Metric[Any]],
    files: Sequence[OpenFile],
    hypotheses: Sequence[Stream],
    references: Sequence[Stream],
    labels: Sequence[str],
    *,
    threads: int,
    before_batch: Callable[[], None],
    after_batch: Callable[[], None],
) -> CountedLines | None:
    """Count every stream of hypotheses against all references, in one pass over the files.

    None, with nothing read, where lines cannot stay in the core: a stream has cells of a table, or
    a tokenizer is in Python. `labels` are what messages call the systems; the other arguments are
    those of `score_files`, and so is what is raised, but that nothing to count is no error.
    """
    natives = [metric.of_text for metric in metrics if metric.of_text is not None]
    systems = [stream.lines for stream in hypotheses if isinstance(stream, LineStream)]
    others = [stream.lines for stream in references if isinstance(stream, LineStream)]
    if [len(natives), len(systems), len(others)] != list(
        map(len, (metrics, hypotheses, references))
    ):
        return None
    counting = _Counting(natives, systems, others, threads)
    batches = SideBySide(files)
    for count in batches:
        before_batch()
        counting.add(count, batches.read_on)
        after_batch()
    check_lengths(files)
    return counting.result(labels)


class _Counting:
    """What was counted so far."""

    def __init__(
        self,
        natives: Sequence[_native.Metric],
        systems: Sequence[_native.Lines],
        references: Sequence[_native.Lines],
        threads: int,
    ) -> None:
        self._natives = natives
        self._systems = systems
        self._references = references
        self._threads = threads
        self._rows = [[Rows() for _ in natives] for _ in systems]
        self._identical = [list(range(len(references))) for _ in systems]
        self._segments = 0
        # What could not be counted, by metric and system: files are read to their ends first.
        self._errors: dict[tuple[int, int], InputError] = {}

    def add(self, count: int, meanwhile: Callable[[], None]) -> None:
        """Count the next segments; of several threads, this one does something else first."""
        self._segments += count
        for system, places in zip(self._systems, self._identical, strict=True):
            places[:] = [place for place in places if system.equals(self._references[place], count)]
        for number, native in enumerate(self._natives):
            try:
                parts = native.rows_lines(
                    self._systems, self._references, count, self._threads, meanwhile
                )
            except InputError:
                self._find_errors(number, count)
                continue
            references = len(self._references)
            for rows, part in zip(self._rows, parts, strict=True):
                rows[number].add(part, references, references)

    def result(self, labels: Sequence[str]) -> CountedLines:
        """Give all of it, or raise the first system's first error."""
        for (_, system), error in sorted(self._errors.items(), key=lambda item: item[0]):
            raise of_system(error, labels[system]) from error.__cause__
        identical = [places[0] if places else None for places in self._identical]
        return CountedLines(self._rows, self._segments, identical)

    def _find_errors(self, number: int, count: int) -> None:
        native = self._natives[number]
        for place, system in enumerate(self._systems):
            try:
                native.rows_lines([system], self._references, count, self._threads)
            except InputError as error:  # noqa: PERF203  of every system
                self._errors.setdefault((number, place), error)
