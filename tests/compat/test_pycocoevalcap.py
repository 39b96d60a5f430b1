"""The drop-in for pycocoevalcap: recorded scores and errors.

tests/differential/test_pycocoevalcap.py compares it with the installed package.
"""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
import pytest

from tests.cases.golden import read
from tests.in_one_test import in_one_test
from truebleu import BLEU, References, TrueBleuError
from truebleu.compat.pycocoevalcap import Bleu as TopBleu
from truebleu.compat.pycocoevalcap import Cider, CiderScorer, PTBTokenizer, Rouge
from truebleu.compat.pycocoevalcap.bleu.bleu import Bleu
from truebleu.compat.pycocoevalcap.bleu.bleu_scorer import BleuScorer

INPUTS = read("golden/inputs")
GOLDEN = {
    name.split("option=")[1].split(")")[0]: values
    for name, values in read("golden/tools/pycocoevalcap").items()
    if "option=" in name
}
CASES = [(option, case) for option, values in GOLDEN.items() for case in values]


def scorer_of(case: str, n: int = 4) -> BleuScorer:
    scorer = BleuScorer(n=n)
    segments = zip(INPUTS[case]["hypotheses"], INPUTS[case]["references"], strict=True)
    for hypothesis, references in segments:
        scorer += (hypothesis, references)
    return scorer


def as_dicts(case: str) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    gts = dict(enumerate(INPUTS[case]["references"]))
    return gts, {at: [text] for at, text in enumerate(INPUTS[case]["hypotheses"])}


def test_the_recording_has_every_option() -> None:
    assert GOLDEN.keys() == {"closest", "shortest", "average"}
    assert len(CASES) > 50


@in_one_test(("option", "case"), CASES)
def test_golden(option: str, case: str) -> None:
    expected = GOLDEN[option][case]["corpus"]
    result = scorer_of(case).compute_score(option=option)
    assert result == (expected["corpus"], expected["per_segment_by_order"])
    if option == "closest":
        assert Bleu(4).compute_score(*as_dicts(case), verbose=0) == result


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_other_orders_equal_those_of_the_convention(n: int) -> None:
    scores, by_segment = scorer_of("mixed", n).compute_score()
    assert len(scores) == len(by_segment) == n
    texts = INPUTS["mixed"]["hypotheses"], References.per_segment(INPUTS["mixed"]["references"])
    for order, (score, segments) in enumerate(zip(scores, by_segment, strict=True), 1):
        metric = BLEU(convention="coco", max_ngram_order=order)
        assert score == metric.corpus_score(*texts).value
        assert segments == metric.segment_scores(*texts).tolist()


def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The expected output is that of pycocoevalcap 1.2."""
    scorer = BleuScorer("a b c", ["a b c", "a b"])
    scorer.compute_score(verbose=2)
    assert capsys.readouterr().out.splitlines() == [
        "{'reflen': [3, 2], 'testlen': 3, 'guess': [3, 2, 1, 0], 'correct': [3, 2, 1, 0]} 2.5",
        "{'testlen': 3, 'reflen': 2.5, 'guess': [3, 2, 1, 0], 'correct': [3, 2, 1, 0]}",
        "ratio: 1.1999999995200004",
    ]
    Bleu().compute_score({}, {})
    assert capsys.readouterr().out.splitlines() == [
        "{'testlen': 0, 'reflen': 0, 'guess': [0, 0, 0, 0], 'correct': [0, 0, 0, 0]}",
        "ratio: 1e-06",
    ]
    Bleu().compute_score({1: ["a"]}, {1: ["a"]}, verbose=0)
    assert capsys.readouterr().out == ""


def test_without_an_option_one_segment_has_the_average_length() -> None:
    scorer = BleuScorer("a b c", ["a b c d e", "a b"])
    assert scorer.reflen() == scorer.single_reflen() == 3.5
    assert scorer.compute_score() == scorer.compute_score("average")
    scorer += ("a b", ["a b"])
    assert (scorer.reflen(), scorer.testlen(), scorer.size()) == (4, 5, 2)
    assert scorer.compute_score() == scorer.compute_score("closest")


def test_each_call_uses_its_own_option() -> None:
    """The original repeats the first call's scores, and from the second call on returns less."""
    scorer = BleuScorer("a b", ["a b c", "a b c d e f"])
    first = scorer.compute_score("shortest")
    assert scorer.compute_score("average") != first
    assert scorer.recompute_score("shortest") == first


