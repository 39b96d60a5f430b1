"""Metrics besides BLEU in a report: results equal those of `compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.command import fails, truebleu
from tests.news import REFERENCE, SYSTEMS
from tests.paths import SUMMARIES
from tests.report.making import QUICK, make_report
from tests.report.reading import Report
from truebleu import BLEU, CHRF, GLEU, NIST, ROUGE, TER, Evaluation, ScoreColumn, compare
from truebleu.metrics.registry import keys

PEOPLE = ScoreColumn(
    "people", {name: [len(text) / 7 for text in texts] for name, texts in SYSTEMS.items()}
)
METRICS: list[Any] = [
    BLEU(),
    CHRF(),
    TER(),
    ROUGE("L"),
    GLEU(),
    NIST(),
    PEOPLE,
    BLEU(average="macro"),
]


def test_results_equal_those_of_compare() -> None:
    report = make_report(SYSTEMS, REFERENCE, METRICS, checks=False)
    comparison = compare(SYSTEMS, REFERENCE, METRICS, **QUICK)
    others = report.meta["others"]
    assert [system_data["name"] for system_data in others] == [
        "chrF2", "TER", "ROUGE-L", "GLEU", "NIST", "people", "BLEU (2)",
    ]  # fmt: skip
    assert [system_data["formula"] for system_data in others] == [
        "chrf", "ratio", "mean", "ratio", "none", "mean", "mean",
    ]  # fmt: skip
    for stored, expected in zip(others, list(comparison)[1:], strict=True):
        data = json.loads(json.dumps(expected.to_dict()))
        assert stored["against_baseline"] == data["against_baseline"]
        for system_data, system in zip(stored["systems"], data["systems"], strict=True):
            assert {**system, "name": system["system"]} == {
                **system_data,
                "system": system_data["name"],
            }


def test_columns_are_rows_or_segment_scores() -> None:
    report = make_report(SYSTEMS, REFERENCE, METRICS, checks=False)
    texts = SYSTEMS["strong"]
    for number, metric in ((2, ROUGE("L")), (4, NIST())):
        assert np.array_equal(
            report.column(f"x/{number}/1/0"), metric.segment_scores(texts, REFERENCE)
        )
    assert np.array_equal(report.column("x/5/1/0"), PEOPLE.values("strong"))
    rows = CHRF().statistics(texts, REFERENCE)
    assert report.meta["others"][0]["columns"] == rows.shape[1]
    for index in range(rows.shape[1]):
        assert np.array_equal(report.column(f"x/0/1/{index}"), rows[:, index])
    edits = TER().statistics(texts, REFERENCE)
    assert report.meta["others"][1]["settings"] == {"unit": 1, "empty": "one"}
    assert np.array_equal(report.column("x/1/1/1").astype(np.int64) * 720720, edits[:, 1])


def test_the_first_bleu_is_the_main_metric(tmp_path: Path) -> None:
    alone = {"strong": SYSTEMS["strong"]}
    report = make_report(alone, REFERENCE, [CHRF(), BLEU(tokenizer="char"), TER()], checks=False)
    assert report.meta["metric"]["tokenizer"] == "char"
    assert [other_metric["name"] for other_metric in report.meta["others"]] == ["chrF2", "TER"]
    assert report.meta["comparison"] is None
    other_metric = report.meta["others"][0]
    score = CHRF().corpus_score(alone["strong"], REFERENCE)
    assert other_metric["against_baseline"] == []
    assert other_metric["systems"][0]["value"] == score.value
    low, high = other_metric["systems"][0]["interval"]
    assert low < score.value < high
    Evaluation([BLEU(), CHRF()]).report(tmp_path / "e.html", alone, REFERENCE, **QUICK)
    again = Report((tmp_path / "e.html").read_bytes())
    assert again.meta["others"][0]["systems"][0]["value"] == score.value


def test_the_overview_has_columns_of_all_metrics() -> None:
    report = make_report(SYSTEMS, REFERENCE, [BLEU(), TER(), PEOPLE], checks=False)
    text = " ".join(report.page.text)
    for heading in (
        "TER \u2193",
        "\u0394 TER",
        "\u0394 people",
        "signature, TER",
        "lower is better",
    ):
        assert heading in text
    heads = [
        attributes["data-key"] for tag, attributes in report.page.elements
        if tag == "th" and "data-key" in attributes
    ]  # fmt: skip
    assert heads[6:12] == [
        "value-ter", "difference-ter", "p-ter", "value-people", "difference-people", "p-people",
    ]  # fmt: skip
    assert "Additional metrics: TER (" in report.meta["reproduce"]["paragraph"]


def test_a_report_of_bleu_alone_has_no_other_columns() -> None:
    found = make_report(SYSTEMS, REFERENCE, checks=False)
    assert found.meta["others"] == []
    assert not [name for name in found.names() if name.startswith("x/")]


def test_a_comparison_of_several_metrics_shows_all(tmp_path: Path) -> None:
    comparison = compare(SYSTEMS, REFERENCE, [CHRF(), BLEU(), PEOPLE], **QUICK)
    comparison.report(tmp_path / "c.html", checks=False)
    report = Report((tmp_path / "c.html").read_bytes())
    values = [[system["value"] for system in one["systems"]] for one in report.meta["others"]]
    expected = [[system.value for system in comparison[place].systems] for place in (0, 2)]
    assert values == expected


def test_keys_of_metrics_are_words_for_the_filter_line() -> None:
    names = ["chrF2", "ROUGE-L", "rougeL", "len", "人", "人", "5-star"]
    assert keys(names, ("len",)) == [
        "chrf2", "rougel", "rougel2", "len2", "metric", "metric2", "metric5star",
    ]  # fmt: skip


# Command line


def test_the_command_accepts_metrics_and_scores(tmp_path: Path) -> None:
    names = ("concise", "lead")
    files = [str(SUMMARIES / f"system.{name}.txt") for name in names]
    arguments = [
        *files,
        "--name",
        "concise",
        "--name",
        "lead",
        "-r",
        str(SUMMARIES / "reference.txt"),
    ]
    ratings = str(SUMMARIES / "ratings.tsv")
    scores = ("--scores", f"people={ratings}", "--chrf-word-order", "2")
    quick = ("--trials", "50", "--resamples", "30", "-q", "-o", "out.html")
    ran = truebleu("report", *arguments, "-m", "bleu", "chrf", *scores, *quick, cwd=tmp_path)
    assert ran.code == 0, ran
    report = Report((tmp_path / "out.html").read_bytes())
    assert [one["name"] for one in report.meta["others"]] == ["chrF2++", "people"]
    assert report.meta["reproduce"]["files"][-1]["role"] == "scores"
    assert "ratings.tsv" in report.meta["reproduce"]["command"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-m", "nist"], "must be BLEU, not NIST"),
        (["--scores", "people"], "Use NAME=FILE"),
        (["--scores", "people=nowhere.tsv"], "nowhere.tsv"),
        (["--scores", f"people={SUMMARIES / 'ratings.tsv'}"], "no column"),
    ],
)
def test_errors_have_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    given = (str(SUMMARIES / "system.lead.txt"), "-r", str(SUMMARIES / "reference.txt"))
    assert said in fails("report", *given, *arguments, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []
