"""The texts that a command line names: read whole, or scored and counted while they are read."""

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
from truebleu.errors import InputError
from truebleu.evaluation.files import CountedLines, SystemResult, count_lines, score_files
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.references import References
from truebleu.inputs.runs import Runs
from truebleu.inputs.systems import batches, document_numbers, label
from truebleu.io.blocks import shown
from truebleu.io.console import say_warning
from truebleu.io.formats import format_of
from truebleu.io.lockstep import read_texts
from truebleu.io.markup import MARKUPS, Rendition, in_the_order_of, read_markup
from truebleu.io.progress import Progress
from truebleu.io.streams import Cell, LineFile
from truebleu.io.tables import TableFile
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import Score

Item = TypeVar("Item")

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.io.streams import OpenFile
    from truebleu.significance.systems import CountedSystems


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """All texts: the segments of each system, the references, and the source if there is one."""

    systems: list[list[Cell]]
    references: References
    source: list[Cell] | None

    @property
    def segments(self) -> int:
        """How many there are."""
        return len(self.systems[0])


class Corpus:
    """The systems and references of a command line: open, then read in one way or another.

    Used as a context, which closes the files. `names` are the systems', `labels` what tables call
    them, `order` the version that segments are in the order of, where files name them. Reading
    gives `segments`, and `identical`: for each system the place of the first stream of references
    that equals it. `warn` says what reading saw.

    Raises `UsageError` when files and columns do not fit together, and `InputError` when a file
    cannot be opened.
    """

    def __init__(self, typed: Namespace) -> None:
        self._typed = typed
        self._inputs = open_inputs(typed)
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
        """What the streams of references are called."""
        return [stream.name for stream in self._inputs.references]

    def read(self, *, source: bool = False) -> Texts:
        """Read all texts; `source`: also that of the segments, if the command line names one."""
        file = open_source(self._typed, self.order, self._invalid) if source else None
        more = [file] if file else []
        files = [*self._inputs.files, *more]
        try:
            with Progress(files, quiet=bool(self._typed.quiet)) as progress:
                texts, references = read_texts(
                    files,
                    [*self._inputs.systems, *(each.streams[0] for each in more)],
                    self._inputs.references,
                    before_batch=self._sample.take,
                    after_batch=progress.show,
                )
        finally:
            if file:
                file.close()
        its_text = texts.pop() if file else None
        self.identical = identical_to(texts, references)
        self.segments = len(texts[0])
        return Texts(systems=texts, references=references, source=its_text)

    def score(
        self, metrics: Sequence[Metric[Any]], *, per_segment: bool = False, rows: bool = False
    ) -> list[list[SystemResult]]:
        """Return the results of every system by every metric, scored while files are read.

        What is odd about the data is said. `per_segment` and `rows` are those of `score_files`, and
        so is what is raised.
        """
        with Progress(self._inputs.files, quiet=bool(self._typed.quiet)) as progress:
            results = score_files(
                metrics,
                self._inputs.files,
                self._inputs.systems,
                self._inputs.references,
                per_segment=per_segment,
                rows=rows,
                threads=self._typed.threads or 0,
                before_batch=self._sample.take,
                after_batch=progress.show,
            )
        self.identical = [by_metric[0].identical_to for by_metric in results]
        self.segments = results[0][0].segments
        scores = [(one.name, one.score) for by_metric in results for one in by_metric]
        self.warn(metrics, scores=scores)
        return results

    def count(self, metrics: Sequence[Metric[Any]], labels: Sequence[str]) -> CountedLines | None:
        """Return the rows of all segments; None, with nothing read, where texts are needed.

        `labels` are what messages call the files of systems.
        """
        with Progress(self._inputs.files, quiet=bool(self._typed.quiet)) as progress:
            counted = count_lines(
                metrics,
                self._inputs.files,
                self._inputs.systems,
                self._inputs.references,
                labels,
                threads=check_threads(self._typed.threads),
                before_batch=self._sample.take,
                after_batch=progress.show,
            )
        if counted:
            self.identical, self.segments = counted.identical_to, counted.segments
        return counted

    def count_systems(
        self,
        metrics: Sequence[Metric[Any]],
        num_runs: Mapping[str, int],
        *,
        check: Callable[[int], None],
        keep_texts: bool = False,
    ) -> CountedSystems:
        """Return all systems, counted; `check` refuses too few segments.

        `num_runs` says how many files each system has. Texts are kept where `keep_texts` says so,
        or where counting needs them.
        """
        # Scores alone need none of this.
        from truebleu.significance.systems import CountedSystems

        labels = [label(name, i, runs) for name, runs in num_runs.items() for i in range(runs)]
        lines = None if keep_texts else self.count(metrics, labels)
        if lines:
            check(lines.segments)
            rows = _by_system(lines.rows, num_runs)
            return CountedSystems.of_rows(rows, lines.segments, metrics)
        texts = self.read()
        systems = {
            name: runs[0] if len(runs) == 1 else Runs(*runs)
            for name, runs in _by_system(texts.systems, num_runs).items()
        }
        return CountedSystems.of_texts(
            batches(systems, texts.references, check),
            metrics,
            threads=check_threads(self._typed.threads),
        )

    def documents(self) -> list[str] | None:
        """Return the names of the segments' documents, checked; None where none are given."""
        path = self._typed.documents
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
        """Say what is odd about the data, unless `--quiet`; `first` and `last` are said around it.

        `score` is one that was made by the metric of `--signature`, the first of `scores` if they
        are given: all scores with their systems' names, which may be 0 of short texts.
        """
        if self._typed.quiet:
            return
        if scores:
            score = scores[0][1]
        signature = getattr(self._typed, "signature", None)
        about_data = notices(
            self._inputs, self.identical, metrics, self._sample, signature, score, scores
        )
        for message in (*first, *about_data, *last):
            say_warning(message)

    def warn_of_empty_references(self) -> None:
        """Say that references are empty, unless `--quiet`."""
        for message in () if self._typed.quiet else about_empty_references(self._inputs):
            say_warning(message)

    @property
    def _invalid(self) -> Literal["error", "replace"]:
        invalid: Literal["error", "replace"] = self._typed.invalid or "error"
        return invalid


