"""The conventions `ignite` and `ignite-nltk`, compared with PyTorch-Ignite's Bleu.

It needs torch, which has some gigabytes: `make differential` installs both separately.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential.programs import TOKENIZED, ours, sides
from tests.generators import tally
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import BLEU

nlp = require_module("ignite.metrics.nlp", "ignite")
pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]

SMOOTHINGS = {
    "no_smooth": ("ignite", "none"),
    "smooth1": ("ignite", "floor"),
    "smooth2": ("ignite", "add-k"),
    "nltk_smooth2": ("ignite-nltk", "add-k"),
}


@examples(8.0)
@given(TOKENIZED, st.integers(1, 5), st.sampled_from(sorted(SMOOTHINGS)), st.booleans())
def test_ignite(corpus: Any, order: int, smooth: str, micro: bool) -> None:
    tally.count("truebleu against ignite", len(corpus))
    average = "micro" if micro else "macro"
    theirs = nlp.Bleu(ngram=order, smooth=smooth, average=average)
    theirs.update(sides(corpus))
    convention, smoothing = SMOOTHINGS[smooth]
    metric = BLEU(
        convention=convention, smoothing=smoothing, max_ngram_order=order, average=average
    )
    expected = float(theirs.compute())
    score = metric.corpus_score(*ours(corpus)).value
    # The program adds floats of the sentences one by one; truebleu's sum is exact.
    assert math.isclose(score, expected, rel_tol=0 if micro else 1e-14), (score, expected)
