"""Adapters for trainers, called as the trainers' documentation says, without their packages."""

from __future__ import annotations

import asyncio
import pickle
import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.generators.plain import news
from truebleu import (
    BLEU,
    CHRF,
    ConfigurationError,
    InputError,
    LengthMismatch,
    References,
)
from truebleu.integrations.lm_eval import CorpusMetric
from truebleu.integrations.rewards.answers import text_of
from truebleu.integrations.transformers import compute_metrics
from truebleu.integrations.trl import reward_function as trl_reward
from truebleu.integrations.verifiers import rubric_function, task_reward
from truebleu.integrations.verl import compute_score, compute_scores
from truebleu.integrations.verl import reward_function as verl_reward

TEXT, NEAR = "It rained all day.", "It rained."
SCORE = BLEU().sentence_score(NEAR, TEXT).value / 100


def assistant_message(text: Any) -> list[dict[str, Any]]:
    return [{"role": "assistant", "content": text}]


def text_after_thinking(text: str) -> str:
    return text.rpartition("</think>")[2]


def test_texts_of_completions() -> None:
    parts = [{"type": "image"}, {"type": "text", "text": NEAR[:4]}, NEAR[4:]]
    several = [
        *assistant_message("no"),
        {"role": "tool", "content": "42"},
        *assistant_message(NEAR),
    ]
    as_object = [SimpleNamespace(role="assistant", content=NEAR)]
    for completion in (
        NEAR,
        assistant_message(NEAR),
        assistant_message(parts),
        several,
        as_object,
        [*several, several[1]],
    ):
        assert text_of(completion) == NEAR
    assert [text_of(each) for each in ("", [], assistant_message(None), assistant_message([]))] == [
        ""
    ] * 4
    user = [{"role": "user", "content": "a"}]
    wrong: Any
    for wrong in (5, None, ["a"], [5], [["a"]], [assistant_message("a")], [None], [{}], user):
        with pytest.raises(InputError, match=rf"^the completion is {re.escape(repr(wrong))}\. "):
            text_of(wrong)
    with pytest.raises(InputError, match="the content of a message is of type int"):
        text_of(assistant_message(5))


def test_trl() -> None:
    reward = pickle.loads(pickle.dumps(trl_reward(extract=text_after_thinking)))
    completions = [
        assistant_message(f"<think>{TEXT}</think>{NEAR}"),
        TEXT,
        "",
        assistant_message(None),
    ]
    columns: dict[str, Any] = {
        "references": [TEXT, [NEAR, TEXT], TEXT, [TEXT]],
        "completion_ids": [[1]] * 4,
    }
    result = reward(prompts=["?"] * 4, completions=completions, trainer_state=None, **columns)
    assert result == [SCORE, 1.0, 0.0, 0.0]
    assert reward.__name__ == "bleu"
    columns["references"][1] = None
    assert reward(prompts=[], completions=completions, **columns) == [SCORE, None, 0.0, 0.0]
    for wrong in ([TEXT, None], [*columns["references"], None]):
        with pytest.raises(LengthMismatch, match=f"column 'references' has {len(wrong)}"):
            reward(prompts=[], completions=completions, references=wrong)
    with pytest.raises(InputError, match="Did you mean 'reference'") as caught:
        reward(prompts=["?"], completions=[TEXT], reference=[TEXT], completion_ids=[[1]])
    assert "completion_ids" not in str(caught.value)
    assert trl_reward(CHRF(), name="close").__name__ == "close"
    with pytest.raises(ConfigurationError, match="extract"):
        trl_reward(extract=5)  # type: ignore[arg-type]


def test_trl_reads_arrays_of_references_and_refuses_other_completions() -> None:
    reward = trl_reward(references="answer")
    answers = [np.array([TEXT, "x"]), np.array([TEXT, "y"])]
    assert reward(completions=[TEXT, TEXT], answer=answers) == [1.0, 1.0]
    assert reward(completions=[TEXT, TEXT], answer=[None, answers[0]]) == [None, 1.0]
    with pytest.raises(InputError, match="completions is a str"):
        reward(completions="ab", answer=["a", "b"])
    with pytest.raises(InputError, match=r"^completion 2 is \[\['a'\]\]\. Pass"):
        reward(completions=["a", [["a"]]], answer=["a", "a"])
    with pytest.raises(InputError, match="column 'answer' is None, not a list"):
        reward(completions=["a"], answer=None)


def test_the_repr_of_adapters() -> None:
    assert repr(trl_reward(references="answer")).endswith("(BLEU(), references='answer')")


def test_verl() -> None:
    result = compute_score(data_source="x", solution_str=NEAR, ground_truth=TEXT, extra_info=None)
    assert result == SCORE
    assert compute_score("x", NEAR, np.array([NEAR, TEXT], dtype=object)) == 1.0
    assert compute_score("x", NEAR, TEXT, {"index": 3}, reward_router_address=None) == SCORE
    arguments: dict[str, Any] = {
        "data_sources": ["x"] * 2,
        "solution_strs": [NEAR, ""],
        "ground_truths": [TEXT, [TEXT]],
    }
    assert compute_scores(**arguments, extra_infos=[None] * 2) == [SCORE, 0.0]
    with pytest.raises(InputError, match=r"^completion 1 is None"):
        compute_scores(solution_strs=[None], ground_truths=[TEXT])
    chrf = verl_reward(CHRF(), extract=text_after_thinking, scale=None)
    assert chrf("x", f"hm</think>{NEAR}", TEXT) == CHRF().sentence_score(NEAR, TEXT).value
    with pytest.raises(InputError, match="has no reference"):
        compute_score("x", NEAR, None)


