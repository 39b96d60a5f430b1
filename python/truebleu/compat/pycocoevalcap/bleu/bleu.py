"""A drop-in for `pycocoevalcap.bleu.bleu` of pycocoevalcap 1.2: BLEU of image captions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from truebleu.compat.pycocoevalcap.bleu.bleu_scorer import BleuScorer
from truebleu.compat.pycocoevalcap.texts import checked_pairs


class Bleu:
    """Scorer that computes BLEU-1 to BLEU-`n` of image captions, 0 to 1.

    The brevity penalty uses the reference whose length is closest to that of the hypothesis.

    >>> references = {"img1": ["a dog on a couch", "a dog lies down"], "img2": ["two red buses"]}
    >>> hypotheses = {"img1": ["a dog on a bed"], "img2": ["two buses"]}
    >>> scores, by_image = Bleu(2).compute_score(references, hypotheses, verbose=0)
    >>> [round(score, 3) for score in scores]
    [0.743, 0.622]
    >>> [round(score, 3) for score in by_image[0]]
    [0.8, 0.607]
    """

    def __init__(self, n: int = 4) -> None:
        """Set the maximum n-gram order, from 1 to 64."""
        self._n = n

    def compute_score(
        self,
        gts: Mapping[Any, list[str]],
        res: Mapping[Any, list[str]],
        verbose: int = 1,
    ) -> tuple[list[float], list[list[float]]]:
        """Return the scores of the corpus and of each image.

        Args:
            gts: for each image id, a list of references. Tokens are separated by whitespace.
            res: for each image id, a list of exactly one hypothesis.
            verbose: 0: print nothing. 1: print the counts of the corpus, as in pycocoevalcap. 2:
                also print the counts of each image.

        Returns:
            Two lists. The first has BLEU-1 to BLEU-n of the corpus. The second has, for each of
            BLEU-1 to BLEU-n, a list with the score of each image in the order of `gts`.

        Raises:
            AssertionError: `gts` and `res` have different ids, an id has no references, an id has
                zero or several hypotheses, or a value is not a list.
            TypeError: a text is not a str.
        """
        pairs = checked_pairs(gts, res)
        scorer = BleuScorer(n=self._n)
        for hypothesis, references in pairs:
            scorer.cook_append(hypothesis, references)
        return scorer.compute_score(option="closest", verbose=verbose)

    def method(self) -> str:
        """Return the name of the metric, "Bleu"."""
        return "Bleu"
