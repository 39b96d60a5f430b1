"""A drop-in for `pycocoevalcap.cider.cider` of pycocoevalcap 1.2: CIDEr-D of image captions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from truebleu.compat.pycocoevalcap.cider.cider_scorer import ORDERS, CiderScorer
from truebleu.compat.pycocoevalcap.texts import checked_pairs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Cider:
    """Scorer that computes CIDEr-D of image captions, 0 to 10.

    The document frequencies of n-grams are counted in the references.

    >>> references = {"img1": ["a dog on a couch", "a dog lies down"], "img2": ["two red buses"]}
    >>> hypotheses = {"img1": ["a dog on a bed"], "img2": ["two buses"]}
    >>> mean, by_image = Cider().compute_score(references, hypotheses)
    >>> by_image.round(4).tolist()
    [4.2891, 2.0131]

    Args:
        test: ignored, as in pycocoevalcap.
        refs: ignored, as in pycocoevalcap.
        n: number by which the sum of the scores of the four n-gram orders is divided. CIDEr-D uses
            4.
        sigma: standard deviation of the Gaussian length penalty, above 0.
    """

    def __init__(
        self,
        test: object = None,  # noqa: ARG002
        refs: object = None,  # noqa: ARG002
        n: int = ORDERS,
        sigma: float = 6.0,
    ) -> None:
        self._n = n
        self._sigma = sigma

    def compute_score(
        self, gts: Mapping[Any, list[str]], res: Mapping[Any, list[str]]
    ) -> tuple[np.float64, NDArray[np.float64]]:
        """Return the mean score, and the score of each image in the order of `gts`.

        Args:
            gts: for each image id, a list of references. Tokens are separated by whitespace.
            res: for each image id, a list of exactly one hypothesis.

        Raises:
            AssertionError: `gts` and `res` have different ids, an id has no references, an id has
                zero or several hypotheses, or a value is not a list.
            TypeError: a text is not a str.
            ValueError: no reference has a word.
            IndexError: the `n` of `Cider` is below 4.
        """
        scorer = CiderScorer(n=self._n, sigma=self._sigma)
        for hypothesis, references in checked_pairs(gts, res):
            scorer += (hypothesis, references)
        return scorer.compute_score()

    def method(self) -> str:
        """Return the name of the metric, "CIDEr"."""
        return "CIDEr"
