"""`compare`: results, output and errors."""

from __future__ import annotations

import json
import pickle
import re
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

import truebleu
from tests.news import lines
from truebleu import BLEU, Comparison, References, Runs, compare
from truebleu.display.comparison import sentence
from truebleu.errors import (
    ConfigurationError,
    EmptyCorpus,
    InputError,
    LengthMismatch,
    ReferenceShapeError,
)
from truebleu.significance.results import Histogram

SYSTEMS = {name: lines(f"system.{name}.en.txt") for name in ("weak", "medium", "strong")}
REFERENCES = References.streams([lines("reference.a.en.txt"), lines("reference.b.en.txt")])


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(SYSTEMS, REFERENCES, trials=2000)


def test_scores_equal_those_of_the_metric(comparison: Comparison) -> None:
    for system in comparison[0].systems:
        assert system.score == BLEU().corpus_score(SYSTEMS[system.name], REFERENCES)
        low, high = system.interval
        assert low < system.score.value < high


def test_all_pairs_are_compared(comparison: Comparison) -> None:
    result = comparison[0]
    assert [(pair.first, pair.second) for pair in result.pairs] == [
        ("weak", "medium"),
        ("weak", "strong"),
        ("medium", "strong"),
    ]
    for pair in result.pairs:
        scores = [result.system(name).score.value for name in (pair.first, pair.second)]
        assert pair.difference == scores[1] - scores[0]
        assert pair.interval[0] < pair.difference < pair.interval[1]
        assert 0 < pair.p_value <= pair.p_adjusted <= 1
        assert pair.trials == 2000
        assert 0 < pair.n_differing <= 104


def test_clusters_start_with_the_best(comparison: Comparison) -> None:
    ranks = {system.name: system.cluster for system in comparison[0].systems}
    assert ranks == {"strong": 1, "medium": 2, "weak": 3}


def test_a_pair_in_the_other_order_changes_only_names_and_signs(comparison: Comparison) -> None:
    pair, turned = comparison[0].pair("weak", "strong"), comparison[0].pair("strong", "weak")
    assert (turned.first, turned.second) == ("strong", "weak")
    assert turned.difference == -pair.difference
    assert turned.interval == (-pair.interval[1], -pair.interval[0])
    assert pair.bca is not None
    assert turned.bca == (-pair.bca[1], -pair.bca[0])
    bins = pair.histogram
    assert turned.histogram == Histogram(low=-bins.high, high=-bins.low, counts=bins.counts[::-1])
    changed = {"first", "second", "difference", "interval", "bca", "histogram"}
    for name in {field.name for field in fields(pair)} - changed:
        assert getattr(turned, name) == getattr(pair, name), name
    assert turned.reversed() == pair
    assert replace(pair, bca=None).reversed().bca is None


def test_a_pair_needs_two_known_systems(comparison: Comparison) -> None:
    with pytest.raises(ConfigurationError, match="not compared with itself"):
        comparison[0].pair("weak", "weak")
    with pytest.raises(ConfigurationError, match="Did you mean 'strong'"):
        comparison[0].pair("weak", "stong")


def test_the_baseline_is_first() -> None:
    result = compare(SYSTEMS, REFERENCES, baseline="strong", trials=200)[0]
    assert [system.name for system in result.systems] == ["strong", "weak", "medium"]
    assert [pair.second for pair in result.against_baseline()] == ["weak", "medium"]
    # There are two tests instead of three, so Holm's correction is smaller.
    assert result.against_baseline()[0].p_adjusted == 2 * result.pairs[0].p_value


@pytest.mark.parametrize("test", ["ar", "bootstrap"])
def test_a_system_is_not_better_than_itself(test: str) -> None:
    same = {"a": SYSTEMS["weak"], "b": SYSTEMS["weak"]}
    pair = compare(same, REFERENCES, test=test, resamples=100)[0].pairs[0]
    assert (pair.difference, pair.p_value, pair.p_adjusted, pair.n_differing) == (0.0, 1.0, 1.0, 0)
    assert (pair.interval, pair.bca) == ((0.0, 0.0), (0.0, 0.0))


