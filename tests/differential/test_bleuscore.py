"""The convention `bleuscore`, compared with the package."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential.programs import CORPORA, sides
from tests.generators import tally
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import BLEU, References

bleuscore = require_module("bleuscore")
pytestmark = pytest.mark.peer


Texts = list[str]
Found = tuple[float, int, float]


def both(
    hypotheses: Texts, references: list[Texts], order: int, smooth: bool, rule: str
) -> tuple[Found, Found]:
    """Return the score and the lengths of truebleu, and those of bleuscore."""
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
    score = metric.corpus_score(hypotheses, References.per_segment(references))
    return (
        (score.value, score.hypothesis_length, score.effective_reference_length),
        (theirs["bleu"], theirs["translation_length"], theirs["reference_length"]),
    )


@examples(8.0)
@given(CORPORA, st.integers(1, 5), st.booleans(), st.sampled_from(["shortest", "closest"]))
def test_bleuscore(corpus: list[tuple[str, Texts]], order: int, smooth: bool, rule: str) -> None:
    tally.count("truebleu against bleuscore", len(corpus))
    ours, theirs = both(*sides(corpus), order, smooth, rule)
    assert ours == theirs
