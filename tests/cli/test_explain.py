"""`truebleu explain`: text, Markdown, JSON and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.news import lines
from tests.paths import NEWS
from truebleu import BLEU, explain

STRONG, MEDIUM, A, B = (
    NEWS / name
    for name in (
        "system.strong.en.txt",
        "system.medium.en.txt",
        "reference.a.en.txt",
        "reference.b.en.txt",
    )
)


def test_the_text_for_one_system(folder: Path) -> None:
    ran = truebleu("explain", "sys.txt", "-r", "ref.txt", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    explanation = explain(
        lines(folder / "sys.txt"), lines(folder / "ref.txt"), top=3, names=("sys.txt", "sys.txt")
    )
    assert ran.out == f"{explanation}\n"
    assert ran.out.startswith("sys.txt: BLEU = ")
    assert explanation.reason in " ".join(ran.out.split())


def test_json_equals_the_result_of_python() -> None:
    ran = truebleu("explain", STRONG, "-r", A, "--against", MEDIUM, "-f", "json")
    explanation = explain(
        lines(STRONG), lines(A), against=lines(MEDIUM), names=(STRONG.name, MEDIUM.name)
    )
    assert json.loads(ran.out) == explanation.to_dict()
    assert (
        explanation.to_dict()["score"]["value"]
        == BLEU().corpus_score(lines(STRONG), lines(A)).value
    )


def test_two_systems_are_compared() -> None:
    ran = truebleu("explain", STRONG, MEDIUM, "-r", A, "-r", B)
    assert ran == truebleu("explain", STRONG, "-r", A, "-r", B, "--against", MEDIUM)
    named = truebleu("explain", STRONG, MEDIUM, "-r", A, "--name", "new", "--name", "old")
    assert "Compared with old: +13.13 points" in named.out


def test_one_segment_is_explained() -> None:
    ran = truebleu("explain", STRONG, "-r", A, "--segment", "101", "--lowercase", "-t", "intl")
    score = BLEU(lowercase=True, tokenizer="intl").sentence_score(lines(STRONG)[100], lines(A)[100])
    assert ran.out.startswith(f"system.strong.en.txt, segment 101: {score}\n")
    assert "reference   it is " in ran.out
    assert f"signature: {score.signature}" in ran.out


def test_markdown_is_written_to_a_file(folder: Path) -> None:
    ran = truebleu(
        "explain", "sys.txt", "-r", "ref.txt", "-f", "markdown", "-o", "x.md", cwd=folder
    )
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    page = (folder / "x.md").read_text(encoding="utf-8")
    assert page.startswith("# sys.txt: BLEU = ")
    assert "\n## Score calculation" in page
    assert "\n| factor | value | counts |" in page


def test_top_limits_the_lists() -> None:
    few = truebleu("explain", STRONG, "-r", A, "--top", "1", "-f", "json")
    assert [len(order["most_missed"]) for order in json.loads(few.out)["ngrams"]] == [1] * 4


def test_a_signature_sets_the_metric(folder: Path) -> None:
    signature = "nrefs:1|case:lc|eff:yes|tok:none|smooth:floor[0.10]|version:2.6.0"
    ran = truebleu(
        "explain", "sys.txt", "-r", "ref.txt", "--signature", signature, "-f", "json", cwd=folder
    )
    assert json.loads(ran.out)["score"]["signature"].startswith(signature.rpartition("|")[0])


def test_columns_of_a_table_are_read(folder: Path) -> None:
    rows = ["ours\ttheirs\tref", "a b c d e\ta b c d x\ta b c d e", "f g\tf h\tf g"]
    (folder / "t.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    columns = ("--hypothesis-column", "ours", "--hypothesis-column", "theirs")
    ran = truebleu("explain", "t.tsv", *columns, "--reference-column", "ref", cwd=folder)
    assert ran.code == 0
    assert ran.out.startswith("ours: BLEU = 100.00")
    assert "Compared with theirs: +" in ran.out


def test_issues_of_the_texts_are_reported(folder: Path) -> None:
    (folder / "sys.txt").write_text("one\n\nthree\n", encoding="utf-8")
    ran = truebleu("explain", "sys.txt", "-r", "ref.txt", cwd=folder)
    assert ran.err == "truebleu: warning: sys.txt: line 2 is empty\n"
    assert truebleu("explain", "sys.txt", "-r", "ref.txt", "-q", cwd=folder).err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "chrf"), "explain supports BLEU only, got chrF. Use truebleu score"),
        (("-m", "bleu", "ter"), "explain supports BLEU only, got TER"),
        (
            ("--segment", "4"),
            "argument --segment: '4' is out of range. Use an integer from 1 to 3.",
        ),
        (("--segment", "0"), "Use an integer of at least 1"),
        (("--against", "none.txt"), "none.txt: file not found"),
        (("--against", "sys.txt"), "sys.txt is repeated as a system. Pass each file once."),
        (("--against", "other.txt", "--", "third.txt"), "got 3 systems"),
        (("-f", "tsv"), "unknown value 'tsv'"),
        (("--chrf-beta", "3"), "unknown option --chrf-beta"),
    ],
)
def test_wrong_usage(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    for name in ("other.txt", "third.txt"):
        (folder / name).write_text("a\nb\nc\n", encoding="utf-8")
    assert message in fails("explain", "sys.txt", "-r", "ref.txt", *arguments, cwd=folder)


def test_files_of_different_lengths(folder: Path) -> None:
    (folder / "short.txt").write_text("a\n", encoding="utf-8")
    message = fails("explain", "sys.txt", "-r", "ref.txt", "--against", "short.txt", cwd=folder)
    assert message.startswith("line counts differ: sys.txt has 3, short.txt has 1, ref.txt has 3.")
