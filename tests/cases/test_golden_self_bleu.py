"""Self-BLEU scores of fast-bleu and of Texygen (by NLTK)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases.golden import read
from truebleu import BLEU, self_bleu

GOLDEN: dict[str, Any] = read("golden/self_bleu")["collections"]
# fast-bleu keeps weights in single precision, which cannot represent 1/3 and 1/5.
EXACT_WEIGHTS = {"2", "4"}


@pytest.mark.parametrize("name", GOLDEN)
def test_values_equal_those_of_both_programs(name: str) -> None:
    case = GOLDEN[name]
    for order, theirs in case["fast-bleu"].items():
        metric = BLEU(convention="nltk", smoothing="floor", max_ngram_order=int(order))
        scores = self_bleu(case["texts"], metric, per_text=True).tolist()
        assert scores == case["nltk"][order]
        tolerance = 1e-15 if order in EXACT_WEIGHTS else 1e-7
        assert scores == pytest.approx(theirs, abs=tolerance)
