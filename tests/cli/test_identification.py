"""`truebleu conventions`, `truebleu identify` and `truebleu verify`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.news import lines
from tests.paths import NEWS
from truebleu import BLEU, CHRF, ROUGE, TER, compare_conventions, identify
from truebleu.metrics.conventions import CONVENTIONS

WEAK, A, B = (
    NEWS / name for name in ("system.weak.en.txt", "reference.a.en.txt", "reference.b.en.txt")
)
SIGNATURE = "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"


def test_every_convention_is_listed() -> None:
    ran = truebleu("conventions")
    assert [line.split()[0] for line in ran.out.splitlines()] == list(CONVENTIONS)
    assert all(each.source in ran.out for each in CONVENTIONS.values())
    as_json = json.loads(truebleu("conventions", "-f", "json").out)
    assert [each["name"] for each in as_json] == list(CONVENTIONS)
    markdown = truebleu("conventions", "-f", "markdown").out.splitlines()
    assert len(markdown) == len(CONVENTIONS) + 2


@pytest.mark.parametrize("name", CONVENTIONS)
def test_one_convention_is_shown_in_full(name: str) -> None:
    ran = truebleu("conventions", name)
    assert ran.out.startswith(f"{name}\n")
    assert CONVENTIONS[name].source in ran.out
    data = json.loads(truebleu("conventions", name, "-f", "json").out)
    settings = CONVENTIONS[name].settings(CONVENTIONS[name].metric)
    assert data["settings"] == json.loads(json.dumps(settings))


def test_the_scores_of_all_conventions() -> None:
    ran = truebleu("conventions", WEAK, "-r", A, "-r", B, "-f", "json")
    assert json.loads(ran.out) == compare_conventions(lines(WEAK), [lines(A), lines(B)]).to_dict()
    text = truebleu("conventions", WEAK, "-r", A, "--against", "nltk")
    assert (text.code, text.err) == (0, "")
    rows = text.out.splitlines()
    assert rows[1].split()[:2] == ["nltk", "10.23"]
    assert len(rows) == 1 + len(CONVENTIONS) + 4 + 2


def test_wrong_usage_of_conventions() -> None:
    assert "Did you mean 'sacrebleu'" in fails("conventions", "sacrebleuu")
    assert "--against" in fails("conventions", "nltk", "--against", "nltk")
    assert "got 2 systems" in fails("conventions", WEAK, B, "-r", A)
    assert "unknown value" in fails("conventions", WEAK, "-r", A, "--against", "nltkk")


def test_identify_lists_the_matches_of_python() -> None:
    ran = truebleu("identify", WEAK, "-r", A, "--reported", "13.05", "-f", "json")
    assert json.loads(ran.out) == identify(lines(WEAK), lines(A), "13.05").to_dict()
    ran = truebleu("identify", WEAK, "-r", A, "--reported", "0.1023", "--tool", "nltk")
    assert ran.out.splitlines()[2].startswith("1. nltk: 0.1023")


def test_a_convention_of_another_formula() -> None:
    ran = truebleu("score", WEAK, "-r", A, "--convention", "google-bleu")
    assert ran.out == truebleu("score", WEAK, "-r", A, "--metric", "gleu").out
    assert "rules: those of GLEU" in truebleu("conventions", "google-bleu").out
    assert "computes GLEU" in fails(
        "identify", WEAK, "-r", A, "--reported", "0.2", "--tool", "google-bleu"
    )
    assert "convention of BLEU" in fails("conventions", WEAK, "-r", A, "--against", "google-bleu")


def test_the_decimals_of_the_reported_score_count() -> None:
    value = BLEU().corpus_score(lines(WEAK), lines(A)).value
    for reported, is_match in ((f"{value:.1f}", True), (f"{value:.1f}0", False)):
        ran = truebleu("identify", WEAK, "-r", A, "--reported", reported)
        assert ("1. sacrebleu: " in ran.out) is is_match
    short = truebleu("identify", WEAK, "-r", A, "--reported", f"{value:.1f}0", "--precision", "1")
    assert "1. sacrebleu: " in short.out


def test_misaligned_files_are_reported_first(tmp_path: Path) -> None:
    shifted = tmp_path / "shifted.txt"
    shifted.write_text("\n".join(["Not this.", *lines(WEAK)[:-1]]) + "\n", encoding="utf-8")
    ran = truebleu("identify", shifted, "-r", A, "--reported", "13.05")
    assert ran.out.startswith("check the files first: ")
    assert "shifted" in ran.out.splitlines()[0]
    ran = truebleu("verify", SIGNATURE, "13.05", shifted, "-r", A)
    assert ran.code == 1
    assert ran.out.splitlines()[2].startswith("check the files first: ")
    shifted.write_text("\n".join(lines(WEAK)[:-1]) + "\n", encoding="utf-8")
    assert "line counts differ" in fails("identify", shifted, "-r", A, "--reported", "13.05")


def test_wrong_usage_of_identify(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.write_text("", encoding="utf-8")
    message = fails("identify", empty, "-r", empty, "--reported", "27.3")
    assert message.endswith("empty is empty. Pass at least one segment.")
    assert "--reported 27.3" in fails("identify", WEAK, "-r", A)
    assert "is not a score" in fails("identify", WEAK, "-r", A, "--reported", "high")
    assert "from 0 to 100" in fails("identify", WEAK, "-r", A, "--reported", "127")
    assert fails("identify", WEAK, "-r", A, "--reported", "27", "--precision", "99") == (
        "argument --precision: '99' is out of range. Use an integer from 0 to 20."
    )
    assert "'word'" in fails("identify", WEAK, "-r", A, "--reported", "27", "--tool", "word")
    assert "put -r before it" in fails("identify", WEAK, A, "--reported", "27")


@pytest.mark.parametrize("metric", [BLEU(), BLEU(convention="nltk"), CHRF(), TER()], ids=repr)
def test_a_right_score_is_verified(metric: BLEU | CHRF | TER) -> None:
    score = metric.corpus_score(lines(WEAK), lines(A))
    number = f"{score.value:.3f}"
    ran = truebleu("verify", str(score.signature), number, WEAK, "-r", A)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"verified: {score.metric} is ")
    wrong = truebleu("verify", str(score.signature), f"{score.value + 1:.3f}", WEAK, "-r", A)
    assert wrong.code == 1
    assert wrong.out.startswith(f"mismatch: {score.metric} is ")


@pytest.mark.parametrize("rate", ["f1", "precision", "recall"])
@pytest.mark.parametrize("convention", ["rouge-score", "rouge-pltrdy"])
def test_a_rate_of_rouge_is_verified(rate: str, convention: str) -> None:
    score = ROUGE(1, convention=convention).corpus_score(lines(WEAK), lines(A))
    values = {"f1": score.value, "precision": score.precision, "recall": score.recall}
    assert len({f"{value:.4f}" for value in values.values()}) == 3
    for name, value in values.items():
        files = (str(score.signature), f"{value:.4f}", WEAK, "-r", A)
        ran = truebleu("verify", *files, "--rate", rate)
        label = "ROUGE-1" if rate == "f1" else f"ROUGE-1 {rate}"
        how = "verified" if name == rate else "mismatch"
        assert (ran.code, ran.err) == (int(name != rate), "")
        assert ran.out.startswith(f"{how}: {label} is {values[rate]:.6f}")
        if rate == "f1":
            assert truebleu("verify", *files) == ran
        if how == "mismatch":
            change = "" if name == "f1" else f", {name}"
            assert f"matching settings: {convention}, variant=1{change}\n" in ran.out


@pytest.mark.parametrize(
    ("number", "code", "start"),
    [
        ("1", 1, "not verified: BLEU is 100.00, and 1 has no decimals"),
        ("1.0", 0, "verified: "),
        ("100", 0, "verified: "),
        ("0", 1, "mismatch: "),
    ],
)
def test_a_score_of_0_or_1_without_decimals_is_not_conclusive(
    number: str, code: int, start: str
) -> None:
    ran = truebleu("verify", SIGNATURE, number, A, "-r", A)
    assert (ran.code, ran.err) == (code, "")
    assert ran.out.startswith(start)


@pytest.mark.parametrize("references", [1, 2, "var"])
def test_a_score_with_another_number_of_references_is_not_verified(references: int | str) -> None:
    score = BLEU().corpus_score(lines(WEAK), lines(A))
    signature = BLEU().signature(references=references)
    ran = truebleu("verify", str(signature), f"{score.value:.3f}", WEAK, "-r", A)
    assert (ran.code, ran.err) == (int(references != 1), "")
    if references == 1:
        assert ran.out.startswith("verified: ")
    else:
        warning, verdict, _ = ran.out.splitlines()
        assert warning.endswith(
            "references per segment, the input has 1. The scores are not comparable."
        )
        assert verdict.startswith("not verified: BLEU is 13.04")


def test_matches_of_a_score_without_decimals_are_not_conclusive() -> None:
    note = "1 has no decimals: on the 0-1 scale half of all scores read as 1."
    ran = truebleu("identify", WEAK, "-r", A, "--reported", "1", "--tool", "nltk")
    assert ran.out.startswith(f"these matches are not conclusive: {note}")
    written = truebleu(
        "identify", WEAK, "-r", A, "--reported", "1", "--tool", "nltk", "--format", "json"
    )
    assert json.loads(written.out)["warnings"][-1].startswith(note)
    conclusive = truebleu("identify", WEAK, "-r", A, "--reported", "0.13", "--tool", "nltk")
    assert "not conclusive" not in conclusive.out


def test_a_score_on_the_scale_of_100_without_decimals_is_verified(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing"
    nothing.write_text("zero matches\n" * len(lines(A)), encoding="utf-8")
    assert truebleu("verify", SIGNATURE, "0", nothing, "-r", A).out.startswith("verified: ")
    assert truebleu("verify", SIGNATURE, "13", WEAK, "-r", A).out.startswith("verified: ")


def test_a_wrong_score_gets_a_hint() -> None:
    value = BLEU(lowercase=True).corpus_score(lines(WEAK), lines(A)).value
    ran = truebleu("verify", SIGNATURE, f"{value:.4f}", WEAK, "-r", A)
    assert ran.code == 1
    assert "matching settings: sacrebleu, lowercase=True" in ran.out
    assert "truebleu identify" in ran.out
    two = truebleu("verify", SIGNATURE, "14.8", WEAK, "-r", A, "-r", B)
    assert "the signature was made with 1 reference per segment" in two.out


def test_a_score_of_another_number_of_segments_is_not_verified() -> None:
    score = BLEU().corpus_score(lines(WEAK), lines(A))
    number = f"{score.value:.2f}"
    assert truebleu("verify", f"{SIGNATURE}|segments:104", number, WEAK, "-r", A).code == 0
    ran = truebleu("verify", f"{SIGNATURE}|segments:9", number, WEAK, "-r", A)
    assert ran.code == 1
    assert ran.out.startswith("the signature was made with 9 segments, the input has 104.")
    assert ", with another number of segments\n" in ran.out


def test_wrong_usage_of_verify() -> None:
    wrong = SIGNATURE.replace("nrefs:1", "nrefs:x")
    assert "is not an integer" in fails("verify", wrong, "14.8", WEAK, "-r", A)
    assert "SIGNATURE' SCORE SYSTEM" in fails("verify", "14.8", WEAK, "-r", A)
    assert "is not key:value" in fails("verify", "bleu", "14.8", WEAK, "-r", A)
    assert fails("verify", SIGNATURE, "high", WEAK, "-r", A).startswith(
        "SCORE 'high' is not a score."
    )
    assert "missing references" in fails("verify", SIGNATURE, "14.8", WEAK)
    assert fails("verify", SIGNATURE, "14.8", WEAK, "-r", A, "--rate", "recall") == (
        "--rate is not supported with BLEU. It requires a signature of ROUGE."
    )
