"""Formatting of scores, p-values, confidence intervals and significance levels."""

from __future__ import annotations

from truebleu.metrics.base.score import places_of
from truebleu.metrics.base.signature import Signature
from truebleu.significance.options import CompareOptions
from truebleu.wording import fixed, fixed_below, percent, signed

MINUS = "\u2212"


class Figures:
    """Functions that write scores, differences and intervals as text in the report.

    `scale` is the score of a perfect hypothesis. Scores have two decimals if it is 100, and four
    decimals if it is 1.
    """

    def __init__(self, scale: int) -> None:
        self.scale = scale
        self.places = places_of(scale)

    def score(self, value: float) -> str:
        """Return a score as text. An imperfect score is never rounded up to the perfect score.

        >>> Figures(100).score(99.999)
        '99.99'
        """
        return fixed_below(value, self.places, self.scale)

    def plain(self, value: float) -> str:
        """Return a number of points as text, with a sign only if it is negative."""
        return with_minus(fixed(value, self.places))

    def signed(self, value: float) -> str:
        """Return a difference as text with its sign. Differences that round to 0 have no sign."""
        return with_minus(signed(value, self.places))

    def interval(self, ends: tuple[float, float], *, sign: bool = False) -> str:
        """Return an interval as text in brackets. With `sign`, positive ends have a plus sign."""
        write = self.signed if sign else self.plain
        return f"[{write(ends[0])}, {write(ends[1])}]"

    def precision(self, value: float) -> str:
        """Return an n-gram precision as text.

        It has one decimal if the perfect score is 100, otherwise three.
        """
        return f"{value:.{1 if self.scale == 100 else 3}f}"


def with_minus(text: str) -> str:
    """Return the text of a number with a minus sign (U+2212) instead of a hyphen."""
    return text.replace("-", MINUS)


def interval_text(ends: tuple[float, float], places: int, *, sign: bool = False) -> str:
    """Return an interval as text in brackets, with `places` decimals.

    With `sign`, positive ends have a plus sign, as in intervals of differences.

    >>> interval_text((0.5, 1.25), 2), interval_text((-0.5, 1.25), 1, sign=True)
    ('[0.50, 1.25]', '[-0.5, +1.2]')
    """
    write = signed if sign else fixed
    return f"[{write(ends[0], places)}, {write(ends[1], places)}]"


def p_value(value: float) -> str:
    """Return a p-value as text with four decimals, or with two significant digits below 0.00095.

    >>> p_value(0.0123), p_value(0.0002)
    ('0.0123', '2.0e-04')
    """
    return f"{value:.4f}" if value >= 0.00095 else f"{value:.1e}"


def p_brief(p: float, alpha: float) -> str:
    """Return a p-value as text with three decimals, or "<0.001".

    More decimals are printed if rounding to three decimals would move the p-value across `alpha`.

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
    """Return the significance level of a comparison, 1 - confidence."""
    return CompareOptions.from_signature(settings).level


def in_percent(settings: Signature) -> str:
    """Return the confidence level of a comparison in percent, such as "95%"."""
    return percent(CompareOptions.from_signature(settings).confidence)


def finding(ahead: float, p: float, settings: Signature) -> str:
    """Return the result of a significance test: "better", "worse", or "open" (not significant).

    `ahead` is positive if the tested system is better. `p` is the adjusted p-value.
    """
    if p > level(settings):
        return "open"
    return "better" if ahead > 0 else "worse"
