"""What was chosen among the candidates of a set."""

from __future__ import annotations

from truebleu.frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Choice"]


class Choice(Record):
    """The candidate that was chosen, and how good each of them is.

    Two choices are equal when all their parts are; a choice can be hashed and pickled.
    """

    __slots__ = ()

    names = ("index", "text", "utilities", "higher_is_better")

    index: int
    """Its place among the candidates, counted from 0; the first of several equally good ones."""
    text: str
    """What it says."""
    utilities: tuple[float, ...]
    """How good each candidate is, in the scale of the metric."""
    higher_is_better: bool
    """Whether the largest utility is the best; of an error rate the smallest is."""

    def __init__(
        self, index: int, text: str, utilities: Sequence[float], higher_is_better: bool = True
    ) -> None:
        object.__setattr__(self, "_parts", (index, text, tuple(utilities), higher_is_better))

    @property
    def utility(self) -> float:
        """How good the chosen one is."""
        return self.utilities[self.index]

    @property
    def ranking(self) -> tuple[int, ...]:
        """The places of all candidates, the best first, equally good ones in their order.

        >>> Choice(1, "b", [0.5, 2.0, 0.5]).ranking
        (1, 0, 2)
        """
        values, sign = self.utilities, -1 if self.higher_is_better else 1
        return tuple(sorted(range(len(values)), key=lambda place: sign * values[place]))

    def __repr__(self) -> str:
        count = len(self.utilities)
        return f"Choice({self.text!r}, {self.index} of {count}, utility {self.utility:.4f})"
