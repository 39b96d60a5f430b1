"""A signature of BLEU, read back into the settings of the metric."""

from __future__ import annotations

from truebleu.metrics.reading import FLAGS, LOWERCASES, check_keys, choice, decimals, number, parsed
from truebleu.signature import Signature, split_bracket
from truebleu.tokenizers import from_signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["read_settings"]

REQUIRED = ("case", "eff", "tok", "smooth")
OPTIONAL = ("conv", "order", "weights", "length", "scale", "average", "tokhash")


def read_settings(signature: str | Signature) -> dict[str, Any]:
    """The settings that a signature names. Raises `InvalidSignature` when it is none of BLEU."""
    found = parsed(signature)
    check_keys(found, "BLEU", REQUIRED, OPTIONAL)
    method, value = split_bracket(found["smooth"])
    settings: dict[str, Any] = {
        "lowercase": choice(found, "case", LOWERCASES),
        "effective_order": choice(found, "eff", FLAGS),
        "tokenizer": from_signature(found["tok"], found.get("tokhash")),
        "smoothing": method,
        "smoothing_value": value,
        "reference_length": found.get("length"),
        "average": found.get("average", "micro"),
        # What was changed stands behind the name, and its value in its own field.
        "convention": (found.get("conv") or "sacrebleu").partition("+")[0],
    }
    if "order" in found:
        settings["max_ngram_order"] = number(found, "order")
    if found.get("weights", "uniform") != "uniform":
        settings["weights"] = decimals(found, "weights")
    if "scale" in found:
        settings["scale"] = number(found, "scale")
    return settings
