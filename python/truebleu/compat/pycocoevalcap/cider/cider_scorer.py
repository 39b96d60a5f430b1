"""A drop-in for `pycocoevalcap.cider.cider_scorer` of pycocoevalcap 1.2: incremental scoring.

There is one difference. A second call of `compute_score` returns the same scores as the first call.
In pycocoevalcap, the second call counts the document frequencies twice, which changes the scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.compat.pycocoevalcap.errors import NoNgrams, NotText, OrderOutOfRange, WrongShape
from truebleu.compat.pycocoevalcap.texts import Segments, mean_and_scores
from truebleu.errors import ConfigurationError, inspected
from truebleu.inputs.arguments import as_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Self

ORDERS = 4


class CiderScorer(Segments):
    """Scorer that collects segments and computes CIDEr-D.

    A segment is a tokenized hypothesis with its references.

    >>> scorer = CiderScorer()
    >>> scorer += ("a dog on a bed", ["a dog on a couch", "a dog lies down"])
    >>> scorer += ("two buses", ["two red buses"])
    >>> mean, scores = scorer.compute_score()
    >>> scores.round(4).tolist()
    [4.2891, 2.0131]

    Args:
        test: the hypothesis of the first segment.
        refs: the references of the first segment; None: start without segments.
        n: number by which the sum of the scores of the four n-gram orders is divided, 4 or more.
            CIDEr-D uses 4.
        sigma: standard deviation of the Gaussian length penalty, above 0.
    """

    __slots__ = ("n", "sigma")

    def __init__(
        self,
        test: str | None = None,
        refs: Sequence[str] | None = None,
        n: int = ORDERS,
        sigma: float = 6.0,
    ) -> None:
        self.n = n
        self.sigma = sigma
        super().__init__(test, refs)

    def copy(self) -> CiderScorer:
        """Return a copy with the same segments."""
        new = CiderScorer(n=self.n, sigma=self.sigma)
        new._extend(self)
        return new

    def __iadd__(self, other: tuple[str | None, Sequence[str]] | CiderScorer) -> Self:
        """Add a segment, given as a tuple (hypothesis, references), or all segments of a scorer."""
        if type(other) is tuple:
            self.cook_append(other[0], other[1])
            return self
        if not isinstance(other, CiderScorer):
            raise WrongShape(
                f"cannot add {other!r:.80}. Add a pair (hypothesis, references) or a CiderScorer."
            )
        self._extend(other)
        return self

    def compute_score(
        self,
        option: object = None,  # noqa: ARG002  the original ignores it
        verbose: int = 0,  # noqa: ARG002  it prints nothing
    ) -> tuple[np.float64, NDArray[np.float64]]:
        """Return the mean CIDEr-D, and the CIDEr-D of each segment, 0 to 10.

        `option` and `verbose` have no effect.

        Raises:
            IndexError: the `n` of `CiderScorer` is below 4 or not a number.
            ValueError: no reference has a word, or `sigma` is not above 0.
            TypeError: a segment has no hypothesis.
        """
        divisor = as_number(self.n)
        if divisor is None or divisor < ORDERS:
            raise OrderOutOfRange(
                f"n={inspected(self.n)} is out of range. Use an integer, 4 or more."
            )
        sigma = _width(self.sigma)
        missing = next((i for i, text in enumerate(self._hypotheses, 1) if text is None), None)
        if missing is not None:
            raise NotText(f"segment {missing} has no hypothesis.", segment=missing)
        if not any(text.split() for references in self._references for text in references):
            raise NoNgrams("no reference has a word. Pass at least one reference with words.")
        corpus = _native.Cider("none", "mixed")
        corpus.add(self._hypotheses, self._references, True)
        scores = corpus.scores(None, orders=ORDERS, sigma=sigma, clipped=True, divisor=self.n)
        return mean_and_scores(scores)


def _width(sigma: Any) -> float:
    try:
        width = float(sigma)
    except (TypeError, ValueError):
        width = 0.0
    if not isfinite(width) or width <= 0:
        raise ConfigurationError(f"sigma={sigma!r} is out of range. Use a number above 0.")
    return width
