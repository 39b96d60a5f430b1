"""The score that ROUGE gives."""

from __future__ import annotations

from truebleu.scores import Score, new_score, places_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.signature import Signature

__all__ = ["ROUGEScore"]


class ROUGEScore(Score):
    """The ROUGE of a corpus or of a segment.

    The value is F. Of a corpus, value, precision and recall are the means of those of its
    segments; the counts are sums.

    >>> from truebleu import ROUGE
    >>> score = ROUGE("1").sentence_score("police kill the gunman", "police killed the gunman")
    >>> print(score)
    ROUGE-1 = 0.7500 (P = 0.7500 R = 0.7500)
    >>> score.matches, score.hypothesis_total, score.reference_total, score.segments
    (3, 4, 4, 1)
    """

    __slots__ = ()

    names = (
        "value",
        "precision",
        "recall",
        "matches",
        "hypothesis_total",
        "reference_total",
        "segments",
        "signature",
    )

    def __new__(
        cls,
        value: float,
        precision: float,
        recall: float,
        matches: int,
        hypothesis_total: int,
        reference_total: int,
        segments: int,
        signature: Signature,
    ) -> Self:
        """Hold the parts as they are: nothing is computed or checked here."""
        counts = (matches, hypothesis_total, reference_total, segments)
        return new_score(cls, (value, precision, recall, *counts, signature))

    @property
    def metric(self) -> str:
        """ROUGE-1, ROUGE-L, ROUGE-Lsum."""
        return f"ROUGE-{self.signature['rouge']}"

    @property
    def precision(self) -> float:
        """The share of the hypothesis that the reference has, in the scale of the metric."""
        return self._parts[1]  # type: ignore[no-any-return]

    @property
    def recall(self) -> float:
        """The share of the reference that the hypothesis has, in the scale of the metric."""
        return self._parts[2]  # type: ignore[no-any-return]

    @property
    def matches(self) -> int:
        """N-grams, or tokens in one order, that both have."""
        return self._parts[3]  # type: ignore[no-any-return]

    @property
    def hypothesis_total(self) -> int:
        """N-grams of the hypotheses, or tokens."""
        return self._parts[4]  # type: ignore[no-any-return]

    @property
    def reference_total(self) -> int:
        """N-grams, or tokens, of the references that count."""
        return self._parts[5]  # type: ignore[no-any-return]

    @property
    def segments(self) -> int:
        """How many segments the means are of."""
        return self._parts[6]  # type: ignore[no-any-return]

    def details(self) -> str:
        """Precision and recall."""
        places = places_of(self.scale)
        return f"(P = {self.precision:.{places}f} R = {self.recall:.{places}f})"
