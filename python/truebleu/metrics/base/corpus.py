"""Base classes of NIST and CIDEr, whose n-gram weights depend on all references of a corpus.

A segment can be scored only after all segments have been read. Until then, counters store the
tokens of all segments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from truebleu import _native
from truebleu.errors import EmptyCorpus, InputError
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.batch import Batch, read
from truebleu.inputs.systems import label, naming_system
from truebleu.inputs.validation import explain, renumbered
from truebleu.metrics.base.metric import Metric, ScoreT
from truebleu.metrics.base.preparation import BLOCK, Preparation
from truebleu.metrics.base.python_metric import PythonMetric
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.base.statistics import Counter, Rows, labelled_runs
from truebleu.tokenizers import Tokenizer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOTE = "those of all references of the test set, in every resample, too"
"""Note on the n-gram weights, which is printed with confidence intervals."""


class NativeCorpus(Protocol):
    """Interface of the Rust core's corpus objects, which store segments until they are scored."""

    def add(
        self, hypotheses: Sequence[Any], references: Sequence[Any], per_segment: bool, /
    ) -> tuple[int, int]:
        """Add segments; return the minimum and maximum number of references per segment.

        With `per_segment`, `references` has one list per segment. Otherwise, it has one list per
        reference stream: all first references, all second references, and so on.
        """
        ...

    def add_lines(
        self, hypotheses: _native.Lines, references: Sequence[_native.Lines], count: int, /
    ) -> None:
        """Add the next `count` lines of each file as segments."""
        ...


class CorpusCounter:
    """Base class of counters, which receive a system's corpus in batches and then score it.

    Each subclass scores by one metric.
    """

    def __init__(self, corpus: NativeCorpus, tokenizer: Tokenizer, lowercase: bool | str) -> None:
        self._corpus = corpus
        self._tokenizer = tokenizer
        self._lowercase = lowercase
        self._preparation = Preparation(tokenizer, lowercase)
        self._tokens = False
        self._min_references = self._max_references = 0
        self.segments = 0

    def add(self, batch: Batch) -> None:
        """Add the segments of a batch.

        Raises `InputError` for invalid text. The attribute `segment` of the error is the number of
        the segment in the batch.
        """
        in_core = not self._lowercase if batch.tokens else self._tokenizer.native
        try:
            blocks = [batch] if in_core else map(self._preparation.prepared, batch.blocks(BLOCK))
            for block in blocks:
                references_range = self._corpus.add(
                    block.hypotheses, block.references, block.by_segment
                )
                self._count(len(block), *references_range)
        except InputError as error:
            better = explain(batch) or self._preparation.tokenizer_error(batch)
            if better is None:
                raise
            raise better from error.__cause__
        self._tokens = batch.tokens

    def add_lines(
        self, hypotheses: _native.Lines, references: list[_native.Lines], count: int
    ) -> None:
        """Add the next `count` lines of each file as segments.

        The metric's tokenizer must be one that the Rust core implements.
        """
        self._corpus.add_lines(hypotheses, references, count)
        self._count(count, len(references), len(references))

    def score(self) -> Score:
        """Return the corpus score of all segments."""
        raise NotImplementedError

    def segment_scores(self) -> _native.Array:
        """Return the score of each segment, with n-gram weights of the whole corpus."""
        raise NotImplementedError

    def integer_rows(self) -> _native.Array:
        """Return the sufficient statistics of each segment as rows of integers.

        Rows of different corpora must not be added, because their n-gram weights differ.
        """
        raise NotImplementedError

    def signature(self) -> Signature:
        """Return the signature of this corpus's scores."""
        raise NotImplementedError

    def whole_rows(self) -> tuple[_native.Array, int, int]:
        """Return (rows, minimum, maximum) for all segments.

        `rows` are the sufficient statistics. `minimum` and `maximum` are the smallest and the
        largest number of references of a segment.
        """
        return self.integer_rows(), self._min_references, self._max_references

    @property
    def references(self) -> int | str:
        """Number of references per segment; "var" if segments differ."""
        low, high = self._min_references, self._max_references
        return low if low == high else "var"

    def _count(self, segments: int, min_references: int, max_references: int) -> None:
        self._min_references = (
            min(min_references, self._min_references) if self.segments else min_references
        )
        self._max_references = max(max_references, self._max_references)
        self.segments += segments


