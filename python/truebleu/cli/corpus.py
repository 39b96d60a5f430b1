"""Functions that read, count and score the systems and references in a command line."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from truebleu.checks.notices import Sample
from truebleu.cli.command import UsageError
from truebleu.cli.inputs import open_inputs
from truebleu.cli.notices import about_empty_references, identical_to, notices
from truebleu.cli.resegmenting import is_wanted, options_of, resegmented
from truebleu.errors import InputError
from truebleu.evaluation.files import (
    CountedLines,
    SystemResult,
    count_lines,
    score_files,
    score_texts,
)
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.references import References
from truebleu.inputs.runs import Runs
from truebleu.inputs.systems import batches, document_numbers, label
from truebleu.io.blocks import shown
from truebleu.io.console import say_warning
from truebleu.io.formats import format_of
from truebleu.io.lockstep import read_texts
from truebleu.io.logs import LOGS
from truebleu.io.markup import MARKUPS, Rendition, align, read_markup
from truebleu.io.progress import Progress
from truebleu.io.streams import Cell, LineFile, read_lines
from truebleu.io.tables import TableFile
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score

Item = TypeVar("Item")

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.cli.learned_metrics import LearnedMetrics
    from truebleu.io.streams import OpenFile
    from truebleu.significance.systems import CountedSystems


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Texts of a corpus: segments of each system, references, and source.

    `source` is None if the source was not read.
    """

    systems: list[list[Cell]]
    references: References
    source: list[Cell] | None

    @property
    def segments(self) -> int:
        """Number of segments of each system."""
        return len(self.systems[0])


