"""Expected scores of selected segments, computed by truebleu's metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.report.web.corpora import Corpus
from truebleu import BLEU


@dataclass(frozen=True)
class Expected:
    """Rows and sentence scores of a corpus, with the systems in the page's order."""

    names: list[str]
    rows: list[Any]
    scores: list[Any]
    metric: BLEU

    @classmethod
    def of(cls, corpus: Corpus, metric: BLEU | None = None) -> Expected:
        metric = metric or BLEU()
        names = list(corpus.systems)
        texts = [corpus.systems[name] for name in names]
        rows = [metric.statistics(system, corpus.references) for system in texts]
        scores = [np.array(metric.segment_scores(system, corpus.references)) for system in texts]
        return cls(names, rows, scores, metric)

    def sums(self, system: int, chosen: Any) -> list[int]:
        """Return lengths, matches and totals of the selected segments, in the metric's layout."""
        return [int(value) for value in self.rows[system][chosen].sum(axis=0)]

    def score(self, system: int, chosen: Any) -> float:
        """Return the corpus score of the selected segments."""
        return float(self.metric.score(self.rows[system][chosen].sum(axis=0)).value)

    def influence(self, system: int, segment: int) -> float:
        """Return the difference of the corpus score to that without one segment."""
        everything = np.ones(len(self.rows[system]), dtype=bool)
        others = everything.copy()
        others[segment] = False
        return self.score(system, everything) - self.score(system, others)
