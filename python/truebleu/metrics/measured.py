"""Metrics whose numbers are not counted in the core: a package, a model or a person gives them.

They are metrics like all others: each segment has a row of integers, rows add, and the core has
the formula of a row. What is a number of its own for each segment (METEOR, a cosine) is a row of
three: one segment, and the number in two whole parts (`Layout.mean`); the sum of such rows is
exact in any order, and its formula is the mean. So sums, merged parts, significance tests and
streams need to know nothing of where a row comes from.

A subclass says what the core has as its formula (`_build`), and makes rows of texts (`measured`).
"""

from __future__ import annotations

from truebleu import _native
from truebleu.diagnosis import check_sentence, explain
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs import Batch, read_sentence
from truebleu.layout import Layout
from truebleu.metrics.base import Metric
from truebleu.metrics.preparation import no_tokens
from truebleu.scores import Score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeVar

    from truebleu.tokenizers import Tokenizer

    ScoreT = TypeVar("ScoreT", bound=Score)

__all__ = ["MeanScore", "Measured", "mean_rows"]

BLOCK = 4096  # segments that are measured at a time


class MeanScore(Score):
    """The mean of one number for each segment.

    `segments` says of how many. There is nothing else in it: what the number of a segment is made
    of does not add.
    """

    __slots__ = ()

    names: tuple[str, ...] = ("value", "segments", "signature")

    @property
    def scale(self) -> int:
        """1: values are shown with four decimals."""
        return 1

    @property
    def segments(self) -> int:
        """How many segments the mean is of."""
        return self._parts[1]  # type: ignore[no-any-return]


class Measured(Metric["ScoreT"]):
    """A metric whose rows are made in Python, block after block. See the top of this page."""

    __slots__ = ()

    lowercase: bool | str = False
    takes_tokens = False

    def measured(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """The rows of segments, each with at least one reference; all are text, or all tokens."""
        raise NotImplementedError

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:  # noqa: ARG002
        return _native.mean()

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        return Layout.mean(columns)

    def _finish(self, settings: dict[str, Any], tokenizer: Tokenizer | None = None) -> None:
        super()._finish(settings, tokenizer)
        object.__setattr__(self, "of_text", None)  # the core has the formula alone

    def _blocks(self, batch: Batch) -> Iterator[tuple[_native.Metric, Batch]]:
        if batch.tokens and not self.takes_tokens:
            raise no_tokens(self.name)
        measuring: Any = _Measuring(self)
        for block in batch.blocks(BLOCK):
            yield measuring, self._ready(block)

    def _ready(self, block: Batch) -> Batch:
        """The block as `measured` takes it: as it is, where no tokenizer is before it."""
        error = explain(block)
        if error is not None:
            raise error
        return block

    def _tokenizer_error(self, batch: Batch) -> InputError | None:
        has_one = hasattr(self, "_preparation")
        return super()._tokenizer_error(batch) if has_one else None

    def _any_sentence(self, hypothesis: Any, references: Any) -> ScoreT:
        given, found, tokens = read_sentence(hypothesis, references)
        check_sentence(given, found, tokens=tokens)
        batch = Batch([given], [list(found)], by_segment=True, tokens=tokens)
        row, count, _ = self.counted(batch, 1)
        return self.scored(self._of_sentence(count, tokens=tokens), row)


class _Measuring:
    """Stands where the core's metric does, which counts blocks of segments."""

    def __init__(self, metric: Measured[Any]) -> None:
        self._metric = metric

    def rows(
        self, hypotheses: Any, references: Any, by_segment: bool, threads: int
    ) -> tuple[_native.Array, int, int]:
        """As `_native.Metric.rows`."""
        del threads  # whoever measures has its own
        inner = references if by_segment else zip(*references, strict=True)
        each = [[one for one in cells if one is not None] for cells in inner]
        counts = [len(cells) for cells in each]
        return self._metric.measured(hypotheses, each), min(counts), max(counts)

    def sum(self, *given: Any) -> tuple[tuple[int, ...], int, int]:
        """As `_native.Metric.sum`."""
        import numpy as np

        rows, fewest, most = self.rows(*given)
        return tuple(np.asarray(rows).sum(axis=0, dtype=np.int64).tolist()), fewest, most

    def segment_scores(
        self,
        hypotheses: Any,
        references: Any,
        by_segment: bool,
        effective_order: bool,
        threads: int,
    ) -> tuple[_native.Array, int, int]:
        """As `_native.Metric.segment_scores`."""
        rows, fewest, most = self.rows(hypotheses, references, by_segment, threads)
        return self._metric.of_tokens.values(rows, effective_order), fewest, most

    def rows_of_systems(
        self, hypotheses: Any, references: Any, by_segment: bool, threads: int
    ) -> tuple[list[_native.Array], int, int]:
        """As `_native.Metric.rows_of_systems`, of one system."""
        rows, fewest, most = self.rows(hypotheses[0], references, by_segment, threads)
        return [rows], fewest, most

    def pairwise(self, *_: Any) -> _native.Array:
        """No: the core does not know this metric."""
        raise ConfigurationError(
            f"{self._metric.name} is not counted in the core, which is what scores all pairs: "
            "use BLEU(), CHRF(), TER() or GLEU()"
        )

    def expected(self, *given: Any) -> _native.Array:
        """No, for the same reason."""
        return self.pairwise(*given)


def mean_rows(values: Any, what: str) -> _native.Array:
    """Rows of `Layout.mean`, of one finite number for each segment.

    `what` is what messages call the numbers. Raises `InputError` for what is no number, with its
    segment, and where the largest of their sizes times how many they are reaches 2**32: a resample
    may draw that number every time, and rows would have no room for it.
    """
    import numpy as np

    numbers = np.ascontiguousarray(values, dtype=np.float64)
    wrong = np.flatnonzero(~np.isfinite(numbers))
    if wrong.size:
        segment = int(wrong[0]) + 1
        raise InputError(
            f"{what}: segment {segment} has {numbers[wrong[0]]}; every segment needs a finite "
            "number",
            segment=segment,
        )
    if np.abs(numbers).max(initial=0) * numbers.size >= MOST:
        raise InputError(
            f"{what}: the largest number times the {numbers.size} segments is 2**32 or more; put "
            "the numbers in a larger unit"
        )
    return _native.mean_rows(numbers.tobytes())


MOST = 2.0**32
