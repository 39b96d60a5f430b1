"""Missing ratings: a segment without a rating is left out for all systems, and counted."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.requirements import require_module
from truebleu import (
    BLEU,
    CHRF,
    ConfigurationError,
    Evaluation,
    InputError,
    ScoreColumn,
    compare,
    read_scores,
    write_report,
)

REFERENCES = [f"the cat sat on mat number {i} in room {i * i}" for i in range(12)]
SYSTEMS = {
    "a": [text.replace("cat", "dog") for text in REFERENCES],
    "b": [text[: len(text) - i] for i, text in enumerate(REFERENCES)],
    "c": [text.replace("e", "") if i % 2 else text for i, text in enumerate(REFERENCES)],
}
RATINGS: dict[str, list[float | None]] = {
    "a": [3, None, 5, 2, 4, 1, 3, 5, None, 2, 4, 4],
    "b": [5, 4, 4, math.nan, 3, 3, 2, 2, None, 1, 1, 1],
    "c": [5, 2, 5, 1, 5, 2, 4, 1, 5, 2, 5, 1],
}
LEFT_OUT = (1, 3, 8)
KEPT = [i for i in range(12) if i not in LEFT_OUT]


def column(ratings: Any = None) -> ScoreColumn:
    return ScoreColumn("people", RATINGS if ratings is None else ratings)


def of_kept(texts: list[Any]) -> list[Any]:
    return [texts[i] for i in KEPT]


def test_segments_are_left_out_for_every_system() -> None:
    evaluation = Evaluation([BLEU(), column()]).run(SYSTEMS, REFERENCES).metric("people")
    expected = Evaluation([column({name: of_kept(of) for name, of in RATINGS.items()})]).run(
        {name: of_kept(texts) for name, texts in SYSTEMS.items()}, of_kept(REFERENCES)
    )
    for score, expected_score in zip(evaluation.scores, expected.metrics[0].scores, strict=True):
        assert score.value == expected_score.value
        assert score.segments == len(KEPT)  # type: ignore[attr-defined]  # a ColumnScore
    assert np.flatnonzero(~evaluation.rated()).tolist() == list(LEFT_OUT)
    # A subset of the systems may have more rated segments in common.
    assert column().rated(["a", "c"]).sum() == 10
    assert column().system_score("c").segments == 12


@pytest.mark.parametrize("by", ["system", "segment"])
def test_correlations_are_those_of_the_rated_segments(by: str) -> None:
    """Metrics and ratings use equal segments, in resamples too."""
    metrics: list[Any] = [BLEU(), CHRF()]
    evaluation = Evaluation([*metrics, column()]).run(SYSTEMS, REFERENCES)
    ratings = {name: of_kept(of) for name, of in RATINGS.items()}
    expected = Evaluation([*metrics, column(ratings)]).run(
        {name: of_kept(texts) for name, texts in SYSTEMS.items()}, of_kept(REFERENCES)
    )
    pairs = zip(
        evaluation.correlate("people", by=by, resamples=20),
        expected.correlate("people", by=by, resamples=20),
        strict=True,
    )
    for first, second in pairs:
        assert first.coefficients == second.coefficients
        assert (first.segments, first.missing, second.missing) == (9, 3, 0)
        assert first.to_dict()["missing"] == 3
    cells = {
        (first.system, first.segment - 1)
        for first in evaluation.disagreements("people", "BLEU", 100)
    }
    cells |= {
        (first.system, first.segment - 1)
        for first in evaluation.disagreements("BLEU", "people", 100)
    }
    assert cells
    assert not cells & {("a", 1), ("b", 3), ("a", 8), ("b", 8)}


def test_tables_count_the_segments_left_out() -> None:
    found = Evaluation([BLEU(), column()]).run(SYSTEMS, REFERENCES)
    assert "people missing: 3 of 12 segments, left out of its scores" in str(found)
    assert "missing" not in str(Evaluation([BLEU()]).run(SYSTEMS, REFERENCES))


def test_tests_and_intervals_of_a_column_use_rated_segments() -> None:
    texts = {name: SYSTEMS[name] for name in ("a", "b")}
    comparison = compare(texts, REFERENCES, column())[0]
    is_rated = column().rated(["a", "b"])
    numbers = {name: column().values(name)[is_rated].tolist() for name in texts}
    dropped = {
        name: [text for text, has in zip(texts[name], is_rated, strict=True) if has]
        for name in texts
    }
    expected = compare(dropped, dropped["a"], column(numbers))[0]
    assert comparison.systems[0].score.value == expected.systems[0].score.value
    assert comparison.pairs[0].difference == expected.pairs[0].difference
    assert "people missing: 3 of 12 segments without all ratings, left out" in str(
        compare(texts, REFERENCES, column())
    )
    # All 2**9 or 2**12 permutations: swapping a segment without ratings changes nothing.
    assert comparison.pairs[0].exact
    assert comparison.pairs[0].p_value == expected.pairs[0].p_value


@pytest.mark.parametrize("bootstrap", ["multinomial", "poisson"])
@pytest.mark.parametrize("has_documents", [False, True])
def test_a_comparison_by_few_ratings_equals_that_of_the_rated_segments(
    bootstrap: str, has_documents: bool
) -> None:
    """No resample is without ratings, and a power analysis counts rated segments."""
    few = {name: [*[None] * 9, *numbers[9:]] for name, numbers in RATINGS.items()}
    documents = list("aaabbbcccdee") if has_documents else None
    comparison = compare(SYSTEMS, REFERENCES, column(few), bootstrap=bootstrap, documents=documents)
    expected = compare(
        {name: texts[9:] for name, texts in SYSTEMS.items()},
        REFERENCES[9:],
        column({name: numbers[9:] for name, numbers in few.items()}),
        bootstrap=bootstrap,
        documents=documents and documents[9:],
    )
    assert comparison[0].pairs == expected[0].pairs
    for system, expected_system in zip(comparison[0].systems, expected[0].systems, strict=True):
        assert (system.interval, system.bca) == (expected_system.interval, expected_system.bca)


def test_ratings_of_one_document_cannot_be_compared_by_document() -> None:
    ratings = {name: [*[None] * 10, 1, 2] for name in ("a", "b")}
    texts = {name: SYSTEMS[name] for name in ratings}
    with pytest.raises(InputError, match="documents with ratings of 'people': cannot test 1"):
        compare(texts, REFERENCES, column(ratings), documents=list("aaabbbcccdee"))


@given(st.lists(st.one_of(st.none(), st.integers(-5, 5)), min_size=6, max_size=20))
def test_the_mean_is_that_of_the_existing_ratings(numbers: list[int | None]) -> None:
    present = [number for number in numbers if number is not None]
    if not present:
        return
    score = ScoreColumn("x", {"a": numbers}).system_score("a")
    assert score.value == pytest.approx(sum(present) / len(present))
    assert score.segments == len(present)


def test_columns_with_missing_ratings_can_be_equal() -> None:
    first, second = (
        column(),
        column({**RATINGS, "a": [x if x is not None else math.nan for x in RATINGS["a"]]}),
    )
    assert first == second
    assert pickle.loads(pickle.dumps(first)) == first
    assert first.signature() == second.signature()
    pandas = require_module("pandas")
    frame = pandas.DataFrame(RATINGS)
    assert column({name: frame[name] for name in frame}) == first


def test_files_may_have_missing_cells(tmp_path: Any) -> None:
    files = {
        "a.tsv": "base\tnew\n1\tNone\n\t2\nnan\t3\nNA\t4\n5\t5\n",
        "a.csv": "base,new\n1,\n,2\nNaN,3\nnull,4\n5,5\n",
        "a.jsonl": '{"base": 1, "new": null}\n{"base": "", "new": 2}\n{"base": NaN, "new": 3}\n'
        '{"base": "NA", "new": 4}\n{"base": 5, "new": 5}\n',
    }
    expected = ScoreColumn("x", {"base": [1, None, None, None, 5], "new": [None, 2, 3, 4, 5]})
    for name, text in files.items():
        path = tmp_path / name
        path.write_text(text)
        assert read_scores(str(path), "x", ["base", "new"]) == expected
    lines = tmp_path / "one.txt"
    lines.write_text("1\n\nNone\n4\n")
    assert read_scores(str(lines), "x", ["a"]) == ScoreColumn("x", {"a": [1, None, None, 4]})


def test_too_few_rated_segments_are_refused() -> None:
    few = {name: [1.0, *[None] * 11] for name in SYSTEMS}
    evaluation = Evaluation([BLEU(), column(few)]).run(SYSTEMS, REFERENCES)
    assert evaluation.metric("people").scores[0].value == 1.0
    message = r"1 of 12 segments has a number for all of a, b, c, and resampling needs at least 2"
    with pytest.raises(InputError, match=message):
        evaluation.compare()
    with pytest.raises(InputError, match=message):
        compare(SYSTEMS, REFERENCES, column(few))
    for by in ("system", "segment"):
        with pytest.raises(InputError, match="1 segment of 12 has ratings and scores of all"):
            evaluation.correlate("people", by=by)
    few["a"] = [None, 1.0, *[None] * 10]
    with pytest.raises(InputError, match="no segment has a number for all of a, b, c"):
        Evaluation([column(few)]).run(SYSTEMS, REFERENCES)


def test_a_report_needs_every_score(tmp_path: Any) -> None:
    with pytest.raises(InputError, match="column 'people' has missing numbers"):
        write_report(tmp_path / "a.html", SYSTEMS, REFERENCES, [BLEU(), column()])


def test_segments_with_missing_scores_are_left_out_for_both_metrics() -> None:
    second = ScoreColumn("second", {name: [None, *range(11)] for name in SYSTEMS})
    evaluation = Evaluation([second, column()]).run(SYSTEMS, REFERENCES)
    (correlation,) = evaluation.correlate("people", by="segment", resamples=5)
    assert (correlation.segments, correlation.missing) == (8, 4)


def test_settings_of_averages_are_checked() -> None:
    evaluation = Evaluation([BLEU(), column()]).run(SYSTEMS, REFERENCES)
    with pytest.raises(ConfigurationError, match="requires segment-level correlation"):
        evaluation.correlate("people", average="item")
    for name, wrong in (("average", "items"), ("undefined", "skip"), ("form", "mtme")):
        with pytest.raises(ConfigurationError, match=f"unknown {name} '{wrong}'"):
            evaluation.correlate("people", by="segment", **{name: wrong})  # type: ignore[arg-type]
