"""The score that chrF and chrF++ give."""

from __future__ import annotations

from truebleu.scores import Score, new_score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.signature import Signature

__all__ = ["CHRFScore"]


class CHRFScore(Score):
    """The chrF of a corpus or of a sentence.

    Tuples hold one number for each order: those of characters from 1 on, then those of words.

    >>> from truebleu import CHRF
    >>> score = CHRF(char_order=2, word_order=1).sentence_score("the cats", "the cat")
    >>> print(score)
    chrF2+ = 81.04
    >>> score.hypothesis_ngrams, score.reference_ngrams, score.matches
    ((7, 6, 2), (6, 5, 2), (6, 5, 1))
    >>> [round(part, 1) for part in score.precisions], round(score.recall, 1)
    ([85.7, 83.3, 50.0], 83.3)
    """

    __slots__ = ()

    names = (
        "value",
        "char_order",
        "word_order",
        "beta",
        "hypothesis_ngrams",
        "reference_ngrams",
        "matches",
        "precisions",
        "recalls",
        "precision",
        "recall",
        "signature",
    )

    def __new__(
        cls,
        value: float,
        char_order: int,
        word_order: int,
        beta: float,
        row: tuple[int, ...],
        precision: float,
        recall: float,
        signature: Signature,
    ) -> Self:
        """Hold the parts as they are; `row` has the three counts of each order."""
        parts = (value, char_order, word_order, beta, row, precision, recall, signature)
        return new_score(cls, parts)

    @property
    def metric(self) -> str:
        """chrF, beta, and a plus for each order of words: chrF2, chrF2++."""
        return f"chrF{self.beta}{'+' * self.word_order}"

    @property
    def char_order(self) -> int:
        """The longest n-gram of characters."""
        return self._parts[1]  # type: ignore[no-any-return]

    @property
    def word_order(self) -> int:
        """The longest n-gram of words; 0 in chrF, 2 in chrF++."""
        return self._parts[2]  # type: ignore[no-any-return]

    @property
    def beta(self) -> float:
        """How many times recall weighs as much as precision."""
        return self._parts[3]  # type: ignore[no-any-return]

    @property
    def hypothesis_ngrams(self) -> tuple[int, ...]:
        """N-grams of the hypotheses, where the reference has any of the order."""
        return self._parts[4][::3]  # type: ignore[no-any-return]

    @property
    def reference_ngrams(self) -> tuple[int, ...]:
        """N-grams of the references that count."""
        return self._parts[4][1::3]  # type: ignore[no-any-return]

    @property
    def matches(self) -> tuple[int, ...]:
        """N-grams that both have, each as often as in the text that has it less often."""
        return self._parts[4][2::3]  # type: ignore[no-any-return]

    @property
    def precisions(self) -> tuple[float, ...]:
        """Matches per n-gram of the hypotheses, 0 to 100; 0 where there is none."""
        return tuple(map(_percent, self.matches, self.hypothesis_ngrams))

    @property
    def recalls(self) -> tuple[float, ...]:
        """Matches per n-gram of the references, 0 to 100; 0 where there is none."""
        return tuple(map(_percent, self.matches, self.reference_ngrams))

    @property
    def precision(self) -> float:
        """The mean of the precisions over the orders that both texts have, 0 to 100."""
        return self._parts[5]  # type: ignore[no-any-return]

    @property
    def recall(self) -> float:
        """The mean of the recalls over the same orders, 0 to 100."""
        return self._parts[6]  # type: ignore[no-any-return]


def _percent(matches: int, total: int) -> float:
    return 100 * matches / total if total else 0.0
