"""What the metrics have in common when they read a signature back into settings."""

from __future__ import annotations

from truebleu.errors import InvalidSignature, nearest
from truebleu.metrics.settings import CASE_NAMES
from truebleu.signature import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeVar

    Value = TypeVar("Value")

__all__ = [
    "CASES",
    "FLAGS",
    "LOWERCASES",
    "check_keys",
    "choice",
    "decimal",
    "decimals",
    "metric_of",
    "number",
    "parsed",
]

# About the data and about significance tests; none of them changes a metric.
PASSED_OVER = (
    "nrefs", "segments", "version", "bs", "ar", "seed", "test", "lang", "origlang", "subset",
)  # fmt: skip
# Keys by which the signature of a metric gives itself away.
BETRAYING = {
    "smooth": "BLEU", "nc": "chrF", "nw": "chrF", "space": "chrF", "norm": "TER", "punct": "TER",
    "asian": "TER", "min": "GLEU", "max": "GLEU", "syn": "METEOR", "alpha": "METEOR",
    "edits": "WER", "column": "a column of scores", "model": "EmbeddingSimilarity",
    "rouge": "ROUGE", "nist": "NIST",
}  # fmt: skip

CASES = {"mixed": False, "lc": True}
LOWERCASES = {case: lowercase for lowercase, case in CASE_NAMES.items()}
FLAGS = {"no": False, "yes": True}


def parsed(signature: str | Signature) -> Signature:
    """The signature, read when it is text."""
    return signature if isinstance(signature, Signature) else Signature.parse(signature)


def metric_of(signature: Signature) -> str | None:
    """The name of the metric whose signature this is, by its keys; None where they do not tell."""
    found = next((BETRAYING[key] for key in signature if key in BETRAYING), None)
    return "CER" if found == "WER" and signature["edits"] == "characters" else found


def check_keys(
    signature: Signature, metric: str, required: Sequence[str], optional: Sequence[str]
) -> None:
    """Raise `InvalidSignature` for another metric's signature, an unknown key, or a missing one."""
    known = (*required, *optional, *PASSED_OVER)
    unknown = [key for key in signature if key not in known]
    for key in unknown:
        if key in BETRAYING:
            raise InvalidSignature(
                f"the signature {str(signature)!r} is one of {BETRAYING[key]} (it has "
                f"{key!r}), not of {metric}"
            )
    if unknown:
        close = nearest(unknown[0], known)
        hint = f"; did you mean {close!r}?" if close else ""
        raise InvalidSignature(
            f"the signature {str(signature)!r} has the unknown key {unknown[0]!r}{hint} truebleu "
            f"{_version()} reads {', '.join(known)}"
        )
    missing = [key for key in required if key not in signature]
    if missing:
        raise InvalidSignature(
            f"the signature {str(signature)!r} lacks {', '.join(missing)}: without it the score "
            "cannot be made again"
        )


def choice(signature: Signature, key: str, choices: Mapping[str, Value]) -> Value:
    """What the value of a key stands for. Raises `InvalidSignature` with those there are."""
    if signature[key] in choices:
        return choices[signature[key]]
    raise InvalidSignature(
        f"{key}:{signature[key]} in the signature {str(signature)!r}: allowed are "
        f"{_listed([f'{key}:{choice}' for choice in choices])}"
    )


def number(signature: Signature, key: str) -> int:
    """A whole number. Raises `InvalidSignature` when it is none."""
    try:
        return int(signature[key])
    except ValueError:
        raise InvalidSignature(
            f"{key}:{signature[key]} in the signature {str(signature)!r} is no whole number"
        ) from None


def decimal(signature: Signature, key: str) -> float:
    """A number. Raises `InvalidSignature` when it is none."""
    return decimals(signature, key)[0]


def decimals(signature: Signature, key: str) -> list[float]:
    """Numbers with commas between them. Raises `InvalidSignature` when one is none."""
    return [_float(signature, key, text) for text in signature[key].split(",")]


def _float(signature: Signature, key: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InvalidSignature(
            f"{key}:{signature[key]} in the signature {str(signature)!r}: {text!r} is no number"
        ) from None


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _version() -> str:
    from truebleu import _native

    return _native.__version__
