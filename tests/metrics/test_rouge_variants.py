"""Several variants of ROUGE in one pass: scores equal those of each variant alone."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from truebleu import (
    ROUGE,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    References,
    ROUGEVariants,
    UnknownSetting,
)

ALL = (*map(str, range(1, 10)), "L", "Lsum")
HYPOTHESES = ["the cats sat on the mat", "it rained", "", "Flying planes\nland here", "ties\n\nx"]
REFERENCES = [
    ["a cat sat on a mat", "the cats"],
    ["it rained all day"],
    ["x"],
    ["planes fly\nhere they land", "flying planes land here", "\n"],
    ["tie"],
]
SETTINGS: list[dict[str, Any]] = [
    {},
    {"stem": True},
    {"tokenizer": "13a", "scale": 100},
    {"tokenizer": str.split, "stem": True},
    {"tokenizer": "words", "lowercase": False},
]


def each(settings: dict[str, Any]) -> dict[str, ROUGE]:
    return {variant: ROUGE(variant, **settings) for variant in ALL}


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("threads", [1, 2])
def test_segment_scores_equal_those_of_each_variant(settings: dict[str, Any], threads: int) -> None:
    references = References.per_segment(REFERENCES)
    together = ROUGEVariants(ALL, **settings)
    result = together.segment_scores(HYPOTHESES, references, threads=threads)
    assert list(result) == [*ALL]
    for variant, metric in each(settings).items():
        rates = result[variant]
        scores = list(map(metric.sentence_score, HYPOTHESES, REFERENCES))
        assert rates.precision.tolist() == [score.precision for score in scores]
        assert rates.recall.tolist() == [score.recall for score in scores]
        assert rates.fmeasure.tolist() == [score.value for score in scores]
        assert rates.fmeasure.dtype == np.float64


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_scores_equal_those_of_each_variant(settings: dict[str, Any]) -> None:
    references = References.per_segment(REFERENCES)
    together, alone = ROUGEVariants(ALL, **settings), each(settings)
    assert together.corpus_score(HYPOTHESES, references) == {
        variant: metric.corpus_score(HYPOTHESES, references) for variant, metric in alone.items()
    }
    for hypothesis, texts in zip(HYPOTHESES, REFERENCES, strict=True):
        assert together.sentence_score(hypothesis, texts) == {
            variant: metric.sentence_score(hypothesis, texts) for variant, metric in alone.items()
        }


def test_lists_of_tokens() -> None:
    hypotheses, references = [["a", "b", "\n", "c"]], [["a", "c", "\n", "b"]]
    scores = ROUGEVariants(["2", "Lsum"]).segment_scores(hypotheses, references)
    for variant, rates in scores.items():
        alone = ROUGE(variant).segment_scores(hypotheses, references)
        assert rates.fmeasure.tolist() == alone.tolist()
    ids = ROUGEVariants(["1", "L"]).segment_scores([[1, 2, 3]], [[2, 3, 4]])
    assert [rates.fmeasure.round(4).tolist() for rates in ids.values()] == [[0.6667], [0.6667]]


def test_keys_are_the_variants_as_passed() -> None:
    rouge = ROUGEVariants(["rougeL", 1])
    assert list(rouge.sentence_score("a b", "a")) == ["rougeL", 1]
    assert rouge.metrics[1] == ROUGE("1")


def test_metrics_are_values() -> None:
    rouge = ROUGEVariants(["1", "Lsum"], stem=True)
    again = pickle.loads(pickle.dumps(rouge))
    assert again == rouge == ROUGEVariants(**rouge.settings())
    assert hash(again) == hash(rouge)
    assert rouge != ROUGEVariants(["1", "Lsum"])
    assert rouge != ROUGEVariants(["Lsum", "1"], stem=True)
    assert repr(rouge) == "ROUGEVariants(['1', 'Lsum'], stem=True)"
    with pytest.raises(AttributeError, match="cannot be changed"):
        rouge.metrics = {}
    with pytest.raises(TypeError):
        rouge.metrics["2"] = ROUGE("2")  # type: ignore[index]


def test_without_segments() -> None:
    scores = ROUGEVariants(["1", "L"]).segment_scores([], [])
    assert [rates.recall.shape for rates in scores.values()] == [(0,), (0,)]
    with pytest.raises(EmptyCorpus):
        ROUGEVariants().corpus_score([], [])


@pytest.mark.parametrize(
    ("arguments", "settings", "message"),
    [
        (["L"], {}, r"variants='L' is not a list\. Pass a list"),
        ([1], {}, r"variants=1 is not a list"),
        ([{"L"}], {}, r"variants=\{'L'\} is not a list"),  # a set has no order
        ([[]], {}, "variants is empty"),
        ([["1", "rouge1"]], {}, r"'rouge1' is repeated\. Pass each once"),
        ([["1", "l", "x"]], {}, r"unknown variant 'x'\. Choose from: 1, 2"),
        ([["1"]], {"sentences": "punkt"}, "only the variant 'Lsum' looks at sentences"),
        ([["Lsum"]], {"sentences": "words"}, "unknown sentences 'words'"),
        ([["1"]], {"stem": True, "lowercase": False}, "requires lowercase text"),
    ],
)
def test_wrong_settings(arguments: list[Any], settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        ROUGEVariants(*arguments, **settings)


def test_rouge_of_a_list_is_all_of_its_variants() -> None:
    rouge: Any = ROUGE
    assert rouge(["1", "Lsum"], stem=True) == ROUGEVariants(["1", "Lsum"], stem=True)
    assert rouge(variant=("L",)) == ROUGEVariants(["L"])
    with pytest.raises(ConfigurationError, match="variants is empty"):
        rouge([])


def test_wrong_calls_name_the_right_one() -> None:
    with pytest.raises(UnknownSetting, match="stem=True"):
        ROUGEVariants(["1"], use_stemmer=True)  # type: ignore[call-arg]


def test_wrong_texts_are_refused() -> None:
    rouge = ROUGEVariants(["1", "Lsum"])
    with pytest.raises(InputError, match="segment 2"):
        rouge.segment_scores(["a", None], ["a", "b"])
    with pytest.raises(InputError, match="segment 2"):
        rouge.corpus_score(["a", "\ud800"], ["a", "b"])
    with pytest.raises(InputError, match="references is empty"):
        rouge.sentence_score("a", [])