def test_one_changed_segment_is_not_significant() -> None:
    medium = SYSTEMS["medium"]
    changed = [*medium[:10], "", *medium[11:]]
    pair = compare({"a": medium, "b": changed}, REFERENCES)[0].pairs[0]
    assert pair.n_differing == 1
    assert pair.difference < 0
    assert (pair.p_value, pair.exact) == (1.0, True)


def test_a_tie_counts_as_extreme() -> None:
    # Each of the two systems is better in one of the two segments, by equal counts.
    systems = {"a": ["a b c d", "x"], "b": ["x", "a b c d"]}
    pair = compare(systems, ["a b c d", "a b c d"])[0].pairs[0]
    assert (pair.difference, pair.p_value) == (0.0, 1.0)


def test_several_metrics() -> None:
    result = compare(SYSTEMS, REFERENCES, [BLEU(), BLEU(lowercase=True)], trials=100)
    assert len(result) == 2
    assert [metric.signature["case"] for metric in result] == ["mixed", "lc"]
    alone = compare(SYSTEMS, REFERENCES, BLEU(lowercase=True), trials=100)
    assert alone[0] == result[1]


def test_tokens_and_python_tokenizers() -> None:
    few = {name: texts[:20] for name, texts in SYSTEMS.items()}
    split = {name: [text.split() for text in texts] for name, texts in few.items()}
    reference = REFERENCES.lists[0][:20]
    tokens = compare(split, [text.split() for text in reference], trials=100)[0]
    text = compare(few, reference, BLEU(tokenizer="none"), trials=100)[0]
    own = compare(few, reference, BLEU(tokenizer=str.split), trials=100)[0]
    for of_tokens, two, three in zip(tokens.pairs, text.pairs, own.pairs, strict=True):
        assert of_tokens == two == three


def test_a_comparison_is_a_value(comparison: Comparison) -> None:
    again = pickle.loads(pickle.dumps(comparison))
    assert again == comparison
    assert hash(again) == hash(comparison)
    assert again != compare(SYSTEMS, REFERENCES, seed=1, trials=2000)
    assert repr(comparison[0].pairs[0]).startswith("Pair(first='weak', second='medium', diff")
    with pytest.raises(AttributeError, match="cannot assign"):
        comparison[0].pairs[0].p_value = 0.0  # type: ignore[misc]
    with pytest.raises(AttributeError, match="no attribute"):
        comparison.winner  # type: ignore[attr-defined]  # noqa: B018


# Output


def test_json_has_every_number(comparison: Comparison) -> None:
    data = json.loads(comparison.to_json())
    assert data == json.loads(json.dumps(comparison.to_dict()))
    metric = data["metrics"][0]
    assert metric["signature"] == str(BLEU().signature(2))
    assert metric["pairs"][0]["difference"] == comparison[0].pairs[0].difference
    assert metric["p_matrix"][0][2] == comparison[0].pairs[1].p_adjusted
    score: Any = comparison[0].systems[0].score
    assert metric["systems"][0]["precisions"] == list(score.precisions)
    assert data["settings"] == {
        "test": "ar",
        "trials": 2000,
        "resamples": 1000,
        "bootstrap": "multinomial",
        "confidence": 0.95,
        "seed": 12345,
        "segments": 104,
        "version": f"truebleu-{truebleu.__version__}",
    }


def test_json_has_numbers_for_documents_runs_and_power() -> None:
    medium, strong = SYSTEMS["medium"], SYSTEMS["strong"]
    settings: Any = {"trials": 9, "resamples": 9, "power": 0.9, "documents": range(104)}
    runs = compare({"a": Runs(medium, strong), "b": strong}, REFERENCES, **settings)
    data = runs.to_dict()["settings"]
    assert (data["runs"], data["documents"], data["power"]) == ([2, 1], 104, 0.9)
    same = compare({"a": Runs(medium, strong), "b": Runs(strong, medium)}, REFERENCES, **settings)
    assert same.to_dict()["settings"]["runs"] == 2