def test_scorers_add_and_copy() -> None:
    first, second = scorer_of("tie"), scorer_of("mixed")
    both = first.copy()
    both += second
    assert both.size() == first.size() + second.size()
    assert both.compute_score()[1][3] == [
        *first.compute_score("closest")[1][3],
        *second.compute_score("closest")[1][3],
    ]
    assert first.size() == scorer_of("tie").size()


def test_hypotheses_can_be_replaced() -> None:
    scorer = BleuScorer(None, ["a b c d"])
    with pytest.raises(TypeError, match=r"segment 1 has no hypothesis\. Set all with retest"):
        scorer.compute_score()
    assert scorer.rescore("a b c d")[0][3] > 0.99
    assert scorer.rescore(["x"])[0][3] < 1e-3
    with pytest.raises(AssertionError, match="2 hypotheses for 1 segment"):
        scorer.retest(["a", "b"])


def test_a_custom_reference_length() -> None:
    scorer = BleuScorer("a b", ["a b c"], special_reflen=2)
    assert scorer.reflen("closest") == 2
    assert scorer.compute_score("closest") == BleuScorer("a b", ["a b"]).compute_score("closest")
    fractional = BleuScorer("a b", ["a b"], special_reflen=2.5)
    assert fractional.reflen("average") == 2.5
    with pytest.raises(ValueError, match=r"special_reflen=2.5 is invalid. Use an integer"):
        fractional.reflen("closest")
    with pytest.raises(ValueError, match=r"special_reflen=nan is invalid. Use an integer"):
        BleuScorer("a", ["a"], special_reflen=float("nan")).compute_score()


WRONG: list[tuple[Any, Any, type[Exception], str]] = [
    ({1: ["a"]}, {2: ["a"]}, AssertionError, r"1 only in gts but not in res \(1\); 1 only in res"),
    ({1: ["a"]}, {1: "a"}, AssertionError, "id 1: res has a str, not a list"),
    ({1: ["a"]}, {1: ["a", "b"]}, AssertionError, "id 1 has 2 hypotheses"),
    ({1: ["a"]}, {1: []}, AssertionError, "id 1 has 0 hypotheses"),
    ({1: ("a",)}, {1: ["a"]}, AssertionError, "id 1: gts has a tuple, not a list"),
    ({1: []}, {1: ["a"]}, AssertionError, "id 1 has no references"),
    (
        {1: ["a"]},
        {1: [{"caption": "a"}]},
        AttributeError,
        r"id 1: the hypothesis is \{.*PTB",
    ),
    (
        {1: [["a"]]},
        {1: ["a"]},
        AttributeError,
        r"a reference is \['a'\], not a text\. Join",
    ),
    ({1: ["a"]}, {1: [None]}, TypeError, "id 1: the hypothesis is None, not a text"),
    ([["a"]], {1: ["a"]}, AttributeError, "gts is a list. Pass a dict"),
]


@pytest.mark.parametrize(("gts", "res", "kind", "words"), WRONG)
def test_wrong_input(gts: Any, res: Any, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words) as caught:
        TopBleu(4).compute_score(gts, res)
    assert isinstance(caught.value, TrueBleuError)


def test_calls_that_a_scorer_refuses() -> None:
    scorer = BleuScorer()
    with pytest.raises(TypeError, match="segment 1: references is a str"):
        scorer += ("a b", "a b")
    with pytest.raises(AssertionError, match="BleuScorer of order 4"):
        scorer += BleuScorer(n=3)
    with pytest.raises(AssertionError, match=r"unknown option 'closets'\. Did you mean 'closest'"):
        scorer.compute_score("closets")
    with pytest.raises(IndexError, match="the scorer has no segments"):
        scorer.single_reflen()
    with pytest.raises(IndexError, match=r"n='4' is out of range. Use an integer, 4 or more"):
        Cider(n="4").compute_score({1: ["a"]}, {1: ["a"]})  # type: ignore[arg-type]
    assert scorer.size() == 0
    assert Bleu().method() == "Bleu"


# ROUGE-L and CIDEr-D


RECORDED = read("dropins/pycocoevalcap")
CAPTIONS = {case["name"]: case for case in RECORDED["cases"]}
SCORERS: dict[str, Any] = {"Rouge": Rouge(), "Cider": Cider(), "Cider sigma=3": Cider(sigma=3)}
SCORES = [(name, case) for name in SCORERS for case in CAPTIONS]


@in_one_test(("name", "case"), SCORES)
def test_recorded_scores_of_captions(name: str, case: str) -> None:
    expected = CAPTIONS[case]["values"][name]
    mean, by_image = SCORERS[name].compute_score(CAPTIONS[case]["gts"], CAPTIONS[case]["res"])
    assert [mean, by_image.tolist()] == expected
    assert type(mean) is np.float64


