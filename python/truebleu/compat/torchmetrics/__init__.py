"""A drop-in for torchmetrics' text metrics that use references. Torch is optional.

The classes of `text` are `BLEUScore`, `SacreBLEUScore`, `CHRFScore`, `ROUGEScore`, `WordErrorRate`,
`CharErrorRate` and `MatchErrorRate`. `functional.text` has a function for each. Arguments are those
of torchmetrics 1.9, and scores are equal up to single-precision rounding. If torch is installed,
the first computation of a score imports torch.
"""

from truebleu.compat.torchmetrics.text import (
    BLEUScore,
    CharErrorRate,
    CHRFScore,
    MatchErrorRate,
    ROUGEScore,
    SacreBLEUScore,
    WordErrorRate,
)

__all__ = [
    "BLEUScore",
    "CHRFScore",
    "CharErrorRate",
    "MatchErrorRate",
    "ROUGEScore",
    "SacreBLEUScore",
    "WordErrorRate",
]
