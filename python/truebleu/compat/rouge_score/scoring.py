"""A drop-in for `rouge_score.scoring`: score classes, and bootstrap confidence intervals."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from truebleu.compat.hints import hinted
from truebleu.compat.rouge_score.errors import InvalidSetting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Score(NamedTuple):
    """Precision, recall and F1, 0 to 1."""

    precision: float
    recall: float
    fmeasure: float


class AggregateScore(NamedTuple):
    """Confidence interval of a mean score: lower bound, median, upper bound of bootstrap means."""

    low: Any
    mid: Any
    high: Any


class BaseScorer(abc.ABC):
    """Base class of scorers."""

    @abc.abstractmethod
    def score(self, target: Any, prediction: Any) -> dict[str, Score]:
        """Return a dict with the score for each ROUGE type. `target` is the reference."""


class BootstrapAggregator:
    """Bootstrap confidence intervals of mean scores.

    The resamples are drawn with NumPy's global random generator. If `numpy.random.seed` is called
    first with the same seed, the results equal those of rouge-score. `mid` is the median of the
    resampled means, not the mean of the scores.

    >>> import numpy as np
    >>> aggregator = BootstrapAggregator(n_samples=100)
    >>> for fmeasure in (0.25, 0.5, 0.75):
    ...     aggregator.add_scores({"rouge1": Score(0.5, 0.5, fmeasure)})
    >>> np.random.seed(0)
    >>> low, mid, high = aggregator.aggregate()["rouge1"]
    >>> print(low.fmeasure, mid.fmeasure, high.fmeasure)
    0.25 0.5 0.75
    """

    def __init__(self, confidence_interval: float = 0.95, n_samples: int = 1000) -> None:
        """Set the confidence level of the intervals, 0 to 1, and the number of resamples.

        Raises:
            ValueError: an argument is out of range.
        """
        if confidence_interval < 0 or confidence_interval > 1:
            raise hinted(
                InvalidSetting("confidence_interval must be in range [0, 1]"),
                f"It is {confidence_interval!r}; use 0.95 for intervals of 95%.",
            )
        if n_samples <= 0:
            raise hinted(
                InvalidSetting("n_samples must be positive"), f"It is {n_samples!r}; use 1000."
            )
        self._confidence_interval = confidence_interval
        self._n_samples = n_samples
        self._scores: dict[str, list[Any]] = {}

    def add_scores(self, scores: Mapping[str, Any]) -> None:
        """Add the scores of one segment: a dict from each ROUGE type to a tuple of numbers."""
        for score_type, score in scores.items():
            self._scores.setdefault(score_type, []).append(score)

    def aggregate(self) -> dict[str, AggregateScore]:
        """Return the confidence interval and the median for each ROUGE type.

        The bounds and the median have the type of the added scores, such as `Score`.
        """
        import numpy as np

        return {
            score_type: AggregateScore(
                *(type(scores[0])(*bound) for bound in self._bounds(np.vstack(scores)))
            )
            for score_type, scores in self._scores.items()
        }

    def _bounds(self, matrix: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return lower bound, median and upper bound of the resampled means, shape (3, n_columns).

        `matrix` has a row for each segment, and a column for each number in its score.
        """
        import numpy as np

        count, columns = matrix.shape
        means = np.zeros((self._n_samples, columns))
        for sample in range(self._n_samples):
            # One resample at a time: the order of draws and additions determines the last bits.
            means[sample] = np.mean(matrix[np.random.choice(count, size=count)], axis=0)
        outside = (1 - self._confidence_interval) / 2
        bounds: NDArray[np.float64] = np.percentile(
            means, 100 * np.array([outside, 0.5, 1 - outside]), axis=0
        )
        return bounds


def fmeasure(precision: float, recall: float) -> float:
    """Return the harmonic mean of precision and recall; 0.0 if both are 0."""
    if precision + recall > 0:
        return 2 * precision * recall / (precision + recall)
    return 0.0
