"""The evaluator that the adapters use, and the adapters that need no package."""

from __future__ import annotations

import json
from math import fsum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebleu import (
    BLEU,
    CHRF,
    GLEU,
    ROUGE,
    TER,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    InvalidUnicode,
    LengthMismatch,
    References,
)
from truebleu.integrations.evaluator import Evaluator, field_of

TEXT, NEAR = "It rained all day.", "It rained."
METRICS = [BLEU(), BLEU(scale=1), BLEU(convention="coco"), CHRF(), TER(), GLEU(), ROUGE("L")]


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_a_sample_has_its_sentence_score(metric: Any) -> None:
    judgment = Evaluator(metric).judge(NEAR, [TEXT, "It rained a lot."])
    score = metric.sentence_score(NEAR, [TEXT, "It rained a lot."])
    assert judgment.value == min(1.0, score.value / metric.scale)
    assert judgment.score == score
    assert judgment.name == metric.name.lower()
    assert judgment.passed is None
    assert judgment.reason.startswith(f"Sentence {score.metric} ")
    assert judgment.reason.endswith(".")
    assert "nrefs:2" in judgment.signature
    stored = json.loads(json.dumps(judgment.to_dict()))
    assert (stored["value"], stored["statistics"]) == (judgment.value, judgment.statistics)


