"""MBR decoding, compared with the package mbrs on generated sets.

mbrs pins package versions that conflict with other programs. Run it in a virtual environment of its
own with pytest, hypothesis, NumPy and rich.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.profiles import examples
from tests.requirements import require_module
from tests.reranking.mbrs import METRICS, SETTINGS
from truebleu import mbr, pairwise

mbrs: Any = require_module("mbrs.metrics", "mbrs")
torch: Any = require_module("torch")

texts = st.lists(
    st.text("ab .,é", max_size=20) | st.sampled_from(["", "the cat sat", "1,000 cats sat."]),
    min_size=2,
    max_size=6,
)


def peer(name: str) -> Any:
    kind = getattr(mbrs, f"Metric{SETTINGS[name][0]}")
    return kind(kind.Config(**SETTINGS[name][1], num_workers=1))


def max_distance(ours: Any, theirs: Any) -> int:
    """Return the maximum distance between two matrices, in 32-bit floats."""
    sides = [np.array(side, dtype=np.float32).ravel().view(np.int32) for side in (ours, theirs)]
    return int(np.abs(sides[0].astype(np.int64) - sides[1]).max())


@pytest.mark.peer
@pytest.mark.parametrize("name", [name for name in METRICS if name != "ter"])
@examples(0.5)
@given(texts, texts)
def test_aggregated_references(name: str, samples: list[str], references: list[str]) -> None:
    choice = mbr(samples, references, METRICS[name], aggregate=True)
    theirs = peer(name).expected_scores_reference_aggregation(samples, references)
    assert max_distance(choice.utilities, theirs.tolist()) <= 1  # rounding differs
    mean = float(theirs.double().mean())
    assert np.mean(choice.utilities) == pytest.approx(mean, rel=1e-6, abs=1e-12)


@pytest.mark.peer
@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter"])
def test_the_matrix(name: str) -> None:
    samples = ["the cat sat", "a cat sat on it", "the cat", "", "The cat sat.", "b é"]
    theirs = peer(name).pairwise_scores(samples, samples[1:])
    assert max_distance(pairwise(samples, samples[1:], METRICS[name]), theirs.tolist()) == 0


@pytest.mark.peer
@pytest.mark.parametrize("name", ["bleu", "chrf"])
def test_log_probabilities(name: str) -> None:
    samples = ["the cat sat", "a cat sat on it", "the cat", "The cat sat."]
    logarithms = [-3.5, -0.25, -1.0, -20.0]
    metric = peer(name)
    settings = {"reference_lprobs": torch.tensor(logarithms)}
    exact = metric.expected_scores(samples, samples, **settings).tolist()
    mean = metric.expected_scores_reference_aggregation(samples, samples, **settings).tolist()
    for theirs, aggregate in ((exact, False), (mean, True)):
        choice = mbr(
            samples, metric=METRICS[name], log_probabilities=logarithms, aggregate=aggregate
        )
        assert choice.utilities == pytest.approx(theirs, rel=5e-7)
        assert choice.index == int(np.argmax(theirs))
