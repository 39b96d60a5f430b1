"""Settings of MBR decoding, which selects the hypothesis of highest expected utility."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class UtilityOptions:
    """Settings by which MBR decoding computes the expected utility of a hypothesis.

    Attributes:
        against: "each" scores the hypothesis with each reference alone, and averages these scores.
            "mean" averages the n-gram counts of all references, and scores once. "all" scores once,
            with all references as the references of one segment.
        exclude_self: whether to leave out the score of a hypothesis with itself. It matters only if
            the hypotheses are also the references.
        weights: one weight per reference, for all segments in order; None for equal weights.
        log_scale: if it is not None, the weight of a reference is exp(log_scale * w), where w is
            its value in `weights`.
        threads: maximum number of threads; 0 is automatic.
    """

    against: Literal["each", "mean", "all"]
    exclude_self: bool
    weights: Sequence[float] | None
    log_scale: float | None
    threads: int
