"""Comparison of the drop-in with sacreBLEU: the same calls, and all attributes of the results."""

from __future__ import annotations

import math
from typing import Any

import truebleu.compat.sacrebleu as ours
from tests.differential.peer import BITS_ARE_EQUAL
from tests.requirements import require_module

theirs: Any = require_module("sacrebleu")

SIDES = (ours, theirs)

BLEU_GRID: list[dict[str, Any]] = [
    {},
    {"lowercase": True, "tokenize": "intl"},
    {"tokenize": "none", "smooth_method": "none"},
    {"tokenize": "zh", "smooth_method": "floor"},
    {"tokenize": "char", "smooth_method": "floor", "smooth_value": 0.01, "max_ngram_order": 6},
    {"smooth_method": "add-k"},
    {"smooth_method": "add-k", "smooth_value": 0.5, "effective_order": True},
    {"smooth_method": "add-k", "smooth_value": 0, "max_ngram_order": 2},
    {"smooth_method": "exp", "smooth_value": 3, "effective_order": True},
    {"effective_order": True, "max_ngram_order": 1},
    {"trg_lang": "zh"},
    {"force": True, "max_ngram_order": 9, "smooth_method": "floor", "smooth_value": 0.0},
]
CHRF_GRID: list[dict[str, Any]] = [
    {},
    {"word_order": 2},
    {"word_order": 1, "beta": 3, "lowercase": True},
    {"char_order": 4, "whitespace": True},
    {"eps_smoothing": True, "word_order": 2, "beta": 1},
    {"beta": 0.5},
]
TER_GRID: list[dict[str, Any]] = [
    {},
    {"normalized": True},
    {"normalized": True, "asian_support": True, "no_punct": True},
    {"no_punct": True, "case_sensitive": True},
]
GRID = [
    *(("BLEU", settings) for settings in BLEU_GRID),
    *(("CHRF", settings) for settings in CHRF_GRID),
    *(("TER", settings) for settings in TER_GRID),
]


def pair(metric: str, **settings: Any) -> tuple[Any, Any]:
    """Return the same metric of the drop-in and of sacreBLEU."""
    return getattr(ours, metric)(**settings), getattr(theirs, metric)(**settings)


def assert_same(ours: Any, theirs: Any) -> None:
    """Check that all attributes have equal types and bits, and that all printed forms are equal."""
    assert type(ours).__name__ == type(theirs).__name__
    mine, his = vars(ours), vars(theirs)
    if not BITS_ARE_EQUAL:
        assert math.isclose(mine["score"], his["score"], rel_tol=1e-12)
        mine, his = {**mine, "score": 0}, {**his, "score": 0}
        assert mine == his
        return
    assert {name: repr(mine[name]) for name in his} == {name: repr(his[name]) for name in his}
    assert mine.keys() == his.keys()
    assert str(ours) == str(theirs)
    assert ours.format(width=4, score_only=True) == theirs.format(width=4, score_only=True)


def assert_same_printed(ours: Any, theirs: Any, metrics: tuple[Any, Any]) -> None:
    """Check that signatures and the output with signatures are equal."""
    mine, his = (metric.get_signature() for metric in metrics)
    assert str(mine) == str(his)
    assert repr(mine) == repr(his)
    assert mine.format(short=True) == his.format(short=True)
    assert mine.info == his.info
    if BITS_ARE_EQUAL:
        for printed in ({"signature": str(his)}, {"signature": str(his), "is_json": True}):
            assert ours.format(**printed) == theirs.format(**printed)
            assert ours.format(width=1, **printed) == theirs.format(width=1, **printed)
