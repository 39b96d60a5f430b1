"""A drop-in for `pycocoevalcap.rouge.rouge` of pycocoevalcap 1.2: ROUGE-L of image captions.

With several references, the F-score combines the highest precision with the highest recall, even if
these belong to different references. Such scores differ from those of Lin's ROUGE and of the
package rouge-score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.compat.pycocoevalcap.errors import WrongShape
from truebleu.compat.pycocoevalcap.texts import (
    checked_pairs,
    checked_references,
    checked_text,
    mean_and_scores,
)
from truebleu.inputs.references import References
from truebleu.metrics.rouge import ROUGE
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Pair = tuple[str, list[str]]


class Rouge:
    """Scorer that computes ROUGE-L of image captions, 0 to 1.

    The attribute `beta` is the weight of recall relative to precision.

    >>> references = {"img1": ["a dog on a couch", "a dog lies down"], "img2": ["two red buses"]}
    >>> hypotheses = {"img1": ["a dog on a bed"], "img2": ["two buses"]}
    >>> mean, by_image = Rouge().compute_score(references, hypotheses)
    >>> by_image.round(4).tolist()
    [0.8, 0.7722]
    """

    def __init__(self) -> None:
        """Set `beta`, the weight of recall relative to precision, to 1.2."""
        self.beta = 1.2

    def calc_score(self, candidate: Sequence[str], refs: Sequence[str]) -> float:
        """Return the ROUGE-L of one hypothesis, 0 to 1.

        Args:
            candidate: a list with exactly one hypothesis.
            refs: the references.

        Raises:
            AssertionError: `candidate` has zero or several hypotheses, or there are no references.
        """
        if len(candidate) != 1:
            raise WrongShape(
                f"got {count(len(candidate), 'hypothesis', 'hypotheses')}. Pass a list of one."
            )
        text = checked_text("candidate", "the hypothesis", candidate[0])
        return next(self._scores([(text, checked_references("refs", refs))]))

    def compute_score(
        self, gts: Mapping[Any, list[str]], res: Mapping[Any, list[str]]
    ) -> tuple[np.float64, NDArray[np.float64]]:
        """Return the mean score, and the score of each image in the order of `gts`.

        The mean is NaN if there are no images.

        Args:
            gts: for each image id, a list of references. Tokens are separated by single spaces.
            res: for each image id, a list of exactly one hypothesis.

        Raises:
            AssertionError: `gts` and `res` have different ids, an id has no references, an id has
                zero or several hypotheses, or a value is not a list.
            TypeError: a text is not a str.
        """
        return mean_and_scores(list(self._scores(checked_pairs(gts, res))))

    def method(self) -> str:
        """Return the name of the metric, "Rouge"."""
        return "Rouge"

    def _scores(self, pairs: Sequence[Pair]) -> Iterator[float]:
        numbers: dict[str, int] = {}

        def numbered(text: str) -> list[int]:
            # Replace tokens by numbers, because a token may be empty or contain whitespace.
            return [numbers.setdefault(word, len(numbers)) for word in text.split(" ")]

        ours = [numbered(text) for text, references in pairs for _ in references]
        theirs = [[numbered(text)] for _, references in pairs for text in references]
        metric = ROUGE("L")
        rows = iter(metric.statistics(ours, References.per_segment(theirs)))
        matches, hypothesis, reference = map(
            metric.layout.index, ("matches", "hypothesis", "reference")
        )
        for _, references in pairs:
            of_pair = [next(rows) for _ in references]
            precision = max(row[matches] / row[hypothesis] for row in of_pair)
            recall = max(row[matches] / row[reference] for row in of_pair)
            yield self._f_score(float(precision), float(recall))

    def _f_score(self, precision: float, recall: float) -> float:
        if precision == 0 or recall == 0:
            return 0.0
        return ((1 + self.beta**2) * precision * recall) / (recall + self.beta**2 * precision)
