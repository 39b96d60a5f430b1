"""The drop-in for MATLAB's functions, compared with the examples in MATLAB's documentation.

The toolbox's code is not public. The examples are those of the pages of bleuEvaluationScore and
extractSummary; the golden values were computed from the documented formula
(testdata/golden/tools/formula.json).
"""

from __future__ import annotations

import builtins
import math
import pickle
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from tests.profiles import examples
from tests.requirements import require_module
from truebleu import MissingDependency, TrueBleuError
from truebleu.compat.matlab import (
    bleuEvaluationScore,
    extractSummary,
    textrankScores,
    tokenizedDocument,
)

SENTENCES = [
    "The quick brown fox jumped over the lazy dog.",
    "The fox jumped over the dog.",
    "The lazy dog saw a fox jumping.",
    "There seem to be animals jumping other animals.",
    "There are quick animals and lazy animals",
]


def test_the_example_of_bleu_evaluation_score() -> None:
    require_module("networkx")
    text = [SENTENCES[1], "The fast brown fox jumped over the lazy dog.", *SENTENCES[2:]]
    documents = tokenizedDocument(text)
    summary = extractSummary(documents)
    assert repr(summary) == (
        "tokenizedDocument:\n\n   10 tokens: The fast brown fox jumped over the lazy dog ."
    )
    text = ["The quick brown animal jumped over the lazy dog.", SENTENCES[0]]
    references = tokenizedDocument(text)
    score = bleuEvaluationScore(summary, references)
    assert f"{score:.4f}" == "0.7825"
    score = bleuEvaluationScore(summary, references, "NgramWeights", [0.5, 0.5])
    assert f"{score:.4f}" == "0.8367"
    assert bleuEvaluationScore(summary, references, NgramWeights=[0.5, 0.5]) == score


def test_the_first_example_of_extract_summary() -> None:
    require_module("networkx")
    documents = tokenizedDocument(SENTENCES)
    assert extractSummary(documents) == tokenizedDocument(SENTENCES[0])
    assert len(extractSummary(documents, SummarySize=np.int64(1))) == 1
    assert repr(extractSummary(documents, "SummarySize", 3)) == (
        "3x1 tokenizedDocument:\n\n"
        "    10 tokens: The quick brown fox jumped over the lazy dog .\n"
        "     7 tokens: The fox jumped over the dog .\n"
        "     9 tokens: There seem to be animals jumping other animals ."
    )


def test_the_scores_of_the_second_example_of_extract_summary() -> None:
    require_module("networkx")
    text = [*SENTENCES[:3], "There seem to be animals jumping over other animals.", SENTENCES[4]]
    summary, scores = extractSummary(tokenizedDocument(text), "SummarySize", 3, nargout=2)
    assert summary == tokenizedDocument([text[0], text[3], text[1]])
    assert [f"{each:.4f}" for each in scores] == ["0.2426", "0.2174", "0.1911"]
    ordered = extractSummary(tokenizedDocument(text), SummarySize=3, OrderBy="position")
    assert ordered == tokenizedDocument([text[0], text[1], text[3]])


RECORDED = [
    (golden, case, weights)
    for golden, cases in read("golden/tools/formula").items()
    if golden.startswith("formula.matlab")
    for weights in [[float(each) for each in re.findall(r"[\d.]+", golden.partition("=")[2])]]
    for case in cases
]


@in_one_test(("golden", "case", "weights"), RECORDED)
def test_the_documented_formula(golden: str, case: str, weights: list[float]) -> None:
    recorded = read("golden/tools/formula")[golden][case]["sentences"]
    inputs = read("golden/inputs")[case]
    arguments = {"NgramWeights": weights} if weights else {}
    for hypothesis, references, expected in zip(
        inputs["hypotheses"], inputs["references"], recorded, strict=True
    ):
        documents = tokenizedDocument([r.split() for r in references], TokenizeMethod="none")
        result = bleuEvaluationScore(hypothesis.split(), documents, **arguments)
        assert result == expected or (math.isnan(result) and expected == "nan")


def test_empty_documents() -> None:
    nothing = tokenizedDocument()
    assert repr(nothing) == "tokenizedDocument:\n\n   0 tokens:"
    assert math.isnan(bleuEvaluationScore(nothing, nothing))
    assert math.isnan(bleuEvaluationScore([], tokenizedDocument(["", " "])))
    assert bleuEvaluationScore([], ["a"]) == 0
    assert bleuEvaluationScore(list("abcd"), tokenizedDocument(["", "a b c d"])) == 1


def test_a_candidate_shorter_than_the_weights_scores_0() -> None:
    assert bleuEvaluationScore(["a", "b"], ["a", "b"]) == 0
    assert bleuEvaluationScore(["a", "b"], ["a", "b"], NgramWeights=[0.5, 0.5, 0]) == 0
    assert bleuEvaluationScore(["a", "b"], ["a", "b"], NgramWeights=[0.5, 0.5]) == 1


