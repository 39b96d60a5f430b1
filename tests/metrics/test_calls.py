"""The methods of a metric give equal scores."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from truebleu import (
    BLEU,
    CHRF,
    GLEU,
    NIST,
    ROUGE,
    BLEUScore,
    CIDEr,
    ConfigurationError,
    EmptyCorpus,
    InputError,
    References,
    ROUGEVariants,
    corpus_bleu,
    sentence_bleu,
)
from truebleu.metrics.base import metric as base

HYPOTHESES = ["The cat sat on the mat.", "It rained, all day.", "", "Grüße aus Köln!", "one"]
REFERENCES = References.per_segment(
    [
        ["The cat sat on a mat.", "A cat sat on the mat."],
        ["It rained all day."],
        ["nothing", ""],
        ["Grüße aus Köln!"],
        ["one", "one two", "three"],
    ]
)


def upper(text: str) -> list[str]:
    return text.upper().split()


METRICS = {
    "usual": BLEU(),
    "lower case": BLEU(lowercase=True),
    "weights": BLEU(weights=[0.1, 0.2, 0.7]),
    "average length": BLEU(reference_length="average"),
    "method7": BLEU(smoothing="method7"),
    "scale 1": BLEU(scale=1, smoothing="floor"),
    "effective order": BLEU(effective_order=True),
    "no effective order": BLEU(effective_order=False, smoothing="none"),
    "in Python": BLEU(tokenizer=upper),
    "in Python, lower case": BLEU(tokenizer=upper, lowercase=True),
}
every_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)


@every_metric
def test_a_corpus_score_is_the_score_of_its_rows(metric: BLEU) -> None:
    rows = metric.statistics(HYPOTHESES, REFERENCES)
    assert rows.dtype == np.int64
    assert rows.shape == (5, len(metric.layout))
    corpus_score = metric.corpus_score(HYPOTHESES, REFERENCES)
    for row in (rows, rows.sum(axis=0), rows.sum(axis=0).tolist(), rows.tolist(), tuple(rows)):
        score = metric.score(row, references="var", segments=5)
        assert score == corpus_score
        assert score.signature.full() == corpus_score.signature.full()


@every_metric
def test_segment_scores_equal_sentence_scores(metric: BLEU) -> None:
    scores = metric.segment_scores(HYPOTHESES, REFERENCES)
    assert scores.dtype == np.float64
    assert scores.shape == (5,)
    sentences = [
        metric.sentence_score(hypothesis, references)
        for hypothesis, references in zip(HYPOTHESES, REFERENCES.lists, strict=True)
    ]
    assert scores.tolist() == [sentence.value for sentence in sentences]
    assert [s.signature["nrefs"] for s in sentences] == ["2", "1", "2", "1", "3"]
    assert {s.signature.full()["segments"] for s in sentences} == {"1"}


@every_metric
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_size_of_blocks_changes_nothing(
    metric: BLEU, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = metric.corpus_score(HYPOTHESES, REFERENCES)
    segments = metric.segment_scores(HYPOTHESES, REFERENCES)
    rows = metric.statistics(HYPOTHESES, REFERENCES)
    monkeypatch.setattr(base, "BLOCK", size)
    assert metric.corpus_score(HYPOTHESES, REFERENCES) == corpus
    assert (metric.segment_scores(HYPOTHESES, REFERENCES) == segments).all()
    assert (metric.statistics(HYPOTHESES, REFERENCES) == rows).all()


@every_metric
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_number_of_threads_changes_nothing(metric: BLEU, threads: int) -> None:
    usual = metric.corpus_score(HYPOTHESES, REFERENCES)
    assert metric.corpus_score(HYPOTHESES, REFERENCES, threads=threads) == usual
    segments = metric.segment_scores(HYPOTHESES, REFERENCES, threads=threads)
    assert (segments == metric.segment_scores(HYPOTHESES, REFERENCES)).all()


def test_a_tokenizer_in_python_gets_lowercased_text() -> None:
    seen: list[str] = []

    def spy(text: str) -> list[str]:
        seen.append(text)
        return text.split()

    references = References.streams([["A b"], ["B c"]])
    score = BLEU(tokenizer=spy, lowercase=True).corpus_score(["A B "], references)
    assert sorted(seen) == ["a b", "a b", "b c"]
    assert score.matches[:2] == (2, 1)
    assert score.signature["case"] == "lc"


def test_missing_references_stay_missing_for_a_tokenizer_in_python() -> None:
    streams = [["a b c d", None], [None, "e f g h"]]
    score = BLEU(tokenizer=upper).corpus_score(["a b c d", "e f g h"], References.streams(streams))
    assert score.value == 100
    assert score.signature["nrefs"] == "1"


def test_an_error_of_a_tokenizer_names_the_segment() -> None:
    def picky(text: str) -> list[str]:
        if "x" in text:
            raise RuntimeError("no x please")
        return text.split()

    metric = BLEU(tokenizer=picky)
    with pytest.raises(
        InputError, match=r"segment 2: the reference: .*picky.*no x please"
    ) as result:
        metric.corpus_score(["a", "b"], ["a", "x"])
    assert result.value.segment == 2
    assert isinstance(result.value.__cause__, RuntimeError)
    with pytest.raises(InputError, match="no x please"):
        metric.sentence_score("x", "a")


def test_functions_equal_the_metric() -> None:
    assert corpus_bleu(HYPOTHESES, REFERENCES) == BLEU().corpus_score(HYPOTHESES, REFERENCES)
    settings: dict[str, Any] = {"lowercase": True, "smoothing": "floor", "weights": [1, 1]}
    expected = BLEU(**settings).corpus_score(HYPOTHESES, REFERENCES)
    assert corpus_bleu(HYPOTHESES, REFERENCES, threads=1, **settings) == expected
    assert sentence_bleu("a b", "a b") == BLEU().sentence_score("a b", "a b")
    assert sentence_bleu("a b", ["A b"], lowercase=True).value == 100
    with pytest.raises(TypeError, match="smothing"):
        sentence_bleu("a", "a", smothing="exp")  # type: ignore[call-arg]


def test_no_segments() -> None:
    metric = BLEU()
    nothing: list[tuple[Any, Any]] = [([], []), ((), ()), ([], [[]]), ((), [[], []])]
    for segments, references in nothing:
        assert metric.statistics(segments, references).shape == (0, 10)
        assert metric.statistics(segments, references).dtype == np.int64
        assert metric.segment_scores(segments, references).shape == (0,)
        with pytest.raises(EmptyCorpus, match="nothing to score"):
            metric.corpus_score(segments, references)
    with pytest.raises(EmptyCorpus, match="there are no rows"):
        metric.score(metric.statistics([], []))


def parts(score: BLEUScore) -> tuple[float, float, int, float]:
    lengths = (score.hypothesis_length, score.effective_reference_length)
    return score.value, score.brevity_penalty, *lengths


def test_empty_text_scores_as_in_sacrebleu() -> None:
    metric = BLEU()
    assert parts(metric.sentence_score("", "a b")) == (0.0, 0.0, 0, 2)
    assert parts(metric.sentence_score("a b", "")) == (0.0, 1.0, 2, 0)
    assert parts(metric.sentence_score("", "")) == (0.0, 1.0, 0, 0)
    assert parts(metric.corpus_score(["", ""], ["a", "b"])) == (0.0, 0.0, 0, 2)
    assert parts(metric.corpus_score([" \t\u3000"], ["\u2028"])) == (0.0, 1.0, 0, 0)


@pytest.mark.parametrize("text", ["one", "one two", "one two three", "a b c d", "x " * 500])
def test_identical_text_scores_exactly_100(text: str) -> None:
    assert BLEU().sentence_score(text, text).value == 100.0
    assert BLEU(scale=1).sentence_score(text, ["other", text]).value == 1.0


def test_matches_are_clipped() -> None:
    score = BLEU(tokenizer="none").sentence_score("the " * 7, "the cat is on the mat")
    assert (score.matches[0], score.totals[0]) == (2, 7)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([1, 2, 3], r"a row of 3 is not a row of this metric. Pass 10 integers \(hypothesis_"),
        ([[1] * 10, [1] * 9], "a row of 9 is not a row"),
        ([], "a row of 0 is not a row"),
        (np.zeros((2, 9), dtype=int), "a row of 9 is not a row"),
        (np.zeros((2, 2, 10), dtype=int), r"an array of shape \(2, 2, 10\) is not a row"),
        (np.zeros(10), r"column hypothesis_length of the row is 0\.0. Use an integer"),
        ([1] * 9 + [-1], "column totals_4 of the row is -1. Use an integer from 0"),
        (
            np.array([[1] * 9 + [-1], [2] * 10]),
            "column totals_4 of the row is -1. Use an integer",
        ),
        ([1] * 9 + [None], "column totals_4 of the row is None"),
        ([1] * 9 + ["1"], "column totals_4 of the row is '1'"),
        ([1] * 9 + [True], "column totals_4 of the row is True"),
        ("0123456789", "'0123456789' is not a row"),
        (7, "7 is not a row"),
        (None, "None is not a row"),
    ],
)
def test_invalid_rows_are_refused(row: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        BLEU().score(row)


COLUMNS = [
    (BLEU(), "totals_1", "matches_1"),
    (BLEU(), "totals_4", "matches_4"),
    (BLEU(convention="nltk", smoothing="method5"), "last_totals_5", "last_matches_5"),
    (CHRF(word_order=2), "hypothesis_char_6", "matches_char_6"),
    (CHRF(word_order=2), "reference_word_2", "matches_word_2"),
    (GLEU(), "ngrams", "matches"),
]


@pytest.mark.parametrize(("metric", "total_column", "part"), COLUMNS)
def test_more_matches_than_ngrams_are_refused(metric: Any, total_column: str, part: str) -> None:
    text = ["the cat sat on the mat"]
    rows = metric.statistics(text, text)
    assert metric.score(rows).value == metric.score(rows[0].tolist()).value
    matches = int(rows[0, metric.layout.index(part)])
    rows[0, metric.layout.index(total_column)] = less = matches - 1
    message = f"column {part} of the row is {matches}, more than {less} in column {total_column}"
    for row in (rows, rows[0], rows.tolist(), rows[0].tolist()):
        with pytest.raises(InputError, match=message):
            metric.score(row)


def test_a_row_of_zeros_scores_0() -> None:
    assert BLEU().score([0] * 10).value == 0.0


@pytest.mark.parametrize("kind", [BLEU, CHRF, CIDEr, ROUGE, ROUGEVariants])
def test_notebooks_show_the_settings_of_a_metric(kind: Any) -> None:
    """Jupyter and `help` show `inspect.signature` of the class."""
    assert tuple(inspect.signature(kind).parameters) == kind.parameters


def test_a_row_has_no_number_of_segments() -> None:
    rows = BLEU().statistics(["a", "b"], ["a", "b"])
    assert BLEU().score(rows).signature.full()["segments"] == "2"
    assert "segments" not in BLEU().score(rows.sum(axis=0)).signature.full()
    assert "nrefs" not in BLEU().score(rows).signature
    assert BLEU().score(rows[0], references=3).signature["nrefs"] == "3"


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"references": "x"}, "references='x' is not valid"),
        ({"segments": -1}, "segments=-1 is out of range. Use an integer from 1."),
        ({"segments": "x"}, "segments='x' is not an integer"),
    ],
)
@pytest.mark.parametrize("metric", [BLEU(), NIST(), CIDEr()], ids=repr)
def test_numbers_of_a_signature_are_positive(
    metric: Any, numbers: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigurationError, match=message):
        metric.signature(**numbers)
