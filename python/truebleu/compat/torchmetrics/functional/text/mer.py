"""A drop-in for `torchmetrics.functional.text.mer` of torchmetrics 1.9."""

from truebleu.compat.torchmetrics.functional.text.error_rates import match_error_rate

__all__ = ["match_error_rate"]
