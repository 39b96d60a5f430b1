"""Lines that Moses' multi-bleu-detok.perl printed for generated texts, with and without -lc."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases.golden import read
from truebleu import BLEU, References
from truebleu.metrics.bleu_score import BLEUScore

RECORDED = read("multi_bleu_detok")


def format_score(score: BLEUScore) -> str:
    """Return the line that the program prints for a score."""
    precisions = "/".join(f"{precision:.1f}" for precision in score.precisions)
    lengths = (
        f"BP={score.brevity_penalty:.3f}, ratio={score.length_ratio:.3f}, "
        f"hyp_len={score.hypothesis_length}, ref_len={score.effective_reference_length}"
    )
    return f"BLEU = {score.value:.2f}, {precisions} ({lengths})"


@pytest.mark.parametrize("corpus", RECORDED)
def test_the_printed_line(corpus: dict[str, Any]) -> None:
    texts = corpus["hypotheses"], References.streams(corpus["streams"])
    for lowercase, expected in ((False, "printed"), ("references-after", "printed_lc")):
        metric = BLEU(convention="multi-bleu-detok", lowercase=lowercase)
        assert format_score(metric.corpus_score(*texts)) == corpus[expected]