GTS, RES = {1: ["a b", "c"], 2: ["a"]}, {1: ["a b"], 2: ["a"]}
CALLS: dict[str, Any] = {
    "Cider n=2": lambda: Cider(n=2).compute_score(GTS, RES),
    "Cider keys differ": lambda: Cider().compute_score(GTS, {1: ["a"]}),
    "Cider two hypotheses": lambda: Cider().compute_score({1: ["a"]}, {1: ["a", "b"]}),
    "Cider str refs": lambda: Cider().compute_score({1: "a"}, {1: ["a"]}),  # type: ignore[dict-item]
    "Cider none": lambda: Cider().compute_score({}, {}),
    "Cider all empty refs": lambda: Cider().compute_score({1: [""]}, {1: ["a"]}),
    "Rouge keys differ": lambda: Rouge().compute_score(GTS, {1: ["a"]}),
    "Rouge no refs": lambda: Rouge().compute_score({1: []}, {1: ["a"]}),
    "Rouge str": lambda: Rouge().compute_score({1: "a"}, {1: ["a"]}),  # type: ignore[dict-item]
}


@pytest.mark.parametrize("name", CALLS)
def test_errors_have_the_recorded_class(name: str) -> None:
    kind = getattr(builtins, RECORDED["errors"][name]["error"])
    with pytest.raises(kind) as caught:
        CALLS[name]()
    assert isinstance(caught.value, TrueBleuError)


def test_more_orders_than_tokens() -> None:
    captions = {1: ["a b c d e"], 2: ["x"]}
    mean, scores = Cider(n=5).compute_score(captions, captions)
    assert [mean, scores.tolist()] == RECORDED["errors"]["Cider n=5"]


def test_rouge_of_empty_texts_and_spaces() -> None:
    mean, scores = Rouge().compute_score({}, {})
    assert np.isnan(mean)
    assert scores.shape == (0,)
    assert Rouge().compute_score({1: ["a  b"]}, {1: ["a b"]})[0] == pytest.approx(0.7722, abs=1e-4)
    assert Rouge().calc_score([""], [""]) == 1
    with pytest.raises(AssertionError, match="2 hypotheses"):
        Rouge().calc_score(["a", "b"], ["a"])


def test_a_cider_scorer_can_add_and_score_again() -> None:
    scorer = CiderScorer("a b", ["a b", "c"])
    both = scorer.copy()
    both += ("a", ["a"])
    again = CiderScorer()
    again += both
    first = again.compute_score()
    assert (again.size(), scorer.size()) == (2, 1)
    expected = Cider().compute_score(GTS, RES)
    assert first[1].tolist() == again.compute_score()[1].tolist() == expected[1].tolist()
    with pytest.raises(AssertionError, match="or a CiderScorer"):
        again += "a"  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="segment 1 has no hypothesis"):
        CiderScorer(None, ["a"]).compute_score()
    with pytest.raises(ValueError, match="sigma=0 is out of range"):
        CiderScorer("a", ["a"], sigma=0).compute_score()
    assert (Cider().method(), Rouge().method()) == ("CIDEr", "Rouge")


# PTBTokenizer


@in_one_test("case", RECORDED["tokens"], ids=lambda case: case["caption"])
def test_recorded_tokens(case: dict[str, str]) -> None:
    found = PTBTokenizer().tokenize({1: [{"caption": case["caption"]}], "b": []})
    assert found == {1: [case["tokenized"]], "b": []}


def test_line_ends_within_a_caption_do_not_shift_captions() -> None:
    captions = {1: [{"caption": "A dog\rruns"}, {"caption": "a\u2028cat\n sits"}]}
    assert PTBTokenizer().tokenize(captions) == {1: ["a dog runs", "a cat sits"]}


def test_wrong_captions() -> None:
    tokenizer: Any = PTBTokenizer()
    with pytest.raises(TypeError, match=r"id 1: a caption is of type str\. Pass dicts"):
        tokenizer.tokenize({1: ["a"]})
    with pytest.raises(TypeError, match="id 1: a caption is "):
        tokenizer.tokenize({1: [{"caption": 3}]})
    with pytest.raises(KeyError, match=r"^id 1: a dict has no key 'caption' \(keys: 'text'\)"):
        tokenizer.tokenize({1: [{"text": "a"}]})
    with pytest.raises(TypeError, match=r"captions_for_image is of type list\. Pass a dict"):
        tokenizer.tokenize([{"caption": "a"}])
