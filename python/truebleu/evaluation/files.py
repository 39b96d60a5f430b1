"""Scoring of files with constant memory.

Sufficient statistics are added while the files are read.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu._native import Column
from truebleu.errors import EmptyCorpus, InputError
from truebleu.evaluation.sums import Sum, WeighedSum, sum_of
from truebleu.inputs.batch import read
from truebleu.inputs.references import References
from truebleu.inputs.systems import name_system, naming_system
from truebleu.io.empty import check_reference_cells
from truebleu.io.lockstep import SideBySide, check_lengths, references_of
from truebleu.io.streams import LineStream
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.base.statistics import Rows
from truebleu.metrics.rouge_joint import CountingGroup, counting_groups

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.io.streams import OpenFile, Stream
    from truebleu.metrics.base.accumulator import Accumulator
    from truebleu.metrics.score_column import ScoreColumn


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SystemResult:
    """Result of one system for one metric.

    Attributes:
        name: the name of the system.
        score: the corpus score.
        segments: the number of segments.
        segment_scores: the segment scores; None unless requested.
        segment_signature: the signature of the segment scores; None unless requested.
        identical_to: the index of the first reference stream (one reference per segment) that is
            identical to the hypotheses; None if there is none.
        interval: the percentile bootstrap interval of the score; None unless requested.
        bca: the BCa (bias-corrected and accelerated) bootstrap interval of the score; None if it
            was not requested or is undefined.
        resampling: the bootstrap settings of the intervals; None without intervals.
        statistics: the sufficient statistics of the corpus; None for a metric whose statistics are
            not additive.
        rows: the sufficient statistics of each segment, one row per segment; None unless requested.
    """

    name: str
    score: Score
    segments: int
    segment_scores: array[float] | None = None
    segment_signature: Signature | None = None
    identical_to: int | None = None
    statistics: Accumulator[Any] | None = None
    rows: NDArray[np.int64] | None = None
    interval: tuple[float, float] | None = None
    bca: tuple[float, float] | None = None
    resampling: Signature | None = None


def score_files(
    metrics: Sequence[Metric[Any]],
    files: Sequence[OpenFile],
    hypotheses: Sequence[Stream],
    references: Sequence[Stream],
    *,
    per_segment: bool = False,
    rows: bool = False,
    threads: int = 0,
    before_batch: Callable[[], None] = lambda: None,
    after_batch: Callable[[], None] = lambda: None,
) -> list[list[SystemResult]]:
    """Return the scores of several systems, in one pass over their files.

    The result has a list for each system, with a `SystemResult` for each metric. A stream is a
    sequence of texts in a file: its lines, or a column of a table.

    Args:
        metrics: the metrics.
        files: the open files that contain the streams.
        hypotheses: one stream of hypotheses per system.
        references: the streams of references, which are used for all systems.
        per_segment: whether to return segment scores.
        rows: whether to return the sufficient statistics of each segment.
        threads: maximum number of threads; 0 means automatic.
        before_batch: a function that is called after a batch of a few megabytes has been read and
            before it is counted.
        after_batch: a function that is called after a batch has been counted.

    Raises:
        LengthMismatch: the files have different numbers of segments.
        EmptyCorpus: the files have no segments.
        InputError: a file has invalid content. The message has the name of the file and the line.
    """
    systems = [
        _System([sum_of(metric, per_segment, rows) for metric in metrics], stream, references)
        for stream in hypotheses
    ]
    at_once = all(system.sums_of_lines for system in systems)
    groups = counting_groups(metrics)
    batches = SideBySide(files)
    for count in batches:
        before_batch()
        if at_once:
            _add_at_once(systems, groups, count, threads, batches.read_on)
        else:
            for system in systems:
                system.add(count, threads, batches.read_on)
        after_batch()
    check_lengths(files)
    if not systems[0].segments:
        names = ", ".join(dict.fromkeys(file.name for file in files))
        raise EmptyCorpus(f"nothing to score: no lines in {names}.")
    return [system.results() for system in systems]


def score_texts(
    metrics: Sequence[Metric[Any]],
    systems: Mapping[str, Any],
    references: Any,
    columns: Sequence[ScoreColumn] = (),
    *,
    identical_to: Sequence[int | None],
    per_segment: bool = False,
    threads: int = 0,
) -> list[list[SystemResult]]:
    """Return the scores of several systems whose texts are in memory.

    The result has a list for each system, with a `SystemResult` for each metric.

    Args:
        metrics: the metrics.
        systems: mapping from system name to hypotheses.
        references: the references, in any form that `BLEU.corpus_score` accepts.
        columns: external scores of the systems. In the result, they follow the scores of the
            metrics.
        identical_to: for each system, the index of the first reference stream (one reference per
            segment) that is identical to its hypotheses, or None.
        per_segment: whether to return segment scores.
        threads: maximum number of threads; 0 means automatic.

    Raises:
        InputError: a text is invalid. The message has the name of the system.
    """
    results = []
    for (name, texts), same in zip(systems.items(), identical_to, strict=True):
        scored: list[tuple[Score, array[float] | None, Signature | None]] = []
        for metric in metrics:
            metric_sum = sum_of(metric, per_segment, False)
            with naming_system(f"system {name}"):
                metric_sum.add_batch(read(texts, references), threads)
            scored.append(metric_sum.scored())
        for column in columns:
            values = array("d", column.values(name).tolist()) if per_segment else None
            score = column.system_score(name)
            scored.append((score, values, score.signature if per_segment else None))
        results.append(
            [
                SystemResult(
                    name=name,
                    score=score,
                    segments=len(texts),
                    segment_scores=values,
                    segment_signature=signature,
                    identical_to=same,
                )
                for score, values, signature in scored
            ]
        )
    return results


class _System:
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
        streams = (self._hypotheses, *self._references)
        lines = [stream.lines for stream in streams if isinstance(stream, LineStream)]
        return lines if len(lines) == len(streams) else []

    @property
    def sums_of_lines(self) -> bool:
        return bool(self.lines) and all(one.summing is not None for one in self.sums)

    def add(self, count: int, threads: int, meanwhile: Callable[[], None]) -> None:
        lines = self.lines
        all_lines = bool(lines)
        by_lines = [metric_sum for metric_sum in self.sums if all_lines and metric_sum.takes_lines]
        by_cells = [metric_sum for metric_sum in self.sums if metric_sum not in by_lines]
        for metric_sum in by_lines:
            metric_sum.add_lines(lines[0], lines[1:], count, threads, meanwhile)
        if by_cells:
            self._add_cells(by_cells, count, threads)
        else:
            self.find_identical(count)
        self.segments += count

    def find_identical(self, count: int) -> None:
        own, *others = self.lines
        self._identical = [i for i in self._identical if own.equals(others[i], count)]

    def results(self) -> list[SystemResult]:
        identical = self._identical[0] if self._identical else None
        results = []
        for metric_sum in self.sums:
            score, scores, signature = metric_sum.scored()
            results.append(
                SystemResult(
                    name=self._hypotheses.name,
                    score=score,
                    segments=self.segments,
                    segment_scores=scores,
                    segment_signature=signature,
                    identical_to=identical,
                    statistics=metric_sum.statistics,
                    rows=metric_sum.rows,
                )
            )
        return results

    def _add_cells(self, sums: Sequence[Sum | WeighedSum], count: int, threads: int) -> None:
        try:
            self._add_batch(sums, count, threads)
        except InputError as error:
            if error.segment:
                # The error has the number within the batch. Report the number in the whole file.
                segment = error.segment + self.segments
                message = str(error).replace(f"segment {error.segment}", f"segment {segment}", 1)
                error.args, error.segment = (message,), segment
            raise

    def _add_batch(self, sums: Sequence[Sum | WeighedSum], count: int, threads: int) -> None:
        hypotheses = self._hypotheses.cells(count)
        columns = [stream.cells(count) for stream in self._references]
        if all(isinstance(cells, Column) for cells in (hypotheses, *columns)):
            references = References.streams(columns)
        else:
            hypotheses, columns = list(hypotheses), list(map(list, columns))
            rows = zip(*columns, strict=True)
            references = References.per_segment([references_of(cells) for cells in rows])
        try:
            batch = read(hypotheses, references)
            batch.shared = {}  # cache of tokens, so that Python tokenizers run only once
            for metric_sum in sums:
                metric_sum.add_batch(batch, threads)
        except InputError:
            check_reference_cells(self._references, columns)
            raise
        self._identical = [i for i in self._identical if hypotheses == columns[i]]


def _add_at_once(
    systems: Sequence[_System],
    groups: Sequence[CountingGroup],
    count: int,
    threads: int,
    meanwhile: Callable[[], None],
) -> None:
    hypotheses = [system.lines[0] for system in systems]
    references = systems[0].lines[1:]
    for group in groups:
        native = group.metric.of_text
        assert native is not None
        rows = native.sum_lines(hypotheses, references, count, threads, meanwhile)
        for system, row in zip(systems, rows, strict=True):
            for index, part in zip(group.indices, group.split(row), strict=True):
                metric_sum = system.sums[index]
                assert isinstance(metric_sum, Sum), "weights need the whole corpus"
                metric_sum.add_summed(part, count, len(references))
    for system in systems:
        system.find_identical(count)
        system.segments += count


# Counting files for a comparison: keep the statistics of each segment, but no text


@dataclass(frozen=True, slots=True)
class CountedLines:
    """Sufficient statistics of each segment of several systems, without texts.

    Attributes:
        rows: for each system, a list with one table per metric. A table has the sufficient
            statistics, one row per segment.
        segments: the number of segments.
        identical_to: for each system, the index of the first reference stream (one reference per
            segment) that is identical to its hypotheses, or None.
    """

    rows: list[list[Rows]]
    segments: int
    identical_to: list[int | None]


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
    """Return the sufficient statistics of each segment of several systems, in one pass over files.

    `labels` name the systems in error messages, like `label`. All other arguments, and the errors,
    are those of `score_files`. Unlike in `score_files`, empty files are not an error.

    If the Rust core cannot count the segments, no file is read, and the result is None. This is the
    case if hypotheses or references are a column of a table, or if the tokenizer of a metric is
    implemented in Python.
    """
    natives = [metric.of_text for metric in metrics if metric.of_text is not None]
    systems = [stream.lines for stream in hypotheses if isinstance(stream, LineStream)]
    others = [stream.lines for stream in references if isinstance(stream, LineStream)]
    if [len(natives), len(systems), len(others)] != list(
        map(len, (metrics, hypotheses, references))
    ):
        return None
    counting = _Counting(metrics, systems, others, threads)
    batches = SideBySide(files)
    for count in batches:
        before_batch()
        counting.add(count, batches.read_on)
        after_batch()
    check_lengths(files)
    return counting.result(labels)


class _Counting:
    def __init__(
        self,
        metrics: Sequence[Metric[Any]],
        systems: Sequence[_native.Lines],
        references: Sequence[_native.Lines],
        threads: int,
    ) -> None:
        self._metrics = metrics
        self._groups = counting_groups(metrics)
        self._systems = systems
        self._references = references
        self._threads = threads
        self._rows = [[Rows() for _ in metrics] for _ in systems]
        self._identical = [list(range(len(references))) for _ in systems]
        self._segments = 0
        # Errors of counting, by metric and system. They are raised after all files have been read.
        self._errors: dict[tuple[int, int], InputError] = {}

    def add(self, count: int, meanwhile: Callable[[], None]) -> None:
        self._segments += count
        for system, identical in zip(self._systems, self._identical, strict=True):
            identical[:] = [i for i in identical if system.equals(self._references[i], count)]
        for group in self._groups:
            try:
                parts = self._rows_of(group.metric, self._systems, count, meanwhile)
            except InputError:
                for index in group.indices:
                    self._find_errors(index, count)
                continue
            references = len(self._references)
            for rows, part in zip(self._rows, parts, strict=True):
                for index, own in zip(group.indices, group.split_array(part), strict=True):
                    rows[index].add(own, references, references)

    def result(self, labels: Sequence[str]) -> CountedLines:
        for (_, system), error in sorted(self._errors.items(), key=lambda item: item[0]):
            raise name_system(error, labels[system]) from error.__cause__
        identical = [indices[0] if indices else None for indices in self._identical]
        return CountedLines(self._rows, self._segments, identical)

    def _find_errors(self, number: int, count: int) -> None:
        for i, system in enumerate(self._systems):
            try:
                self._rows_of(self._metrics[number], [system], count)
            except InputError as error:  # noqa: PERF203  of every system
                self._errors.setdefault((number, i), error)

    def _rows_of(
        self,
        metric: Metric[Any],
        systems: Sequence[_native.Lines],
        count: int,
        meanwhile: Callable[[], None] | None = None,
    ) -> list[_native.Array]:
        native = metric.of_text
        assert native is not None
        return native.rows_lines(systems, self._references, count, self._threads, meanwhile)
