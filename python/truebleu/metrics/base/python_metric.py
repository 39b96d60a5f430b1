"""Metrics whose segment scores come from Python code, a package or a model, such as METEOR.

Each segment has a row of integers, its sufficient statistics. The Rust core computes the corpus
score from the sum of all rows. If the corpus score is the mean of the segment scores, a row has
three integers: the number of segments (1), and the segment score in two parts (see `Layout.mean`).

A subclass defines the method `compute_rows`, which returns the rows. It also defines `_build` if
the corpus score is not the mean of the segment scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import exp, frexp, fsum, inf, ldexp
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.batch import Batch, read_sentence
from truebleu.inputs.sequences import LISTS
from truebleu.inputs.validation import check_sentence, explain
from truebleu.metrics.base.layout import Layout
from truebleu.metrics.base.metric import Metric, PageFormula, RowSource, ScoreT
from truebleu.metrics.base.preparation import BLOCK, no_tokens
from truebleu.metrics.base.score import Score, part
from truebleu.metrics.base.signature import Signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.metrics.base.utility import UtilityOptions
    from truebleu.tokenizers import Tokenizer


class MeanScore(Score):
    """Corpus score that is the mean of the segment scores.

    `segments` is the number of segments.
    """

    __slots__ = ()

    names: tuple[str, ...] = ("value", "segments", "signature")

    @property
    def scale(self) -> int:
        """Perfect score: 1. Scores print with four decimals."""
        return 1

    segments: int = part(1, "Number of segments.")


class PythonMetric(Metric[ScoreT]):
    """Base class of metrics that compute the sufficient statistics of segments in Python."""

    __slots__ = ()

    row_source: RowSource = "python"
    page_formula: PageFormula | None = PageFormula(name="mean")
    lowercase: bool | str = False
    takes_tokens = False

    score_class: type[Any] = MeanScore
    """Class of the scores, used by subclasses that do not define `_make_score`."""

    def _make_score(
        self,
        signature: Signature,
        row: tuple[int, ...],
        value: float,
        details: tuple[float, ...],  # noqa: ARG002
    ) -> ScoreT:
        score: ScoreT = self.score_class(value, row[0], signature)
        return score

    def compute_rows(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """Return the sufficient statistics of each segment as rows of integers.

        Every segment has at least one reference. Either all segments are text, or all are lists of
        tokens.
        """
        raise NotImplementedError

    def compute_pair_rows(
        self, hypotheses: Sequence[Any], references: Sequence[Any]
    ) -> Iterator[_native.Array]:
        """Yield the sufficient statistics of each pair of a hypothesis and a reference.

        The first hypothesis is paired with all references in order, then the second, and so on.
        Pairs are yielded in chunks: each array holds many consecutive pairs, one row per pair.
        """
        pairs = product(hypotheses, references)
        while block := list(islice(pairs, BLOCK)):
            yield self.compute_rows([ours for ours, _ in block], [[theirs] for _, theirs in block])

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:  # noqa: ARG002
        return _native.mean()

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        return Layout.mean(columns)

    def _finish(self, settings: dict[str, Any], tokenizer: Tokenizer | None = None) -> None:
        super()._finish(settings, tokenizer)
        object.__setattr__(self, "of_text", None)  # the core does not count this metric

    def _blocks(self, batch: Batch) -> Iterator[Batch]:
        if batch.tokens and not self.takes_tokens:
            raise no_tokens(self.name)
        for block in batch.blocks(BLOCK):
            yield self._check_block(block)

    def _check_block(self, block: Batch) -> Batch:
        """Check a batch of segments, and return it in the form that `compute_rows` accepts.

        Text becomes lists of words if the metric's tokenizer runs in Python. Text remains unchanged
        if the Rust core has the tokenizer, or if the metric has none.
        """
        if self.tokenizer is None:
            error = explain(block)
            if error is not None:
                raise error
            return block
        if not block.tokens:
            return block if self.tokenizer.native else self._preparation.prepared(block)
        _check_words(block, self.name)
        return self._preparation.prepared(block) if self.lowercase else block

    def _tokenizer_error(self, batch: Batch) -> InputError | None:
        return None if self.tokenizer is None else super()._tokenizer_error(batch)

    def _any_sentence(self, hypothesis: Any, references: Any) -> ScoreT:
        text, reference_list, tokens = read_sentence(hypothesis, references)
        check_sentence(text, reference_list, tokens=tokens)
        batch = Batch([text], [list(reference_list)], by_segment=True, tokens=tokens)
        row, count, _ = self.count_batch(batch, 1)
        return self.scored(self._sentence_signature(count, tokens=tokens), row)

    def _rows(
        self,
        block: Batch,
        threads: int,  # noqa: ARG002  `compute_rows` has its own
        *,
        narrow: bool,  # noqa: ARG002  rows have one form
    ) -> tuple[_native.Array, int, int]:
        references = block.references if block.by_segment else zip(*block.references, strict=True)
        present = [[text for text in cells if text is not None] for cells in references]
        counts = [len(cells) for cells in present]
        return self.compute_rows(block.hypotheses, present), min(counts), max(counts)

    def _sum(self, block: Batch, threads: int) -> tuple[tuple[int, ...], int, int]:
        import numpy as np

        rows, low, high = self._rows(block, threads, narrow=False)
        return tuple(np.asarray(rows).sum(axis=0, dtype=np.int64).tolist()), low, high

    def _values(self, block: Batch, threads: int) -> _native.Array:
        rows, _, _ = self._rows(block, threads, narrow=False)
        return self.of_tokens.values(rows, self.uses_effective_order(sentence=True))

    def pair_values(
        self,
        hypotheses: Batch,
        references: Batch,
        threads: int,  # noqa: ARG002
    ) -> NDArray[np.float64]:
        """Return the sentence score of each pair of a hypothesis and a reference.

        The result is a float64 array of shape (hypotheses, references). Arguments are the same as
        for `Metric.pair_values`.
        """
        return self._matrix(hypotheses.hypotheses, references.hypotheses)

    def _matrix(self, hypotheses: Sequence[Any], references: Sequence[Any]) -> NDArray[np.float64]:
        import numpy as np

        effective = self.uses_effective_order(sentence=True)
        parts = self.compute_pair_rows(hypotheses, references)
        values = [np.asarray(self.of_tokens.values(part, effective)) for part in parts]
        return np.concatenate(values).reshape(len(hypotheses), len(references))

    def utilities(
        self, sets: Batch, sizes: Sequence[tuple[int, int]], options: UtilityOptions
    ) -> list[tuple[int, tuple[float, ...]]]:
        """Return (index of the best hypothesis, expected utility of each hypothesis) per segment.

        Arguments are the same as for `Metric.utilities`.
        """
        import numpy as np

        if options.against == "mean":
            raise ConfigurationError(
                f"{self.name} has no score against the mean of many references. Use "
                "aggregate=False, or choose BLEU or chrF."
            )
        texts, chosen = iter(sets.hypotheses), []
        weights = None if options.weights is None else iter(options.weights)
        for number, (count, others) in enumerate(sizes, 1):
            own = list(islice(texts, count))
            references = list(islice(texts, others)) or own
            of_set = None if weights is None else list(islice(weights, len(references)))
            if options.against == "all":
                rows = self.compute_rows(own, [references] * count)
                effective = self.uses_effective_order(sentence=True)
                values = np.asarray(self.of_tokens.values(rows, effective)).tolist()
            else:
                values = weighted_means(
                    self._matrix(own, references),
                    of_set,
                    number,
                    exclude_self=options.exclude_self,
                    log_scale=options.log_scale,
                )
            best = max(values) if self.higher_is_better else min(values)
            chosen.append((values.index(best), tuple(values)))
        return chosen


def _check_words(block: Batch, metric: str) -> None:
    """Raise `InputError` if a hypothesis is not a list, or has a token that is not a str."""
    if not all(
        isinstance(tokens, LISTS) and all(isinstance(word, str) for word in tokens)
        for tokens in block.hypotheses
    ):
        raise explain(block) or InputError(
            f"{metric} requires words. Pass tokens as str, not as numbers."
        )


def weighted_means(
    scores: NDArray[np.float64],
    weights: Sequence[float] | None,
    number: int,
    *,
    exclude_self: bool,
    log_scale: float | None = None,
) -> list[float]:
    """Return the weighted mean of each row of a matrix of scores.

    Rows are hypotheses, columns are references. The order of the references does not affect the
    result, because sums are exact.

    Args:
        scores: matrix of shape (hypotheses, references).
        weights: one weight per reference; None for equal weights.
        number: number of the segment, counted from 1, for error messages.
        exclude_self: whether to leave out the score of a hypothesis with itself, column i of row i.
        log_scale: if it is not None, the weight of a reference is exp(log_scale * w), where w is
            its value in `weights`.

    Raises:
        InputError: all weights of a row are 0. The attribute `segment` of the error is `number`.
    """
    nothing = 0.0 if log_scale is None else -inf
    if weights is None:
        weights, log_scale, nothing = [1.0] * scores.shape[1], None, 0.0
    shared = None if exclude_self else _shares(weights, log_scale)
    means = []
    for i, row in enumerate(scores.tolist()):
        # Scale by the largest remaining weight. The excluded weight could be so large that the
        # others underflow.
        own = shared or _shares(
            [nothing if i == j else weight for j, weight in enumerate(weights)], log_scale
        )
        total = fsum(own)
        if not total:
            raise InputError(
                f"hypothesis {i + 1} has no other reference with a positive weight.",
                segment=number,
            )
        means.append(fsum(share * score for share, score in zip(own, row, strict=True)) / total)
    return means


def _shares(weights: Sequence[float], log_scale: float | None) -> list[float]:
    """Return the weights times a common factor, with which their sum does not overflow.

    With `log_scale`, the weights are exp(log_scale * w), where w is a value in `weights`.
    """
    largest = max(weights)
    if log_scale is None:
        # Divide by a power of two, which is exact.
        _, exponent = frexp(largest)
        return [ldexp(weight, -exponent) for weight in weights]
    return [0.0 if x == -inf else exp(log_scale * (x - largest)) for x in weights]
