"""Formatting of p-values, levels and intervals; scores as the report writes them."""

from __future__ import annotations

from truebleu.metrics.base.score import places_of
from truebleu.metrics.base.signature import Signature
from truebleu.significance.options import CompareOptions
from truebleu.wording import decimals, percent

MINUS = "\u2212"


class Figures:
    """Number formats for scores of one scale: two decimals for 100, four for 1."""

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self.places = places_of(scale)

    def score(self, value: float) -> str:
        """Return a score; only a perfect one is rounded to the scale.

        >>> Figures(100).score(99.999)
        '99.99'
        """
        return decimals(value, self.places, self.scale)

    def plain(self, value: float) -> str:
        """Return points, with a sign only if they are negative."""
        return f"{value:.{self.places}f}".replace("-", MINUS)

    def signed(self, value: float) -> str:
        """Return a difference with its sign, or without a sign if it rounds to zero.

        >>> Figures(100).signed(0.31), Figures(100).signed(-0.001)
        ('+0.31', '0.00')
        """
        text = f"{value:+.{self.places}f}"
        return (text if float(text) else text[1:]).replace("-", MINUS)

    def interval(self, ends: tuple[float, float], *, sign: bool = False) -> str:
        """Return both ends of an interval."""
        write = self.signed if sign else self.plain
        return f"[{write(ends[0])}, {write(ends[1])}]"

    def precision(self, value: float) -> str:
        """Return a precision with one decimal (scale 100) or three, as score lines print it."""
        return f"{value:.{1 if self.scale == 100 else 3}f}"


def interval_text(ends: tuple[float, float], places: int, sign: str = "") -> str:
    """Return both ends of an interval; the sign "+" is for differences.

    >>> interval_text((0.5, 1.25), 2), interval_text((-0.5, 1.25), 1, "+")
    ('[0.50, 1.25]', '[-0.5, +1.2]')
    """
    low, high = ends
    return f"[{low:{sign}.{places}f}, {high:{sign}.{places}f}]"


def p_value(value: float) -> str:
    """Return a p-value with four decimals, or two significant digits if it is small.

    >>> p_value(0.0123), p_value(0.0002)
    ('0.0123', '2.0e-04')
    """
    return f"{value:.4f}" if value >= 0.00095 else f"{value:.1e}"


def p_brief(p: float, alpha: float) -> str:
    """Return a p-value with three decimals, or more if rounding would cross the significance level.

    >>> p_brief(0.0123, 0.05), p_brief(0.0504, 0.05), p_brief(0.0001, 0.05), p_brief(1.0, 0.05)
    ('0.012', '0.0504', '<0.001', '1')
    """
    if p == 1:
        return "1"
    if p < 0.001 <= alpha:
        return "<0.001"
    texts = [f"{p:.{places}f}" for places in range(3, 17)]
    return next((text for text in texts if (float(text) <= alpha) == (p <= alpha)), repr(p))


def level(settings: Signature) -> float:
    """Return the significance level."""
    return CompareOptions.from_signature(settings).level


def in_percent(settings: Signature) -> str:
    """Return the confidence level as text."""
    return percent(CompareOptions.from_signature(settings).confidence)


def finding(ahead: float, p: float, settings: Signature) -> str:
    """Return the result of a test: "better", "worse", or "open" if not significant."""
    if p > level(settings):
        return "open"
    return "better" if ahead > 0 else "worse"