@given(
    st.lists(
        st.tuples(
            st.text("ab ", max_size=20),
            st.lists(st.text("ab ", max_size=20), min_size=1, max_size=3),
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(METRICS),
)
def test_stored_statistics_give_the_corpus_score(
    samples: list[tuple[str, list[str]]], metric: Any
) -> None:
    evaluator = Evaluator(metric)
    parts = [evaluator.judge(*sample).statistics for sample in samples]
    data = evaluator.judge_statistics(json.loads(json.dumps(parts)))
    outputs, references = [text for text, _ in samples], [group for _, group in samples]
    score = metric.corpus_score(outputs, References.per_segment(references))
    assert data.score == score
    assert data.value == min(1.0, score.value / metric.scale)
    assert data.name == f"corpus_{metric.name.lower()}"
    assert data == evaluator.judge_corpus(outputs, references)


@pytest.mark.parametrize("metric", METRICS, ids=repr)
def test_a_corpus_names_the_mean_if_it_differs(metric: Any) -> None:
    outputs, references = [NEAR, TEXT, "Snow fell on a hill."], [TEXT, TEXT, "Snow fell on hills."]
    values = [metric.sentence_score(*pair).value for pair in zip(outputs, references, strict=True)]
    result = Evaluator(metric).judge_corpus(outputs, references)
    mean = f"{fsum(values) / 3:.{metric.decimals}f}"
    corpus = f"{result.score.value:.{metric.decimals}f}"
    assert f" {corpus} " in result.reason
    assert (f"the mean of the sentence scores, {mean}, is not corpus" in result.reason) == (
        corpus != mean
    )
    assert result.reason.endswith(str(result.score.signature))


def test_scores_are_between_0_and_1() -> None:
    assert Evaluator(TER()).judge("one two three", "one").value == 1.0
    assert Evaluator(BLEU()).judge(TEXT, TEXT).value == 1.0


def test_thresholds() -> None:
    assert Evaluator(threshold=0.3).judge(NEAR, TEXT).passed is True
    assert Evaluator(threshold=1).judge(TEXT, TEXT).passed is True
    assert Evaluator(threshold=0.5).judge(NEAR, TEXT).passed is False
    assert Evaluator(threshold=np.float32(0.5)).threshold == 0.5
    assert Evaluator(TER(), threshold=0.8).judge(NEAR, TEXT).passed is True
    assert Evaluator(TER(), threshold=0).judge(NEAR, TEXT).passed is False
    with pytest.raises(ConfigurationError, match="threshold=1 is invalid for TER"):
        Evaluator(TER(), threshold=1)
    for wrong in (-0.1, 1.1, float("nan"), "0.5", True):
        with pytest.raises(ConfigurationError, match="threshold"):
            Evaluator(threshold=wrong)  # type: ignore[arg-type]


def test_outputs_may_be_messages_with_reasoning() -> None:
    evaluator = Evaluator(extract=lambda text: text.rpartition("</think>")[2], name="answer")
    messages = [{"role": "assistant", "content": f"<think>{TEXT}</think>{NEAR}"}]
    judgment = evaluator.judge(messages, NEAR)
    assert (judgment.name, judgment.value) == ("answer", 1.0)


@pytest.mark.parametrize(
    "references",
    [
        iter([TEXT, NEAR]),
        References.per_segment([[TEXT, NEAR]]),
        References.streams([[TEXT], [NEAR]]),
    ],
)
def test_other_forms_of_references(references: Any) -> None:
    assert Evaluator().judge(NEAR, references) == Evaluator().judge(NEAR, [TEXT, NEAR])


@pytest.mark.parametrize(
    ("references", "message"),
    [
        (None, "the sample has no reference"),
        ([], "references is empty"),
        ([None], "reference 1 of 1 is None"),
        (5, "references is of type int, not a list"),
        ([5], "the reference is a number, 5"),
    ],
)
def test_wrong_references(references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Evaluator().judge(NEAR, references)


def test_wrong_samples_are_named() -> None:
    with pytest.raises(InputError, match=r"^sample 2: output is None") as caught:
        Evaluator().judge_corpus([NEAR, None], [TEXT, TEXT])
    assert caught.value.segment == 2
    with pytest.raises(InputError, match=r"^sample 2: "):
        Evaluator().judge_corpus([NEAR, NEAR], [TEXT, None])
    with pytest.raises(LengthMismatch, match=r"references has 1\. Pass one per output\."):
        Evaluator().judge_corpus([NEAR, NEAR], [TEXT])
    with pytest.raises(InvalidUnicode, match=r"^sample 1: "):
        Evaluator().judge_corpus(["\ud800"], [TEXT])
    with pytest.raises(EmptyCorpus):
        Evaluator().judge_corpus([], [])
    part = Evaluator(CHRF()).judge(NEAR, TEXT).statistics
    with pytest.raises(InputError, match=r"^sample 1: counted by chrF"):
        Evaluator().judge_statistics([part])


@pytest.mark.parametrize("part", [5, "text", None, [1, 2], {}], ids=repr)
def test_samples_that_are_not_statistics_are_refused(part: Any) -> None:
    good = Evaluator().judge(NEAR, TEXT).statistics
    with pytest.raises(InputError, match=r"^sample 2: not truebleu-statistics/1"):
        Evaluator().judge_statistics([good, part])


def test_statistics_of_several_samples_are_a_list() -> None:
    with pytest.raises(InputError, match="statistics is None, not a list"):
        Evaluator().judge_statistics(None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="statistics is of type dict, a mapping"):
        Evaluator().judge_statistics(Evaluator().judge(NEAR, TEXT).statistics)  # type: ignore[arg-type]


def test_metrics_without_additive_rows_are_refused_before_the_run() -> None:
    with pytest.raises(ConfigurationError, match="last segment"):
        Evaluator(BLEU(convention="nltk", smoothing="method5"))
    with pytest.raises(ConfigurationError, match="is a name"):
        Evaluator("bleu")  # type: ignore[arg-type]


def test_fields() -> None:
    assert field_of({"answer": TEXT}, "answer") == TEXT
    with pytest.raises(InputError, match="Did you mean 'answer'"):
        field_of({"answer": TEXT}, "anwser")
    with pytest.raises(InputError, match="the output has no field 'x'"):
        field_of({}, "x", "the output")
    with pytest.raises(InputError, match=r"^the field 'answer' of a document is None"):
        field_of({"answer": None}, "answer", "a document")


def test_repr() -> None:
    assert repr(Evaluator()) == "Evaluator(BLEU(), name='bleu')"


def test_texts_may_be_fields_of_mappings() -> None:
    evaluator = Evaluator(output="text", references="answers")
    judgment = evaluator.judge({"text": NEAR}, {"answers": [TEXT, NEAR], "id": 1})
    assert judgment.value == 1.0
    assert evaluator.judge(NEAR, NEAR).value == 1.0
    with pytest.raises(InputError, match=r"output has no field .text.\. It has answer"):
        evaluator.judge({"answer": NEAR}, TEXT)
    with pytest.raises(
        InputError, match=r"output is a mapping with the fields text\. Pass output="
    ):
        Evaluator().judge({"text": NEAR}, TEXT)
    with pytest.raises(InputError, match="Pass references="):
        Evaluator().judge(NEAR, {"answers": TEXT})
