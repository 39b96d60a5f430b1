"""NIST with the weights of one corpus: rows of whole numbers, which can be resampled.

NIST weighs n-grams by all references of a corpus. Here these weights are taken once, of the corpus
that is scored, and stay as they are whatever is done with its rows: where outputs of systems change
places nothing else could be, for the references are the same; where segments are drawn anew it is
a choice, for a drawn test set would have weights of its own.
"""

from __future__ import annotations

from truebleu import _native
from truebleu.diagnosis import renumbered
from truebleu.errors import ConfigurationError, InputError
from truebleu.layout import SCORE_PARTS, Column, Layout
from truebleu.metrics.measured import Measured
from truebleu.metrics.nist import NIST, NISTCounter, NISTScore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu.inputs import Batch
    from truebleu.signature import Signature

__all__ = ["NOTE", "WeighedCorpus", "WeighedNIST", "as_rows"]

NOTE = "those of all references of the test set, in every resample, too"
"""What is to be said of the weights where intervals are shown."""


class WeighedNIST(Measured[NISTScore]):
    """What has rows where `NIST` has none that add: see the top of this page.

    `nist` is the metric itself. A corpus is counted by `counter`; what counts segments by
    themselves refuses it, for they have no weights.
    """

    __slots__ = ("nist",)

    name = "NIST"
    parameters = ("nist",)
    takes_tokens = True
    nist: NIST

    def __init__(self, nist: NIST) -> None:
        object.__setattr__(self, "nist", nist)
        self._finish({"nist": nist})

    def counter(self) -> WeighedCorpus:
        """Counts a corpus, block after block."""
        return WeighedCorpus(self)

    def measured(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """No: a block has other weights than its corpus."""
        del hypotheses, references
        raise ConfigurationError(
            "NIST weighs n-grams by the whole corpus: hand NIST() to compare() or Evaluation(), or "
            "call its own corpus_score"
        )

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:  # noqa: ARG002
        return _native.nist_of_rows(self.nist.max_ngram_order)

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        return Layout([_column(name) for name in columns])

    def _make_score(
        self,
        signature: Signature,
        row: tuple[int, ...],
        value: float,
        details: tuple[float, ...],
    ) -> NISTScore:
        orders = self.nist.max_ngram_order
        penalty, *information = details[: orders + 1]
        totals = row[2 * orders : 3 * orders]
        lengths = totals[0], details[-1]
        return NISTScore(value, tuple(information), totals, penalty, *lengths, signature)

    def _signature(
        self,
        references: int | str | None,
        *,
        segments: int | None = None,  # noqa: ARG002  NIST's does not say it
        sentence: bool = False,  # noqa: ARG002
        tokens: bool = False,
    ) -> Signature:
        return self.nist.signature(references, tokens=tokens)

    def __repr__(self) -> str:
        return repr(self.nist)


class WeighedCorpus:
    """A corpus of one system, which grows, and then has rows and scores of segments."""

    def __init__(self, metric: WeighedNIST) -> None:
        self._counter = NISTCounter(metric.nist)

    def add(self, batch: Batch) -> None:
        """Add segments. Raises `InputError` for a wrong text, with its segment in the corpus."""
        before = self._counter.segments
        try:
            self._counter.add(batch)
        except InputError as error:
            raise renumbered(error, before) from error.__cause__

    def rows(self) -> tuple[_native.Array, int, int]:
        """The rows of the segments; the fewest and the most references of one."""
        return self._counter.whole_rows()

    def values(self) -> _native.Array:
        """The score of each segment, by the weights of all."""
        return self._counter.segment_scores()


def as_rows(metric: Any) -> Any:
    """The metric itself, or of `NIST` what has rows of whole numbers."""
    return WeighedNIST(metric) if isinstance(metric, NIST) else metric


def _column(name: str) -> Column:
    what, _, order = name.partition("_")
    if what == "totals":
        return Column(name, f"{order}-gram")
    unit = "token" if what == "reference" else "bit"
    return Column(name, unit, SCORE_PARTS**2 if name.endswith("_rest") else SCORE_PARTS)
