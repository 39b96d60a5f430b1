"""`truebleu score --confidence`: intervals in every format."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.paths import NEWS

FILES = ("system.weak.en.txt", "system.medium.en.txt", "system.strong.en.txt")
REFERENCE = ("-r", "reference.a.en.txt")
SETTINGS = "resamples:1000|bootstrap:multinomial|confidence:0.95|seed:12345|segments:104|version:"


def test_intervals_equal_those_of_compare() -> None:
    flags = (
        *REFERENCE,
        *("-m", "bleu", "ter", "nist", "--confidence", "0.9", "--seed", "5", "-q"),
        *("--documents", "documents.txt", "-f", "json"),
    )
    scored = json.loads(truebleu("score", *FILES, *flags, cwd=NEWS).out)
    compared = json.loads(truebleu("compare", *FILES, *flags, cwd=NEWS).out)
    expected = {
        (system["system"], system["metric"]): system
        for metric in compared["metrics"]
        for system in metric["systems"]
    }
    assert len(scored) == len(expected) == 9
    for record in scored:
        system_record = expected[record["system"], record["metric"]]
        for name in ("value", "interval", "bca"):
            assert record[name] == system_record[name]
        assert "|confidence:0.9|seed:5|segments:104|documents:13|" in record["resampling"]


def test_the_table_has_intervals() -> None:
    out = truebleu("score", *FILES, *REFERENCE, "--confidence", "0.95", "-q", cwd=NEWS).out
    rows = out.splitlines()
    assert rows[0].split()[:4] == ["system", "BLEU", "95%", "CI"]
    assert rows[1].startswith("strong  44.72  [41.01, 48.47]  74.6/53.3/39.8/29.3")
    assert rows[-1].startswith(f"confidence intervals: {SETTINGS}")
    out = truebleu(
        "score", *FILES, *REFERENCE, "--confidence", "0.95", "-q", "-f", "latex", cwd=NEWS
    ).out
    assert r"strong & 44.72 & [41.01, 48.47] &" in out
    assert r"95\% CI" in out


@pytest.mark.parametrize("metrics", [("bleu",), ("bleu", "chrf")])
def test_tables_of_data_have_intervals(metrics: tuple[str, ...]) -> None:
    flags = (*REFERENCE, "--confidence", "0.95", "-q", "-m", *metrics, "-f")
    out = truebleu("score", *FILES, *flags, "tsv", cwd=NEWS).out
    rows = list(csv.DictReader(io.StringIO(out), delimiter="\t"))
    records = json.loads(truebleu("score", *FILES, *flags, "json", cwd=NEWS).out)
    assert len(rows) == len(records) == 3 * len(metrics)
    for row, record in zip(rows, records, strict=True):
        assert [float(row["interval_low"]), float(row["interval_high"])] == record["interval"]
        assert [float(row["bca_low"]), float(row["bca_high"])] == record["bca"]
        assert row["resampling"] == record["resampling"]


def test_systems_in_a_table_have_intervals(tmp_path: Path, hf_tokenizer_file: Path) -> None:
    animals = ["dog", "cat", "cat"] * 4
    rows = [f"the cat number {n} sat\tthe {animals[n]} number {n % 4} sat" for n in range(12)]
    (tmp_path / "t.tsv").write_text("h\tr\n" + "\n".join(rows) + "\n", encoding="utf-8")
    columns = ("--hypothesis-column", "h", "--reference-column", "r", "-q")
    flags = (*columns, "--confidence", "0.95", "-f", "json")
    for tokenizer in ((), ("--hf-tokenizer", hf_tokenizer_file)):
        (record,) = json.loads(truebleu("score", "t.tsv", *flags, *tokenizer, cwd=tmp_path).out)
        assert record["interval"][0] < record["value"] < record["interval"][1]


def test_wrong_usage(tmp_path: Path) -> None:
    for option, value in (
        ("--seed", "3"),
        ("--resamples", "100"),
        ("--bootstrap", "poisson"),
        ("--documents", "documents.txt"),
    ):
        message = fails("score", *FILES, *REFERENCE, option, value, cwd=NEWS)
        assert message == f"{option} requires --confidence."
    for option in ("--per-segment", "--score-only"):
        message = fails("score", *FILES, *REFERENCE, "--confidence", "0.9", option, cwd=NEWS)
        assert message == f"{option} is not supported with --confidence. Leave out one of them."
    assert "argument --confidence: '95' is out" in fails(
        "score", *FILES, *REFERENCE, "--confidence", "95", cwd=NEWS
    )
    (tmp_path / "a").write_text("one\n", encoding="utf-8")
    (tmp_path / "r").write_text("one\n", encoding="utf-8")
    message = fails("score", "a", "-r", "r", "--confidence", "0.95", cwd=tmp_path)
    assert message == "got 1 segment. A confidence interval needs at least 2."
    ran = truebleu(
        "score", FILES[0], *REFERENCE, "--confidence", "0.95", "--resamples", "9", cwd=NEWS
    )
    assert "--resamples 9 is too small" in ran.err
