"""A drop-in for torchmetrics' reference-based text metrics, with or without torch.

`BLEUScore`, `SacreBLEUScore`, `CHRFScore`, `ROUGEScore`, `WordErrorRate`, `CharErrorRate` and
`MatchErrorRate` of `text`, and the functions of `functional.text`, have the arguments of
torchmetrics 1.9, and equal numbers up to single-precision rounding. If torch is installed, the
first call that returns a score imports torch.
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
