"""GLEU, compared with the oracle, with recorded scores of Hugging Face and with NLTK."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases.golden import read
from tests.oracle import gleu as oracle
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import BLEU, GLEU, ConfigurationError, InvalidSignature, References
from truebleu.metrics import conventions

WORDS = st.lists(st.sampled_from("abcde"), max_size=9)
CORPORA = st.lists(
    st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=5
)


@pytest.mark.parametrize(
    ("tool", "name", "settings"),
    [
        ("hf_evaluate", "hf_evaluate.google_bleu", {}),
        ("nltk", "nltk.corpus_gleu", {"tokenizer": "none"}),
    ],
)
def test_recorded_scores(tool: str, name: str, settings: dict[str, Any]) -> None:
    inputs, metric = read("golden/inputs"), GLEU(**settings)
    recorded = read(f"golden/tools/{tool}")[name]
    assert len(recorded) == 19
    for case, value in recorded.items():
        hypotheses, references = inputs[case]["hypotheses"], inputs[case]["references"]
        corpus = value["corpus"]
        expected = corpus["google_bleu"] if isinstance(corpus, dict) else corpus
        score = metric.corpus_score(hypotheses, References.per_segment(references))
        assert score.value == expected, case
        sentences = [
            metric.sentence_score(hypothesis, segment_references).value
            for hypothesis, segment_references in zip(hypotheses, references, strict=True)
        ]
        assert sentences == value["sentences"], case


@examples(1.0)
@given(CORPORA, st.integers(1, 3), st.integers(0, 3))
def test_rows_equal_the_oracles(corpus: Any, shortest: int, more: int) -> None:
    metric = GLEU(min_order=shortest, max_order=shortest + more)
    orders = range(shortest, shortest + more + 1)
    references = References.per_segment([references for _, references in corpus])
    rows = metric.statistics([hypothesis for hypothesis, _ in corpus], references)
    expected = [oracle.row(hypothesis, references, orders) for hypothesis, references in corpus]
    assert metric.layout.names == ("matches", "ngrams")
    assert [tuple(row) for row in rows.tolist()] == expected
    scores = [metric.sentence_score(*segment).value for segment in corpus]
    assert scores == [float(oracle.share(row)) for row in expected]


@pytest.mark.peer
@examples(4.0)
@given(CORPORA, st.integers(1, 3), st.integers(0, 3))
def test_scores_equal_nltk(corpus: Any, shortest: int, more: int) -> None:
    gleu = require_module("nltk.translate.gleu_score")
    metric = GLEU(tokenizer="none", min_order=shortest, max_order=shortest + more)
    hypotheses = [hypothesis for hypothesis, _ in corpus]
    references = [each for _, each in corpus]
    expected = gleu.corpus_gleu(references, hypotheses, shortest, shortest + more)
    score = metric.corpus_score(hypotheses, References.per_segment(references))
    assert score.value == expected
    rows = metric.statistics(hypotheses, References.per_segment(references))
    assert metric.score(rows).value == expected


def test_a_metric_is_a_value_and_its_signature_rebuilds_it() -> None:
    metric = GLEU(tokenizer="intl", lowercase=True, min_order=2, max_order=5, scale=100)
    assert pickle.loads(pickle.dumps(metric)) == metric
    assert GLEU.from_signature(metric.signature(references=2)) == metric
    assert str(GLEU().signature(references=1)).rpartition("|")[0] == (
        "nrefs:1|case:mixed|tok:13a|min:1|max:4|scale:1"
    )


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ConfigurationError, match="min_order=5 is greater than max_order=4"):
        GLEU(min_order=5)
    with pytest.raises(ConfigurationError, match="Use an integer from 1"):
        GLEU(max_order=0)
    with pytest.raises(InvalidSignature, match="not to GLEU"):
        GLEU.from_signature("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0")


def test_the_convention_creates_the_metric() -> None:
    metric = conventions.metric("google-bleu")
    assert metric == GLEU()
    assert pickle.loads(pickle.dumps(metric)) == metric
    changed = conventions.metric(
        "google-bleu", tokenizer="char", lowercase=True, max_ngram_order=2, scale=100, weights=None
    )
    assert changed == GLEU(tokenizer="char", lowercase=True, max_order=2, scale=100)
    assert conventions.metric("nltk", scale=100) == BLEU(convention="nltk", scale=100)
    with pytest.raises(ConfigurationError) as refused:
        BLEU(convention="google-bleu")
    assert str(refused.value) == (
        "convention='google-bleu' is GLEU, not BLEU. Use conventions.metric('google-bleu') from "
        "truebleu.metrics."
    )


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"smoothing": "exp"}, "smoothing='exp' is not supported with convention 'google-bleu'"),
        ({"weights": (1, 1)}, "whose metric is GLEU. Leave it out, or choose from: tokenizer"),
        ({"effective_order": False}, "effective_order=False is not supported"),
        ({"min_order": 2}, "min_order=2 is not supported"),
        ({"scale": 3}, "scale=3"),
    ],
)
def test_unsupported_settings_of_the_convention(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        conventions.metric("google-bleu", **settings)


def test_wrong_arguments_of_a_convention() -> None:
    with pytest.raises(TypeError, match="'color'"):
        conventions.metric("google-bleu", color=1)
    with pytest.raises(ConfigurationError, match="the convention as its first argument only"):
        conventions.metric("nltk", convention="sacrebleu")
