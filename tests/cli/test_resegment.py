"""`truebleu resegment`, and the option `--resegment` of the scoring commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from truebleu import BLEU, resegment

TEXT = ["The cat sat on a mat. It was", "", "raining hard. Nobody came ."]
SEGMENTS = ["The cat sat on a mat.", "It was raining hard.", "Nobody came ."]
WARNING = "truebleu: warning: own.txt: re-segmented, 0 of 3 segments are empty, error rate 25%\n"


@pytest.fixture
def texts(folder: Path) -> Path:
    (folder / "own.txt").write_text("\n".join(TEXT) + "\n", encoding="utf-8")
    (folder / "ids.txt").write_text("a\na\nb\n", encoding="utf-8")
    return folder


def test_segments_are_printed_one_per_line(texts: Path) -> None:
    ran = truebleu("resegment", "own.txt", "-r", "ref.txt", cwd=texts)
    assert (ran.code, ran.out.splitlines(), ran.err) == (0, SEGMENTS, WARNING)


def test_json_equals_the_result_of_python(texts: Path) -> None:
    references = (texts / "ref.txt").read_text(encoding="utf-8").splitlines()
    expected = resegment(TEXT, references, case=True, whole_words=False, tokens="13a")
    options = ["--case", "--cut-words", "--tokens", "13a", "-q"]
    ran = truebleu("resegment", "own.txt", "-r", "ref.txt", *options, "-f", "json", cwd=texts)
    assert (json.loads(ran.out), ran.err) == (json.loads(expected.to_json()), "")
    ran = truebleu("resegment", "own.txt", "-r", "ref.txt", *options, "-f", "tsv", cwd=texts)
    assert ran.out.splitlines()[:2] == [
        "segment\tdocument\tstart\tend\terrors\treference\ttext",
        "1\t\t0\t21\t1\t1\tThe cat sat on a mat.",
    ]


def test_documents_are_lines_or_have_ids(texts: Path) -> None:
    (texts / "docs.txt").write_text("\n".join([" ".join(SEGMENTS[:2]), SEGMENTS[2]]))
    command = ("resegment", "docs.txt", "-r", "ref.txt", "--documents", "ids.txt", "-q")
    assert truebleu(*command, cwd=texts).out.splitlines() == SEGMENTS
    (texts / "lines.txt").write_text("b\na\n")
    (texts / "docs.txt").write_text("\n".join([SEGMENTS[2], " ".join(SEGMENTS[:2])]))
    ran = truebleu(*command, "--hypothesis-documents", "lines.txt", cwd=texts)
    assert ran.out.splitlines() == SEGMENTS


def test_mweralign_splits_at_whitespace(texts: Path) -> None:
    ran = truebleu("resegment", "own.txt", "-r", "ref.txt", "--convention", "mweralign", cwd=texts)
    assert ran.out.splitlines() == SEGMENTS


def test_scores_are_those_of_the_segments(texts: Path) -> None:
    references = (texts / "ref.txt").read_text(encoding="utf-8").splitlines()
    expected = BLEU().corpus_score(SEGMENTS, references)
    command = ("score", "own.txt", "-r", "ref.txt", "--resegment", "-f", "json")
    ran = truebleu(*command, cwd=texts)
    (result,) = json.loads(ran.out)
    assert result["value"] == expected.value
    assert "|reseg:words|" in ran.out
    assert WARNING in ran.err
    signed = (*command[:4], "--resegment", "--signature")
    assert (
        truebleu(*signed, "case:mixed|eff:no|tok:13a|smooth:exp|reseg:words", cwd=texts).code == 0
    )


def test_comparisons_and_reports_resegment_every_system(texts: Path) -> None:
    command = ("own.txt", "sys.txt", "-r", "ref.txt", "--resegment")
    ran = truebleu("compare", *command, "--trials", "9", "--resamples", "9", cwd=texts)
    assert (ran.code, "reseg:words" in ran.out) == (0, True)
    ran = truebleu("report", *command, "-o", "page.html", cwd=texts)
    assert ran.code == 0
    assert "reseg:words" in (texts / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [("resegment",), ("score", "--resegment")])
def test_a_text_without_reference_segments_is_an_error(
    texts: Path, command: tuple[str, ...]
) -> None:
    (texts / "empty.txt").write_text("", encoding="utf-8")
    message = fails(*command, "own.txt", "-r", "empty.txt", cwd=texts)
    assert message.endswith("there are no reference segments. Pass at least one.")


def test_errors_name_the_option(texts: Path) -> None:
    (texts / "one.txt").write_text("one line\n")
    score = ("score", "one.txt", "-r", "ref.txt")
    assert "or truebleu resegment if a system's lines are segmented" in fails(*score, cwd=texts)
    assert fails("resegment", "one.txt", "-r", "ref.txt", "--tokens", "foo", cwd=texts).endswith(
        "Re-segmentation also supports cj and spm:FILE."
    )
    assert "--reseg-tokens requires --resegment." in fails(
        *score, "--reseg-tokens", "none", cwd=texts
    )
    assert "Add --resegment." in fails(
        *score, "--signature", "case:mixed|eff:no|tok:13a|smooth:exp|reseg:words", cwd=texts
    )
    assert "Leave out --resegment." in fails(
        *score, "--resegment", "--signature", "case:mixed|eff:no|tok:13a|smooth:exp", cwd=texts
    )
    signature = "case:mixed|eff:no|tok:13a|smooth:exp|reseg:words"
    assert "the score is of re-segmented text" in fails(
        "verify", signature, "30", "one.txt", "-r", "ref.txt", cwd=texts
    )
    assert "got 2 texts: sys.txt, one.txt" in fails(
        "resegment", "sys.txt", "one.txt", "-r", "ref.txt", cwd=texts
    )
