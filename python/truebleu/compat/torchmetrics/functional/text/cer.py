"""A drop-in for `torchmetrics.functional.text.cer` of torchmetrics 1.9."""

from truebleu.compat.torchmetrics.functional.text.error_rates import char_error_rate

__all__ = ["char_error_rate"]