class Corpus:
    """Systems and references in a command line.

    A corpus is a context manager, which closes the files.

    Attributes:
        names: the names of the systems.
        labels: the short names of systems for tables, by system name. Empty if tables have the full
            names.
        order: the source, reference or system of an SGML or XML test set that determines the order
            of the segments. None for other files.
        segments: the number of segments. It is 0 before the files are read.
        identical: for each system, the index of the first reference that is identical to the
            system's output. None if there is no such reference.

    Raises:
        UsageError: options do not fit the files, such as `--hypothesis-column` with a text file.
        InputError: a file cannot be opened.
    """

    def __init__(self, args: Namespace) -> None:
        self._args = args
        self._inputs = open_inputs(args)
        if is_wanted(args):
            read = self._inputs
            try:
                self._inputs = resegmented(args, read, options_of(args))
            finally:
                read.close()
        self._sample = Sample(self._inputs.references[0], self._inputs.systems)
        self.identical: Sequence[int | None] = ()
        self.names = self._inputs.names
        self.labels = self._inputs.labels
        self.order = self._inputs.order
        self.segments = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._inputs.close()

    @property
    def reference_names(self) -> list[str]:
        """Names of the files or table columns of references."""
        return [stream.name for stream in self._inputs.references]

    def read(self, *, source: bool = False) -> Texts:
        """Read all texts into memory. With `source`, also read the source text if there is one."""
        file = open_source(self._args, self.order, self._invalid) if source else None
        source_files = [file] if file else []
        files = [*self._inputs.files, *source_files]
        try:
            with Progress(files, quiet=bool(self._args.quiet)) as progress:
                texts, references = read_texts(
                    files,
                    [*self._inputs.systems, *(file.streams[0] for file in source_files)],
                    self._inputs.references,
                    before_batch=self._sample.store_first_lines,
                    after_batch=progress.show,
                )
        finally:
            if file:
                file.close()
        source_text = texts.pop() if file else None
        self.identical = identical_to(texts, references)
        self.segments = len(texts[0])
        return Texts(systems=texts, references=references, source=source_text)

    def score(
        self, metrics: Sequence[Metric[Any]], *, per_segment: bool = False, rows: bool = False
    ) -> list[list[SystemResult]]:
        """Return the results of each system by each metric. Print data warnings.

        The files are read in blocks, so they may be larger than the memory. With `rows`, the
        results include the sufficient statistics of each segment. For `per_segment` and the
        exceptions, see `score_files`.
        """
        with Progress(self._inputs.files, quiet=bool(self._args.quiet)) as progress:
            results = score_files(
                metrics,
                self._inputs.files,
                self._inputs.systems,
                self._inputs.references,
                per_segment=per_segment,
                rows=rows,
                threads=self._args.threads or 0,
                before_batch=self._sample.store_first_lines,
                after_batch=progress.show,
            )
        self.identical = [by_metric[0].identical_to for by_metric in results]
        self.segments = results[0][0].segments
        scores = [(result.name, result.score) for by_metric in results for result in by_metric]
        self.warn(metrics, scores=scores)
        return results

    def score_learned(
        self,
        metrics: Sequence[Metric[Any]],
        learned: LearnedMetrics,
        *,
        per_segment: bool = False,
    ) -> list[list[SystemResult]]:
        """Return the results of each system by each metric, then by each learned metric.

        All texts are kept in memory. Data warnings are printed.
        """
        texts = self.read(source=True)
        results = score_texts(
            metrics,
            dict(zip(self.names, texts.systems, strict=True)),
            texts.references,
            learned.columns(self.names, texts),
            identical_to=self.identical,
            per_segment=per_segment,
            threads=self._args.threads or 0,
        )
        scores = [(result.name, result.score) for by_metric in results for result in by_metric]
        self.warn(metrics, scores=scores)
        return results

    def count(self, metrics: Sequence[Metric[Any]], labels: Sequence[str]) -> CountedLines | None:
        """Return the sufficient statistics of all segments by all metrics.

        If a metric requires the texts of all segments, return None without reading the files.
        `labels` name the systems in error messages, like `truebleu.inputs.systems.label`.
        """
        with Progress(self._inputs.files, quiet=bool(self._args.quiet)) as progress:
            lines = count_lines(
                metrics,
                self._inputs.files,
                self._inputs.systems,
                self._inputs.references,
                labels,
                threads=check_threads(self._args.threads),
                before_batch=self._sample.store_first_lines,
                after_batch=progress.show,
            )
        if lines:
            self.identical, self.segments = lines.identical_to, lines.segments
        return lines

    def count_systems(
        self,
        metrics: Sequence[Metric[Any]],
        num_runs: Mapping[str, int],
        *,
        check: Callable[[int], None],
        keep_texts: bool = False,
        learned: LearnedMetrics | None = None,
    ) -> CountedSystems:
        """Return the sufficient statistics of all systems.

        Args:
            metrics: the metrics.
            num_runs: the number of files (training runs) of each system, by name.
            check: a function of the number of segments, which raises an error if there are too few.
            keep_texts: whether to keep the texts in memory even if no metric requires them.
            learned: the learned metrics, which are added after `metrics`.
        """
        # Import late: scoring does not need this module.
        from truebleu.significance.systems import CountedSystems

        labels = [label(name, i, runs) for name, runs in num_runs.items() for i in range(runs)]
        lines = None if keep_texts or learned else self.count(metrics, labels)
        if lines:
            check(lines.segments)
            rows = _by_system(lines.rows, num_runs)
            return CountedSystems.of_rows(rows, lines.segments, metrics)
        texts = self.read(source=learned is not None)
        columns = learned.columns(list(num_runs), texts) if learned else []
        systems = {
            name: runs[0] if len(runs) == 1 else Runs(*runs)
            for name, runs in _by_system(texts.systems, num_runs).items()
        }
        return CountedSystems.of_texts(
            batches(systems, texts.references, check),
            [*metrics, *columns],
            threads=check_threads(self._args.threads),
        )

    def documents(self) -> list[str] | None:
        """Return the document name of each segment. Return None without `--documents`."""
        path = self._args.documents
        return documents_of(path, self.order, self.segments) if path else None

    def warn(
        self,
        metrics: Sequence[Metric[Any]],
        *,
        score: Score | None = None,
        scores: Sequence[tuple[str, Score]] = (),
        first: Iterable[str] = (),
        last: Iterable[str] = (),
    ) -> None:
        """Print the data warnings, unless `--quiet` is set.

        Args:
            metrics: the metrics that were computed.
            score: a score whose number of references is compared with `--signature`. If `scores` is
                not empty, its first score is used instead.
            scores: pairs of system name and score. A warning is printed if a BLEU score is 0
                because the texts are short.
            first: warnings to print before the data warnings.
            last: warnings to print after the data warnings.
        """
        if self._args.quiet:
            return
        if scores:
            score = scores[0][1]
        signature = getattr(self._args, "signature", None)
        data_warnings = notices(
            self._inputs, self.identical, metrics, self._sample, signature, score, scores
        )
        for message in (*first, *data_warnings, *last):
            say_warning(message)

    def warn_of_empty_references(self) -> None:
        """Print a warning for each reference column with empty cells, unless `--quiet` is set."""
        for message in () if self._args.quiet else about_empty_references(self._inputs):
            say_warning(message)

    @property
    def _invalid(self) -> Literal["error", "replace"]:
        invalid: Literal["error", "replace"] = self._args.invalid or "error"
        return invalid


