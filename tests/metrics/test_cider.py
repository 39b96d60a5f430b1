"""CIDEr: recorded scores of pycocoevalcap and pyciderevalcap, the paper's equations, errors."""

from __future__ import annotations

import json
import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases.golden import read
from tests.cli.command import truebleu
from tests.in_one_test import in_one_test
from tests.oracle import cider as oracle
from truebleu import (
    CIDEr,
    ConfigurationError,
    DocumentFrequencies,
    EmptyCorpus,
    Evaluation,
    InputError,
    InvalidSignature,
    LengthMismatch,
    References,
    Reward,
    compare,
)

CASES = {case["name"]: case for case in read("dropins/pycocoevalcap")["cases"]}
METRICS = {
    "Cider": CIDEr(tokenizer="none"),
    "Cider sigma=3": CIDEr(tokenizer="none", sigma=3),
    "pyciderevalcap CIDEr": CIDEr(tokenizer="none", plain=True),
    "pyciderevalcap CIDEr-D": CIDEr(tokenizer="none"),
}
RECORDED = [(case, name) for case in CASES for name in METRICS]
PLAIN = CIDEr(tokenizer="none", plain=True)

WORDS = st.lists(st.sampled_from(["a", "b", "c", "dog", "é", "狗"]), max_size=8)
SEGMENTS = st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3))
CORPORA = st.lists(SEGMENTS, min_size=1, max_size=6)


def texts(case: str) -> tuple[list[str], References]:
    gts, res = CASES[case]["gts"], CASES[case]["res"]
    return [res[key][0] for key in gts], References.per_segment(list(gts.values()))


def as_texts(corpus: Any) -> tuple[list[str], References]:
    references = [[" ".join(words) for words in texts] for _, texts in corpus]
    return [" ".join(words) for words, _ in corpus], References.per_segment(references)


@pytest.mark.filterwarnings("ignore:CIDEr of one segment")
@in_one_test(("case", "name"), RECORDED)
def test_recorded_scores(case: str, name: str) -> None:
    mean, by_image = CASES[case]["values"][name]
    hypotheses, references = texts(case)
    metric = METRICS[name]
    assert metric.segment_scores(hypotheses, references).tolist() == by_image
    assert math.isclose(metric.corpus_score(hypotheses, references).value, mean, rel_tol=1e-14)


def test_the_recording_is_large_enough() -> None:
    assert len(RECORDED) == 120
    assert len({tuple(CASES[case]["values"]["Cider"][1]) for case in CASES}) > 20


@given(CORPORA, st.booleans())
def test_the_equations_of_the_paper(corpus: Any, plain: bool) -> None:
    hypotheses, references = as_texts(corpus)
    metric = PLAIN if plain else METRICS["Cider"]
    scores = metric.segment_scores(hypotheses, references).tolist()
    assert scores == pytest.approx(oracle.scores(corpus, plain=plain), abs=1e-12)
    assert all(0 <= value <= 10 + 1e-12 for value in scores)
    tokens = References.per_segment([texts for _, texts in corpus])
    again = metric.segment_scores([words for words, _ in corpus], tokens)
    assert again.tolist() == scores


@pytest.mark.filterwarnings("ignore:CIDEr of one segment")
@given(CORPORA, st.randoms())
def test_a_corpus_is_the_mean_of_its_segments_in_any_order(corpus: Any, random: Any) -> None:
    hypotheses, references = as_texts(corpus)
    metric = METRICS["Cider"]
    score = metric.corpus_score(hypotheses, references)
    rows = metric.statistics(hypotheses, references)
    values = metric.segment_scores(hypotheses, references)
    assert math.isclose(score.value, np.mean(values), rel_tol=1e-14, abs_tol=1e-15)
    order = random.sample(range(len(rows)), len(rows))
    assert metric.score(rows[order]).value == score.value
    shuffled = as_texts([corpus[i] for i in order])
    assert metric.corpus_score(*shuffled).value == pytest.approx(score.value, rel=1e-12)