def test_latex_escapes_names_and_signatures() -> None:
    names = {'b<{~^}>"\\': SYSTEMS["weak"], "[a]_%&#$|--": SYSTEMS["medium"]}
    metric = BLEU(tokenizer=lambda text: text.split())
    latex = compare(names, REFERENCES, metric, trials=9, resamples=9).to_latex()
    printed = "\n".join(line for line in latex.split("\n") if not line.startswith("%"))
    assert "\n{}[a]\\_\\%\\&\\#\\$\\textbar{}-{}- &" in printed
    assert "b\\textless{}\\{\\textasciitilde{}\\textasciicircum{}\\}\\textgreater{}" in printed
    assert "signature \\texttt{nrefs:2\\textbar{}\\allowbreak{}case:mixed" in printed
    assert "\\textless{}lambda\\textgreater{}" in printed
    # Math mode is only used for numbers: $p<0.001$.
    assert not set('|<>"') & set(re.sub(r"\$[^$]*\$", "", printed.replace("\\$", "")))


def test_the_sentence_for_a_paper(comparison: Comparison) -> None:
    text = sentence(comparison[0], comparison.settings)
    assert "with 95% bootstrap percentile intervals (1,000 resamples of 104 segments)" in text
    assert "paired approximate randomization (2,000 trials" in text
    assert "Holm's correction for 2 tests" in text


def test_markdown_has_a_row_for_each_system(comparison: Comparison) -> None:
    table = comparison.to_markdown().split("\n")
    assert [row.split("|")[2].strip() for row in table[:5]] == [
        "system",
        ":---",
        "strong",
        "medium",
        "weak (baseline)",
    ]
    table = comparison.to_markdown(sort="input").split("\n")
    assert [row.split("|")[2].strip() for row in table[2:5]] == [
        "weak (baseline)",
        "medium",
        "strong",
    ]
    with pytest.raises(ConfigurationError, match="unknown sort 'name'"):
        comparison.to_text(sort="name")
    assert str(comparison).startswith("cluster  system")


# Errors


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"test": "t-test"}, "unknown test 't-test'"),
        ({"trials": 0}, "trials=0 is out of range. Use an integer from 1"),
        ({"resamples": 0}, "resamples=0 is out of range. Use an integer from 1"),
        ({"confidence": 95}, "confidence=95 is out of range. Use a number above 0 and below 1"),
        ({"confidence": 1}, "confidence=1"),
        ({"seed": -1}, r"seed=-1 is out of range. Use an integer from 0 to 2\*\*64 - 1"),
        ({"seed": 2**64}, "seed="),
        ({"seed": True}, "seed=True"),
        ({"bootstrap": "bayes"}, "unknown bootstrap 'bayes'"),
        ({"baseline": "week"}, "unknown baseline 'week'. Did you mean 'weak'"),
        ({"threads": 0}, "threads=0"),
        ({"trials": 10**9 + 1}, "trials=1000000001 is out of range"),
        ({"progress": 5}, "progress=5 is not callable"),
        ({"metrics": "bleu"}, "metrics='bleu' is a name"),
        ({"metrics": []}, "metrics is an empty list"),
        ({"metrics": BLEU}, "is a class"),
    ],
)
def test_wrong_settings(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        compare(SYSTEMS, REFERENCES, **change)


def test_wrong_systems() -> None:
    with pytest.raises(ConfigurationError, match="needs at least 2 systems, got 1"):
        compare({"a": ["x", "y"]}, ["x", "y"])
    with pytest.raises(ConfigurationError, match="needs at least 2 systems, got 0"):
        compare({}, ["x", "y"])
    with pytest.raises(InputError, match="systems is not a mapping"):
        compare([["x"], ["y"]], ["x"])  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="is not a str"):
        compare({1: ["x", "y"], 2: ["x", "y"]}, ["x", "y"])  # type: ignore[dict-item]
    with pytest.raises(EmptyCorpus, match="no segments"):
        compare({"a": [], "b": []}, [])
    with pytest.raises(InputError, match="system 'a': references is of type int, not a list"):
        compare({"a": ["x"], "b": ["y"]}, 5)
    with pytest.raises(InputError, match="cannot test 1 segment"):
        compare({"a": ["x"], "b": ["y"]}, ["x"])


