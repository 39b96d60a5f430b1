"""Scored configurations: tools with changed settings, and the scores that they give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from truebleu.explanation.identify.reported import Reported
from truebleu.explanation.settings.variants import Variant
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.conventions import CONVENTIONS

RANKS = {name: rank for rank, name in enumerate(CONVENTIONS)}

REPORTED_EVERY = 20
"""Number of configurations between two progress reports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """Tool with changed settings, and the score that it gives.

    `convention` is the name of the preset that reproduces the tool. `variant` has the changes.
    `value` is the score. `scale` is 100 for scores from 0 to 100, and 1 for scores from 0 to 1.
    `make_metric` returns the metric with the changed settings.
    """

    convention: str
    variant: Variant
    value: float
    scale: int
    make_metric: Callable[[], Metric[Any]]

    @property
    def points(self) -> float:
        """Score on the scale 0 to 100."""
        return self.value * (100 / self.scale)

    def cost(self, number: Reported) -> tuple[float, int, int]:
        """Return a sort key that puts plausible trials first.

        The key consists of three numbers: how implausible the settings are, the rank of the tool,
        and the number of changes.
        """
        cost, reading = self.variant.cost, number.reading(self.value, self.scale)
        if reading is not None:
            cost += reading.price(self.scale)
        return cost, RANKS[self.convention], len(self.variant.parts)
