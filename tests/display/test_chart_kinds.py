"""Charts of every kind: their records, formats and errors."""

from __future__ import annotations

import json
import math
import pickle
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.display.drawings import texts_of
from tests.news import MEDIUM, REFERENCE, STRONG, WEAK
from tests.requirements import require_module
from truebleu import BLEU, CHRF, GLEU, TER, Comparison, Runs, ScoreColumn, compare, explain
from truebleu.display.charts import KINDS, chart, plot
from truebleu.display.charts.segments import (
    CELLS,
    MIN_SEGMENTS,
    density_bins,
    difference_bins,
    length_bins,
)
from truebleu.errors import ConfigurationError
from truebleu.metrics.base.score import Score
from truebleu.metrics.decomposition import difference

SYSTEMS = {"medium": MEDIUM, "weak <b>": WEAK, "strong": STRONG}
SETTINGS: dict[str, Any] = {"trials": 100, "resamples": 100}


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    require_module("altair", "viz")
    require_module("vl_convert", "viz")
    return compare(SYSTEMS, REFERENCE, [BLEU(), TER(), CHRF(word_order=2), GLEU()], **SETTINGS)


def values_of(drawn: Any) -> list[dict[str, Any]]:
    """Return all records of a chart."""
    datasets = drawn.to_dict()["datasets"]
    return [record for records in datasets.values() for record in records]


def texts(path: Path) -> list[str]:
    return texts_of(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("kind", "suffix"),
    [*((kind, "svg") for kind in KINDS), *(("density", end) for end in ("png", "pdf", "html"))],
)
def test_every_kind_is_written_in_every_format(
    kind: str, suffix: str, comparison: Comparison, tmp_path: Path
) -> None:
    path = tmp_path / f"plot.{suffix}"
    comparison.plot(path, kind)
    begins = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF-", "html": b"<!DOCTYPE html>"}
    content = path.read_bytes()
    assert content.startswith(begins[suffix])
    assert b"<b>" not in content.split(b"vegaEmbed('#plot'")[-1]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_title(kind: str, comparison: Comparison) -> None:
    spec = comparison.chart(kind).to_dict()
    assert "medium" in spec["description"]
    words = json.dumps(spec, ensure_ascii=False)
    assert str(comparison[0].signature) in words or str(comparison.settings) in words


@pytest.mark.parametrize("kind", ["differences", "density", "length"])
def test_charts_have_bins_and_no_segments(kind: str, comparison: Comparison) -> None:
    many = 60
    systems = {name: texts * many for name, texts in SYSTEMS.items()}
    large = compare(systems, REFERENCE * many, trials=5, resamples=5)
    assert len(values_of(large.chart(kind))) == len(values_of(comparison.chart(kind)))
    for text in ("the", MEDIUM[0][:20]):
        assert text not in json.dumps(values_of(large.chart(kind)))


# Differences and density


def test_differences_count_every_segment(comparison: Comparison) -> None:
    scores = {name: BLEU().segment_scores(texts, REFERENCE) for name, texts in SYSTEMS.items()}
    apart = scores["strong"] - scores["medium"]
    bars = [one for one in values_of(comparison.chart("differences")) if "side" in one]
    assert sum(one["count"] for one in bars) + int((apart == 0).sum()) == len(REFERENCE)
    for bar in bars:
        inside = apart > 0 if bar["side"] == "second" else apart < 0
        low, high = bar["start"], bar["end"]
        within = (apart >= low) & (apart < high) if low >= 0 else (apart > low) & (apart <= high)
        assert bar["count"] == int((within & inside).sum())
        assert not low < 0 < high


def test_the_chart_counts_segments_in_which_a_system_is_better(
    comparison: Comparison, tmp_path: Path
) -> None:
    better = TER().segment_scores(STRONG, REFERENCE) < TER().segment_scores(MEDIUM, REFERENCE)
    comparison.plot(tmp_path / "ter.svg", "differences", metric="TER", pair=("medium", "strong"))
    text = " ".join(texts(tmp_path / "ter.svg"))
    assert f"strong (3) is better in {int(better.sum())}" in text


