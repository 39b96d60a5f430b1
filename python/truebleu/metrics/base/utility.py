"""Settings of expected utilities, by which MBR decoding selects a hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class UtilityOptions:
    """Settings of the expected utility of hypotheses in MBR decoding.

    Attributes:
        against: "each" averages the sentence scores with each reference. "mean" averages the n-gram
            counts of all references and scores once. "all" scores once, with all references as the
            references of one segment.
        exclude_self: whether to leave out the score of a hypothesis with itself, if the hypotheses
            are also the references.
        weights: one weight per reference, segment after segment; None for equal weights.
        log_scale: if it is not None, the weight of a reference is exp(log_scale * w), where w is
            its value in `weights`.
        threads: maximum number of threads; 0 is automatic.
    """

    against: Literal["each", "mean", "all"]
    exclude_self: bool
    weights: Sequence[float] | None
    log_scale: float | None
    threads: int
