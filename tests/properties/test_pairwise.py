"""Pairwise scores, compared with sentence scores."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests import oracle
from tests.generators import Corpus, corpora
from tests.profiles import examples
from tests.properties.settings import settings, truebleu_metric
from truebleu import BLEU, CHRF, GLEU, ROUGE, TER, ConfigurationError, InputError, pairwise

HYPOTHESES = ["The cat sat on a mat.", "", "It rained — all day", "Donaudampfschifffahrtskapitän!"]
REFERENCES = ["The cat sat on the mat.", "It rained all day.", ""]


def one_by_one(hypotheses: Any, references: Any, metric: Any) -> list[list[float]]:
    return [
        [metric.sentence_score(hypothesis, [reference]).value for reference in references]
        for hypothesis in hypotheses
    ]


@examples(0.3)
@given(corpora(), settings())
def test_scores_equal_sentence_scores(corpus: Corpus, chosen: oracle.Settings) -> None:
    metric = truebleu_metric(chosen)
    references = [text for texts in corpus.references for text in texts if text is not None]
    scores = pairwise(corpus.hypotheses, references, metric, threads=2)
    assert scores.tolist() == one_by_one(corpus.hypotheses, references, metric)


@pytest.mark.parametrize(
    "metric",
    [
        BLEU(lowercase=True, tokenizer="intl"),
        BLEU(tokenizer=str.split),
        BLEU(tokenizer=str.split, lowercase="references-after"),
        BLEU(lowercase="references-after"),
        ROUGE("L"),
        ROUGE(2),
        BLEU(convention="nltk"),
        CHRF(),
        CHRF(word_order=2, lowercase=True),
        TER(),
        GLEU(),
    ],
    ids=repr,
)
def test_every_metric_has_a_matrix(metric: Any) -> None:
    scores = pairwise(HYPOTHESES, REFERENCES, metric)
    assert scores.dtype == np.float64
    assert scores.flags.c_contiguous
    assert scores.tolist() == one_by_one(HYPOTHESES, REFERENCES, metric)
    narrow = pairwise(HYPOTHESES, REFERENCES, metric, dtype="float32")
    assert narrow.dtype == np.float32
    assert np.array_equal(narrow, scores.astype(np.float32))


def test_lists_of_tokens_and_ids() -> None:
    words = [["a", "b", "c"], ["donaudampfschifffahrt", "b"]], [["a", "b"], ["b"], ["c", "a", "b"]]
    ids = [[1, 2, 3], [10**15, 2]], [[1, 2], [2], [3, 1, 2]]
    metric = BLEU(lowercase=True)
    assert pairwise(*words, metric).tolist() == one_by_one(*words, metric)
    assert pairwise(*ids).tolist() == pairwise(*words).tolist()


def test_the_number_of_threads_changes_nothing() -> None:
    hypotheses = [f"w{i % 7} w{i % 5} w{i % 3} w{i}" for i in range(70)]
    references = [f"w{i % 4} w{i % 6} w{i}" for i in range(45)]
    expected = pairwise(hypotheses, references, threads=1)
    assert expected.shape == (70, 45)
    assert np.array_equal(pairwise(hypotheses, references, threads=7), expected)


def test_empty_lists_have_no_scores() -> None:
    assert pairwise([], ["a"]).shape == (0, 1)
    assert pairwise(["a"], []).shape == (1, 0)


@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        (["a", None], ["a"], "hypothesis 2"),
        (["a"], ["a", 3], "reference 2"),
        (["a", "\ud800"], ["a"], "hypothesis 2"),
        ("a b", ["a"], "hypotheses"),
        (["a"], "a b", "references"),
        ([["a"]], ["a"], "reference 1"),
        (["a"], [["a"]], "reference 1"),
    ],
)
def test_wrong_texts_are_named(hypotheses: Any, references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pairwise(hypotheses, references)


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="dtype"):
        pairwise(["a"], ["a"], dtype="float16")  # type: ignore[arg-type]  # that is the mistake
    with pytest.raises(ConfigurationError, match="Pass the metric itself"):
        pairwise(["a"], ["a"], "bleu")  # type: ignore[arg-type]  # that is the mistake
    with pytest.raises(InputError, match="segment 1 has no score"):
        pairwise(["a"], ["a b c"], BLEU(convention="nltk", smoothing="method6"))


def test_a_python_tokenizer_reads_each_text_once() -> None:
    texts: list[str] = []

    def tokenize(text: str) -> list[str]:
        texts.append(text)
        return text.split()

    pairwise(["a b"] * 10, ["a c"] * 10, BLEU(tokenizer=tokenize))
    assert len(texts) == 20
