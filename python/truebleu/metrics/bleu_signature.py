"""A signature of BLEU, read back into the settings of the metric."""

from __future__ import annotations

from truebleu.errors import InvalidSignature, nearest
from truebleu.signature import Signature, split_bracket
from truebleu.tokenizers import from_signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["read_settings"]

SETTINGS = ("case", "eff", "tok", "smooth", "order", "weights", "length", "scale", "tokhash")
# About the data and about significance tests; none of them changes the metric.
PASSED_OVER = (
    "nrefs", "segments", "version", "bs", "ar", "seed", "test", "lang", "origlang", "subset",
)  # fmt: skip
REQUIRED = ("case", "eff", "tok", "smooth")
# Keys by which the signature of another metric gives itself away.
OTHERS = {
    "nc": "chrF", "nw": "chrF", "space": "chrF", "norm": "TER", "punct": "TER", "asian": "TER",
}  # fmt: skip

CASES = {"mixed": False, "lc": True}
FLAGS = {"no": False, "yes": True}


def read_settings(signature: str | Signature) -> dict[str, Any]:
    """The settings that a signature names. Raises `InvalidSignature` when it is none of BLEU."""
    parsed = signature if isinstance(signature, Signature) else Signature.parse(signature)
    _check_keys(parsed)
    method, value = split_bracket(parsed["smooth"])
    settings: dict[str, Any] = {
        "lowercase": _choice(parsed, "case", CASES),
        "effective_order": _choice(parsed, "eff", FLAGS),
        "tokenizer": from_signature(parsed["tok"], parsed.get("tokhash")),
        "smoothing": method,
        "smoothing_value": value,
        "reference_length": parsed.get("length"),
    }
    if "order" in parsed:
        settings["max_ngram_order"] = _number(parsed, "order")
    if parsed.get("weights", "uniform") != "uniform":
        settings["weights"] = [_float(parsed, text) for text in parsed["weights"].split(",")]
    if "scale" in parsed:
        settings["scale"] = _number(parsed, "scale")
    return settings


def _check_keys(signature: Signature) -> None:
    for key in signature:
        if key in OTHERS:
            raise InvalidSignature(
                f"the signature {str(signature)!r} is one of {OTHERS[key]} (it has "
                f"{key!r}), not of BLEU"
            )
        if key not in SETTINGS and key not in PASSED_OVER:
            close = nearest(key, (*SETTINGS, *PASSED_OVER))
            hint = f"; did you mean {close!r}?" if close else ""
            raise InvalidSignature(
                f"the signature {str(signature)!r} has the unknown key {key!r}{hint} truebleu "
                f"{_version()} reads {', '.join((*SETTINGS, *PASSED_OVER))}"
            )
    missing = [key for key in REQUIRED if key not in signature]
    if missing:
        raise InvalidSignature(
            f"the signature {str(signature)!r} lacks {', '.join(missing)}: without it the score "
            "cannot be made again"
        )


def _choice(signature: Signature, key: str, choices: dict[str, bool]) -> bool:
    if signature[key] in choices:
        return choices[signature[key]]
    raise InvalidSignature(
        f"{key}:{signature[key]} in the signature {str(signature)!r}: allowed are "
        f"{' and '.join(f'{key}:{choice}' for choice in choices)}"
    )


def _number(signature: Signature, key: str) -> int:
    try:
        return int(signature[key])
    except ValueError:
        raise InvalidSignature(
            f"{key}:{signature[key]} in the signature {str(signature)!r} is no whole number"
        ) from None


def _float(signature: Signature, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidSignature(
            f"{text!r} among the weights of the signature {str(signature)!r} is no number"
        ) from None


def _version() -> str:
    from truebleu import _native

    return _native.__version__
