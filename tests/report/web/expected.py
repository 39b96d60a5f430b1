"""What the page must say of a selection, computed by truebleu's own metrics from the texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.report.web.corpora import Corpus
from truebleu import BLEU


@dataclass(frozen=True)
class Expected:
    """All rows and sentence scores of a corpus, by system in the page's order."""

    names: list[str]
    rows: list[Any]
    scores: list[Any]
    metric: BLEU

    @classmethod
    def of(cls, corpus: Corpus, metric: BLEU | None = None) -> Expected:
        metric = metric or BLEU()
        names = list(corpus.systems)
        given = [corpus.systems[name] for name in names]
        rows = [metric.statistics(system, corpus.references) for system in given]
        scores = [np.array(metric.segment_scores(system, corpus.references)) for system in given]
        return cls(names, rows, scores, metric)

    def sums(self, system: int, chosen: Any) -> list[int]:
        """Lengths, matches and totals of the chosen segments, as the metric lays them out."""
        return [int(value) for value in self.rows[system][chosen].sum(axis=0)]

    def score(self, system: int, chosen: Any) -> float:
        """The corpus score of the chosen segments alone."""
        return float(self.metric.score(self.rows[system][chosen].sum(axis=0)).value)

    def influence(self, system: int, segment: int) -> float:
        """What the corpus score loses without one segment."""
        everything = np.ones(len(self.rows[system]), dtype=bool)
        others = everything.copy()
        others[segment] = False
        return self.score(system, everything) - self.score(system, others)