def _by_system(files: Sequence[Item], num_runs: Mapping[str, int]) -> dict[str, list[Item]]:
    """Group the files of all systems by system.

    `files` has all files of the first system, then those of the second system, and so on.
    `num_runs` is the number of files of each system, by name.
    """
    items = iter(files)
    return {name: list(islice(items, runs)) for name, runs in num_runs.items()}


def read_one_system(args: Namespace) -> tuple[list[Cell], References]:
    """Return the segments of the only system in the command line, and its references.

    Raises:
        UsageError: the command line names several systems.
        InputError: there are no segments.
    """
    args.name = None
    with Corpus(args) as corpus:
        if len(corpus.names) > 1:
            raise UsageError(
                f"got {len(corpus.names)} systems: {', '.join(corpus.names)}. Pass one system, and "
                "-r before each reference file."
            )
        texts = corpus.read()
    corpus.warn_of_empty_references()
    if not texts.segments:
        raise InputError(f"{corpus.names[0]} is empty. Pass at least one segment.")
    return texts.systems[0], texts.references


def open_source(
    args: Namespace, order: Rendition | None, invalid: Literal["error", "replace"]
) -> OpenFile | None:
    """Open the source text, which is a file or a column of the table with the hypotheses.

    `order` is a reference or system of an SGML or XML test set. The source is put in the order of
    its segments. If `order` is None, the order in the source file is kept. Return None if the
    command line names no source. Raise `UsageError` if `--source-column` does not fit the file.
    """
    column = args.source_column
    path = args.source or (args.files[0] if column else None)
    if path is None:
        return None
    form = format_of(path, args.input_format)
    if form in LOGS:
        raise UsageError("a log of an evaluation harness has no source column.")
    if form == "lines":
        if column:
            raise UsageError(f"--source-column requires a table, and {path} is plain text.")
        return LineFile(path, invalid)
    if form in MARKUPS:
        from truebleu.io.markup_files import MarkupFile

        file = MarkupFile(path, form, invalid)
        file.add_versions("source", [], "--source-column")
        if order is not None:
            file.put_in_order_of(order)
        return file
    if not column:
        raise UsageError(
            f"{path} is a {form.upper()} table. Choose a column with --source-column NAME."
        )
    return TableFile(path, form, [column], [True], header=bool(args.header), invalid=invalid)


def documents_of(path: str, order: Rendition | None, segments: int) -> list[str]:
    """Return the document name of each segment, read from the file `path`.

    For `order`, see `document_names`. Raise `InputError` if the number of names is not `segments`,
    if a name is empty, or if there are fewer than 2 documents.
    """
    names = document_names(path, order)
    document_numbers(names, segments, shown(path))
    return names


def document_names(path: str, order: Rendition | None) -> list[str]:
    """Return the document name of each segment, read from the file `path`.

    A text file has one name per line. An SGML or XML file has segments in documents with names.
    `order` is a source, reference or system of an SGML or XML test set. The names are put in the
    order of its segments. If `order` is None, the order in the file is kept.
    """
    form = format_of(path, None)
    if form not in MARKUPS:
        return read_lines(path)
    versions = read_markup(path, form).renditions
    if order is None:
        return versions[0].documents
    align(versions[0], order)
    return order.documents
