"""Results of a comparison as dictionaries and JSON, and systems that are counted in blocks."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from truebleu import BLEU, CHRF, NIST, TER, Comparison, References, ScoreColumn, compare
from truebleu.display.comparison import sentence
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.batch import read
from truebleu.inputs.systems import batches, document_numbers
from truebleu.metrics.base.metric import Metric
from truebleu.significance.bootstrap import bca
from truebleu.significance.compare import compare_counted
from truebleu.significance.options import CompareOptions
from truebleu.significance.pairs import score_systems
from truebleu.significance.systems import CountedSystems, check_equal

REFERENCES = [
    "the cat sat on the mat",
    "it rained all day",
    "nobody came to the party",
    "we went home in the end",
    "the shop was closed",
]
SYSTEMS = {
    "base": ["the cat sat on mat", "it rained for all day", "nobody came", "we went home", "shop"],
    "néw": [*REFERENCES[:3], "we walked home in the end", "the shop was shut"],
    "other": ["a cat sat on the mat", "rain all day", *REFERENCES[2:4], "the shop is closed"],
}
USUAL: dict[str, Any] = {"trials": 40, "resamples": 300}


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(SYSTEMS, REFERENCES, [BLEU(), CHRF()], **USUAL)


def test_the_dictionary_of_a_system(comparison: Comparison) -> None:
    system = comparison[0].system("néw")
    assert system.bca is not None
    assert system.to_dict() == {
        "system": "néw",
        **system.score.to_dict(),
        "value": system.score.value,
        "interval": [*system.interval],
        "bca": [*system.bca],
        "cluster": system.cluster,
        "runs": [system.score.value],
        "s_sel": system.s_sel,
        "s_opt": None,
    }
    same = compare({"a": REFERENCES, "b": SYSTEMS["base"]}, REFERENCES, **USUAL)
    assert same[0].system("a").to_dict()["bca"] == [100.0, 100.0]
    # A single resample is on one side of the score, so there is no BCa interval.
    undefined = compare({"a": ["a b c d", "x"], "b": ["x", "x"]}, ["a b c d"] * 2, resamples=1)
    assert undefined[0].systems[0].to_dict()["bca"] is None


def test_the_dictionary_of_a_metric(comparison: Comparison) -> None:
    result = comparison[1]
    data = result.to_dict()
    assert list(data) == [
        "metric", "signature", "systems", "pairs", "against_baseline", "p_matrix", "tests"
    ]  # fmt: skip
    assert data["tests"] == {"against_baseline": 2, "all_pairs": 3}
    assert (data["metric"], data["signature"]) == ("chrF2", str(result.signature))
    assert [pair["second"] for pair in data["against_baseline"]] == ["néw", "other"]
    assert [pair["p_adjusted"] for pair in data["against_baseline"]] == [
        pair.p_adjusted for pair in result.against_baseline()
    ]
    assert not any("histogram" in pair for pair in data["pairs"] + data["against_baseline"])
    assert result.to_dict(histogram=True)["pairs"][2]["histogram"] == (
        result.pairs[2].histogram.to_dict()
    )


def test_the_sentence_of_a_bootstrap_test() -> None:
    result = compare(SYSTEMS, REFERENCES, test="bootstrap", bootstrap="poisson", resamples=300)
    expected = "were tested by a paired two-sided Poisson bootstrap test (300 resamples), with"
    assert expected in sentence(result[0], result.settings)
    assert "(paired Poisson bootstrap, 300 resamples, Holm-adjusted" in result.to_latex()


def test_an_interval_of_a_very_skewed_distribution() -> None:
    """One of fifty segments has all of the score, so nearly all resamples are below it."""
    values, without_one = np.arange(10_000.0), np.array([100.0] * 50 + [0.0])
    assert bca(values, 5000.0, without_one, 0.95) is not None
    assert bca(values, 9998.6, without_one, 1 - 1e-6) is None


def test_the_bca_interval_of_a_difference_does_not_depend_on_the_order_of_systems() -> None:
    names = ("base", "néw")
    usual = compare({name: SYSTEMS[name] for name in names}, REFERENCES, CHRF(), **USUAL)
    swapped = compare({name: SYSTEMS[name] for name in names[::-1]}, REFERENCES, CHRF(), **USUAL)
    low, high = usual[0].pairs[0].bca or (0, 0)
    assert 0 < low < high
    assert swapped[0].pairs[0].bca == pytest.approx((-high, -low))


def test_p_values_as_a_matrix(comparison: Comparison) -> None:
    result = comparison[0]
    p = {(pair.first, pair.second): (pair.p_adjusted, pair.p_value) for pair in result.pairs}
    names = list(SYSTEMS)
    for index, adjusted in enumerate((True, False)):
        matrix = result.p_matrix(adjusted=adjusted)
        for i, first in enumerate(names):
            for j, second in enumerate(names):
                key = (first, second) if i < j else (second, first)
                assert matrix[i][j] == (1.0 if i == j else p[key][index])
    assert result.p_matrix() == result.p_matrix(adjusted=True) != result.p_matrix(adjusted=False)


def test_the_dictionary_of_a_pair(comparison: Comparison) -> None:
    pair = comparison[0].pair("base", "néw")
    data = pair.to_dict()
    assert list(data) == [each.name for each in fields(pair) if each.name != "histogram"]
    assert pair.bca is not None
    assert (data["interval"], data["bca"]) == ([*pair.interval], [*pair.bca])


def test_systems_that_are_worse_than_the_baseline() -> None:
    systems = {"good": REFERENCES, "equal": REFERENCES, "bad": SYSTEMS["base"]}
    for result in compare(systems, REFERENCES, [BLEU(), TER()], **USUAL):
        equal, bad = result.against_baseline()
        assert (equal.difference, equal.p_adjusted) == (0, 1)
        assert result.worse_than_baseline(bad.p_adjusted) == (bad,)
        assert result.worse_than_baseline(bad.p_adjusted * 0.999) == ()
        assert result.worse_than_baseline(1) == (bad,)
    better = compare({"bad": SYSTEMS["base"], "good": REFERENCES}, REFERENCES, TER(), **USUAL)
    assert better[0].worse_than_baseline(1) == ()


def test_notes_on_the_columns_are_optional(comparison: Comparison) -> None:
    for form in (comparison.to_text, comparison.to_markdown):
        assert "segments required to detect" not in form()
        assert "segments required to detect" in form(explain_columns=True)


def test_json_is_readable(comparison: Comparison) -> None:
    text = comparison.to_json()
    assert json.loads(text) == comparison.to_dict()
    assert '\n  "metrics": [\n    {\n      "metric": "BLEU",\n' in text
    assert '"system": "néw"' in text
    broken = replace(comparison[0].pairs[0], p_value=float("nan"))
    metric = replace(comparison[0], pairs=(broken, *comparison[0].pairs[1:]))
    wrong = replace(comparison, metrics=(metric,))
    with pytest.raises(ValueError, match="not JSON compliant"):
        wrong.to_json()


def test_values_that_differ_have_different_hashes(comparison: Comparison) -> None:
    scores = [system.score for system in comparison[0].systems]
    signatures = [metric.signature for metric in comparison]
    references = [References.per_segment([[a]]) for a in "ab"]
    for values in (scores, signatures, references):
        assert len(set(map(hash, values))) == len(values)


def test_systems_counted_in_blocks_have_equal_results(comparison: Comparison) -> None:
    metrics: list[Metric[Any]] = [BLEU(), CHRF()]
    counters = [metric.counter(list(SYSTEMS), 1) for metric in metrics]
    for start in range(0, 5, 2):
        block = {
            name: read(texts[start : start + 2], REFERENCES[start : start + 2])
            for name, texts in SYSTEMS.items()
        }
        for counter in counters:
            counter.add(block)
    rows = {name: [[counter.rows[name] for counter in counters]] for name in SYSTEMS}
    counted_systems = CountedSystems.of_rows(rows, 5, metrics)
    assert compare_counted(counted_systems, CompareOptions.of(USUAL)) == comparison
    options = CompareOptions.of({**USUAL, "baseline": "other"})
    again = compare_counted(counted_systems, options)
    assert again.counted_systems is None
    assert again == compare(SYSTEMS, REFERENCES, metrics, baseline="other", **USUAL)
    with pytest.raises(InputError, match="cannot test 1 segment"):
        compare_counted(CountedSystems.of_rows(rows, 1, metrics), CompareOptions())


def test_systems_are_made_of_texts_or_of_rows() -> None:
    texts, documents = batches(SYSTEMS, REFERENCES), list("aabcc")
    of_texts = CountedSystems.of_texts(texts, [BLEU()], documents=documents)
    rows = {
        name: [[rows] for rows in runs] for name, runs in BLEU().rows_of(texts, threads=0).items()
    }
    of_rows = CountedSystems.of_rows(rows, 5, [BLEU()], documents=documents)
    assert of_rows.document_numbers() == of_texts.document_numbers() == [0, 0, 1, 2, 2]
    for ours, theirs in zip(of_rows.by_metric(0), of_texts.by_metric(0), strict=True):
        assert ours.score == theirs.score
        assert ours.score.signature.full()["segments"] == "5"


@pytest.mark.parametrize("segments", [1, 2])
def test_the_interval_of_one_segment_is_its_score(segments: int) -> None:
    texts = batches({"a": ["a b c d", "e"][:segments]}, ["a b c d", "f"][:segments], lambda _: None)
    (system,) = score_systems(CountedSystems.of_texts(texts, [BLEU()]), 0, CompareOptions())
    assert (system.name, system.cluster, system.s_opt) == ("a", 1, None)
    assert system.runs == (system.score,)
    low, high = system.interval
    if segments == 1:
        assert (low, high, system.bca, system.s_sel) == (100, 100, None, None)
    else:
        assert low < system.value < high


def test_an_error_in_a_block_counts_segments_from_the_start() -> None:
    wrong: list[Any] = ["a", "b\ud800"]
    right = read(["a"] * 10, ["a"] * 10)
    block = {"x": read(["a", "b"], ["a", "b"]), "y": read(wrong, ["a", "b"])}
    either: list[Metric[Any]] = [BLEU(), NIST()]
    for metric in either:
        counter = metric.counter(["x", "y"], 1)
        counter.add({"x": right, "y": right})
        with pytest.raises(InputError, match=r"system 'y'.*segment 12"):
            counter.add(block)


def test_different_numbers_of_runs_are_listed() -> None:
    with pytest.raises(ConfigurationError, match=r"runs: 'a' has 1, 'b' has 2\. Leave"):
        check_equal({"a": 1, "b": 2})
    check_equal({"a": 2, "b": 2})


def test_documents_are_numbered_by_their_first_segment() -> None:
    assert document_numbers(["x", "y", "x", 3], 4) == [0, 1, 0, 2]
    with pytest.raises(InputError, match=r"^documents: the document name of segment 2") as caught:
        document_numbers(["x", None], 2)
    assert caught.value.segment == 2
    with pytest.raises(InputError, match=r"got 2 segments, but names\.txt has 1 name\."):
        document_numbers(["x"], 2, "names.txt")
    with pytest.raises(InputError, match=r"^names is of type int, not a list"):
        document_numbers(5, 2, "names")
    with pytest.raises(InputError, match=r"^names: cannot test 1 document"):
        document_numbers(["x", "x"], 2, "names")


def test_a_difference_that_rounds_to_zero_has_no_sign() -> None:
    scores = [0.5, 0.25, 0.75, 0.5]
    column = ScoreColumn("human", {"a": scores, "b": [0.49999, *scores[1:]]})
    texts = {"a": list("wxyz"), "b": list("wxyz")}
    result = compare(texts, list("wxyz"), [column], **USUAL)
    assert -5e-5 < result[0].pairs[0].difference < 0
    for form in (result.to_text(), result.to_markdown(), result.to_latex(), result._repr_html_()):
        assert "0.0000" in form
        assert not re.search(r"[-+−]0\.0+\b", form)