@given(st.lists(st.floats(-100, 100).map(lambda x: round(x, 3)), min_size=1, max_size=200))
def test_bins_of_differences_are_a_partition_with_a_boundary_at_zero(values: list[float]) -> None:
    records, same = difference_bins(np.array(values))
    assert same == values.count(0)
    assert same + sum(record["count"] for record in records) == len(values)
    assert len(records) <= 32
    for record in records:
        assert record["side"] == ("first" if record["start"] < 0 else "second")
        assert record["end"] <= 0 or record["start"] >= 0
        width = record["end"] - record["start"]
        inside = [
            value
            for value in values
            if value and record["start"] - 1e-6 <= value <= record["end"] + 1e-6 * (1 + width)
        ]
        assert len(inside) >= record["count"] > 0


def test_a_density_counts_every_segment_in_its_cell(comparison: Comparison) -> None:
    first, second = (BLEU().segment_scores(each, REFERENCE) for each in (MEDIUM, STRONG))
    cells = [cell for cell in values_of(comparison.chart("density")) if "second_end" in cell]
    assert sum(cell["count"] for cell in cells) == len(REFERENCE)
    for cell in cells:
        last = [end == pytest.approx(100) for end in (cell["first_end"], cell["second_end"])]
        inside = (first >= cell["first"]) & ((first < cell["first_end"]) | last[0])
        inside &= (second >= cell["second"]) & ((second < cell["second_end"]) | last[1])
        assert cell["count"] == int(inside.sum())
    assert density_bins(np.array([0.0, 100.0]), np.array([100.0, 100.0]), 0, 100) == [
        {"first": 0.0, "first_end": pytest.approx(100 / CELLS), "second": pytest.approx(
            100 - 100 / CELLS), "second_end": 100.0, "count": 1},
        {"first": pytest.approx(100 - 100 / CELLS), "first_end": 100.0, "second": pytest.approx(
            100 - 100 / CELLS), "second_end": 100.0, "count": 1},
    ]  # fmt: skip


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_density_of_negative_scores_has_every_segment() -> None:
    require_module("altair", "viz")
    column = ScoreColumn("logit", {"a": [-1.0, -2.0, -3.0] * 9, "b": [-1.5, -2.0, -4.0] * 9})
    systems = {"a": ["a b c d"] * 27, "b": ["a b c"] * 27}
    result = compare(systems, systems["a"], [BLEU(), column], trials=5, resamples=5)
    records = values_of(result.chart("density", metric="logit"))
    assert sum(record.get("count", 0) for record in records) == 27


# Length


def test_lengths_have_corpus_scores_of_their_segments(comparison: Comparison) -> None:
    records = values_of(comparison.chart("length"))
    lengths = BLEU().statistics(MEDIUM, REFERENCE)[:, 1]
    strip = {record["x"]: record["count"] for record in records if "count" in record}
    assert sum(strip.values()) == len(REFERENCE)
    for bucket, count in strip.items():
        low, high = (int(end) for end in (bucket.split("–") * 2)[:2])
        chosen = [i for i, length in enumerate(lengths) if low <= length <= high]
        assert len(chosen) == count
        for number, (name, system) in enumerate(SYSTEMS.items(), 1):
            score = BLEU().corpus_score([system[i] for i in chosen], [REFERENCE[i] for i in chosen])
            drawn = next(
                record
                for record in records
                if record.get("system") == f"{name} ({number})" and record["x"] == bucket
            )
            assert drawn["value"] == score.value
            assert drawn["low"] <= drawn["value"] <= drawn["high"] or count < 10


