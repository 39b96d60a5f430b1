"""Numbers as the page shows them: the digits of the command line, with a true minus sign."""

from __future__ import annotations

from truebleu.scores import decimals, places_of

__all__ = ["Figures", "p_value"]

MINUS = "\u2212"


class Figures:
    """How scores of one scale are written: 100 has two decimals, 1 has four."""

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self.places = places_of(scale)

    def score(self, value: float) -> str:
        """A score; only a perfect one reads as such.

        >>> Figures(100).score(99.999)
        '99.99'
        """
        return decimals(value, self.places, self.scale)

    def plain(self, value: float) -> str:
        """Points without a sign of their own, an end of an interval say."""
        return f"{value:.{self.places}f}".replace("-", MINUS)

    def signed(self, value: float) -> str:
        """A difference, with its sign; none where it reads as zero.

        >>> Figures(100).signed(0.31), Figures(100).signed(-0.001)
        ('+0.31', '0.00')
        """
        text = f"{value:+.{self.places}f}"
        return (text if float(text) else text[1:]).replace("-", MINUS)

    def interval(self, ends: tuple[float, float], *, sign: bool = False) -> str:
        """Both ends of an interval."""
        write = self.signed if sign else self.plain
        return f"[{write(ends[0])}, {write(ends[1])}]"

    def precision(self, value: float) -> str:
        """A precision in percent with one decimal, or of 1 with three, as score lines have it."""
        return f"{value:.{1 if self.scale == 100 else 3}f}"


def p_value(value: float) -> str:
    """A p-value with four decimals, as long as they show two digits.

    >>> p_value(0.0123), p_value(0.0002)
    ('0.0123', '2.0e-04')
    """
    return f"{value:.4f}" if value >= 0.00095 else f"{value:.1e}"
