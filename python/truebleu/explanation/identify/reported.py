"""Reported scores: their decimals, their possible scales, and possible truncation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from truebleu.errors import ConfigurationError, inspected
from truebleu.results import Data

ROUNDED = "rounded"
TRUNCATED = "truncated"

NUMBER = r"([0-9]*)(?:[.,]([0-9]*))?(?:[eE]([-+]?[0-9]{1,3}))?"

PRICE_OF_TRUNCATION = 0.5
PRICE_OF_ANOTHER_SCALE = 0.25

LARGEST_OF_ONE = 2
"""Largest score on the 0-1 scale: NLTK's methods 5 to 7 can exceed 1."""

ULPS = 4 * 2.0**-52
"""Relative rounding error (about the 16th digit) of a sum computed in another order."""


@dataclass(frozen=True, slots=True)
class Reading(Data):
    """Interpretation of a reported number: its scale, and how it was shortened.

    `scale` is 100 for a number on the scale 0 to 100, and 1 for a number on the scale 0 to 1. `how`
    is "rounded" or "truncated".
    """

    scale: int
    how: str

    def price(self, own_scale: int) -> float:
        """Return how implausible this interpretation is.

        `own_scale` is the scale of the tool's scores: 100 or 1. A score between 0 and 1 is often
        multiplied by 100 before it is reported. A score between 0 and 100 is rarely divided by 100.
        """
        price = 0.0 if self.how == ROUNDED else PRICE_OF_TRUNCATION
        return price if self.scale == own_scale else price + PRICE_OF_ANOTHER_SCALE


@dataclass(frozen=True, slots=True)
class Reported:
    """Score as it was reported: a number with its decimals.

    Attributes:
        text: the number, as the caller passed it.
        value: the number.
        decimals: the number of decimals that are compared with a score.
        percent: whether the text ends with a percent sign.

    >>> Reported.read("27.30")
    Reported(text='27.30', value=Decimal('27.30'), decimals=2, percent=False)
    >>> Reported.read("27.30").reading(27.2961, 100)
    Reading(scale=100, how='rounded')
    >>> Reported.read("0.273").reading(27.3999, 100)
    Reading(scale=1, how='truncated')
    """

    text: str
    value: Decimal
    decimals: int
    percent: bool

    @classmethod
    def read(
        cls, number: Any, precision: int | None = None, *, largest: float | None = 100
    ) -> Reported:
        """Parse a reported number such as 27.3, "27.30", "27,3" or "27.3 %".

        `precision` is the number of decimals to compare; None means the decimals of the text.
        `largest` is the highest possible score. None means that scores have no upper limit, as in
        TER.

        Raises `ConfigurationError` if `number` is not a score or `precision` is invalid.
        """
        text = str(number).strip()
        bare = text.removesuffix("%").rstrip()
        digits = re.fullmatch(NUMBER, bare)
        if isinstance(number, bool) or digits is None or not any(digits.groups()[:2]):
            raise ConfigurationError(
                f"reported={inspected(number)} is not a score. Pass a number such as 27.3 or 0.273."
            )
        value = Decimal(bare.replace(",", "."))
        if largest is not None and value > largest:
            raise ConfigurationError(
                f"reported={number!r} is out of range. Pass a score from 0 to {largest}."
            )
        if precision is not None and (type(precision) is not int or not 0 <= precision <= 20):
            raise ConfigurationError(
                f"precision={inspected(precision)} is out of range. Use an integer from 0 to 20."
            )
        exponent = value.as_tuple().exponent
        decimals = max(0, -exponent) if isinstance(exponent, int) else 0
        return cls(text, value, decimals if precision is None else precision, bare != text)

    @property
    def scales(self) -> tuple[int, ...]:
        """Possible scales of the number, the most likely first.

        100 means a number from 0 to 100, and 1 means a number from 0 to 1.
        """
        if self.percent or self.value > LARGEST_OF_ONE:
            return (100,)
        return (1, 100) if self.value <= 1 else (100, 1)

    def reading(self, score: float, scale: int) -> Reading | None:
        """Return how `score` gives the reported number: the scale, and rounding or truncation.

        The result is None if it does not give the number. `scale` is the scale of `score`, 100
        or 1.
        """
        readings = [Reading(to, how) for to in self.scales if (how := self._how(score, scale, to))]

        def doubt(reading: Reading) -> tuple[bool, bool]:
            return self.is_vague(reading), reading.how != ROUNDED

        return min(readings, key=doubt, default=None)

    def is_vague(self, reading: Reading) -> bool:
        """Return whether the number has too few decimals to identify a score.

        On the scale 0 to 1, a number without decimals is vague, because half of all scores round to
        it.
        """
        return reading.scale == 1 and self.decimals == 0

    def vague_note(self) -> str:
        """Return text that states why the number is not conclusive, and what to pass instead."""
        return (
            f"{self.text} has no decimals: on the 0-1 scale half of all scores read as "
            f"{self.text}. Pass a number with decimals."
        )

    def distance(self, score: float, scale: int) -> float:
        """Return the difference between a score and the reported number, in points (0 to 100).

        `scale` is the scale of `score`: 100 or 1. If the reported number has two possible scales,
        the smaller difference is returned.
        """
        points = score * (100 / scale)
        return min(abs(points - float(self.value) * (100 / to)) for to in self.scales)

    def _how(self, score: float, scale: int, to: int) -> str | None:
        number = score if scale == to else score * (to / scale)
        exact = Decimal(number)
        rounding = Decimal(ULPS) * max(exact, Decimal(0))
        unit = Decimal(1).scaleb(-self.decimals)
        value = self.value
        if abs(exact - value) <= unit / 2 + rounding:
            return ROUNDED
        return TRUNCATED if value - rounding <= exact < value + unit else None
