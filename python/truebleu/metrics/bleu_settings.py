"""Conversion of BLEU's settings to the arguments of the Rust core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.metrics.base.signature import (
    FLAGS,
    LOWERCASES,
    Signature,
    check_keys,
    choice,
    decimal_list,
    number,
    parsed,
    split_bracket,
)
from truebleu.tokenizers import from_signature

if TYPE_CHECKING:
    from truebleu.metrics.conventions import Convention


def core_settings(convention: Convention, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return arguments of the Rust function `_native.bleu` for these settings of BLEU.

    `settings` comes from `BLEU.settings()`. The arguments for tokenizer and case are left out.
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
        "rules": convention.rules(smoothing=smoothing, average=average, scale=settings["scale"]),
        # Macro-averaging averages sentence scores, whose effective order is on by default.
        "macro_average": (effective is not False) if average == "macro" else None,
    }


def uniform(weights: Sequence[float]) -> bool:
    """Return whether all weights are 1/N, where N is the number of weights."""
    return all(weight == 1 / len(weights) for weight in weights)


# Settings from a signature of BLEU


REQUIRED = ("case", "eff", "tok", "smooth")
OPTIONAL = ("conv", "order", "weights", "length", "scale", "average", "tokhash")


def read_settings(signature: str | Signature) -> dict[str, Any]:
    """Return the settings in a signature of BLEU as keyword arguments for `BLEU`.

    Raises `InvalidSignature` for a signature of another metric.
    """
    fields = parsed(signature)
    check_keys(fields, "BLEU", REQUIRED, OPTIONAL)
    method, value = split_bracket(fields["smooth"])
    settings: dict[str, Any] = {
        "lowercase": choice(fields, "case", LOWERCASES),
        "effective_order": choice(fields, "eff", FLAGS),
        "tokenizer": from_signature(fields["tok"], fields.get("tokhash")),
        "smoothing": method,
        "smoothing_value": value,
        "reference_length": fields.get("length"),
        "average": fields.get("average", "micro"),
        # After the "+" are names of changed settings; their values are in other fields.
        "convention": (fields.get("conv") or "sacrebleu").partition("+")[0],
    }
    if "order" in fields:
        settings["max_ngram_order"] = number(fields, "order")
    if fields.get("weights", "uniform") != "uniform":
        settings["weights"] = decimal_list(fields, "weights")
    elif "weights" in fields and "order" in fields and not _is_usually_uniform(settings):
        settings["weights"] = (1 / settings["max_ngram_order"],) * settings["max_ngram_order"]
    if "scale" in fields:
        settings["scale"] = number(fields, "scale")
    return settings


def _is_usually_uniform(settings: Mapping[str, Any]) -> bool:
    """Return whether the default weights of the convention in `settings` are equal."""
    from truebleu.metrics.conventions import convention

    return not convention(settings["convention"]).last_order_alone