class CorpusMetric(PythonMetric[ScoreT]):
    """Base class of metrics whose n-gram weights come from the whole corpus, such as NIST.

    Statistics of a segment are computed in Python from all segments (`row_source` is "corpus").
    CIDEr with fixed document frequencies needs only the segment itself (`row_source` is "python").
    """

    __slots__ = ()

    takes_tokens = True
    tokenizer: Tokenizer

    def corpus_counter(self) -> CorpusCounter:
        """Return an empty counter, which receives a corpus in batches and then scores it."""
        raise NotImplementedError

    def corpus_score(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> ScoreT:
        """Return the corpus score; with the arguments and errors of `BLEU.corpus_score`."""
        if self.row_source != "corpus":
            return super().corpus_score(hypotheses, references, threads=threads)
        counter = self._counter_of(hypotheses, references, threads)
        if not counter.segments:
            raise EmptyCorpus("nothing to score: hypotheses and references are empty.")
        score: ScoreT = counter.score()
        return score

    def segment_scores(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> NDArray[np.float64]:
        """Return the score of each segment: float64, shape (segments,).

        N-gram weights are computed from the references of all segments.
        """
        import numpy as np

        if self.row_source != "corpus":
            return super().segment_scores(hypotheses, references, threads=threads)
        return np.asarray(self._counter_of(hypotheses, references, threads).segment_scores())

    def statistics(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> NDArray[np.int64]:
        """Return the sufficient statistics of every segment: int64, shape (segments, columns).

        The score of a document is the score of the sum of its rows. Rows of different corpora must
        not be added, because their n-gram weights differ.
        """
        import numpy as np

        if self.row_source != "corpus":
            return super().statistics(hypotheses, references, threads=threads)
        rows = self._counter_of(hypotheses, references, threads).integer_rows()
        return np.asarray(rows, dtype=np.int64)

    def rows_of(
        self, systems: Mapping[str, Sequence[Batch]], threads: int
    ) -> dict[str, list[Rows]]:
        """Return a dict from system name to sufficient statistics, one `Rows` object per run.

        A run is the output of the system for one random seed. `systems` maps each system name to
        one batch per run. N-gram weights are computed from the references of all segments.
        """
        if self.row_source != "corpus":
            return super().rows_of(systems, threads)
        return rows_of_corpora(systems, self.corpus_counter)

    def counter(self, names: Sequence[str], threads: int) -> Counter:
        """Return a counter that receives the segments of several systems in blocks.

        `names` are the names of the systems.
        """
        if self.row_source != "corpus":
            return super().counter(names, threads)
        return CorporaCounter(self, names, threads, self.corpus_counter)

    def _counter_of(self, hypotheses: Any, references: Any, threads: int | None) -> Any:
        check_threads(threads)  # only checked: a single thread numbers the tokens
        counter = self.corpus_counter()
        batch = read(hypotheses, references)
        if len(batch):
            counter.add(batch)
        return counter


class CorporaCounter(Counter):
    """Counter for NIST or CIDEr that receives several systems, with a `CorpusCounter` for each.

    Each system has its own n-gram weights. They are computed when all its segments are counted.
    """

    def __init__(
        self,
        metric: Metric[Any],
        names: Sequence[str],
        threads: int,
        make: Callable[[], CorpusCounter],
    ) -> None:
        super().__init__(metric, names, threads)
        self._corpora = {name: make() for name in names}

    def add(self, block: Mapping[str, Batch]) -> None:
        """Add the next segments of all systems; `block` maps system names to batches.

        Raises `InputError` for invalid text; the message names the system and the segment.
        """
        for name, batch in block.items():
            with naming_system(label(name)):
                _add(self._corpora[name], batch)
            self.rows[name].tokens |= batch.tokens
        self.segments += len(next(iter(block.values())))

    def finish(self) -> None:
        """Compute the statistics and scores of all segments; call it after the last `add`."""
        for name, corpus in self._corpora.items():
            self.rows[name].add(*corpus.whole_rows())
            self.values[name].append(corpus.segment_scores())


def rows_of_corpora(
    systems: Mapping[str, Sequence[Batch]], make: Callable[[], CorpusCounter]
) -> dict[str, list[Rows]]:
    """Return a dict from system name to sufficient statistics, one `Rows` object per run.

    A run is the output of the system for one random seed. `systems` maps each system name to one
    batch per run. `make` returns an empty counter and is called once per run. The n-gram weights of
    a run are computed from its own references.
    """
    labels, runs = labelled_runs(systems)
    rows_of_runs = []
    for where, run in zip(labels, runs, strict=True):
        corpus, rows = make(), Rows(tokens=run.tokens)
        with naming_system(where):
            _add(corpus, run)
        rows.add(*corpus.whole_rows())
        rows_of_runs.append(rows)
    following = iter(rows_of_runs)
    return {name: [next(following) for _ in runs] for name, runs in systems.items()}


def _add(corpus: CorpusCounter, batch: Batch) -> None:
    before = corpus.segments
    try:
        corpus.add(batch)
    except InputError as error:
        raise renumbered(error, before) from error.__cause__
