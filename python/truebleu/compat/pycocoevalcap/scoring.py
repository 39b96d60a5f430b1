"""Computation of pycocoevalcap's BLEU."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from truebleu.compat.pycocoevalcap.errors import UnknownOption
from truebleu.errors import InputError, allowed, inspected
from truebleu.inputs.arguments import as_number
from truebleu.inputs.references import References
from truebleu.metrics.base.layout import AVERAGE_PARTS
from truebleu.metrics.bleu import BLEU

Row = Sequence[int]


OPTIONS = ("shortest", "average", "closest")


def check_option(option: str) -> str:
    """Return `option` if it is closest, shortest or average; raise `UnknownOption` otherwise."""
    if option not in OPTIONS:
        raise UnknownOption(allowed("option", option, OPTIONS))
    return option


class Corpus:
    """Corpus with the sufficient statistics of each segment (`rows`) and their sum (`row`).

    The statistics are a list of integers: the hypothesis length, the reference length, the matches
    of each n-gram order, and the number of n-grams of each order. If the mean reference length is
    used (`option` is "average"), its unit is 1 / `AVERAGE_PARTS` token.
    """

    def __init__(
        self,
        hypotheses: list[str],
        references: list[list[str]],
        n: int,
        option: str,
        special_reflen: float | None,
    ) -> None:
        self.n = n
        self.option = option
        metric = _metric(n, option)
        if hypotheses:
            reference_lists = References.per_segment(references)
            self.rows: list[list[int]] = metric.statistics(hypotheses, reference_lists).tolist()
        else:
            self.rows = []
        if special_reflen is not None:
            length = _in_parts(special_reflen, self._parts)
            self.rows = [[row[0], length, *row[2:]] for row in self.rows]
        summed = [sum(column) for column in zip(*self.rows, strict=True)]
        self.row: list[int] = summed or [0] * len(metric.layout)

    @property
    def _parts(self) -> int:
        return AVERAGE_PARTS if self.option == "average" else 1

    def scores(self) -> list[float]:
        """Return BLEU-1 to BLEU-n of the corpus."""
        return [self._values([self.row], order)[0] for order in range(1, self.n + 1)]

    def segment_scores(self) -> list[list[float]]:
        """Return the segment scores, one list for each of BLEU-1 to BLEU-n."""
        return [self._values(self.rows, order) for order in range(1, self.n + 1)]

    def reference_length(self, row: Row) -> float:
        """Return the reference length in tokens. `row` is a list of sufficient statistics.

        The length is a float if `option` is "average", else an int.
        """
        return row[1] / self._parts if self.option == "average" else row[1]

    def matches(self, row: Row) -> list[int]:
        """Return the clipped matches of each order. `row` is a list of sufficient statistics."""
        return list(row[2 : 2 + self.n])

    def totals(self, row: Row) -> list[int]:
        """Return the number of n-grams of each order. `row` is a list of sufficient statistics."""
        return list(row[2 + self.n :])

    def _values(self, rows: list[list[int]], order: int) -> list[float]:
        score = _metric(order, self.option).of_tokens.score
        matches, totals = slice(2, 2 + order), slice(2 + self.n, 2 + self.n + order)
        return [score([*row[:2], *row[matches], *row[totals]], False)[0] for row in rows]


@lru_cache(maxsize=256)
def _metric(order: int, option: str) -> BLEU:
    """Return the truebleu metric for pycocoevalcap's BLEU with n-gram orders 1 to `order`."""
    return BLEU(convention="coco", max_ngram_order=order, reference_length=option)


def _in_parts(length: float, parts: int) -> int:
    """Return `length * parts` as an integer.

    Raises:
        InputError: `length` is not a number, or the product is negative or not an integer.
    """
    scaled = None if as_number(length) is None else length * parts
    if scaled is None or scaled < 0 or scaled != int(scaled):
        raise InputError(
            f"special_reflen={inspected(length)} is invalid. Use an integer, 0 or more"
            + ("." if parts == 1 else f", or a multiple of 1/{parts}.")
        )
    return int(scaled)
