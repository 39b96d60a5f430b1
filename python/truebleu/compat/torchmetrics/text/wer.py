"""A drop-in for `torchmetrics.text.wer` of torchmetrics 1.9: `WordErrorRate`."""

from truebleu.compat.torchmetrics.text.error_rates import WordErrorRate

__all__ = ["WordErrorRate"]
