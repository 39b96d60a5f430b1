"""Scores recorded from LLM evaluation platforms, compared with their presets.

Where a platform tokenizes by NLTK, the cases have tokens. promptfoo has no recorded scores: its
presets follow its source, and are compared with its formula in this file.
"""

from __future__ import annotations

import json
import math
import random
import warnings
from collections import Counter
from typing import Any

import pytest

from tests.cases.golden import read
from tests.requirements import require_module
from truebleu import BLEU, References
from truebleu.metrics.conventions import CONVENTIONS

RECORDED: dict[str, Any] = read("golden/tools/platforms")


@pytest.mark.parametrize("name", ["deepeval", "helm", "lighteval", "opik", "azure", "mlflow"])
def test_sentences(name: str) -> None:
    cases = [case for case in RECORDED["sentences"] if case["convention"] == name]
    assert len(cases) >= 25
    for case in cases:
        for settings, expected in case["values"].items():
            metric = BLEU(convention=name, **json.loads(settings))
            score = metric.sentence_score(case["hypothesis"], case["references"])
            assert score.value == expected, (settings, case)


def test_corpora() -> None:
    assert {case["convention"] for case in RECORDED["corpora"]} == {"opik", "mlflow"}
    for case in RECORDED["corpora"]:
        metric = BLEU(convention=case["convention"], **case["settings"])
        score = metric.corpus_score(case["hypotheses"], References.per_segment(case["references"]))
        assert score.value == case["value"], case


def promptfoo(hypothesis: str, reference: str, *, inverted: bool) -> float:
    """Return BLEU by promptfoo's formula, with or without its inverted brevity penalty."""
    words, others = hypothesis.lower().split(), reference.lower().split()
    precisions = []
    for order in range(1, 5):
        ours, theirs = (
            Counter(zip(*(text[n:] for n in range(order)), strict=False))
            for text in (words, others)
        )
        if ours:
            precisions.append((ours & theirs).total() / ours.total())
        elif inverted:
            precisions.append(0.0)
    c, r = len(words), len(others)
    penalty = math.exp(1 - (c / r if inverted else r / c))
    mean = sum(math.log(p or 1e-7) / len(precisions) for p in precisions)
    longer = c > r if inverted else c >= r
    return (1 if longer else penalty) * math.exp(mean)


@pytest.mark.parametrize(("name", "inverted"), [("promptfoo", False), ("promptfoo-2026-05", True)])
@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [
        ("The cat sat on the mat", "the cat sat on the mat"),
        ("the cat sat on", "The cat sat on the mat today"),
        ("a cat", "a cat sat there"),
        ("a dog sat over there now", "the cat"),
        ("nothing", "at all"),
    ],
)
def test_promptfoo(name: str, inverted: bool, hypothesis: str, reference: str) -> None:
    value = BLEU(convention=name).sentence_score(hypothesis, reference).value
    assert value == pytest.approx(promptfoo(hypothesis, reference, inverted=inverted), rel=1e-14)


def test_the_inverted_penalty_rewards_short_text() -> None:
    short, long = "a b c d", "a b c d e f g h"
    assert BLEU(convention="promptfoo-2026-05").sentence_score(short, long).value > 1
    assert BLEU(convention="promptfoo").sentence_score(short, long).value < 1
    for name in ("promptfoo", "promptfoo-2026-05"):
        assert "ot compared with recorded" in CONVENTIONS[name].summary


@pytest.mark.parametrize("name", ["deepeval", "helm", "lighteval"])
def test_only_the_highest_order_counts(name: str) -> None:
    metric = BLEU(convention=name)
    assert list(metric.weights or ()) == [0, 0, 0, 1]
    bigrams = BLEU(convention=name, max_ngram_order=2)
    assert list(bigrams.weights or ()) == [0, 1]
    assert bigrams.sentence_score(["a", "b", "c"], [["a", "b", "d"]]).value == pytest.approx(1 / 2)
    equal = BLEU(convention=name, weights=[0.5, 0.5])
    for metric_of_order in (metric, bigrams, equal):
        assert BLEU.from_signature(metric_of_order.signature()) == metric_of_order