def test_intervals_of_lengths_equal_those_of_a_comparison() -> None:
    require_module("altair", "viz")
    # All references have equal length, so the only bucket is the whole test set.
    references = ["the cat sat on the mat"] * 12
    systems = {
        "a": ["the cat sat on a mat", "a cat sat on the mat"] * 6,
        "b": ["the cat sat on the mat", "the mat is here now too"] * 6,
    }
    result = compare(systems, references, **SETTINGS)
    records = [one for one in values_of(result.chart("length")) if "low" in one]
    drawn = [(one["value"], (one["low"], one["high"])) for one in records]
    assert drawn == [(one.value, one.interval) for one in result[0].systems]


@given(st.lists(st.integers(0, 60), min_size=1, max_size=300))
def test_buckets_of_lengths_are_an_ordered_partition(lengths: list[int]) -> None:
    buckets = length_bins(np.array(lengths, dtype=float))
    chosen = [place for _, _, inside in buckets for place in inside]
    assert sorted(chosen) == list(range(len(lengths)))
    assert len(buckets) <= 8
    for (_, high, _), (low, _, _) in pairwise(buckets):
        assert high < low
    for low, high, inside in buckets:
        assert {low, high} <= {lengths[place] for place in inside}
        assert all(low <= lengths[place] <= high for place in inside)


def test_lengths_use_the_tokens_of_the_metric(comparison: Comparison, tmp_path: Path) -> None:
    for metric, unit in (("TER", "tokens"), ("chrF2++", "characters")):
        comparison.plot(tmp_path / "plot.svg", "length", metric=metric)
        assert f"reference length in {unit}" in texts(tmp_path / "plot.svg")
    with pytest.raises(ConfigurationError, match="GLEU does not count reference lengths"):
        comparison.chart("length", metric="GLEU")


# Scores


def test_a_waterfall_adds_up(comparison: Comparison) -> None:
    first, second = (BLEU().corpus_score(each, REFERENCE) for each in (MEDIUM, STRONG))
    records = values_of(comparison.chart("waterfall", pair=("medium", "strong")))
    steps = [step for step in records if "points" in step]
    expected = {part.name: part.points for part in difference(second, first).factors}
    assert {step["factor"]: step["points"] for step in steps} == expected
    assert steps[0]["start"] == first.value
    assert steps[-1]["end"] == pytest.approx(second.value)
    for step, following in pairwise(steps):
        assert step["end"] == following["start"]
        assert ("▲" in step["text"]) == (step["points"] > 0)


def test_a_waterfall_of_one_score_shows_the_points_lost(comparison: Comparison) -> None:
    score = comparison[0].systems[0].score
    records = values_of(score.chart("waterfall"))
    steps = {one["factor"]: -one["points"] for one in records if "points" in one}
    assert steps == {part.name: part.points for part in score.explain().factors}
    assert values_of(explain(MEDIUM, REFERENCE).chart("waterfall")) == records


def test_precisions_of_one_score_and_of_several(comparison: Comparison) -> None:
    records = [one for one in values_of(comparison.chart("precisions")) if "system" in one]
    for number, system in enumerate(comparison[0].systems, 1):
        mine = [one["value"] for one in records if one["system"] == f"{system.name} ({number})"]
        assert mine == system.score.to_dict()["precisions"]
    chrf = CHRF(word_order=2).corpus_score(MEDIUM, REFERENCE)
    orders = list(dict.fromkeys(one["x"] for one in values_of(chrf.chart())))
    assert orders == [*(f"char {order}" for order in range(1, 7)), "word 1", "word 2"]
    by_name = {"a": chrf, "b": CHRF(word_order=2).corpus_score(STRONG, REFERENCE)}
    assert {one["system"] for one in values_of(chart(by_name))} == {"a (1)", "b (2)"}


