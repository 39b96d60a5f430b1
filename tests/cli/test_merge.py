"""`truebleu merge`: merged parts have exactly the scores and tests of the whole corpus."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import fails, truebleu
from tests.paths import NEWS
from truebleu import BLEU, InputError
from truebleu.evaluation.parts import read_shard
from truebleu.metrics.base.packing import pack, unpack

SYSTEMS = ("system.strong.en.txt", "system.weak.en.txt")
REFERENCES = ("reference.a.en.txt", "reference.b.en.txt")
NAMED = ("--name", "strong", "--name", "weak")
METRICS = ("-m", "bleu", "chrf", "ter")


def arguments(folder: Path, prefix: str = "") -> list[str]:
    words = [str(folder / f"{prefix}{name}") for name in SYSTEMS]
    for name in REFERENCES:
        words += ["-r", str(folder / f"{prefix}{name}")]
    return [*words, *NAMED, *METRICS, "-q"]


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with 1.tbs, 2.tbs and 3.tbs, which hold rows of the example corpus."""
    folder = tmp_path_factory.mktemp("parts")
    cuts = [0, 1, 60, 104]
    for name in (*SYSTEMS, *REFERENCES):
        lines = (NEWS / name).read_bytes().splitlines(keepends=True)
        for number in (1, 2, 3):
            part = b"".join(lines[cuts[number - 1] : cuts[number]])
            (folder / f"{number}.{name}").write_bytes(part)
    for number in (1, 2, 3):
        words = arguments(folder, f"{number}.")
        truebleu("statistics", *words, "--rows", "-o", str(folder / f"{number}.tbs"))
    return folder


def tbs(folder: Path, *numbers: int) -> list[str]:
    return [str(folder / f"{number}.tbs") for number in numbers]


@pytest.mark.parametrize("form", ["text", "json", "tsv", "csv"])
def test_scores_equal_those_of_the_whole(parts: Path, form: str) -> None:
    whole = truebleu("score", *arguments(NEWS), "-f", form)
    assert whole.code == 0
    assert truebleu("merge", *tbs(parts, 1, 2, 3), "-f", form) == whole


def test_significance_tests_equal_those_of_the_whole(parts: Path) -> None:
    options = ("--trials", "500", "--resamples", "200", "--seed", "7", "-f", "json", "-q")
    expected = truebleu("compare", *arguments(NEWS), *options).out
    merged = truebleu("merge", *tbs(parts, 1, 2, 3), "--compare", *options).out
    assert json.loads(merged) == json.loads(expected)


