"""`truebleu report`: results equal to those of `compare`, options and errors."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tests.cli.command import fails, truebleu
from tests.paths import NEWS
from tests.report.reading import Report

SYSTEMS = ("system.medium.en.txt", "system.weak.en.txt")
REFERENCES = ("-r", "reference.a.en.txt", "-r", "reference.b.en.txt")
QUICK = ("--trials", "50", "--resamples", "30")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a writable folder with the example corpus."""
    for file in NEWS.glob("*.txt"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


def written(folder: Path, *arguments: str, epoch: str = "") -> Report:
    command = ("report", *arguments, "-o", "out.html", "-q")
    ran = truebleu(*command, cwd=folder, SOURCE_DATE_EPOCH=epoch)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    return Report((folder / "out.html").read_bytes())


def test_an_epoch_out_of_range_is_an_error(folder: Path) -> None:
    ran = truebleu(
        "report", *SYSTEMS, *REFERENCES, *QUICK, "-q", cwd=folder, SOURCE_DATE_EPOCH="9" * 14
    )
    assert ran.code == 2
    assert "SOURCE_DATE_EPOCH=99999999999999 is out of range" in ran.err


def test_results_equal_those_of_compare(folder: Path) -> None:
    settings = (*SYSTEMS, *REFERENCES, *QUICK, "--lowercase", "--seed", "7", "--confidence", "0.9")
    result = written(folder, *settings, "--documents", "documents.txt")
    ran = truebleu(
        "compare", *settings, "--documents", "documents.txt", "-f", "json", "-q", cwd=folder
    )
    expected = json.loads(ran.out)
    metric = expected["metrics"][0]
    assert result.meta["comparison"]["settings"] == expected["settings"]
    pairs = [
        {k: v for k, v in pair.items() if k != "histogram"}
        for pair in result.meta["comparison"]["pairs"]
    ]
    labels = {name: name.split(".")[1] for name in SYSTEMS}
    for pair in metric["pairs"]:
        pair["first"], pair["second"] = labels[pair["first"]], labels[pair["second"]]
    assert pairs == metric["pairs"]
    for stored, system in zip(result.meta["systems"], metric["systems"], strict=True):
        assert {key: stored[key] for key in system if key != "system"} == {
            key: value for key, value in system.items() if key != "system"
        }
        assert stored["file"] == system["system"]
        assert stored["name"] == labels[system["system"]]


def test_the_report_names_its_input(folder: Path) -> None:
    result = written(folder, *SYSTEMS, *REFERENCES, *QUICK, "--source", "source.de.txt")
    data = result.meta["reproduce"]
    assert data["command"].startswith("truebleu report system.medium.en.txt system.weak.en.txt -r ")
    by_name = {file["name"]: file for file in data["files"]}
    assert set(by_name) == {*SYSTEMS, "reference.a.en.txt", "reference.b.en.txt", "source.de.txt"}
    for name, file in by_name.items():
        content = (folder / name).read_bytes()
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        assert (file["bytes"], file["lines"]) == (len(content), 104)
    assert result.meta["reference_names"] == ["reference.a.en.txt", "reference.b.en.txt"]
    assert "Holm's correction for 1 test " in data["paragraph"]
    assert data["seed"] == 12345


def test_names_of_files_can_be_left_out(folder: Path) -> None:
    result = written(
        folder, *SYSTEMS, *REFERENCES, *QUICK, "--name", "a", "--name", "b", "--hash-inputs",
        "--text", "none",
    )  # fmt: skip
    everything = (folder / "out.html").read_text()
    assert "reference.a" not in everything
    assert "system.medium" not in everything
    assert result.meta["reproduce"]["command"] is None
    assert result.meta["reproduce"]["files"][0]["sha256"]


def test_equal_input_gives_equal_bytes(folder: Path) -> None:
    arguments = (*SYSTEMS, *REFERENCES, *QUICK)
    first = written(folder, *arguments, epoch="86400")
    bytes_before = (folder / "out.html").read_bytes()
    written(folder, *arguments, epoch="86400")
    assert (folder / "out.html").read_bytes() == bytes_before
    assert first.meta["created"] == "1970-01-02T00:00:00Z"


def test_the_written_file_and_warnings_are_printed(folder: Path) -> None:
    ran = truebleu("report", *SYSTEMS, *REFERENCES, *QUICK, cwd=folder)
    assert ran.out.startswith("report.html: 104 segments, 2 systems, 0.")
    assert "line 85 is empty" in ran.err
    assert (folder / "report.html").exists()


def test_left_out_texts_are_mentioned(folder: Path) -> None:
    ran = truebleu("report", *SYSTEMS, *REFERENCES, *QUICK, "--text", "top:10", cwd=folder)
    note = Report((folder / "report.html").read_bytes()).meta["text"]["note"]
    assert note
    assert f"truebleu: warning: {note}\n" in ran.err
    assert "truebleu: warning: --resamples" in ran.err


def test_output_to_standard_output(folder: Path) -> None:
    ran = truebleu("report", SYSTEMS[0], *REFERENCES, *QUICK, "-o", "-", "-q", cwd=folder)
    assert Report(ran.out.encode()).meta["segments"] == 104
    assert not (folder / "report.html").exists()


def test_standard_input_is_a_system_without_a_hash(folder: Path) -> None:
    content = (folder / SYSTEMS[0]).read_bytes()
    ran = truebleu(
        "report", "-", *REFERENCES, *QUICK, "--name", "piped", "-q", cwd=folder, stdin=content
    )
    assert ran.code == 0, ran
    report = Report((folder / "report.html").read_bytes())
    assert report.meta["reproduce"]["files"][0]["sha256"] is None


def test_columns_of_a_table(folder: Path) -> None:
    (folder / "t.tsv").write_text("mt\tpe\tref\tsrc\na b\ta c\ta b\tx\nd\te\td\ty\n")
    result = written(
        folder, "t.tsv", "--hypothesis-column", "mt", "--hypothesis-column", "pe",
        "--reference-column", "ref", "--source-column", "src", *QUICK,
    )  # fmt: skip
    assert [system["name"] for system in result.meta["systems"]] == ["mt", "pe"]
    assert [each[:4] for each in result.segments()] == [
        ["x", "a b", "a b", "a c"],
        ["y", "d", "d", "e"],
    ]


def test_a_single_document_is_accepted(folder: Path) -> None:
    (folder / "d.txt").write_text("only\n" * 104)
    result = written(folder, *SYSTEMS, *REFERENCES, *QUICK, "--documents", "d.txt")
    assert result.meta["documents"] == ["only"]
    assert "documents" not in result.meta["comparison"]["settings"]


def test_a_signature_sets_the_metric(folder: Path) -> None:
    signature = "nrefs:1|case:lc|eff:no|tok:char|smooth:floor[0.1]|version:2.6.0"
    found = written(folder, *SYSTEMS, *REFERENCES[:2], *QUICK, "--signature", signature)
    assert (found.meta["metric"]["tokenizer"], found.meta["metric"]["case"]) == ("char", "lc")


MISTAKES: list[tuple[tuple[str, ...], str]] = [
    ((*SYSTEMS,), "missing references"),
    ((*SYSTEMS, *REFERENCES, "-o", SYSTEMS[0]), "is also an input"),
    ((*SYSTEMS, *REFERENCES, "-o", "none/x.html"), "not found"),
    ((*SYSTEMS, *REFERENCES, "--text", "half"), "--text: "),
    ((*SYSTEMS, *REFERENCES, "-m", "ter"), "must be BLEU, not TER"),
    ((*SYSTEMS, *REFERENCES, "--convention", "moses-sentence"), "convention 'moses-sentence'"),
    ((*SYSTEMS, *REFERENCES, "--name", "a", "--name", "a"), "two systems are named 'a'"),
    ((*SYSTEMS, *REFERENCES, "--baseline", "none"), "baseline"),
    ((*SYSTEMS, *REFERENCES, "--source", "short.txt"), "short.txt"),
    ((*SYSTEMS, *REFERENCES, "--documents", "short.txt"), "short.txt has 2 names"),
    ((*SYSTEMS, *REFERENCES, "--documents", "gaps.txt"), "segment 2"),
    ((*SYSTEMS, *REFERENCES, "--source", "not there.txt"), "not there.txt"),
    ((*SYSTEMS, *REFERENCES, "--no-source"), "--no-source requires --source or --source-column."),
]


@pytest.mark.parametrize(
    ("arguments", "message"), MISTAKES, ids=lambda each: " ".join(each[-2:])[:40]
)
def test_errors_have_one_line(arguments: tuple[str, ...], message: str, folder: Path) -> None:
    (folder / "short.txt").write_text("a\nb\n")
    (folder / "gaps.txt").write_text("a\n\n" + "b\n" * 102)
    before = sorted(folder.iterdir())
    assert message in fails("report", *arguments, cwd=folder)
    assert sorted(folder.iterdir()) == before
