"""What the core is told of BLEU: a convention's rules and the settings, by the core's names."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from truebleu.conventions import Convention

__all__ = ["core_settings", "uniform"]


def core_settings(convention: Convention, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of `_native.bleu` for these settings (as `BLEU.settings()` has them).

    All but `tokenizer` and `case`, which change with the texts: tokens need neither.
    """
    smoothing, average = settings["smoothing"], settings["average"]
    effective = settings["effective_order"]
    return {
        "max_ngram_order": settings["max_ngram_order"],
        "weights": None if uniform(settings["weights"]) else settings["weights"],
        "reference_length": settings["reference_length"],
        "smoothing": convention.core_smoothing(smoothing),
        "smoothing_value": settings["smoothing_value"] or 0.0,
        "scale": float(settings["scale"]),
        "rules": convention.rules(smoothing=smoothing, average=average),
        # A mean is one of sentence scores, whose effective order is on where it is left open.
        "macro_average": (effective is not False) if average == "macro" else None,
    }


def uniform(weights: Sequence[float]) -> bool:
    """Whether all weights are 1/N."""
    return all(weight == 1 / len(weights) for weight in weights)
