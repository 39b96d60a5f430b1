"""A drop-in for torchmetrics' text metrics that use references. Torch is optional.

The module `text` has the classes `BLEUScore`, `SacreBLEUScore`, `CHRFScore`, `ROUGEScore`,
`WordErrorRate`, `CharErrorRate` and `MatchErrorRate`. The module `functional.text` has a function
for each class. Arguments are those of torchmetrics 1.9, and scores are equal up to single-precision
rounding. If torch is installed, it is imported when the first score is computed.
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
