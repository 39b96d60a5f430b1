"""The data of a report, encoded for an HTML file or the local server."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.metrics.base.signature import Signature
    from truebleu.metrics.bleu import BLEU
    from truebleu.report.encoding import Chunks
    from truebleu.report.extra_metrics import ExtraMetric
    from truebleu.report.ngrams import SegmentScores
    from truebleu.significance.results import Comparison, MetricComparison, SystemScore

FORMAT = "truebleu-report/2"

PACKERS = 2
"""Number of threads that compress texts at once."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReportData:
    """All data of a report.

    Attributes:
        meta: the metadata, as JSON-serializable data.
        stats: the columns of numbers with one value per segment, as a zlib stream.
        ngrams: the tables of n-grams, as a zlib stream.
        texts: the texts in chunks, compressed on demand; None for a report without texts.
        metric: the main metric.
        systems: the scores and confidence intervals of the systems by the main metric.
        segment_scores: for each system, the distribution of its segment scores.
        whole_comparison: the comparison with its settings; None if the systems were not compared.
        others: the additional metrics.
    """

    meta: dict[str, Any]
    stats: bytes
    ngrams: bytes
    texts: Chunks | None
    metric: BLEU
    systems: tuple[SystemScore, ...]
    segment_scores: Sequence[SegmentScores]
    whole_comparison: Comparison | None
    others: Sequence[ExtraMetric] = ()

    @property
    def comparison(self) -> MetricComparison | None:
        """The comparison by the main metric; None if the systems were not compared."""
        return None if self.whole_comparison is None else self.whole_comparison[0]

    @property
    def settings(self) -> Signature | None:
        """The settings of the comparison; None if the systems were not compared."""
        return None if self.whole_comparison is None else self.whole_comparison.settings

    @property
    def confidence(self) -> float:
        """The confidence level of the confidence intervals, such as 0.95."""
        confidence: float = self.meta["confidence"]
        return confidence

    def warnings_as(self, spell: Callable[[str, int], str]) -> tuple[str, ...]:
        """Return the warnings of the comparison.

        A warning can name an option. `spell("trials", 10)` returns the text for it, such as
        "--trials 10".
        """
        return () if self.whole_comparison is None else self.whole_comparison.warnings_as(spell)

    @property
    def chunks(self) -> int:
        """The number of chunks in which the texts are stored; 0 for a report without texts."""
        return 0 if self.texts is None else self.texts.count

    def chunk(self, number: int) -> bytes:
        """Return one chunk of the texts as a zlib stream.

        Raises:
            IndexError: The report has no chunk with this number. Numbers start at 0.
        """
        if self.texts is None or not 0 <= number < self.texts.count:
            raise IndexError(
                f"chunk {number} is out of range: the report has {count(self.chunks, 'chunk')}"
            )
        return self.texts.compressed(number)

    def each_chunk(self) -> Iterator[bytes]:
        """Yield all chunks of the texts in order, as zlib streams.

        `PACKERS` threads compress the chunks in parallel.
        """
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(PACKERS) as pool:
            yield from pool.map(self.chunk, range(self.chunks))