def test_verifiers() -> None:
    reward = rubric_function()
    state = {"prompt": "?", "state": {}, "task": "t"}
    assert reward(completion=assistant_message(NEAR), answer=TEXT, info={}, **state) == SCORE
    by_info = rubric_function(references="translations")
    assert by_info(completion=NEAR, answer="", info={"translations": [TEXT]}) == SCORE
    assert by_info(completion=NEAR, translations=TEXT) == SCORE
    with pytest.raises(InputError, match="'translations'"):
        by_info(completion=NEAR, answer=TEXT)
    task, trace = SimpleNamespace(answer=TEXT), SimpleNamespace(last_reply=NEAR)
    assert asyncio.run(task_reward(name="close")(task, trace)) == SCORE
    with pytest.raises(InputError, match="'references'"):
        asyncio.run(task_reward(references="references")(task, trace))


def test_lm_eval() -> None:
    corpus = news(seed=9, segments=60)
    metric = CorpusMetric(references="target", resamples=2000, threads=1)
    documents = [{"target": texts} for texts in corpus.references]
    result = [
        metric.process_results(document, [text])
        for document, text in zip(documents, corpus.hypotheses, strict=True)
    ]
    rows = [each["bleu"] for each in result]
    assert rows == [each["bleu_stderr"] for each in result]
    references = References.per_segment(corpus.references)
    assert metric.score(rows) == BLEU().corpus_score(corpus.hypotheses, references).value
    error = metric.standard_error(rows)
    assert error == CorpusMetric(references="target", resamples=2000).standard_error(rows)
    generator = np.random.default_rng(1)
    table = np.array(rows)
    picks = generator.integers(0, 60, (400, 60))
    plain = np.std([BLEU().score(table[pick]).value for pick in picks], ddof=1)
    assert error == pytest.approx(plain, rel=0.2)
    assert metric.standard_error(rows[:1]) == 0.0
    with pytest.raises(InputError, match="Did you mean 'target'"):
        CorpusMetric(references="targets").process_results(documents[0], ["a"])
    by_function = CorpusMetric(CHRF(), references=lambda document: document["target"], name="c")
    assert set(by_function.process_results(documents[0], ["a"])) == {"c", "c_stderr"}
    for wrong, message in (
        ({"resamples": 1}, "resamples=1 is out of range"),
        ({"seed": -1}, "seed=-1 is out of range"),
        ({"metric": BLEU(smoothing="method5", convention="nltk")}, "depends on the last segment"),
    ):
        with pytest.raises(ConfigurationError, match=message):
            CorpusMetric(**wrong)


class Words:
    """Tokenizer with the interface of transformers; token 0 is padding."""

    pad_token_id = 0
    names = ("<pad>", "It", "rained", "all", "day", ".")

    def batch_decode(self, ids: Any, *, skip_special_tokens: bool) -> list[str]:
        assert skip_special_tokens
        assert (ids >= 0).all()
        return [" " + " ".join(self.names[i] for i in row if i) for row in ids]


def prediction(predictions: Any, labels: Any) -> Any:
    return SimpleNamespace(predictions=np.array(predictions), label_ids=np.array(labels))


def test_compute_metrics_of_a_trainer() -> None:
    texts, labels = [[1, 2, 0, 0], [1, 2, 3, 5]], [[1, 2, 3, 5, -100], [1, 2, 3, 4, 5]]
    hypotheses, references = (
        ["It rained", "It rained all ."],
        ["It rained all .", "It rained all day ."],
    )
    expected = {
        "bleu": BLEU().corpus_score(hypotheses, references).value,
        "chrf": CHRF().corpus_score(hypotheses, references).value,
        "gen_len": 3.0,
    }
    compute = compute_metrics(Words(), [BLEU(), CHRF()])
    for _ in range(2):  # the texts of earlier batches are dropped
        assert compute(prediction(texts, labels)) == expected
    assert compute(prediction([[1, 2, -100, -100]], labels[:1]), compute_result=False) == {}
    assert compute(prediction(texts[1:], labels[1:]), compute_result=True) == expected
    arguments = SimpleNamespace(predictions=(np.array(texts), "logits"), label_ids=np.array(labels))
    assert compute(arguments) == expected
    single = compute_metrics(Words(), BLEU(), lengths=False)
    assert single(prediction(texts, labels)) == {"bleu": expected["bleu"]}
    named = compute_metrics(Words(), {"one": BLEU(), "two": BLEU(lowercase=True)}, lengths=False)
    assert set(named(prediction(texts, labels))) == {"one", "two"}
    with pytest.raises(InputError, match="predict_with_generate=True"):
        compute(prediction(np.zeros((2, 3, 4)), labels))
    for tokenizer, metrics, message in (
        (Words(), [BLEU(), BLEU()], "metrics has two called 'bleu'"),
        (Words(), [], "metrics is empty"),
        (Words(), [5], "metrics=5 is not a metric"),
        (Words(), 5, "metrics=5 is not a metric"),
        (Words(), "bleu", "metrics='bleu' is a name"),
        (5, None, "tokenizer=5 has no batch_decode"),
    ):
        with pytest.raises(ConfigurationError, match=message):
            compute_metrics(tokenizer, metrics)  # type: ignore[arg-type]
    bare = SimpleNamespace(batch_decode=None, pad_token_id=None)
    with pytest.raises(ConfigurationError, match=r"Set tokenizer\.pad_token"):
        compute_metrics(bare)(prediction(texts, labels))


@pytest.mark.parametrize(
    "name", ["rewards.reward", "trl", "verl", "verifiers", "lm_eval", "transformers"]
)
def test_no_module_imports_its_library(name: str) -> None:
    code = (
        f"import sys, truebleu.integrations.{name}\n"
        "print({'torch', 'trl', 'verl', 'verifiers', 'lm_eval', 'transformers', 'numpy'}"
        " & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
