"""BLEU score, with its precisions, brevity penalty and lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebleu.metrics.base.score import Score, new_empty, part, set_parts

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.metrics.base.signature import Signature
    from truebleu.metrics.decomposition import Breakdown


class BLEUScore(Score):
    """BLEU score of a corpus or a sentence.

    For each n-gram order, `matches` has the number of clipped matches, and `totals` has the number
    of hypothesis n-grams. These counts are not smoothed. `precisions` are smoothed, and range from
    0 to the scale of the metric (100 or 1).

    >>> from truebleu import BLEU
    >>> score = BLEU().corpus_score(["The cat sat on a mat."], ["The cat sat on the mat."])
    >>> print(score)
    BLEU = 48.89 85.7/66.7/40.0/25.0 (BP = 1.000 ratio = 1.000 hyp_len = 7 ref_len = 7)
    >>> score.matches, score.totals
    ((6, 4, 2, 1), (7, 6, 5, 4))
    >>> float(score) == score.value
    True
    """

    __slots__ = ()

    metric = "BLEU"
    names = (
        "value",
        "matches",
        "totals",
        "precisions",
        "brevity_penalty",
        "hypothesis_length",
        "effective_reference_length",
        "length_ratio",
        "signature",
    )

    def __new__(
        cls,
        value: float,
        matches: tuple[int, ...],
        totals: tuple[int, ...],
        precisions: tuple[float, ...],
        brevity_penalty: float,
        hypothesis_length: int,
        effective_reference_length: float,
        signature: Signature,
    ) -> Self:
        """Create a score from its components, without checking them."""
        score = new_empty(cls)
        set_parts(
            score,
            (
                value,
                matches,
                totals,
                precisions,
                brevity_penalty,
                hypothesis_length,
                effective_reference_length,
                signature,
            ),
        )
        return score

    matches: tuple[int, ...] = part(
        1, "Clipped matches: number of n-grams that are also in a reference, for each order from 1."
    )
    totals: tuple[int, ...] = part(2, "Number of hypothesis n-grams, for each order from 1.")
    precisions: tuple[float, ...] = part(
        3, "Smoothed precision for each order from 1, on the scale of the metric."
    )
    brevity_penalty: float = part(
        4,
        "Brevity penalty: 1 if c >= r, otherwise exp(1 - r/c), or 0 if c = 0. Here c is the "
        "hypothesis length, and r is the reference length.",
    )
    hypothesis_length: int = part(5, "Number of hypothesis tokens.")
    effective_reference_length: float = part(
        6, "Reference length in tokens, by the rule `reference_length`; a float for `average`."
    )

    @property
    def missing_order(self) -> int | None:
        """Lowest n-gram order without hypothesis n-grams, if the score is 0 for this reason.

        None if the score is not 0, or if it is 0 for another reason.
        """
        if self.value or not self.matches[0] or 0 not in self.totals:
            return None
        return self.totals.index(0) + 1

    def short_text_note(self, advice: str = "Use effective_order=True or segment scores") -> str:
        """Return a warning if the score is 0 because all hypotheses are too short; otherwise "".

        `advice` is the last sentence of the warning, without its period.
        """
        if self.missing_order is None:
            return ""
        order = len(self.totals)
        return f"no hypothesis has {order} tokens, so BLEU-{order} is 0. {advice}."

    @property
    def length_ratio(self) -> float:
        """Hypothesis length divided by reference length; 0.0 if the references are empty."""
        length = self.effective_reference_length
        return self.hypothesis_length / length if length else 0.0

    def explain(self) -> Breakdown:
        """Return how many points the score loses to brevity and to each n-gram order.

        These points add up to the perfect score minus this score. The function `truebleu.explain`
        explains a score from the texts, in more detail.
        """
        from truebleu.metrics.decomposition import breakdown

        return breakdown(self)

    def details(self) -> str:
        """Return the precisions, brevity penalty and lengths as sacreBLEU prints them."""
        places = 1 if self.scale == 100 else 3
        precisions = "/".join(f"{part:.{places}f}" for part in self.precisions)
        length = self.effective_reference_length
        return (
            f"{precisions} (BP = {self.brevity_penalty:.3f} "
            f"ratio = {self.length_ratio:.3f} hyp_len = {self.hypothesis_length} "
            f"ref_len = {round(length, 3)})"
        )