@given(CORPORA)
def test_frequencies_of_a_corpus_give_its_own_scores(corpus: Any) -> None:
    hypotheses, references = as_texts(corpus)
    metric = METRICS["Cider"]
    lists = [[" ".join(words) for words in texts] for _, texts in corpus]
    frequencies = metric.document_frequencies_of(lists)
    fixed = CIDEr(tokenizer="none", document_frequencies=frequencies)
    expected = metric.segment_scores(hypotheses, references).tolist()
    assert fixed.segment_scores(hypotheses, references).tolist() == expected
    first = fixed.sentence_score(hypotheses[0], lists[0])
    assert first.value == expected[0]


def test_a_text_equal_to_its_reference_scores_10() -> None:
    captions = ["a dog on a couch", "two red buses wait here"]
    scores = METRICS["Cider"].segment_scores(captions, captions)
    assert scores.tolist() == pytest.approx([10, 10], abs=1e-14)
    assert METRICS["Cider"].segment_scores(["dog", "cat"], ["dog", "cat"]).tolist() == [2.5, 2.5]


def test_one_segment_scores_0_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="CIDEr of one segment is always 0"):
        assert CIDEr().corpus_score(["a b c d"], ["a b c d"]).value == 0


FREQUENCIES = DocumentFrequencies(documents=9, counts={"a": 3, ("a", "dog"): 1.0})


def test_metrics_and_scores_are_values(tmp_path: Path) -> None:
    metric = CIDEr(tokenizer="none", lowercase=True, max_ngram_order=2, sigma=4)
    assert pickle.loads(pickle.dumps(metric)) == metric
    changed = CIDEr(lowercase=True, max_ngram_order=2, sigma=4)
    assert eval(repr(changed), {"CIDEr": CIDEr}) == changed != metric
    assert CIDEr.from_signature(metric.signature(2)) == metric
    assert CIDEr.from_signature(PLAIN.signature()) == PLAIN
    FREQUENCIES.write(tmp_path / "df.json")
    fixed = CIDEr(document_frequencies=tmp_path / "df.json")
    assert fixed == pickle.loads(pickle.dumps(fixed)) == CIDEr(document_frequencies=FREQUENCIES)
    assert hash(fixed) == hash(CIDEr(document_frequencies=FREQUENCIES))
    assert fixed != CIDEr()
    assert fixed.signature()["df"] == f"own-{FREQUENCIES.fingerprint}"
    with pytest.raises(InvalidSignature, match=r"Pass them to CIDEr\(document_frequencies"):
        CIDEr.from_signature(fixed.signature())
    [reward] = Reward("a dog", fixed)(["a dog"])
    assert reward == fixed.sentence_score("a dog", "a dog").value / 10 == pytest.approx(0.5)


def test_comparisons_use_the_weights_of_the_whole_corpus() -> None:
    hypotheses, references = texts("captions3")
    systems = {"a": hypotheses, "b": hypotheses[::-1]}
    options: dict[str, Any] = {"trials": 20, "resamples": 20}
    comparison = compare(systems, references, CIDEr(), **options)[0]
    expected = CIDEr().corpus_score(hypotheses, references)
    assert comparison.systems[0].score == expected
    assert comparison.weights_note
    metric = CIDEr(document_frequencies=FREQUENCIES)
    assert not compare(systems, references, metric, **options)[0].weights_note
    result = Evaluation([CIDEr()]).run(systems, references)
    assert result.metrics[0].scores[0].value == expected.value


