"""A signature of BLEU, read back into the settings of the metric."""

from __future__ import annotations

from truebleu.errors import InvalidSignature
from truebleu.metrics.reading import FLAGS, check_keys, choice, number, parsed
from truebleu.metrics.settings import CASE_NAMES
from truebleu.signature import Signature, split_bracket
from truebleu.tokenizers import from_signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["read_settings"]

LOWERCASES = {case: lowercase for lowercase, case in CASE_NAMES.items()}
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
        settings["weights"] = [_float(found, text) for text in found["weights"].split(",")]
    if "scale" in found:
        settings["scale"] = number(found, "scale")
    return settings


def _float(signature: Signature, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidSignature(
            f"{text!r} among the weights of the signature {str(signature)!r} is no number"
        ) from None
