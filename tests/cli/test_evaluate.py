"""`truebleu evaluate`: one table of all metrics, and their correlation with human ratings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.paths import NEWS, SUMMARIES

NAMES = ("concise", "lead", "paraphrase")
RATINGS = f"people={SUMMARIES / 'ratings.tsv'}"


def evaluated(*arguments: str, command: str = "evaluate") -> str:
    ran = truebleu(command, *arguments)
    assert ran.code == 0, ran
    return ran.out


def words(*names: str) -> list[str]:
    files = [str(SUMMARIES / f"system.{name}.txt") for name in names]
    named = [word for name in names for word in ("--name", name)]
    return [*files, *named, "-r", str(SUMMARIES / "reference.txt"), "-q"]


def test_scores_equal_those_of_the_score_command() -> None:
    metrics = ("-m", "bleu", "chrf", "ter", "rouge-l")
    data = json.loads(evaluated(*words(*NAMES), *metrics, "-f", "json"))
    records = json.loads(evaluated(*words(*NAMES), *metrics, "-f", "json", command="score"))
    assert [
        (system["system"], score["metric"], score["value"])
        for system in data["systems"]
        for score in system["scores"]
    ] == [(record["system"], record["metric"], record["value"]) for record in records]
    assert len(records) == len(NAMES) * 4


def test_correlations_and_disagreements() -> None:
    arguments = (*words(*NAMES), "--scores", RATINGS, "--disagree", "BLEU,people")
    data = json.loads(evaluated(*arguments, "--resamples", "20", "-f", "json"))
    by_system, by_segment = data["correlations"]
    assert (by_system["metric"], by_system["column"]) == ("BLEU", "people")
    assert by_segment["by"] == "segment"
    low, high = by_segment["pearson"]["interval"]
    assert -1 <= low <= by_segment["pearson"]["value"] <= high <= 1
    first, second = data["disagreements"]
    assert (first["high"], second["high"]) == ("BLEU", "people")
    assert first["segments"][0]["system"] == "lead"
    assert second["segments"][0]["system"] == "paraphrase"
    again = evaluated(*arguments, "--resamples", "20", "-f", "json")
    assert json.loads(again) == data


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_human_readable_tables(form: str) -> None:
    aggregate = (
        "-m",
        "bleu",
        "chrf",
        "--aggregate",
        "ranked",
        "--metric-weights",
        "BLEU=3,chrF2=1",
    )
    printed = evaluated(*words(*NAMES), *aggregate, "--format", form)
    assert "concise" in printed
    assert "BLEU=0.75,chrF2=0.25" in printed
    assert "1.00" in printed


def test_tables_of_correlations_and_disagreements() -> None:
    arguments = (*words(*NAMES), "--scores", RATINGS, "--disagree", "BLEU,people")
    scores, *agreement, above, below = evaluated(*arguments, "--resamples", "2").split("\n\n")
    assert scores.startswith("system       BLEU   people\n")
    assert ["system-level correlation with: people" in table for table in agreement] == [
        True,
        False,
    ]
    assert ["segment-level correlation with: people" in table for table in agreement] == [
        False,
        True,
    ]
    assert above.split("\n")[1].startswith("lead ")
    decimals = {row.split()[2].partition(".")[2] for row in above.split("\n")[1:] if "%" in row}
    assert {len(digits) for digits in decimals} == {2}  # those of BLEU
    assert below.split("\n")[1].startswith("paraphrase ")


def test_ratings_with_the_name_of_a_metric_are_the_ratings() -> None:
    metrics = ("-m", "bleu", "chrf", "--compare-metrics", "--resamples", "20", "--trials", "9")
    named, plain = (
        json.loads(evaluated(*words(*NAMES), "--scores", scores, *metrics, "-f", "json"))
        for scores in (RATINGS.replace("people", "BLEU", 1), RATINGS)
    )
    for kind in ("correlations", "rankings"):
        assert {result.pop("column") for result in named[kind]} == {"BLEU (2)"}
        assert {result.pop("column") for result in plain[kind]} == {"people"}
        assert named[kind] == plain[kind]


def test_a_constant_column_has_no_correlation(tmp_path: Path) -> None:
    lines = (SUMMARIES / "reference.txt").read_text("utf-8").count("\n")
    rows = ["\t".join(NAMES), *["\t".join("111")] * lines]
    (tmp_path / "same.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    scores = ("--scores", f"people={tmp_path / 'same.tsv'}", "--resamples", "2")
    table = evaluated(*words(*NAMES), *scores).split("\n\n")[1]
    assert table.split("\n")[1].split()[:3] == ["BLEU", "-", "-"]


def test_two_systems_have_segment_level_correlations_only() -> None:
    *files, quiet = words("lead", "paraphrase")
    ratings = ("--scores", RATINGS, "--resamples", "20", "-f", "json")
    loud = truebleu("evaluate", *files, *ratings)
    assert "people: system-level correlation needs at least 3 systems, got 2." in loud.err
    assert [one["by"] for one in json.loads(loud.out)["correlations"]] == ["segment"]
    assert truebleu("evaluate", *files, *ratings, quiet) == (0, loud.out, "")


def test_a_column_can_be_declared_lower_is_better() -> None:
    arguments = (*words(*NAMES), "--scores", RATINGS, "--resamples", "2", "-f", "json")
    more = json.loads(evaluated(*arguments))["correlations"][1]["pearson"]["value"]
    turned = json.loads(evaluated(*arguments, "--lower-is-better", "people"))
    assert turned["correlations"][1]["pearson"]["value"] == -more


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--scores", "people"], "Use NAME=FILE"),
        (["--scores", "people=nowhere.tsv"], "nowhere.tsv: file not found"),
        (["--scores", "people=nowhere"], "nowhere: file not found"),
        (["--scores", RATINGS, "--scores", RATINGS], "'people' is repeated"),
        (["--lower-is-better", "x"], "requires --scores x=FILE"),
        (["--metric-weights", "BLEU=1"], "requires --aggregate"),
        (["--aggregate", "ranked", "--metric-weights", "BLEU"], "Use NAME=NUMBER"),
        (
            ["--aggregate", "ranked", "--metric-weights", "BLEU=-1"],
            "'BLEU=-1' is invalid: element 1",
        ),
        (["--aggregate", "ranked", "--metric-weights", "BLUE=1"], "Did you mean 'BLEU'"),
        (["--disagree", "BLEU"], "Use two metrics"),
        (["--disagree", "BLEU,TER"], "unknown metric 'TER'"),
        (["--name", "lead"], "got 4 names for 3 systems"),
    ],
)
def test_wrong_arguments(arguments: list[str], said: str) -> None:
    assert said in fails("evaluate", *words(*NAMES), *arguments)


def test_a_table_without_a_system_is_an_error() -> None:
    files = [str(SUMMARIES / "system.lead.txt"), "-r", str(SUMMARIES / "reference.txt")]
    assert "has no column 'system.lead.txt'" in fails("evaluate", *files, "--scores", RATINGS)


def test_issues_of_the_texts_are_reported() -> None:
    system, reference = (str(NEWS / f"{name}.en.txt") for name in ("system.weak", "reference.a"))
    ran = truebleu("evaluate", system, "-r", reference)
    assert "system.weak.en.txt: line 85 is empty" in ran.err


def test_metrics_are_compared() -> None:
    arguments = (*words(*NAMES), "--scores", RATINGS, "-m", "bleu", "chrf", "ter")
    settings = ("--compare-metrics", "--trials", "50", "--resamples", "20")
    data = json.loads(evaluated(*arguments, *settings, "-f", "json"))["rankings"]
    assert [(ranking["by"], ranking["coefficient"]) for ranking in data] == [
        ("system", "soft_pairwise_accuracy"),
        ("segment", "pairwise_accuracy"),
    ]
    assert [ranking["metric"] for ranking in data[1]["metrics"]] == ["chrF2", "BLEU", "TER"]
    assert len(data[1]["pairs"]) == 3
    for pair in data[1]["pairs"]:
        assert pair["p_value"] == (1 + pair["n_extreme"]) / 51
    for form in ("text", "markdown", "latex"):
        assert "corrected for 3 tests (Holm)" in evaluated(*arguments, *settings, "-f", form)
    chosen = (*settings, "--coefficient", "kendall", "--average-by", "item")
    data = json.loads(evaluated(*arguments, *chosen, "--form", "mt-metrics-eval", "-f", "json"))
    (ranking,) = data["rankings"]
    assert (ranking["coefficient"], ranking["average"], ranking["form"]) == (
        "kendall", "item", "mt-metrics-eval",
    )  # fmt: skip
    assert data["correlations"][-1]["average"] == "item"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--compare-metrics",), "--compare-metrics requires --scores NAME=FILE."),
        (("--average-by", "item"), "--average-by requires --scores NAME=FILE."),
        (("--seed", "0"), "--seed requires --scores NAME=FILE."),
        (("--confidence", "0.9"), "--confidence requires --scores NAME=FILE."),
        (("--resamples", "9"), "--resamples requires --scores NAME=FILE."),
        (("--scores", RATINGS, "--trials", "9"), "--trials requires --compare-metrics."),
        (
            ("--scores", RATINGS, "--compare-metrics", "--average-by", "system"),
            "Use --average-by item or another --coefficient.",
        ),
        (
            ("--scores", RATINGS, "--compare-metrics"),
            "--compare-metrics needs at least 2 metrics besides the external scores.",
        ),
    ],
)
def test_comparisons_of_metrics_need_ratings(arguments: tuple[str, ...], said: str) -> None:
    assert said in fails("evaluate", *words(*NAMES), *arguments)


def test_a_coefficient_of_the_other_level_is_an_error() -> None:
    arguments = ("--scores", RATINGS, "-m", "bleu", "chrf", "--compare-metrics")
    soft = ("--coefficient", "soft_pairwise_accuracy")
    error = fails("evaluate", *words(*NAMES), *arguments, *soft, "--average-by", "item")
    assert "soft_pairwise_accuracy does not exist with --average-by item." in error
    error = fails("evaluate", *words(*NAMES[:2]), *arguments, *soft)
    assert "soft_pairwise_accuracy needs at least 3 systems, got 2." in error


def test_missing_ratings_are_counted(tmp_path: Path) -> None:
    lines = (SUMMARIES / "ratings.tsv").read_text().splitlines()
    cells = lines[3].split("\t")
    lines[3] = "\t".join(["", *cells[1:]])
    path = tmp_path / "ratings.tsv"
    path.write_text("\n".join(lines) + "\n")
    result = evaluated(*words(*NAMES), "--scores", f"people={path}", "--resamples", "20")
    assert "people missing: 1 of 12 segments, left out of its scores" in result
    assert result.count("segments with ratings: 11 of 12") == 2
