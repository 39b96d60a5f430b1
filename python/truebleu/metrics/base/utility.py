"""Settings of expected utilities, with which MBR decoding chooses among candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class UtilityOptions:
    """Settings of the expected utility of hypotheses.

    `against`: "each" averages sentence scores with each reference, "mean" averages the counts of
    the references, "all" uses all references as those of one segment. `weights` are those of all
    references of all sets, None if equal; with `log_scale` they are logarithms, to be multiplied by
    it.
    """

    against: Literal["each", "mean", "all"]
    exclude_self: bool
    weights: Sequence[float] | None
    log_scale: float | None
    threads: int
