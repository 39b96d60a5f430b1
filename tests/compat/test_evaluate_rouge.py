"""Hugging Face's `rouge` metric: the resampled median of rouge-score, and loading."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.requirements import require_module
from truebleu import ConfigurationError, EmptyCorpus
from truebleu.compat.evaluate import averaging, load

rouge_scorer: Any = require_module("rouge_score.rouge_scorer", "rouge-score")
scoring: Any = require_module("rouge_score.scoring", "rouge-score")

PREDICTIONS = ["the cats sat\non the mat", "it rained", "", "flying planes land", "a b c"]
REFERENCES = [
    ["a cat sat on a mat", "the cat was sitting\non the mat"],
    ["it rained all day"],
    ["nothing"],
    ["planes fly and land", "flying planes"],
    ["c b a"],
]
KINDS = ["rouge1", "rouge2", "rougeL", "rougeLsum"]


@pytest.mark.parametrize("stem", [False, True])
def test_the_aggregator_draws_the_same_resamples(stem: bool) -> None:
    """The expected values come from rouge-score's classes, used as Hugging Face's script does."""
    scorer = rouge_scorer.RougeScorer(KINDS, use_stemmer=stem)
    aggregator = scoring.BootstrapAggregator()
    for prediction, references in zip(PREDICTIONS, REFERENCES, strict=True):
        aggregator.add_scores(scorer.score_multi(references, prediction))
    np.random.seed(7)
    theirs = {kind: found.mid.fmeasure for kind, found in aggregator.aggregate().items()}
    np.random.seed(7)
    assert averaging.rouge(PREDICTIONS, REFERENCES, use_stemmer=stem) == theirs


class Letters:
    """Tokenizer with the method that rouge-score calls."""

    def tokenize(self, text: str) -> list[str]:
        return list(text.replace(" ", ""))


def test_a_custom_tokenizer_gets_one_line_at_a_time() -> None:
    scorer = rouge_scorer.RougeScorer(["rougeLsum"], tokenizer=Letters())
    pairs = zip(PREDICTIONS, REFERENCES, strict=True)
    theirs = [scorer.score_multi(many, one)["rougeLsum"].fmeasure for one, many in pairs]
    result = averaging.rouge(
        PREDICTIONS, REFERENCES, ["rougeLsum"], use_aggregator=False, tokenizer=Letters().tokenize
    )
    np.testing.assert_allclose(result["rougeLsum"], theirs, rtol=1e-14)


def test_segments_and_settings() -> None:
    result = averaging.rouge(PREDICTIONS, REFERENCES, ["rougeLsum", "rouge1"], use_aggregator=False)
    assert list(result) == ["rougeLsum", "rouge1"]
    assert [len(values) for values in result.values()] == [5, 5]
    first = [each[0] for each in REFERENCES]
    alone = averaging.rouge(PREDICTIONS, first, ["rouge1"], use_aggregator=False)
    assert alone["rouge1"] != result["rouge1"]
    by_letters = averaging.rouge(["ab"], ["ba"], ["rouge1"], use_aggregator=False, tokenizer=list)
    assert by_letters == {"rouge1": [1.0]}
    with pytest.raises(IndexError, match=r"^list index out of range\n") as caught:
        averaging.rouge([], [])
    assert isinstance(caught.value, EmptyCorpus)
    with pytest.raises(ConfigurationError, match="rougen requires positive n: rouge0"):
        averaging.rouge(["a"], ["a"], ["rouge0"])


def test_the_package_loads_it(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    require_module("evaluate")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    metric = load("rouge")
    metric.add_batch(predictions=PREDICTIONS, references=REFERENCES)
    result = metric.compute(use_aggregator=False, rouge_types=["rouge1"])
    assert result == averaging.rouge(PREDICTIONS, REFERENCES, ["rouge1"], use_aggregator=False)