@pytest.mark.parametrize(
    ("names", "steps", "axis"),
    [
        (["run2-step900", "run2-step1000", "run2-step80"], [80, 900, 1000], "checkpoint"),
        (["x", "y3", "z"], [1, 2, 3], "checkpoint, in order"),
        (["c1", "c1b", "c1c"], [1, 2, 3], "checkpoint, in order"),
    ],
)
def test_checkpoints_are_placed_by_the_numbers_in_their_names(
    names: list[str], steps: list[int], axis: str, tmp_path: Path
) -> None:
    require_module("altair", "viz")
    systems = dict(zip(names, (MEDIUM, STRONG, WEAK), strict=True))
    scores = {name: BLEU().corpus_score(each, REFERENCE) for name, each in systems.items()}
    records = [one for one in values_of(chart(scores, "checkpoints")) if "text" not in one]
    assert [one["step"] for one in records] == steps
    plot(scores, tmp_path / "plot.svg", "checkpoints")
    labels = texts(tmp_path / "plot.svg")
    assert axis in labels
    assert f"best: {scores[names[1]].value:.2f}" in labels


def test_steps_of_checkpoints_can_be_passed(comparison: Comparison) -> None:
    records = values_of(comparison.chart("checkpoints", steps=[3, 1.5, 2]))
    assert [(one["step"], one["name"]) for one in records if "low" in one][:3] == [
        (1.5, "weak <b> (2)"), (2.0, "strong (3)"), (3.0, "medium (1)"),
    ]  # fmt: skip
    lowest = values_of(comparison.chart("checkpoints", metric="TER"))
    assert f"best: {comparison[1].system('strong').value:.2f}" in {
        one.get("text") for one in lowest
    }


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("checkpoints", {"steps": ["a", "b", "c"]}),
        ("checkpoints", {"steps": [1, 2, float("nan")]}),
        ("differences", {"pair": 5}),
    ],
)
def test_wrong_steps_and_pairs_are_refused(
    comparison: Comparison, kind: str, settings: Any
) -> None:
    with pytest.raises(ConfigurationError, match=r"is invalid\. Pass"):
        comparison.chart(kind, **settings)


def test_only_six_systems_are_drawn(tmp_path: Path) -> None:
    require_module("altair", "viz")
    systems = {f"system {number}": MEDIUM for number in range(8)}
    result = compare(systems, REFERENCE, trials=5, resamples=5)
    result.plot(tmp_path / "plot.svg", "precisions")
    assert "BLEU: precision by order; the first 6 of 8 systems" in texts(tmp_path / "plot.svg")
    chosen = result.chart("precisions", systems=["system 7", "system 0"])
    assert {one["system"] for one in values_of(chosen)} == {"system 7 (8)", "system 0 (1)"}
    with pytest.raises(ConfigurationError, match="1 to 6 different names"):
        result.chart("precisions", systems=list(systems))


def test_systems_differ_in_shape_and_dashes_too(comparison: Comparison) -> None:
    spec = json.dumps(comparison.chart("precisions").to_dict())
    for channel in ("color", "shape", "strokeDash"):
        assert f'"{channel}": {{"field": "system"' in spec
    from truebleu.display.charts.style import DASHES, SHAPES, SYSTEMS

    assert len(set(SYSTEMS)) == len(set(SHAPES)) == len(set(map(tuple, DASHES))) == 6


def test_runs_are_averaged(tmp_path: Path) -> None:
    require_module("altair", "viz")
    result = compare({"a": Runs(WEAK, MEDIUM), "b": STRONG}, REFERENCE, **SETTINGS)
    bleu = BLEU()
    mean = (bleu.segment_scores(WEAK, REFERENCE) + bleu.segment_scores(MEDIUM, REFERENCE)) / 2
    apart = bleu.segment_scores(STRONG, REFERENCE) - mean
    description = result.chart("differences").to_dict()["description"]
    assert f"b (2) is better in {int((apart > 0).sum())}," in description
    result.plot(tmp_path / "plot.pdf", "length")


def test_a_metric_is_selected_by_name_or_number(comparison: Comparison) -> None:
    by_name = comparison.chart("length", metric="TER").to_dict()
    assert comparison.chart("length", metric=1).to_dict()["description"] == by_name["description"]