def test_systems_of_different_lengths() -> None:
    by_segment = References.per_segment([["x"], ["y"]])
    with pytest.raises(LengthMismatch, match="system 'b': "):
        compare({"a": ["x", "y"], "b": ["x"]}, by_segment)
    with pytest.raises(LengthMismatch, match=r"^system 'b': got 1 hypothesis and 2 ref") as caught:
        compare({"a": ["x", "y"], "b": ["x"]}, ["x", "y"])
    assert "corpus_score" not in str(caught.value)


def test_scores_of_different_signatures_are_refused() -> None:
    texts = ["a b c", "d e"]
    tokens = [text.split() for text in texts]
    with pytest.raises(InputError, match=r": system 'b' has other.*tok:13a and tok:none\)"):
        compare({"a": texts, "b": tokens}, tokens)
    for odd in (Runs(texts, tokens), Runs(tokens, texts)):
        with pytest.raises(InputError, match=r": system 'a' \(run 2\) has other settings"):
            compare({"a": odd, "b": texts}, tokens)


def test_references_are_read_once_for_all_systems() -> None:
    few = {name: texts[:9] for name, texts in SYSTEMS.items()}
    texts = list(REFERENCES.lists[0][:9])
    num_reads = 0

    class Column:
        def to_list(self) -> list[str]:
            nonlocal num_reads
            num_reads += 1
            return texts

    expected = compare(few, texts, trials=5, resamples=5)
    assert compare(few, Column(), trials=5, resamples=5) == expected
    assert num_reads == 1


def test_references_of_a_segment_may_be_an_array() -> None:
    few = {name: texts[:9] for name, texts in SYSTEMS.items()}
    lists = [[text, text.lower()] for text in next(iter(few.values()))]
    arrays = References.per_segment([np.array(texts) for texts in lists])
    expected = compare(few, References.per_segment(lists), trials=5, resamples=5)
    assert compare(few, arrays, trials=5, resamples=5) == expected


def test_iterators_are_read_once() -> None:
    few = {name: texts[:9] for name, texts in SYSTEMS.items()}
    streams = [list(stream[:9]) for stream in REFERENCES.lists]
    expected = compare(few, streams, trials=20, resamples=5)
    moving: Any = {name: iter(texts) for name, texts in few.items()}
    assert compare(moving, map(iter, streams), trials=20, resamples=5) == expected
    from_list = compare(few, streams[0], trials=20, resamples=5)
    assert compare(few, iter(streams[0]), trials=20, resamples=5) == from_list


def test_an_error_names_the_system() -> None:
    with pytest.raises(InputError, match=r"system 'b': segment 2\b") as caught:
        compare({"a": ["x", "y"], "b": ["x", None]}, ["x", "y"])
    assert caught.value.segment == 2
    with pytest.raises(ReferenceShapeError, match="system 'a': "):
        compare({"a": ["x", "y"], "b": ["x", "y"]}, [["x", "y"], ["x", "y"]])


def test_progress_is_reported() -> None:
    calls: list[tuple[int, int]] = []
    compare(SYSTEMS, REFERENCES, trials=5000, progress=lambda *done: calls.append(done))
    assert calls[-1][0] == calls[-1][1]
    assert len({total for _, total in calls}) == 2  # of resamples, and then of trials


def test_systems_are_renamed_to_distinct_names() -> None:
    comparison = compare({"a": ["x y"] * 9, "b": ["x z"] * 9}, ["x y"] * 9, trials=10, resamples=10)
    renamed = comparison.renamed({"a": "b", "b": "a"})
    assert [system.name for system in renamed.metrics[0].systems] == ["b", "a"]
    assert (renamed[0].pairs[0].first, renamed[0].pairs[0].second) == ("b", "a")
    assert renamed.counted_systems is None
    wrong: Any
    for wrong in ({"a": "b"}, {"a": 3}, ["b"]):
        with pytest.raises(ConfigurationError, match="label"):
            comparison.renamed(wrong)