def test_ignore_case() -> None:
    pair = (["The", "FOX", "ran", "off"], ["the", "fox", "ran", "OFF"])
    assert bleuEvaluationScore(*pair) == 0
    assert bleuEvaluationScore(*pair, "ignorecase", 1) == 1
    assert bleuEvaluationScore(*pair, IgnoreCase=True) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("beauty's rose, that thereby", "beauty's|rose|,|that|thereby"),
        ("It costs $5,000.50 (or 3.5%).", "It|costs|$|5,000.50|(|or|3.5|%|)|."),
        ("See https://www.example.org/a?b=c. #tag @me a@b.org :)",
         "See|https://www.example.org/a?b=c|.|#tag|@me|a@b.org|:)"),
        ("well-kept “quoted” snake_case", "well|-|kept|“|quoted|”|snake_case"),
        ("नमस्ते e\u0301te\u0301", "नमस्ते|e\u0301te\u0301"),
        ("", ""),
    ],
)  # fmt: skip
def test_words(text: str, expected: str) -> None:
    (tokens,) = tokenizedDocument(text).tokens
    assert list(tokens) == (expected.split("|") if expected else [])


@examples(2.0)
@given(st.text(max_size=40))
def test_words_lose_only_whitespace(text: str) -> None:
    (tokens,) = tokenizedDocument(text).tokens
    assert "".join(tokens) == "".join(text.split())
    assert all(tokens)


def test_documents_are_an_array() -> None:
    documents = tokenizedDocument([["a", "b c"], [], ["a"]], TokenizeMethod="none")
    assert len(documents) == 3
    assert documents[:0]  # an empty array is an array
    assert documents[0].tokens == (("a", "b c"),)
    assert documents[1:] == tokenizedDocument.of(((), ("a",)))
    assert [len(each) for each in documents] == [1, 1, 1]
    assert documents.Vocabulary == ["a", "b c"]
    assert pickle.loads(pickle.dumps(documents)) == documents
    assert tokenizedDocument(["a", "b"], "TokenizeMethod", "none").tokens == (("a", "b"),)


@examples(2.0)
@given(st.lists(st.text("ab .", max_size=12), min_size=1, max_size=6))
def test_scores_are_between_0_and_1(texts: list[str]) -> None:
    require_module("networkx")
    scores = textrankScores(tokenizedDocument(texts))
    assert math.isclose(scores.sum(), 1, abs_tol=1e-9)
    assert (scores > 0).all()
    assert len(extractSummary(tokenizedDocument(texts))) == 1


def test_the_size_of_a_summary() -> None:
    require_module("networkx")
    documents = tokenizedDocument([f"a{n % 7} b{n % 5} c" for n in range(30)])
    sizes = {None: 3, 0.101: 4, 0.5: 15, 1: 1, 7: 7, 30.0: 30, 100: 30}
    for size, expected in sizes.items():
        named: dict[str, Any] = {} if size is None else {"SummarySize": size}
        assert len(extractSummary(documents, **named)) == expected


DOCUMENTS = tokenizedDocument(SENTENCES)
# Without their annotations, because mypy would refuse some of the wrong calls below.
score: Any = bleuEvaluationScore
document: Any = tokenizedDocument
summarize: Any = extractSummary


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: score("a b", ["a"]), r"MATLAB would read one word"),
        (lambda: score(DOCUMENTS, ["a"]), r"candidate has 5 documents. Pass one"),
        (lambda: score(["a"], DOCUMENTS[:0]), r"references has 0 documents"),
        (lambda: score(["a"], [["a"]]), r"references contains items that are not words"),
        (lambda: score(3, ["a"]), r"candidate contains items that are not words"),
        (lambda: score([], [], "Weights", [1]), r"unknown argument 'Weights'"),
        (lambda: score([], [], "IgnoreCase"), r"has no value. Pass pairs"),
        (lambda: score([], [], IgnoreCase="no"), r"IgnoreCase='no' is invalid"),
        (lambda: score([], [], IgnoreCase=np.array([1, 0])), r"IgnoreCase=array.* is invalid"),
        (lambda: score([], [], NgramWeights=1), r"NgramWeights=1 are not numbers"),
        (lambda: score([], [], NgramWeights=[-1]), r"element 1\."),
        (lambda: score([], [], NgramWeights=[]), r"weights"),
        (lambda: document(3), r"3 is neither a text nor a list"),
        (lambda: document([3]), r"3 is not a text"),
        (lambda: document("a b", TokenizeMethod="none"), r"pass a list of words"),
        (lambda: document("a b", TokenizeMethod="mecab"), r"unknown TokenizeMethod 'mecab'"),
        (lambda: summarize(SENTENCES), r"documents is of type list. Pass a tokenizedDocument"),
        (lambda: summarize(DOCUMENTS[:0]), r"documents is empty"),
        (lambda: summarize(DOCUMENTS, SummarySize=1.5), r"SummarySize=1.5"),
        (lambda: summarize(DOCUMENTS, SummarySize=0), r"SummarySize=0"),
        (lambda: summarize(DOCUMENTS, ScoringMethod="mmr"), r"Use 'textrank'"),
        (lambda: summarize(DOCUMENTS, OrderBy="size"), r"unknown OrderBy 'size'"),
        (lambda: summarize(DOCUMENTS, nargout=3), r"nargout=3"),
    ],
)
def test_wrong_input(call: Any, message: str) -> None:
    if "SummarySize" in message:
        require_module("networkx")
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert isinstance(caught.value, TrueBleuError)


def test_without_networkx_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **named: Any) -> Any:
        if name == "networkx":
            raise ImportError(name)
        return real(name, *args, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingDependency, match=r"pip install networkx$"):
        extractSummary(DOCUMENTS)
