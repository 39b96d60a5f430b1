"""A drop-in for `torchmetrics.text.mer` of torchmetrics 1.9: `MatchErrorRate`."""

from truebleu.compat.torchmetrics.text.error_rates import MatchErrorRate

__all__ = ["MatchErrorRate"]