def test_compare_is_a_public_name() -> None:
    assert truebleu.compare is compare


def test_sacrebleus_results_are_added() -> None:
    settings: Any = {"test": "bootstrap", "resamples": 50}
    plain = compare(SYSTEMS, REFERENCES, **settings)
    both = compare(SYSTEMS, REFERENCES, **settings, compatible="sacrebleu")
    assert both[0].pairs == plain[0].pairs
    assert plain[0].sacrebleu == ()
    assert both.settings["compatible"] == "sacrebleu"
    data = both.to_dict()["metrics"][0]["sacrebleu"]
    assert [result["name"] for result in data] == list(SYSTEMS)
    assert f"{data[1]['mean']:.2f} ± {data[1]['ci']:.2f}" in both.to_text()
    renamed = both[0].renamed({"medium": "middle"})
    for results in (renamed.sacrebleu, renamed.systems):
        assert [result.name for result in results] == ["weak", "middle", "strong"]
    names = {(pair.first, pair.second) for pair in renamed.pairs}
    assert names == {("weak", "middle"), ("weak", "strong"), ("middle", "strong")}
    with pytest.raises(ConfigurationError, match="unknown compatible 'moses'"):
        compare(SYSTEMS, REFERENCES, compatible="moses")


def test_documents_are_swapped_and_drawn_as_blocks() -> None:
    documents = lines("documents.txt")
    result = compare(SYSTEMS, REFERENCES, documents=documents)
    pair = result[0].pair("weak", "medium")
    assert result.settings["documents"] == str(len(set(documents)))
    assert pair.n_differing == len(set(documents))
    assert pair.exact  # few documents have few permutations
    assert pair.difference == compare(SYSTEMS, REFERENCES)[0].pair("weak", "medium").difference
    # Documents of one segment each are segments.
    alone = compare(SYSTEMS, REFERENCES, documents=range(104))
    assert alone[0] == compare(SYSTEMS, REFERENCES)[0]


def test_rows_of_a_document_are_summed() -> None:
    joined = {"a": ["x y z w v", "b c"], "b": ["x y z w v", "b d"]}
    split = {"a": ["x y z w v", "b", "c"], "b": ["x y z w v", "b", "d"]}
    metric = BLEU(max_ngram_order=1)
    joined_pairs = compare(joined, ["x y z w v", "b c"], metric)[0].pairs
    two = compare(split, ["x y z w v", "b", "c"], metric, documents=["first", 2, 2])[0].pairs
    assert joined_pairs == two


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        (["a", "b"], "3 segments, but documents has 2 names"),
        (["a"], "got 3 segments, but documents has 1 name"),
        (["a"] * 3, "cannot test 1 document"),
        ([], "3 segments, but documents has 0 names"),
        (["a", "b", None], "documents: the document name of segment 3 is None"),
        (["a", "", "b"], "documents: the document name of segment 2 is ''"),
        ([float("nan"), "a", "b"], "documents: the document name of segment 1 is nan"),
        ([["a"], ["b"], ["c"]], "documents: the document name of segment 1 is \\['a'\\]"),
        ("abc", r"documents is a str, not a list. Pass the document name of each [^()]*$"),
    ],
)
def test_wrong_documents(documents: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        compare({"a": ["x"] * 3, "b": ["y"] * 3}, ["x"] * 3, documents=documents)


def test_sacrebleus_tests_refuse_documents() -> None:
    settings: Any = {"documents": range(104), "compatible": "sacrebleu"}
    with pytest.raises(ConfigurationError, match="not supported with documents"):
        compare(SYSTEMS, REFERENCES, **settings)


def test_a_string_in_place_of_a_list() -> None:
    texts = ["a b", "c d"]
    with pytest.raises(InputError, match=r"^system 'b' is a str, not a list. Pass one hypothesis"):
        compare({"a": texts, "b": "a b"}, texts)
    with pytest.raises(InputError, match=r"^references is a str, not a list. Pass one"):
        compare({"a": texts, "b": texts}, "a b")
