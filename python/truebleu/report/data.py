"""The encoded data of a report, for an HTML file or a server."""

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
"""Number of threads that compress texts."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReportData:
    """Everything that a report shows.

    `meta` is JSON data. `stats` and `ngrams` are zlib streams, as are the chunks of texts, which
    are compressed on demand. `systems`, `comparison` and `settings` are the values from which
    `meta` was made; the last two are None without a comparison. `confidence` is the confidence
    level of the intervals. `segment_scores` has one item per system. `others` are the additional
    metrics.
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
        """The comparison by the main metric of the page."""
        return None if self.whole_comparison is None else self.whole_comparison[0]

    @property
    def settings(self) -> Signature | None:
        """The settings of the comparison."""
        return None if self.whole_comparison is None else self.whole_comparison.settings

    @property
    def confidence(self) -> float:
        """The confidence level of the intervals."""
        confidence: float = self.meta["confidence"]
        return confidence

    def warnings_as(self, spell: Callable[[str, int], str]) -> tuple[str, ...]:
        """Return the warnings of the comparison; see `Comparison.warnings_as`."""
        return () if self.whole_comparison is None else self.whole_comparison.warnings_as(spell)

    @property
    def chunks(self) -> int:
        """The number of chunks of texts; 0 for a report without texts."""
        return 0 if self.texts is None else self.texts.count

    def chunk(self, number: int) -> bytes:
        """Return a compressed chunk of texts; raise `IndexError` if it does not exist."""
        if self.texts is None or not 0 <= number < self.texts.count:
            raise IndexError(
                f"chunk {number} is out of range: the report has {count(self.chunks, 'chunk')}"
            )
        return self.texts.compressed(number)

    def each_chunk(self) -> Iterator[bytes]:
        """Yield all chunks in order; zlib releases the GIL, so threads compress in parallel."""
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(PACKERS) as pool:
            yield from pool.map(self.chunk, range(self.chunks))
