"""Why a BLEU score is what it is: structured values, of which `views.explanation` makes words."""

from truebleu.explanation.explaining import explain
from truebleu.explanation.values import (
    Advice,
    Contrast,
    Explanation,
    NgramAhead,
    NgramLoss,
    OrderAhead,
    OrderLosses,
    SegmentEffect,
    SegmentMarks,
    Segments,
    TokenMark,
    WhatIf,
)

__all__ = [
    "Advice",
    "Contrast",
    "Explanation",
    "NgramAhead",
    "NgramLoss",
    "OrderAhead",
    "OrderLosses",
    "SegmentEffect",
    "SegmentMarks",
    "Segments",
    "TokenMark",
    "WhatIf",
    "explain",
]
