"""The convention `keras-hub`, compared with KerasHub's Bleu in single precision.

It needs TensorFlow, which has half a gigabyte: `make differential` installs both separately.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential.programs import TEXTS, ours, sides
from tests.generators import tally
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import BLEU

pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]

# KerasHub's tensors need an equal number of references for each segment.
CORPORA = st.integers(1, 3).flatmap(
    lambda count: st.lists(
        st.tuples(TEXTS, st.lists(TEXTS, min_size=count, max_size=count)), min_size=1, max_size=5
    )
)


@pytest.fixture(scope="module")
def keras_hub() -> Any:
    """Import KerasHub late: triton (of torch) aborts Python where TensorFlow was imported first."""
    return require_module("keras_hub")


@examples(1.0)
@given(corpus=CORPORA, order=st.integers(1, 4), smooth=st.booleans())
def test_keras_hub(keras_hub: Any, corpus: Any, order: int, smooth: bool) -> None:
    tally.count("truebleu against KerasHub", len(corpus))
    hypotheses, references = sides(corpus)
    theirs = keras_hub.metrics.Bleu(max_order=order, smooth=smooth)
    theirs.update_state(references, hypotheses)
    expected = float(theirs.result())
    metric = BLEU(
        convention="keras-hub", smoothing="laplace" if smooth else "none", max_ngram_order=order
    )
    score = metric.corpus_score(*ours(corpus))
    if math.isnan(expected):  # two empty texts, which have a score in truebleu
        assert (score.hypothesis_length, score.effective_reference_length) == (0, 0)
    else:
        assert math.isclose(score.value, expected, rel_tol=1e-6, abs_tol=1e-7)
