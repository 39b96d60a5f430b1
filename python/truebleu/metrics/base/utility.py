"""Settings of expected utilities, which MBR decoding uses to select among candidates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class UtilityOptions:
    """Settings of the expected utility of hypotheses.

    `against`: "each" averages the sentence scores with each reference, "mean" averages the counts
    of the references, "all" uses all references together, as the references of one segment.
    `weights` are the weights of all references of all sets, or None if equal. With `log_scale`,
    they are logarithms that are multiplied by `log_scale`.
    """

    against: Literal["each", "mean", "all"]
    exclude_self: bool
    weights: Sequence[float] | None
    log_scale: float | None
    threads: int
