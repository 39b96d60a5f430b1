"""The data of a report, encoded: what an HTML file holds, and what a server hands out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebleu.metrics.base.signature import Signature
    from truebleu.metrics.bleu import BLEU
    from truebleu.report.encoding import Chunks
    from truebleu.report.extra_metrics import Other
    from truebleu.report.ngrams import SegmentScores
    from truebleu.significance.results import Comparison, MetricComparison, SystemScore

FORMAT = "truebleu-report/2"

PACKERS = 2
"""Threads that pack texts."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReportData:
    """Everything that a report shows.

    `meta` is ready for JSON. `stats` and `ngrams` are streams of zlib, as are the chunks of texts,
    which are packed when they are asked for. `systems`, `comparison` and `settings` are the values
    behind `meta`; the last two are None where there is nothing to compare. `confidence` is that of
    the intervals. `segment_scores` are those of each system, `others` the metrics that stand beside
    `metric`.
    """

    meta: dict[str, Any]
    stats: bytes
    ngrams: bytes
    texts: Chunks | None
    metric: BLEU
    systems: tuple[SystemScore, ...]
    segment_scores: Sequence[SegmentScores]
    whole_comparison: Comparison | None
    others: Sequence[Other] = ()

    @property
    def comparison(self) -> MetricComparison | None:
        """The comparison by the page's own metric."""
        return None if self.whole_comparison is None else self.whole_comparison[0]

    @property
    def settings(self) -> Signature | None:
        """How systems were compared."""
        return None if self.whole_comparison is None else self.whole_comparison.settings

    @property
    def confidence(self) -> float:
        """The confidence of the intervals."""
        confidence: float = self.meta["confidence"]
        return confidence

    def warnings_as(self, spell: Callable[[str, int], str]) -> tuple[str, ...]:
        """Return the warnings of the comparison, as `Comparison.warnings_as` does."""
        return () if self.whole_comparison is None else self.whole_comparison.warnings_as(spell)

    @property
    def chunks(self) -> int:
        """How many chunks of texts there are: none where no texts are kept."""
        return 0 if self.texts is None else self.texts.count

    def chunk(self, number: int) -> bytes:
        """A chunk of texts, packed. Raises `IndexError` for one that there is not."""
        if self.texts is None or not 0 <= number < self.texts.count:
            raise IndexError(f"there is no chunk {number}, of {self.chunks}, counted from 0")
        return self.texts.packed(number)

    def each_chunk(self) -> Iterator[bytes]:
        """All chunks in order, packed by two threads: the library that packs lets others run."""
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(PACKERS) as pool:
            yield from pool.map(self.chunk, range(self.chunks))