def test_the_command_line_scores_cider(tmp_path: Path) -> None:
    hypotheses, references = ["a dog runs", "it rained"], ["a dog sits", "it was raining"]
    for name, lines in (("sys", hypotheses), ("ref", references)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    FREQUENCIES.write(tmp_path / "df.json")
    files = ("sys", "-r", "ref", "-m", "cider", "-q")
    [data] = json.loads(truebleu("score", *files, "-f", "json", cwd=tmp_path).out)
    assert data["value"] == CIDEr().corpus_score(hypotheses, references).value
    plain = truebleu("score", *files, "--cider-plain", "-f", "json", cwd=tmp_path)
    [data] = json.loads(plain.out)
    assert data["value"] == CIDEr(plain=True).corpus_score(hypotheses, references).value
    refused = truebleu("statistics", *files[:-1], "-o", "out", cwd=tmp_path)
    assert refused.code == 2
    assert "CIDEr is not supported by this command" in refused.err
    assert "--cider-frequencies FILE" in refused.err
    options = ("--cider-frequencies", "df.json")
    assert truebleu("statistics", *files[:-1], *options, "-o", "out", cwd=tmp_path).code == 0
    absent = truebleu("score", *files, "--cider-frequencies", "none.json", cwd=tmp_path)
    assert absent.code == 2
    assert "none.json: cannot read" in absent.err


WRONG: list[tuple[Any, str]] = [
    (lambda: CIDEr(sigma=0), "sigma=0 is out of range"),
    (lambda: CIDEr(sigma=1e-300), "sigma=1e-300 is too small"),
    (lambda: CIDEr(plain=True, sigma=6), "plain CIDEr has no length penalty"),
    (lambda: CIDEr(max_ngram_order=10), "max_ngram_order=10"),
    (lambda: CIDEr(document_frequencies=3), "document_frequencies=3 is not supported"),  # type: ignore[arg-type]
    (lambda: DocumentFrequencies(documents=0, counts={}), "documents: 0 is invalid"),
    (lambda: DocumentFrequencies(documents=1, counts=[1]), r"counts=\[1\] is not a mapping"),  # type: ignore[arg-type]
    (lambda: DocumentFrequencies(documents=1, counts={"a": 2}), "'a' has 2. Use a number of doc"),
    (lambda: DocumentFrequencies(documents=1, counts={"a  b": 1}), "'a  b' is not an n-gram"),
    (lambda: DocumentFrequencies(documents=1, counts={(): 1}), "is not an n-gram"),
    (lambda: DocumentFrequencies(documents=2, counts={"a b": 1, ("a", "b"): 2}), "'a b' has two"),
    (lambda: CIDEr().sentence_score("a", "a"), "CIDEr weighs n-grams by the whole corpus"),
]


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_wrong_settings(call: Any, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        call()


@pytest.mark.parametrize("text", ["", "[]", '{"documents": 2}', '{"documents": 0, "counts": {}}'])
def test_wrong_files(text: str, tmp_path: Path) -> None:
    path = tmp_path / "df.json"
    path.write_text(text)
    with pytest.raises(ConfigurationError, match=r"df\.json"):
        CIDEr(document_frequencies=path)


def test_document_frequencies_cannot_be_changed() -> None:
    with pytest.raises(TypeError, match="does not support item assignment"):
        DocumentFrequencies(documents=2, counts={"a": 1}).counts["a"] = 2  # type: ignore[index]


def test_a_path_is_text_or_a_path() -> None:
    frequencies = DocumentFrequencies(documents=1, counts={})
    for call in (DocumentFrequencies.read, frequencies.write):
        with pytest.raises(InputError, match=r"^path=3 is not a path\."):
            call(3)  # type: ignore[arg-type]


def test_wrong_input() -> None:
    cider = CIDEr()
    with pytest.raises(EmptyCorpus):
        cider.corpus_score([], [])
    with pytest.raises(EmptyCorpus, match="references is empty"):
        cider.document_frequencies_of([])
    with pytest.raises(InputError, match="references is a str, not a list"):
        cider.document_frequencies_of("a dog")
    with pytest.raises(LengthMismatch):
        cider.corpus_score(["a"], ["a", "b"])
    with pytest.raises(InputError, match="segment 2: the hypothesis is None"):
        cider.corpus_score(["a", None], ["a", "b"])
    with pytest.raises(InputError, match="CIDEr requires words"):
        CIDEr(document_frequencies=FREQUENCIES).corpus_score([[1, 2]], [[1, 2]])
    assert cider.segment_scores([], []).tolist() == []
    assert cider.segment_scores([[1, 2], [3]], [[1, 2], [4]]).tolist() == [5.0, 0.0]
