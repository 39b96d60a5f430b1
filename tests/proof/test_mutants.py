"""Reports of the mutation and coverage tools: parsing, and summaries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proof import coverage, mutants, mutants_core, mutants_python
from proof.mutants import Mutant
from proof.records import ROOT

SOURCE = "fn one(a: i64) -> i64 {\n    a + 1\n}\n"
REPORT = {
    "files": {
        "crates/a.rs": {
            "source": SOURCE,
            "mutants": [
                {
                    "status": status,
                    "statusReason": reason,
                    "replacement": "a - 1",
                    "location": {
                        "start": {"line": 2, "column": 5},
                        "end": {"line": 2, "column": 10},
                    },
                }
                for status, reason in (
                    ("Killed", "failed `three_times_is_one`"),
                    ("Survived", ""),
                    ("NoCoverage", ""),
                    ("CompileError", ""),
                    ("Ignored", ""),
                    ("Killed", "the test run timed out before an assertion rejected it"),
                )
            ],
        }
    }
}


def test_the_report_of_the_core_is_parsed() -> None:
    batch = list(mutants_core.read(REPORT))
    assert [each.fate for each in batch] == ["killed", "survived", "untested", "timeout"]
    assert {(each.file, each.line, each.becomes) for each in batch} == {
        ("crates/a.rs", "a + 1", "a - 1")
    }


def test_mutants_of_python_have_their_change(tmp_path: Path) -> None:
    folder = tmp_path / "mutants" / "src" / "truebleu"
    folder.mkdir(parents=True)
    bodies = {
        "x_half__mutmut_orig": ["def x_half__mutmut_orig(a):", "    return a / 2"],
        "x_half__mutmut_1": ["def x_half__mutmut_1(a):", "    return a * 2"],
        "x_half__mutmut_2": ["def x_half__mutmut_2(a):", "    return a / 3"],
    }
    spans, lines = {}, list[str]()
    for name, body in bodies.items():
        spans[name] = [len(lines) + 1, len(lines) + len(body)]
        lines += body
    (folder / "half.py").write_text("\n".join(lines), encoding="utf-8")
    (folder / "half.py.spans").write_text(json.dumps({"spans": spans}), encoding="utf-8")
    codes = {"truebleu.half.x_half__mutmut_1": 1, "truebleu.half.x_half__mutmut_2": 0}
    (folder / "half.py.meta").write_text(json.dumps({"exit_code_by_key": codes}), encoding="utf-8")
    first, second = mutants_python.changed(tmp_path)
    assert (first.file, first.line, first.becomes) == (
        "python/truebleu/half.py", "return a / 2", "return a * 2"
    )  # fmt: skip
    fates = mutants_python.fate_by_name(tmp_path)
    assert (fates[first.name], fates[second.name]) == ("killed", "survived")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('raise E("so it is not")', 'raise E("XXso it is notXX")', True),
        ('raise E("so it is not")', "raise E(None)", False),
        ('if test == "ar":', 'if test == "XXarXX":', False),
        ("a + 1", "a - 1", False),
        ("a + 1", "a + 1", False),
    ],
)
def test_changes_of_messages_are_recognized(before: str, after: str, words: bool) -> None:
    assert mutants_python.is_of_message(mutants_python.Change("x", "y", before, after)) is words


def test_equivalent_changes_are_recognized(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = {("a.py", "x + 0", "x - 0"): "nothing is added"}
    monkeypatch.setattr(mutants, "equivalent", lambda: reasons)
    killed = [Mutant("a.py", "x + 1", "x - 1", "killed")] * 9
    same = Mutant("a.py", "x + 0", "x - 0", "survived")
    untested = Mutant("a.py", "y", "None", "untested")
    result = mutants.make_record("some", [*killed, same, untested])
    assert (result.tried, result.ok) == (11, True)
    assert result.outcome == "9 killed (81.8%), 1 change nothing; of the others 90.0%"
    assert result.notes == (
        "some: `a.py`: `y` as `None`: untested",
        "some: 1 change nothing: nothing is added",
    )
    assert not mutants.make_record("some", [*killed, untested, untested]).ok
    zipped = "zip(a, b, strict=True)"
    loose = Mutant("c.py", zipped, "zip(a, b, strict=False)", "survived")
    assert mutants.reason(loose) == mutants.STRICT
    assert mutants.reason(Mutant("c.py", zipped, "zip(a, strict=True)", "survived")) is None


def test_every_equivalent_change_names_an_existing_line() -> None:
    for file, line, _ in mutants.equivalent():
        text = " ".join((ROOT / file).read_text(encoding="utf-8").split())
        assert " ".join(line.split()) in text, (file, line)


def test_every_group_has_existing_files() -> None:
    for patterns in mutants_core.GROUPS.values():
        assert all(mutants_core.files([each]) for each in patterns)
    for patterns in mutants_python.GROUPS.values():
        assert all(mutants_python.files([each]) for each in patterns)
    for test in mutants_python.TESTS:
        path, _, name = test.removeprefix("--deselect=").partition("::")
        assert name.partition("[")[0] in (ROOT / path).read_text(encoding="utf-8")


def test_only_lines_of_the_core_are_counted() -> None:
    ours = ROOT / "crates" / "truebleu-core" / "src" / "mean.rs"
    lcov = [f"SF:{ours}", "DA:1,4", "DA:2,0", "DA:3,0", "end_of_record"]
    lcov += ["SF:/elsewhere/core.rs", "DA:1,0", "end_of_record"]
    assert coverage.read_lcov(lcov) == {"crates/truebleu-core/src/mean.rs": (1, [2, 3])}


def test_lines_that_did_not_run_have_a_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coverage, "reasons", lambda: {"b.py": "of another machine"})
    results = coverage.make_record("all", {"a.py": (97, []), "b.py": (1, [4, 5])}, ["one failed"])
    assert (results.tried, results.ok, results.outcome) == (
        100,
        True,
        "98.0% run by tests, 2 are not",
    )
    assert results.notes == ("one failed", "all: `b.py`, 4-5: of another machine")
    assert not coverage.make_record("all", {"a.py": (9, [1])}, []).ok


def test_reasons_name_existing_files() -> None:
    assert [name for name in coverage.reasons() if not (ROOT / name).is_file()] == []
