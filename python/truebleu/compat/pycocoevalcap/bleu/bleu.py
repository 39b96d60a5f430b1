"""`pycocoevalcap.bleu.bleu` of pycocoevalcap 1.2: BLEU-1 to BLEU-n of captions, keyed by image."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from truebleu.compat.pycocoevalcap.bleu.bleu_scorer import BleuScorer
from truebleu.compat.pycocoevalcap.errors import UnequalSides, WrongShape
from truebleu.compat.pycocoevalcap.texts import checked_references, checked_text
from truebleu.wording import count


class Bleu:
    """BLEU-1 to BLEU-`n` of captions, 0 to 1, with the closest reference length.

    >>> references = {"img1": ["a dog on a couch", "a dog lies down"], "img2": ["two red buses"]}
    >>> hypotheses = {"img1": ["a dog on a bed"], "img2": ["two buses"]}
    >>> scores, by_image = Bleu(2).compute_score(references, hypotheses, verbose=0)
    >>> [round(score, 3) for score in scores]
    [0.743, 0.622]
    >>> [round(score, 3) for score in by_image[0]]
    [0.8, 0.607]
    """

    def __init__(self, n: int = 4) -> None:
        """Keep the highest order, from 1 to 64."""
        self._n = n

    def compute_score(
        self,
        gts: Mapping[Any, list[str]],
        res: Mapping[Any, list[str]],
        verbose: int = 1,
    ) -> tuple[list[float], list[list[float]]]:
        """The scores of the corpus and of each segment.

        Args:
            gts: for each id a list of references, tokenized: tokens parted by white space.
            res: for each id a list of exactly one hypothesis.
            verbose: 1 prints the counts, as pycocoevalcap does; 2 those of each segment too.

        Gives the corpus's BLEU-1 to BLEU-n, and for each of them a list with one score for each
        id, in the order of `gts`.

        Raises:
            AssertionError: the ids differ, something is no list, there is not exactly one
                hypothesis or no reference for an id.
            TypeError: a text is no str.
        """
        if gts.keys() != res.keys():
            raise UnequalSides(_ids_that_differ(gts, res), hypotheses=len(res), references=len(gts))
        scorer = BleuScorer(n=self._n)
        for key in gts:
            scorer.cook_append(_one_hypothesis(key, res[key]), _references(key, gts[key]))
        return scorer.compute_score(option="closest", verbose=verbose)

    def method(self) -> str:
        """The name under which the scores are reported."""
        return "Bleu"


def _ids_that_differ(gts: Mapping[Any, Any], res: Mapping[Any, Any]) -> str:
    parts = []
    for keys, others, what in ((gts, res, "gts but not in res"), (res, gts, "res but not in gts")):
        only = [key for key in keys if key not in others]
        if only:
            shown = ", ".join(map(repr, only[:3])) + (", ..." if len(only) > 3 else "")
            parts.append(f"{len(only)} only in {what} ({shown})")
    return f"gts and res must have the same ids: {'; '.join(parts)}"


def _one_hypothesis(key: Hashable, given: Any) -> str:
    where = f"id {key!r}"
    if type(given) is not list:
        raise WrongShape(f"{where}: its hypothesis in res is no list but a {_kind(given)}: [text]")
    if len(given) != 1:
        raise WrongShape(
            f"{where} has {count(len(given), 'hypothesis', 'hypotheses')} in res: each id has a "
            f"list of exactly one"
        )
    return checked_text(where, "the hypothesis", given[0])


def _references(key: Hashable, given: Any) -> list[str]:
    where = f"id {key!r}"
    if type(given) is not list:
        raise WrongShape(
            f"{where}: its references in gts are no list but a {_kind(given)}: [text, ...]"
        )
    return checked_references(where, given)


def _kind(given: Any) -> str:
    return type(given).__name__