def _by_system(files: Sequence[Item], num_runs: Mapping[str, int]) -> dict[str, list[Item]]:
    """Return what belongs to each file as what belongs to the runs of each system."""
    items = iter(files)
    return {name: list(islice(items, runs)) for name, runs in num_runs.items()}


def read_one_system(typed: Namespace) -> tuple[list[Cell], References]:
    """Return the hypotheses and references of the one system that a command line names.

    Raises `UsageError` when there are several systems, and `InputError` when there is no text.
    """
    typed.name = None
    with Corpus(typed) as corpus:
        if len(corpus.names) > 1:
            raise UsageError(
                f"{' and '.join(corpus.names)} are several systems: name one, and put -r before "
                "each file of references"
            )
        texts = corpus.read()
    corpus.warn_of_empty_references()
    if not texts.segments:
        raise InputError(f"{corpus.names[0]} is empty: there is nothing to score")
    return texts.systems[0], texts.references


def open_source(
    typed: Namespace, order: Rendition | None, invalid: Literal["error", "replace"]
) -> OpenFile | None:
    """The source: a file of its own, or a column of the table with the hypotheses.

    `order` says which segment is the first, of files that name them. Raises `UsageError` where
    file and column do not fit together.
    """
    column = typed.source_column
    path = typed.source or (typed.files[0] if column else None)
    if path is None:
        return None
    form = format_of(path, typed.input_format)
    if form == "lines":
        if column:
            raise UsageError(f"--source-column is given, but {path} is read as plain lines")
        return LineFile(path, invalid)
    if form in MARKUPS:
        from truebleu.io.markup_files import MarkupFile

        file = MarkupFile(path, form, invalid)
        file.take("source", [], "--source-column")
        if order is not None:
            file.put_in_order_of(order)
        return file
    if not column:
        raise UsageError(f"{path} is read as {form}: say which column with --source-column")
    return TableFile(path, form, [column], [True], header=bool(typed.header), invalid=invalid)


def documents_of(path: str, order: Rendition | None, segments: int) -> list[str]:
    """The names of the segments' documents; what is wrong with them is said with the file's name.

    `order` is the version that the segments are in the order of, if they have names.
    """
    names = document_names(path, order)
    document_numbers(names, segments, shown(path))
    return names


def document_names(path: str, order: Rendition | None) -> list[str]:
    """Lines of a file, or what a test set in markup has."""
    form = format_of(path, None)
    if form not in MARKUPS:
        return _lines(path)
    versions = read_markup(path, form).renditions
    if order is None:
        return versions[0].documents
    in_the_order_of(order, versions[0])
    return order.documents


def _lines(path: str) -> list[str]:
    file = LineFile(path, "error")
    lines: list[str] = []
    try:
        while not file.ended:
            file.advance()
            lines += file.texts()
    finally:
        file.close()
    return lines
