"""The data of a report, encoded: what an HTML file holds, and what a server hands out."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from truebleu.comparison import Comparison
    from truebleu.findings import SystemScore
    from truebleu.metrics.bleu import BLEU
    from truebleu.report.chunks import Chunks
    from truebleu.report.others import Other
    from truebleu.report.segment_scores import SegmentScores

__all__ = ["FORMAT", "ReportData"]

FORMAT = "truebleu-report/1"

PACKERS = 2
"""Threads that pack texts."""


class ReportData:
    """Everything that a report shows.

    `meta` is ready for JSON. `stats` and `ngrams` are streams of zlib, as are the chunks of texts,
    which are packed when they are asked for. `systems`, `comparison` and `settings` are the values
    behind `meta`; the last two are None where there is nothing to compare. `confidence` is that of
    the intervals. `segment_scores` are those of each system, `others` the metrics that stand beside
    `metric`.
    """

    def __init__(
        self,
        meta: dict[str, Any],
        stats: bytes,
        ngrams: bytes,
        texts: Chunks | None,
        metric: BLEU,
        systems: tuple[SystemScore, ...],
        segment_scores: list[SegmentScores],
        comparison: Comparison | None,
        others: Sequence[Other] = (),
    ) -> None:
        self.meta = meta
        self.stats = stats
        self.ngrams = ngrams
        self.metric = metric
        self.systems = systems
        self.others = others
        self.segment_scores = segment_scores
        self.comparison = None if comparison is None else comparison[0]
        self.settings = None if comparison is None else comparison.settings
        self.confidence = float(meta["confidence"])
        self._texts = texts

    @property
    def chunks(self) -> int:
        """How many chunks of texts there are: none where no texts are kept."""
        return 0 if self._texts is None else self._texts.count

    def chunk(self, number: int) -> bytes:
        """A chunk of texts, packed. Raises `IndexError` for one that there is not."""
        if self._texts is None or not 0 <= number < self._texts.count:
            raise IndexError(f"there is no chunk {number}, of {self.chunks}, counted from 0")
        return self._texts.packed(number)

    def each_chunk(self) -> Iterator[bytes]:
        """All chunks in order, packed by two threads: the library that packs lets others run."""
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(PACKERS) as pool:
            yield from pool.map(self.chunk, range(self.chunks))
