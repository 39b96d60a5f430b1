"""bleuscore itself beside the convention that bears its name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential.programs import CORPORA, ours, sides
from tests.generators import tally
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import BLEU

bleuscore = require_module("bleuscore")
pytestmark = pytest.mark.peer


@examples(8.0)
@given(CORPORA, st.integers(1, 5), st.booleans(), st.sampled_from(["shortest", "closest"]))
def test_bleuscore(
    corpus: list[tuple[str, list[str]]], order: int, smooth: bool, rule: str
) -> None:
    tally.count("truebleu against bleuscore", len(corpus))
    hypotheses, references = sides(corpus)
    theirs = bleuscore.compute(
        references=references,
        predictions=hypotheses,
        max_order=order,
        smooth=smooth,
        ref_len_method=rule,
    )
    metric = BLEU(
        convention="bleuscore",
        smoothing="laplace" if smooth else "none",
        max_ngram_order=order,
        reference_length=rule,
    )
    score = metric.corpus_score(*ours(corpus))
    assert score.value == theirs["bleu"]
    assert score.hypothesis_length == theirs["translation_length"]
    assert score.effective_reference_length == theirs["reference_length"]
