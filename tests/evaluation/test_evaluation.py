"""Evaluations of several metrics: scores, correlations, disagreements and errors."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest

from tests.requirements import require_module
from truebleu import (
    BLEU,
    CHRF,
    GLEU,
    NIST,
    TER,
    WER,
    ConfigurationError,
    EmptyCorpus,
    Evaluation,
    InputError,
    LengthMismatch,
    References,
    ScoreColumn,
    compare,
    read_scores,
)
from truebleu.display.evaluation import correlation_table
from truebleu.display.table import as_text

REFERENCES = ["the cat sat on the mat", "it rained all day", "he came home", "nobody knows"]
SYSTEMS = {
    "base": ["the cat sat on mat", "it rained all day", "he came", "nobody"],
    "new": ["the cat sat on the mat", "it rained the whole day", "he came home", "nobody knows"],
    "other": ["a cat on mat", "rain", "home", "who knows"],
}
PEOPLE = ScoreColumn(
    "people", {"base": [70, 95, 40, 30], "new": [98, 90, 97, 99], "other": [30, 20, 5, 60]}
)
ERRORS = ScoreColumn(
    "errors", {name: -PEOPLE.values(name) for name in SYSTEMS}, higher_is_better=False
)
METRICS: list[Any] = [BLEU(), CHRF(), TER()]


def test_scores_equal_those_of_each_metric_alone() -> None:
    evaluation = Evaluation([*METRICS, PEOPLE]).run(SYSTEMS, REFERENCES)
    for metric, of_metric in zip(METRICS, evaluation.metrics, strict=False):
        for index, texts in enumerate(SYSTEMS.values()):
            assert of_metric.scores[index] == metric.corpus_score(texts, REFERENCES)
            expected = metric.segment_scores(texts, REFERENCES)
            assert of_metric.values[index].tolist() == expected.tolist()
    assert evaluation.metric("people").scores[0].value == 58.75
    assert evaluation.metric("people").values[2].tolist() == [30, 20, 5, 60]


@pytest.mark.parametrize("block", [1, 3, 4, 4096])
def test_streams_and_blocks_change_nothing(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = Evaluation([*METRICS, PEOPLE]).run(SYSTEMS, REFERENCES)
    monkeypatch.setattr("truebleu.evaluation.evaluation.BLOCK", block)
    calls: list[int] = []
    shapes: list[Any] = [
        (SYSTEMS, REFERENCES),
        ({name: iter(texts) for name, texts in SYSTEMS.items()}, iter(REFERENCES)),
        ({name: iter(texts) for name, texts in SYSTEMS.items()}, REFERENCES),
        (SYSTEMS, ([each] for each in REFERENCES)),
        ({n: iter(t) for n, t in SYSTEMS.items()}, References.streams([REFERENCES])),
        (
            {n: iter(t) for n, t in SYSTEMS.items()},
            References.per_segment([[each] for each in REFERENCES]),
        ),
    ]
    for systems, references in shapes:
        evaluation = Evaluation([*METRICS, PEOPLE]).run(systems, references, progress=calls.append)
        assert evaluation.to_dict() == expected.to_dict()
        for first, second in zip(evaluation.metrics, expected.metrics, strict=True):
            assert first.values.tolist() == second.values.tolist()
    assert calls[-1] == 4


def test_compare_equals_the_function() -> None:
    evaluation = Evaluation([BLEU(), PEOPLE]).run(SYSTEMS, REFERENCES)
    expected = compare(SYSTEMS, REFERENCES, [BLEU(), PEOPLE], seed=7)
    assert evaluation.compare(seed=7).to_dict() == expected.to_dict()
    assert evaluation.compare(seed=7) == evaluation.compare(
        seed=7
    )  # the evaluation can be compared again


def test_aggregates() -> None:
    ranked = Evaluation([BLEU(), TER(), PEOPLE], aggregate="ranked", weights={"BLEU": 3, "TER": 1})
    result = ranked.run(SYSTEMS, REFERENCES)
    assert result.aggregated == (2.0, 1.0, 3.0)
    signature = result.aggregate.signature(3)  # type: ignore[union-attr]  # it was asked for
    assert signature["weights"] == "BLEU=0.75,TER=0.25,people=0.0"
    weighted = Evaluation([CHRF(), TER()], aggregate="weighted").run(SYSTEMS, REFERENCES)
    chrf, ter = (np.array([score.value for score in one.scores]) for one in weighted.metrics)
    assert weighted.aggregated == pytest.approx(chrf / 200 + (1 - ter / 100) / 2)
    with pytest.raises(ConfigurationError, match="is not supported with people, which has no"):
        Evaluation([BLEU(), PEOPLE], aggregate="weighted").run(SYSTEMS, REFERENCES)
    unrated = Evaluation([BLEU(), PEOPLE], aggregate="weighted", weights={"BLEU": 1})
    bleu = unrated.run(SYSTEMS, REFERENCES)
    assert bleu.aggregated == tuple(score.value / 100 for score in bleu.metric("BLEU").scores)
    with pytest.raises(ValueError, match="read-only"):
        bleu.metric("BLEU").values[0, 0] = 0  # later correlations would use it


def test_a_rate_may_exceed_its_scale_in_an_aggregate() -> None:
    require_module("jiwer")
    wrong = {**SYSTEMS, "long": ["much too long a text for this"] * len(REFERENCES)}
    evaluation = Evaluation([TER(), WER()], aggregate="weighted").run(wrong, REFERENCES)
    ter, wer = (np.array([score.value for score in one.scores]) for one in evaluation.metrics)
    assert ter[-1] > 100
    assert evaluation.aggregated == pytest.approx(1 - ter / 200 - wer / 2)


def test_two_metrics_of_one_kind_have_distinct_names() -> None:
    found = Evaluation([BLEU(), BLEU(lowercase=True), CHRF()]).run(SYSTEMS, REFERENCES)
    assert [one.name for one in found.metrics] == ["BLEU", "BLEU (2)", "chrF2"]


def test_correlations() -> None:
    evaluation = Evaluation([*METRICS, ERRORS, PEOPLE]).run(SYSTEMS, REFERENCES)
    by_system = evaluation.correlate("people", resamples=50)
    assert [one.metric for one in by_system] == ["BLEU", "chrF2", "TER", "errors"]
    errors = by_system[-1].coefficients
    # Lower is better for this column, and it agrees perfectly with the human ratings.
    assert {name: errors[name][0] for name in errors} == pytest.approx(dict.fromkeys(errors, 1.0))
    assert errors["pearson"][1] == pytest.approx((1.0, 1.0))
    scores = [[score.value for score in one.scores] for one in evaluation.metrics]
    expected = np.corrcoef(scores[0], scores[-1])[0, 1]
    assert by_system[0].coefficients["pearson"][0] == pytest.approx(expected)
    by_segment = evaluation.correlate("people", by="segment", resamples=50)
    flat = [one.values.ravel() for one in evaluation.metrics]
    ter = by_segment[2].coefficients["pearson"]
    assert ter[0] == pytest.approx(-np.corrcoef(flat[2], flat[-1])[0, 1])
    assert ter[1] is not None
    assert ter[1][0] <= ter[1][1]
    assert by_segment[0].tie_threshold is not None
    again = evaluation.correlate("people", by="segment", resamples=50)
    assert [one.to_dict() for one in again] == [one.to_dict() for one in by_segment]
    json.dumps([one.to_dict() for one in by_segment], allow_nan=False)


def test_without_a_coefficient_there_is_no_interval() -> None:
    """One system has no pairs; equal systems have no variance."""
    of_one_system = Evaluation([BLEU(), PEOPLE]).run({"base": SYSTEMS["base"]}, REFERENCES)
    (alone,) = of_one_system.correlate("people", by="segment", resamples=20)
    assert alone.coefficients["pairwise_accuracy"] == (None, None)
    assert alone.tie_threshold == 0.0
    assert alone.coefficients["pearson"][1] is not None
    # A resample may have one of the two segments twice, so there is no interval.
    people = ScoreColumn("people", {"base": [70, 95]})
    two = Evaluation([BLEU(), people]).run({"base": SYSTEMS["base"][:2]}, REFERENCES[:2])
    (few,) = two.correlate("people", by="segment", resamples=2, seed=1)
    assert few.coefficients["kendall"] == (1.0, None)
    row = "\n".join(as_text(correlation_table([few]))).splitlines()[1]
    assert row.split() == ["BLEU", "1.000", "1.000", "1.000", "-", "-"]
    same = dict.fromkeys(SYSTEMS, REFERENCES)
    (flat,) = Evaluation([BLEU(), CHRF()]).run(same, REFERENCES).correlate("BLEU", resamples=20)
    assert flat.coefficients["pearson"] == (None, None)
    single = {name: texts[:1] for name, texts in SYSTEMS.items()}
    evaluation = Evaluation([BLEU(), CHRF()]).run(single, REFERENCES[:1])
    with pytest.raises(InputError, match="correlation needs at least 2 segments, got 1"):
        evaluation.correlate("BLEU")


def test_printed_forms() -> None:
    evaluation = Evaluation([BLEU(), CHRF()], aggregate="ranked")
    assert repr(evaluation) == "Evaluation((BLEU(), CHRF()))"
    result = evaluation.run(SYSTEMS, REFERENCES)
    assert repr(result) == "<EvaluationResult: 3 systems by BLEU, chrF2>"
    assert str(result) == result.to_text()
    names = ["new", "base", "other"]  # best rank first
    for text, lines in ((result.to_text(), 1), (result.to_markdown(), 2), (result.to_latex(), 4)):
        rows = text.split("\n")[lines : lines + 3]
        assert [row.strip("| ").split()[0] for row in rows] == names
        assert [row.strip("|\\ ").split()[-1] for row in rows] == ["1.00", "2.00", "3.00"]
    data = json.loads(result.to_json())
    assert data == result.to_dict()
    assert [one["aggregate"] for one in data["systems"]] == [2.0, 1.0, 3.0]
    assert data["aggregate"].startswith("aggregate:ranked|weights:BLEU=0.5,chrF2=0.5|systems:3|")
    (agreed,) = result.correlate("BLEU", resamples=2)
    assert repr(agreed) == "<Correlation: chrF2 with BLEU, system-level>"
    first = result.disagreements("BLEU", "chrF2")[0]
    ranks = f"percentiles {first.first_percentile:.2f} and {first.second_percentile:.2f}"
    assert repr(first) == f"<SegmentDisagreement: {first.system}, segment {first.segment}: {ranks}>"


def test_disagreements() -> None:
    systems = {"a": ["x", "y", "z", "w"]}
    high = ScoreColumn("high", {"a": [4, 3, 2, 1]})
    low = ScoreColumn("low", {"a": [1, 2, 3, 4]}, higher_is_better=True)
    evaluation = Evaluation([high, low, BLEU()]).run(systems, ["x", "y", "z", "w"])
    first, second = evaluation.disagreements("high", "low")
    with pytest.raises(ConfigurationError, match="'high' and 'high' are the same metric"):
        evaluation.disagreements("high", "high")
    assert (first.segment, first.first, first.second) == (1, 4.0, 1.0)
    assert (first.first_percentile, first.second_percentile) == (1.0, 0.25)
    assert second.segment == 2
    assert [one.segment for one in evaluation.disagreements("low", "high", 1)] == [4]


@pytest.mark.parametrize(
    ("systems", "references", "kind", "said"),
    [
        ({"a": ["x"]}, ["x", "y"], LengthMismatch, "1 hypothesis"),
        ({"a": iter(["x"])}, ["x", "y"], LengthMismatch, "'a' has 1, references has 2"),
        ({"a": ["x", None]}, ["x", "y"], InputError, "system 'a': segment 2"),
        ({"a": "x"}, ["x"], InputError, "system 'a' is a string. Pass a list"),
        (["x"], ["x"], InputError, "systems is not a mapping"),
        ({"a": []}, [], EmptyCorpus, "nothing to evaluate: systems and references are empty"),
    ],
)
def test_wrong_input_is_refused(
    systems: Any, references: Any, kind: type[Exception], said: str
) -> None:
    with pytest.raises(kind, match=said):
        Evaluation([BLEU()]).run(systems, references)


def test_errors_count_segments_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truebleu.evaluation.evaluation.BLOCK", 2)
    texts: list[Any] = ["a", "b", "c", None]
    with pytest.raises(InputError, match="segment 4"):
        Evaluation([BLEU()]).run({"a": iter(texts)}, iter("abcd"))
    wrong: list[Any] = [5, None, [], [5], {"d"}]
    for reference in wrong:
        with pytest.raises(InputError, match="segment 4"):
            Evaluation([BLEU()]).run({"a": iter("abcd")}, iter(["a", "b", "c", reference]))


def test_wrong_settings_are_refused() -> None:
    wrong: list[tuple[Any, dict[str, Any], str]] = [
        ([], {}, "an empty list"),
        (None, {}, r"metrics is None. Pass \[BLEU"),
        (["bleu"], {}, r"metrics='bleu' is a name. Pass the metric itself, BLEU\(\)"),
        ([BLEU()], {"aggregate": "mean"}, "unknown aggregate 'mean'"),
        ([BLEU()], {"weights": {"BLEU": 1}}, "weights requires aggregate. Add aggregate"),
        ([BLEU()], {"aggregate": "ranked", "weights": {"blue": 1}}, "Did you mean 'BLEU'"),
        (
            [BLEU()],
            {"aggregate": "ranked", "weights": {"bleu": 1, "BLEU": 1}},
            "names a metric twice",
        ),
        ([BLEU()], {"aggregate": "ranked", "weights": {"BLEU": -1}}, "element 1"),
    ]
    for metrics, settings, message in wrong:
        with pytest.raises(ConfigurationError, match=message):
            Evaluation(metrics, **settings)
    with pytest.raises(ConfigurationError, match="needs at least 1 system, got 0"):
        Evaluation([BLEU()]).run({}, REFERENCES)
    with pytest.raises(ConfigurationError, match="Did you mean 'base'"):
        Evaluation([PEOPLE]).run({"bas": ["x"] * 4}, ["x"] * 4)
    evaluation = Evaluation([BLEU(), PEOPLE]).run({"base": SYSTEMS["base"]}, REFERENCES)
    with pytest.raises(InputError, match="needs at least 3 systems, got 1"):
        evaluation.correlate("people")
    with pytest.raises(ConfigurationError, match="names a system twice"):
        read_scores("scores.tsv", "human", ["a", "a"])
    with pytest.raises(ConfigurationError, match=r"coefficients=\[\] is empty. Pass at least one"):
        Evaluation([BLEU(), PEOPLE]).run(SYSTEMS, REFERENCES).correlate("people", coefficients=[])
    with pytest.raises(ConfigurationError, match="unknown metric 'peple'"):
        evaluation.correlate("peple")


def test_scores_are_read_from_tables(tmp_path: Any) -> None:
    files = {
        "a.tsv": "base\tnew\n1\t2.5\n-3\t4e1\n",
        "a.csv": '"base","new"\n"1","2.5"\n-3,40\n',
        "a.jsonl": '{"base": 1, "new": 2.5}\n{"base": -3, "new": "40"}\n',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.write_text(text)
        result = read_scores(str(path), "x", ["base", "new"])
        assert result == ScoreColumn("x", {"base": [1, -3], "new": [2.5, 40]})
    path_of_one = tmp_path / "one.txt"
    path_of_one.write_text("1\n2\n")
    assert read_scores(str(path_of_one), "x", ["a"]) == ScoreColumn("x", {"a": [1, 2]})


def test_scores_from_parquet(tmp_path: Any) -> None:
    pyarrow = require_module("pyarrow")
    from pyarrow import parquet

    path = str(tmp_path / "a.parquet")
    parquet.write_table(pyarrow.table({"base": [1, -3], "new": [2.5, 40.0]}), path)
    expected = ScoreColumn("x", {"base": [1, -3], "new": [2.5, 40]})
    assert read_scores(path, "x", ["base", "new"]) == expected


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.tsv", "base\n1\nx\n", "line 3: 'base' is 'x'. Every segment needs a finite number"),
        ("a.tsv", "bsae\n1\n", "Did you mean 'bsae'"),
        ("a.jsonl", '{"base": true}\n', "line 1: 'base' is True"),
        ("a.jsonl", '{"base": Infinity}\n', "line 1: 'base' is inf"),
        ("a.tsv", "base\nNone\n\n", "system 'base': all numbers are missing"),
        ("a.txt", "1\nx\n", "line 2 is 'x'. .* write None if its rating is missing"),
    ],
)
def test_wrong_tables_are_refused(tmp_path: Any, name: str, text: str, message: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_scores(str(path), "x", ["base"])


def test_plain_lines_are_the_scores_of_one_system(tmp_path: Any) -> None:
    path = tmp_path / "a.txt"
    path.write_text("1\n2\n")
    message = r"one system, but there are 2. Use a table .* with one column per system: b, c"
    with pytest.raises(InputError, match=message):
        read_scores(str(path), "x", ["b", "c"])


# NIST, whose weights come from the whole corpus


def test_nist_uses_the_weights_of_all_references() -> None:
    nist = NIST()
    evaluation = Evaluation([BLEU(), nist, PEOPLE], aggregate="ranked")
    result = evaluation.run(SYSTEMS, REFERENCES)
    for name, score in zip(result.systems, result.metric("NIST").scores, strict=True):
        expected = nist.corpus_score(SYSTEMS[name], REFERENCES)
        assert score.value == pytest.approx(expected.value, abs=1e-12)
        assert score.signature == expected.signature
    values = [nist.segment_scores(texts, REFERENCES) for texts in SYSTEMS.values()]
    assert np.array_equal(result.metric("NIST").values, values)
    compared = result.compare(resamples=20)
    assert compared == compare(SYSTEMS, REFERENCES, [BLEU(), nist, PEOPLE], resamples=20)
    assert len(result.correlate("people", resamples=20)) == 2
    assert result.disagreements("NIST", "people")


def test_nist_of_streams_equals_that_of_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = Evaluation([NIST()]).run(SYSTEMS, REFERENCES)
    monkeypatch.setattr("truebleu.evaluation.evaluation.BLOCK", 3)
    streams = {name: iter(texts) for name, texts in SYSTEMS.items()}
    evaluation = Evaluation([NIST()]).run(streams, iter(REFERENCES))
    assert evaluation.to_dict() == expected.to_dict()
    wrong: Any = {**SYSTEMS, "new": [*SYSTEMS["new"][:3], None]}
    with pytest.raises(InputError, match="system 'new': segment 4"):
        Evaluation([NIST()]).run(wrong, REFERENCES)


TOKENS = {name: [text.split() for text in texts] for name, texts in SYSTEMS.items()}


@pytest.mark.parametrize("metric", [BLEU(), NIST(), GLEU()], ids=repr)
def test_signatures_of_token_lists_have_no_tokenizer(metric: Any) -> None:
    references = [text.split() for text in REFERENCES]
    alone = metric.corpus_score(TOKENS["base"], references).signature
    assert alone["tok"] == "none"
    (evaluation,) = Evaluation([metric]).run(TOKENS, references).metrics
    assert evaluation.scores[0].signature == alone
    assert compare(TOKENS, references, [metric], trials=20, resamples=20)[0].signature == alone


def test_results_can_be_pickled_and_compared_afterwards() -> None:
    systems = {"a": ["the cat sat", "it rained"], "b": ["a cat sat", "it rains"]}
    evaluation = Evaluation([BLEU(), CHRF(), NIST()]).run(systems, ["the cat sat", "it rained"])
    again = pickle.loads(pickle.dumps(evaluation))
    assert again.to_dict() == evaluation.to_dict()
    settings: dict[str, Any] = {"trials": 20, "resamples": 20}
    assert again.compare(**settings) == evaluation.compare(**settings)


def test_metrics_may_be_registry_names() -> None:
    metrics: list[Any] = [BLEU(), CHRF()]
    evaluation = Evaluation(metrics, aggregate="ranked", weights={"bleu": 1, "CHRF": 3})
    assert evaluation.aggregate is not None
    assert evaluation.aggregate.weights == (0.25, 0.75)
    result = evaluation.run({"a": ["a b c d"], "b": ["a b c e"]}, ["a b c d"])
    assert result.metric("chrf") is result.metric("chrF2")
    with pytest.raises(ConfigurationError, match="unknown metric 'ter'"):
        result.metric("ter")
