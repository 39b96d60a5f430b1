"""A drop-in for `torchmetrics.text.cer` of torchmetrics 1.9: `CharErrorRate`."""

from truebleu.compat.torchmetrics.text.error_rates import CharErrorRate

__all__ = ["CharErrorRate"]