def test_documents_are_named_for_the_whole(parts: Path, tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.write_text("one\n" * 40 + "two\n" * 30 + "three\n" * 34, encoding="utf-8")
    options = ("--trials", "50", "--documents", str(documents), "-f", "json", "-q")
    expected = truebleu("compare", *arguments(NEWS), *options).out
    merged = truebleu("merge", *tbs(parts, 1, 2, 3), "--compare", *options).out
    assert json.loads(merged) == json.loads(expected)


def test_merged_parts_can_be_merged(parts: Path, tmp_path: Path) -> None:
    saved = str(tmp_path / "saved.tbs")
    truebleu("merge", *tbs(parts, 1, 2), "--save", saved)
    expected = truebleu("merge", *tbs(parts, 1, 2, 3), "--compare", "--trials", "50", "-f", "json")
    again = truebleu("merge", saved, *tbs(parts, 3), "--compare", "--trials", "50", "-f", "json")
    assert expected.code == 0
    assert again == expected


def test_a_part_has_no_text(parts: Path) -> None:
    data = (parts / "2.tbs").read_bytes()
    words = {word for word in (NEWS / SYSTEMS[0]).read_bytes().split() if len(word) > 8}
    assert words
    assert not [word for word in words if word in data]


def test_parts_of_different_corpora_are_refused(parts: Path, tmp_path: Path) -> None:
    first, sums, second = (str(tmp_path / name) for name in ("one.tbs", "sums.tbs", "other.tbs"))
    alone = (str(parts / f"2.{SYSTEMS[0]}"), "-r", str(parts / f"2.{REFERENCES[0]}"), "-q")
    truebleu("statistics", *alone, "-o", first)
    truebleu("statistics", *alone, "-o", sums, "--name", "strong")
    truebleu("statistics", *alone, "-o", second, "--lowercase", "--name", "strong")
    assert "one.tbs has 2.system.strong.en.txt. Count all parts" in fails(
        "merge", *tbs(parts, 1), first
    )
    message = fails("merge", sums, second)
    assert "case:mixed and case:lc. Count both with the same settings." in message
    assert "or use --name if only the file names differ" in fails("merge", first, sums)
    assert "got 2 names. Pass one name per system." in fails(
        "merge", first, "--name", "a", "--name", "b"
    )
    assert truebleu("merge", first, sums, "--name", "a").err.count("have the same counts") == 1
    assert "no statistics per segment" in fails("merge", sums, "--compare")
    rows = str(tmp_path / "rows.tbs")
    truebleu("statistics", *alone, "-o", rows, "--rows", "--name", "strong")
    assert "all parts with --rows, or none" in fails("merge", rows, sums)
    assert "--compare needs at least 2 systems, got strong only." in fails(
        "merge", rows, "--compare"
    )


def test_two_systems_of_a_merge_have_different_names(parts: Path) -> None:
    message = fails("merge", *tbs(parts, 1), "--name", "a", "--name", "a")
    assert message.startswith("two systems are named 'a'.")


def test_broken_parts_are_refused(parts: Path, tmp_path: Path) -> None:
    data = (parts / "2.tbs").read_bytes()
    cut, damaged = tmp_path / "cut.tbs", tmp_path / "damaged.tbs"
    cut.write_bytes(data[:-10])
    damaged.write_bytes(data[:900] + bytes([data[900] ^ 1]) + data[901:])
    assert "cut.tbs: truncated" in fails("merge", str(cut))
    assert "damaged.tbs: damaged" in fails("merge", str(damaged))
    assert "not statistics that truebleu wrote" in fails("merge", str(NEWS / SYSTEMS[0]))
    assert "none.tbs: file not found" in fails("merge", str(tmp_path / "none.tbs"))


def test_parts_of_other_metrics_are_refused(parts: Path, tmp_path: Path) -> None:
    path = str(tmp_path / "other.tbs")
    words = [word for word in arguments(parts, "2.") if word != "ter"]
    truebleu("statistics", *words, "--rows", "-o", path)
    assert "1.tbs has BLEU and chrF and TER, " in fails("merge", *tbs(parts, 1), path)


def test_statistics_written_by_python_are_no_part(tmp_path: Path) -> None:
    (tmp_path / "a.tbs").write_bytes(BLEU().accumulator().to_bytes())
    said = "a.tbs: not a file that `truebleu statistics` wrote. Count the part again."
    assert said in fails("merge", str(tmp_path / "a.tbs"))


def write_changed_part(part: Path, path: Path, changes: dict[str, Any]) -> Path:
    """Write a part with a changed head and a valid checksum."""
    head, body = unpack(part.read_bytes(), "the part")
    path.write_bytes(pack({**head, **changes}, body))
    return path


@pytest.mark.parametrize(
    "changes",
    [
        {"statistics": []}, {"statistics": [[]]}, {"statistics": 5}, {"systems": ["one"]},
        {"blocks": [1]}, {"blocks": None}, {"rows": [["<i8"] * 3] * 2}, {"rows": 5},
        {"rows": [["<u8"] * 3] * 2},
    ],
    ids=str,
)  # fmt: skip
def test_parts_with_a_wrong_head_are_refused(
    parts: Path, tmp_path: Path, changes: dict[str, Any]
) -> None:
    path = write_changed_part(parts / "2.tbs", tmp_path / "x.tbs", changes)
    with pytest.raises(InputError, match=r"x\.tbs: the statistics are damaged"):
        read_shard(str(path))


def test_parts_with_wrong_statistics_are_named(parts: Path, tmp_path: Path) -> None:
    head, _ = unpack((parts / "2.tbs").read_bytes(), "the part")
    fewer, changed = deepcopy(head["statistics"]), deepcopy(head["statistics"])
    fewer[0][0]["segments"] = 3
    changed[0][0]["truebleu"] = "0.1"
    for statistics, message in (
        (fewer, "3 segments, but 59 rows of counts"),
        (changed, "counted by truebleu 0.1"),
    ):
        path = write_changed_part(parts / "2.tbs", tmp_path / "x.tbs", {"statistics": statistics})
        with pytest.raises(InputError, match=message):
            read_shard(str(path))


def test_rows_of_tables_equal_those_of_lines(parts: Path, tmp_path: Path) -> None:
    columns = [
        (parts / f"2.{name}").read_text("utf-8").splitlines() for name in (*SYSTEMS, REFERENCES[0])
    ]
    rows = [dict(zip(("strong", "weak", "ref"), row, strict=True)) for row in zip(*columns)]  # noqa: B905
    (tmp_path / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    flags = ["--hypothesis-column", "strong", "--hypothesis-column", "weak"]
    flags += ["--reference-column", "ref", "--rows", "-q", "-o"]
    truebleu("statistics", str(tmp_path / "t.jsonl"), *flags, str(tmp_path / "t.tbs"))
    words = [str(parts / f"2.{name}") for name in SYSTEMS]
    words += ["-r", str(parts / f"2.{REFERENCES[0]}"), *NAMED, "--rows", "-q", "-o"]
    truebleu("statistics", *words, str(tmp_path / "l.tbs"))
    assert (tmp_path / "t.tbs").read_bytes() == (tmp_path / "l.tbs").read_bytes()


def test_usage_is_checked_before_any_work(parts: Path) -> None:
    assert "is repeated" in fails("merge", *tbs(parts, 1, 1))
    assert "missing shards" in fails("merge")
    assert "requires --compare" in fails("merge", *tbs(parts, 1), "--trials", "9")
    assert "--full-signature is not supported with --compare" in fails(
        "merge", *tbs(parts, 1), "--compare", "--full-signature"
    )
    assert "is also an input" in fails("merge", *tbs(parts, 1), "--save", *tbs(parts, 1))
    for same in ("new.tbs", "./new.tbs"):
        saved = fails("merge", *tbs(parts, 1), "--save", "new.tbs", "-o", same)
        assert saved == "-o and --save are the same file: new.tbs. Use different files."
    assert "Choose from: " in fails("merge", *tbs(parts, 1), "--compare", "-f", "csv")
