"""A corpus with its tokens and sufficient statistics. Each text is tokenized only once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import EmptyCorpus
from truebleu.inputs.batch import Batch
from truebleu.inputs.references import References
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.base.statistics import concatenated, one_row
from truebleu.metrics.bleu_score import BLEUScore

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.metrics.bleu import BLEU


class Corpus:
    """Hypotheses and references, as passed and as tokens, with their sufficient statistics.

    Attributes:
        batch: the texts, as the caller passed them.
        prepared: the texts as lists of tokens if the tokenizer is implemented in Python, otherwise
            the texts as passed.
        rows: arrays with the sufficient statistics of the segments, one row per segment. There may
            be several arrays, each for consecutive segments.
        row: the sum of all rows.
        score: the corpus score; for a corpus that was created with `sentence`, the sentence score
            of its only segment.
    """

    def __init__(self, metric: BLEU, batch: Batch, threads: int, *, sentence: bool = False) -> None:
        if not len(batch):
            raise EmptyCorpus("nothing to explain: there are no segments.")
        self.metric = metric
        self.batch = batch
        if batch.shared is None:
            batch.shared = {}  # cache of tokens, so that Python tokenizers run only once
        self.threads = threads
        self.rows: list[_native.Array] = []
        self.row: tuple[int, ...] = ()
        blocks: list[Batch] = []
        minima, maxima = [], []
        for part in metric.rows_by_block(batch, threads):
            self.rows.append(part.rows)
            blocks.append(part.block)
            minima.append(part.min_references)
            maxima.append(part.max_references)
        self.prepared = blocks[0] if len(blocks) == 1 else _joined(blocks)
        self.min_references, self.max_references = min(minima), max(maxima)
        self.row, _ = one_row(self.table(), metric.layout)
        self.effective_order = metric.uses_effective_order(sentence=sentence)
        self.score: BLEUScore = (
            metric.sentence_score(self.hypothesis(0), self.references_of(0))
            if sentence
            else metric.scored(self.signature(metric), self.row)
        )

    def __len__(self) -> int:
        return len(self.batch)

    def signature(
        self, metric: BLEU, *, sentence: bool = False, references: int | None = None
    ) -> Signature:
        """Return the signature of the score that `metric` computes for this corpus.

        `references` is the number of references per segment that the score uses; None means all.
        """
        are_equal = self.min_references == self.max_references
        number = references or (self.max_references if are_equal else "var")
        return metric.signature(number, len(self), sentence=sentence, tokens=self.batch.tokens)

    @property
    def references(self) -> Any:
        """All references, in a form that `BLEU.corpus_score` accepts."""
        if self.batch.flat:
            return self.batch.references[0]
        make = References.per_segment if self.batch.by_segment else References.streams
        return make(self.batch.references)

    def hypothesis(self, segment: int) -> Any:
        """Return the hypothesis at the index `segment`, as the caller passed it."""
        return self.batch.hypotheses[segment]

    def references_of(self, segment: int) -> list[Any]:
        """Return the references of the segment at the index `segment`, as the caller passed them.

        References that are None are left out.
        """
        return self.batch.references_of(segment)

    def table(self) -> NDArray[np.int64]:
        """Return the sufficient statistics of all segments, shape (n_segments, n_columns)."""
        import numpy as np

        return concatenated([np.asarray(part) for part in self.rows])

    @property
    def can_leave_out(self) -> bool:
        """Whether the corpus score without one of its segments can be computed.

        This requires several segments and additive statistics.
        """
        return len(self) > 1 and self.metric.layout.adds

    def value_without(self, segment: int) -> float | None:
        """Return the corpus score without the segment at the index `segment`.

        If the corpus has only one segment, return None.
        """
        import numpy as np

        if len(self) == 1:
            return None
        row, _ = one_row(np.delete(self.table(), segment, axis=0), self.metric.layout)
        return self.value(row)

    def segment_scores(self) -> list[float]:
        """Return the sentence score of every segment."""
        sentence = self.metric.uses_effective_order(sentence=True)
        batch = self.prepared
        values, _, _ = self.metric.native_of(batch).segment_scores(
            batch.hypotheses, batch.references, batch.by_segment, sentence, self.threads
        )
        return _floats(values)

    def inventory(self, *others: Corpus) -> _native.Inventory:
        """Return an index of the n-grams of this corpus and of `others`, built in the Rust core.

        All corpora must have the same references.
        """
        tokenizer, case = "none", CASE_NAMES[False]
        if not self.prepared.tokens:
            tokenizer = self.metric.tokenizer.native or "none"
            case = CASE_NAMES[self.metric.lowercase]
        systems = [self.prepared.hypotheses, *(other.prepared.hypotheses for other in others)]
        batch = self.prepared
        return _native.Inventory(tokenizer, case, systems, batch.references, batch.by_segment)

    def of_segment(self, segment: int) -> Corpus:
        """Return a corpus with only the segment at the index `segment`.

        Its score is the sentence score of this segment.
        """
        batch = self.batch.part(segment, segment + 1)
        return Corpus(self.metric, batch, self.threads, sentence=True)

    def value(self, row: Sequence[int]) -> float:
        """Return the score that the metric gives for `row`, a sum of sufficient statistics."""
        value, _ = self.metric.of_tokens.score(row, self.effective_order)
        return value


def _joined(blocks: Sequence[Batch]) -> Batch:
    first = blocks[0]
    hypotheses = [cell for block in blocks for cell in block.hypotheses]
    if first.by_segment:
        references: Any = [cell for block in blocks for cell in block.references]
    else:
        streams = zip(*(block.references for block in blocks), strict=True)
        references = [[cell for part in parts for cell in part] for parts in streams]
    return Batch(
        hypotheses, references, by_segment=first.by_segment, tokens=first.tokens, flat=first.flat
    )


def _floats(values: _native.Array) -> list[float]:
    import numpy as np

    scores: list[float] = np.asarray(values).tolist()
    return scores