def test_opik_cuts_weights_to_the_length_of_the_text() -> None:
    """Weights of orders longer than the text are dropped, and the others divided by their sum.

    The expected numbers are those of Opik 2.2.122 (SentenceBLEU).
    """
    metric = BLEU(convention="opik", weights=[0.4, 0.3, 0.2, 0.1])
    cases = [
        ("e a c", "d d f d b a d a", 0.02559900499326665),
        ("the cat", "the cat sat on the mat", 0.1353352832366127),
        ("a dog sat", "the cat sat", 0.13553367723878287),
        ("Paris", "Paris France", 0.36787944117144233),
    ]
    for hypothesis, reference, expected in cases:
        assert metric.sentence_score(hypothesis, reference).value == pytest.approx(
            expected, rel=1e-14
        )


@pytest.mark.parametrize(
    ("smoothing", "uniform", "weighted"),
    [
        ("floor", 0.2446042588663994, 0.33285502946546086),
        ("method4", 0.28665229523809604, 0.3699838179541058),
        ("method7", 0.43868266810530165, 0.5212015405179935),
    ],
)
def test_opik_corpus_of_short_outputs(smoothing: str, uniform: float, weighted: float) -> None:
    """The expected numbers are those of Opik 2.2.122 (CorpusBLEU), which cuts its four weights."""
    texts = ["the cat", "a dog sat"], ["the cat sat", "the dog sat"]
    settings: Any = {"convention": "opik", "average": "micro", "smoothing": smoothing}
    assert BLEU(**settings).corpus_score(*texts).value == uniform
    metric = BLEU(**settings, weights=[0.4, 0.3, 0.2, 0.1])
    assert metric.corpus_score(*texts).value == weighted


def opik(
    hypotheses: list[str], references: list[list[str]], method: str, weights: list[float]
) -> float:
    """Return BLEU by the formula of Opik 2.2.122 (CorpusBLEU)."""
    nltk = require_module("nltk.translate.bleu_score")
    texts = [text.lower().split() for text in hypotheses]
    used = weights[: max(len(text) for text in texts)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value: float = nltk.corpus_bleu(
            [[text.lower().split() for text in several] for several in references],
            texts,
            weights=tuple(weight / sum(used) for weight in used),
            smoothing_function=getattr(nltk.SmoothingFunction(), method),
        )
    return value


@pytest.mark.parametrize("smoothing", [f"method{number}" for number in (0, 1, 2, 3, 4, 5, 7)])
def test_opik_formula(smoothing: str) -> None:
    draw = random.Random(smoothing)

    def text() -> str:
        return " ".join(draw.choices("abcd", k=draw.randint(1, draw.choice([1, 3, 6]))))

    for _ in range(300):
        hypotheses = [text() for _ in range(draw.randint(1, 3))]
        references = [[text() for _ in range(draw.randint(1, 2))] for _ in hypotheses]
        order = draw.randint(1, 5)
        expected = opik(hypotheses, references, smoothing, [1 / order] * order)
        settings: Any = {
            "convention": "opik", "smoothing": smoothing, "max_ngram_order": order
        }  # fmt: skip
        metric = BLEU(**settings, average="micro")
        texts = hypotheses, References.per_segment(references)
        assert metric.corpus_score(*texts).value == expected, texts
        if len(hypotheses) == 1:
            assert BLEU(**settings).corpus_score(*texts).value == expected, texts


def test_opik_leaves_out_orders_of_no_text() -> None:
    metric = BLEU(convention="opik", average="micro")
    score = metric.corpus_score(["the cat", "a dog sat"], ["the cat sat", "the dog sat"])
    assert score.precisions[3] == 0.0
    assert [factor.weight for factor in score.explain().factors[1:5]] == [1 / 3] * 3 + [0]
