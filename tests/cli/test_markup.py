"""Test sets in SGML and XML on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.generators.markup import sgml, wmt, xml
from truebleu import BLEU, References

KEYS = [("d1", "1"), ("d1", "2"), ("d2", "1")]
SYSTEM_A = ["the cat sat on a mat", "it was raining, and hard", "nobody came to the party"]
SYSTEM_B = ["a cat is on the mat", "it rained very hard", "come who may"]
FIRST = ["the cat sat on the mat", "it was raining hard", "nobody came to the party"]
SECOND = ["there is a cat on the mat", "it rained a lot", "no one came"]
WRITERS = {"sgm": sgml, "xml": xml}


def named(texts: list[str], order: tuple[int, ...] = (0, 1, 2)) -> dict[tuple[str, str], str]:
    return {KEYS[at]: texts[at] for at in order}


@pytest.fixture(params=WRITERS)
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return a folder with `a`, `both`, `ref` and `refs`; systems have another segment order."""
    write = WRITERS[request.param]
    files = {
        "a": write("system", {"A": named(SYSTEM_A, (2, 1, 0))}),
        "both": write("system", {"A": named(SYSTEM_A), "B": named(SYSTEM_B, (1, 0, 2))}),
        "ref": write("reference", {"r1": named(FIRST)}),
        "refs": write("reference", {"r1": named(FIRST), "r2": named(SECOND, (2, 0, 1))}),
        "src": write("source", {"": named([text.upper() for text in FIRST])}),
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def scores(folder: Path, *arguments: str) -> dict[str, float]:
    ran = truebleu("score", *arguments, "-f", "json", "-q", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    return {record["system"]: record["value"] for record in json.loads(ran.out)}


def test_segments_are_matched_by_name(folder: Path) -> None:
    expected = BLEU().corpus_score(SYSTEM_A, FIRST).value
    assert scores(folder, "a", "-r", "ref") == {"A": expected}
    references = References.streams([FIRST, SECOND])
    both = {
        "A": BLEU().corpus_score(SYSTEM_A, references).value,
        "B": BLEU().corpus_score(SYSTEM_B, references).value,
    }
    every = ("--hypothesis-column", "*", "--reference-column", "*")
    assert scores(folder, "both", "-r", "refs", *every) == both
    some = ("--hypothesis-column", "B", "--reference-column", "r1", "--reference-column", "r2")
    assert scores(folder, "both", "-r", "refs", *some) == {"B": both["B"]}


def test_segment_scores_are_in_the_order_of_the_references(folder: Path) -> None:
    ran = truebleu("score", "a", "-r", "ref", "--per-segment", "-f", "json", cwd=folder)
    expected = BLEU().segment_scores(SYSTEM_A, FIRST).tolist()
    assert json.loads(ran.out)[0]["segment_scores"] == expected


def test_several_versions_are_listed_and_none_is_chosen(folder: Path) -> None:
    assert fails("score", "a", "-r", "refs", cwd=folder) == (
        "refs has more than one reference: r1, r2. Choose with --reference-column "
        "NAME (repeatable), or --reference-column '*' for all."
    )
    assert "has more than one system: A, B" in fails("score", "both", "-r", "ref", cwd=folder)
    assert "unknown system 'C'" in fails(
        "score", "both", "-r", "ref", "--hypothesis-column", "C", cwd=folder
    )
    assert "ref has no system. It has: reference 'r1'." in fails(
        "score", "ref", "-r", "refs", cwd=folder
    )


def test_a_test_set_can_be_scored_with_lines(folder: Path) -> None:
    (folder / "a.txt").write_text("\n".join(SYSTEM_A) + "\n", encoding="utf-8")
    assert scores(folder, "a.txt", "-r", "ref") == {
        "a.txt": BLEU().corpus_score(SYSTEM_A, FIRST).value
    }
    (folder / "short.txt").write_text(SYSTEM_A[0] + "\n", encoding="utf-8")
    assert "short.txt has 1, ref has 3" in fails("score", "short.txt", "-r", "ref", cwd=folder)


def test_missing_segments_and_versions(folder: Path, request: pytest.FixtureRequest) -> None:
    write = WRITERS["sgm" if "sgm" in request.node.name else "xml"]
    fewer = write("system", {"A": named(SYSTEM_A, (0, 2))})
    (folder / "fewer").write_text(fewer, encoding="utf-8")
    message = fails("score", "fewer", "-r", "ref", cwd=folder)
    assert message.startswith("fewer: system 'A' has no segment '2' of document 'd1', which")
    another = write("system", {"A": named(SYSTEM_A)}, "other")
    (folder / "other").write_text(another, encoding="utf-8")
    message = fails("score", "other", "-r", "ref", cwd=folder)
    assert message.startswith("ref has the test set 'test', other has 'other'. ")


def test_compare_resamples_documents(folder: Path) -> None:
    every = ("--hypothesis-column", "*", "-r", "ref", "-f", "json", "-q", "--trials", "50")
    (folder / "documents").write_text("d1\nd1\nd2\n", encoding="utf-8")
    ran = truebleu("compare", "both", *every, "--documents", "ref", cwd=folder)
    assert (ran.code, ran.err) == (0, "")
    by_lines = truebleu("compare", "both", *every, "--documents", "documents", cwd=folder)
    assert by_lines.out == ran.out
    without = truebleu("compare", "both", *every, cwd=folder)
    assert without.out != ran.out


def test_lines_take_the_documents_of_a_test_set(folder: Path) -> None:
    files = {"a.txt": SYSTEM_A, "b.txt": SYSTEM_B, "r.txt": FIRST, "documents": ["d1", "d1", "d2"]}
    for name, texts in files.items():
        (folder / name).write_text("\n".join(texts) + "\n", encoding="utf-8")
    flags = ("compare", "a.txt", "b.txt", "-r", "r.txt", "-f", "json", "-q", "--trials", "50")
    named_there = truebleu(*flags, "--documents", "ref", cwd=folder)
    assert named_there.code == 0
    assert named_there == truebleu(*flags, "--documents", "documents", cwd=folder)


def test_systems_of_several_test_sets_have_distinct_names(folder: Path) -> None:
    found = scores(folder, "a", "both", "--hypothesis-column", "*", "-r", "ref")
    assert list(found) == ["a:A", "both:A", "B"]


def test_one_file_of_wmt_with_sources_references_and_systems(tmp_path: Path) -> None:
    versions = {
        ("source", ""): named([text.upper() for text in FIRST]),
        ("reference", "refA"): named(FIRST),
        ("system", "A"): named(SYSTEM_A),
        ("system", "B"): named(SYSTEM_B),
    }
    (tmp_path / "all.xml").write_text(wmt(versions), encoding="utf-8")
    assert scores(tmp_path, "all.xml", "--hypothesis-column", "A") == {
        "A": BLEU().corpus_score(SYSTEM_A, FIRST).value
    }
    both = scores(tmp_path, "all.xml", "--hypothesis-column", "*", "-r", "all.xml")
    assert list(both) == ["A", "B"]


def test_an_option_overrules_the_ending_of_a_name(tmp_path: Path) -> None:
    content = sgml("system", {"A": named(SYSTEM_A)}).encode()
    (tmp_path / "a.sgm").write_bytes(content)
    (tmp_path / "r.sgm").write_text(sgml("reference", {"r": named(FIRST)}), encoding="utf-8")
    value = BLEU().corpus_score(SYSTEM_A, FIRST).value
    ran = truebleu(
        "score", "-", "-r", "r.sgm", "--input-format", "sgml", "-b", cwd=tmp_path, stdin=content
    )
    assert ran.out == f"{value:.2f}\n"
    lines = truebleu(
        "score", "a.sgm", "-r", "r.sgm", "--input-format", "lines", "-f", "json", cwd=tmp_path
    )
    assert json.loads(lines.out)[0]["segments"] == len(content.splitlines())


def test_check_finds_a_source_by_name(folder: Path) -> None:
    ran = truebleu("check", "a", "-r", "ref", "--source", "src", "-f", "json", cwd=folder)
    assert (ran.err, ran.code) == ("", 0)
    copied = (folder / "src").read_text().replace("srcset", "tstset")
    (folder / "copy").write_text(copied.replace("docid", "sysid='A' docid"))
    ran = truebleu("check", "copy", "-r", "ref", "--source", "src", "-f", "json", cwd=folder)
    assert "source_as_hypothesis" in ran.out
