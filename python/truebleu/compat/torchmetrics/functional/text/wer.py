"""A drop-in for `torchmetrics.functional.text.wer` of torchmetrics 1.9."""

from truebleu.compat.torchmetrics.functional.text.error_rates import word_error_rate

__all__ = ["word_error_rate"]