def test_a_length_of_a_single_segment() -> None:
    """Its score has no spread, so the interval is a point."""
    require_module("altair", "viz")
    same, long = ["the cat sat on it"] * 2 * MIN_SEGMENTS, "the cat sat on it " * 6
    systems = {"a": [*same, long], "b": [*same, long + "a"]}
    result = compare(systems, [*same, long], trials=5, resamples=5).chart("length")
    last = [one for one in values_of(result) if one["x"] == "30" and "low" in one]
    expected = [BLEU().corpus_score([texts[-1]], [long]).value for texts in systems.values()]
    assert [one["value"] for one in last] == expected
    assert [(one["low"], one["high"]) for one in last] == [(value, value) for value in expected]


# Errors


def score() -> Score:
    return BLEU().corpus_score(MEDIUM, REFERENCE)


@pytest.mark.parametrize(
    ("kind", "choices", "message"),
    [
        ("scatter", {}, "unknown kind 'scatter'"),
        ("density", {"systems": ["a"]}, "has no option systems. Choose from: metric, pair."),
        ("density", {"pair": ("medium", "nobody")}, "unknown system 'nobody'"),
        ("density", {"pair": "medium"}, "names of two systems"),
        ("density", {"pair": ("medium", "medium")}, "names of two systems"),
        ("density", {"metric": "COMET"}, "unknown metric 'COMET'"),
        ("density", {"metric": 7}, "unknown metric 7"),
        ("waterfall", {"metric": "TER"}, "chart 'waterfall' requires BLEU, got TER."),
        ("precisions", {"metric": "GLEU"}, "chart 'precisions' requires BLEU or chrF, got GLEU."),
        ("checkpoints", {"steps": [1]}, "got 3 scores and 1 step. Pass one step per score."),
        ("length", {"systems": ["nobody"]}, "unknown system 'nobody'"),
    ],
)
def test_charts_that_cannot_be_drawn(
    kind: str, choices: dict[str, Any], message: str, comparison: Comparison
) -> None:
    with pytest.raises(ConfigurationError, match=re.escape(message)):
        comparison.chart(kind, **choices)


def test_wrong_types_are_refused(comparison: Comparison) -> None:
    with pytest.raises(ConfigurationError, match="requires a comparison"):
        score().chart("density")
    with pytest.raises(ConfigurationError, match="requires a comparison"):
        comparison[0].chart("length")
    with pytest.raises(ConfigurationError, match="got int"):
        chart(7)
    with pytest.raises(ConfigurationError, match="'a' is not a score"):
        chart({"a": 7})
    mixed = {"a": score(), "b": TER().corpus_score(MEDIUM, REFERENCE)}
    with pytest.raises(ConfigurationError, match="cannot draw BLEU, TER on one axis"):
        chart(mixed)


def test_a_comparison_without_texts(comparison: Comparison) -> None:
    again = pickle.loads(pickle.dumps(comparison))
    assert values_of(again.chart("precisions"))
    with pytest.raises(ConfigurationError, match="needs segment texts"):
        again.chart("density")


def test_identical_systems(tmp_path: Path) -> None:
    require_module("altair", "viz")
    result = compare({"a": MEDIUM, "b": MEDIUM}, REFERENCE, trials=5, resamples=5)
    for kind in KINDS:
        result.plot(tmp_path / f"{kind}.svg", kind)
    assert "equal in 104" in " ".join(texts(tmp_path / "differences.svg"))


def test_two_segments_without_a_match(tmp_path: Path) -> None:
    require_module("altair", "viz")
    result = compare({"a": ["", "x"], "b": ["y", "y z"]}, ["u v", "w"], trials=4, resamples=4)
    for kind in KINDS:
        result.plot(tmp_path / f"{kind}.svg", kind)
        assert "NaN" not in (tmp_path / f"{kind}.svg").read_text(encoding="utf-8")
    assert math.isclose(result[0].systems[0].value, 0.0)
