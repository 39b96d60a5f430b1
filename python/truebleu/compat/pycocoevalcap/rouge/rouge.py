"""A drop-in for `pycocoevalcap.rouge.rouge` of pycocoevalcap 1.2: ROUGE-L of captions.

These scores differ from Lin's ROUGE-L and from rouge-score: with several references, the highest
precision and the highest recall are combined, even if they come from different references.
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
    """Scorer of captions by ROUGE-L, 0 to 1, with recall weighted by `beta`.

    >>> references = {"img1": ["a dog on a couch", "a dog lies down"], "img2": ["two red buses"]}
    >>> hypotheses = {"img1": ["a dog on a bed"], "img2": ["two buses"]}
    >>> mean, by_image = Rouge().compute_score(references, hypotheses)
    >>> by_image.round(4).tolist()
    [0.8, 0.7722]
    """

    def __init__(self) -> None:
        """Set `beta` to 1.2."""
        self.beta = 1.2

    def calc_score(self, candidate: Sequence[str], refs: Sequence[str]) -> float:
        """Return the score of one hypothesis, passed as a list, with its references.

        Raises `AssertionError` if the list has not exactly one hypothesis, or without references.
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
        """Return the mean of the scores (NaN without ids), and the scores in the order of `gts`.

        Args:
            gts: a list of references for each id. Tokens are separated by single spaces.
            res: a list of exactly one hypothesis for each id.

        Raises:
            AssertionError: `gts` and `res` have different ids, or an id has not exactly one
                hypothesis, no reference, or no list.
            TypeError: a text is not a str.
        """
        return mean_and_scores(list(self._scores(checked_pairs(gts, res))))

    def method(self) -> str:
        """Return the name of the scores, for reports."""
        return "Rouge"

    def _scores(self, pairs: Sequence[Pair]) -> Iterator[float]:
        numbers: dict[str, int] = {}

        def numbered(text: str) -> list[int]:
            # As numbers, because a token may be empty or have other whitespace.
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
