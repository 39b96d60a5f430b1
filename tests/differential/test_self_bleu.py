"""Self-BLEU, compared with loops over NLTK's and sacreBLEU's sentence scores."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential import peer, wmt
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import BLEU, self_bleu
from truebleu.metrics.diversity import Collection

pytestmark = pytest.mark.peer

WORDS = st.lists(st.lists(st.sampled_from("abcde"), max_size=9), min_size=2, max_size=9)


@examples(2.0)
@given(WORDS, st.integers(0, 4))
def test_nltk(texts: list[list[str]], method: int) -> None:
    nltk: Any = require_module("nltk.translate.bleu_score")
    smooth = getattr(nltk.SmoothingFunction(), f"method{method}")
    metric = BLEU(convention="nltk", smoothing=f"method{method}")
    score = self_bleu(texts, metric, per_text=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for index, text in enumerate(texts):
            others = texts[:index] + texts[index + 1 :]
            assert score[index] == nltk.sentence_bleu(others, text, smoothing_function=smooth)


@pytest.mark.parametrize(("name", "system"), wmt.SETS[:5], ids=lambda value: value)
def test_sacrebleu(name: str, system: str) -> None:
    """Integers are equal. Scores are exactly equal where Python's sum is not compensated."""
    texts = wmt.read(name, system).hypotheses[:60]
    for smoothing, value in peer.SMOOTHINGS:
        metric = BLEU(smoothing=smoothing, smoothing_value=value)
        theirs = peer.bleu.BLEU(smooth_method=smoothing, smooth_value=value, effective_order=True)
        collection = Collection(metric)
        collection.add(texts)
        collection.count()
        rows = np.asarray(collection.rows())
        result = self_bleu(texts, metric, per_text=True)
        for index in range(0, len(texts), 7):
            score = theirs.sentence_score(texts[index], texts[:index] + texts[index + 1 :])
            if smoothing != "add-k":  # in that case, sacreBLEU shows counts with k added
                assert rows[index].tolist() == [
                    score.sys_len, score.ref_len, *score.counts, *score.totals
                ]  # fmt: skip
            if peer.BITS_ARE_EQUAL and score.score < 99:
                assert result[index] == score.score
            else:
                assert result[index] == pytest.approx(score.score, abs=1e-12)
