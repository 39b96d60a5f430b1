"""Every issue of testdata/hostile is found where it was planted, and no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import truebleu
from tests.requirements import TESTDATA
from truebleu.checks.kinds import KINDS

HOSTILE = TESTDATA / "hostile"
CASES = sorted(path.name for path in HOSTILE.iterdir() if path.is_dir())

# Files of lines cannot have lone surrogates, values that are no text, or lines without a reference
# or a score (see tests/checks/test_check.py). Only `score` and `compare` report the last kind.
NOT_IN_FILES = {"surrogates", "not_text", "no_reference", "no_score", "tokenized"}


def arguments(case: str) -> list[str | Path]:
    """Return the files to check: those of the case, and those of the example for the others."""

    def file(name: str) -> Path:
        own = HOSTILE / case / name
        return own if own.exists() else HOSTILE / name

    more = list((HOSTILE / case).glob("hyp2.txt"))
    references: list[str | Path] = ["-r", file("ref.txt")]
    for path in (HOSTILE / case).glob("ref2.txt"):
        references += ["-r", path]
    return [file("hyp.txt"), *more, *references, "--source", file("src.txt")]


def findings(case: str) -> list[dict[str, Any]]:
    ran = truebleu("check", *arguments(case), "-f", "json", "-q")
    assert (ran.code, ran.err) == (0, "")
    data: list[dict[str, Any]] = json.loads(ran.out)["findings"]
    return data


@pytest.mark.parametrize("case", CASES)
def test_a_planted_issue_is_found_in_its_lines(case: str) -> None:
    expected = json.loads((HOSTILE / case / "expected.json").read_text(encoding="utf-8"))
    actual = findings(case)
    kinds = {(issue["kind"], Path(issue["stream"]).name) for issue in actual}
    assert kinds == {(issue["kind"], issue["stream"]) for issue in expected}
    for issue in expected:
        [same] = [
            finding
            for finding in actual
            if (finding["kind"], Path(finding["stream"]).name) == (issue["kind"], issue["stream"])
        ]
        assert same["count"] == issue["count"]
        assert same["segments"][: len(issue["segments"])] == issue["segments"]
        assert same["shift"] == issue.get("shift")
        assert same["message"]
        assert "{" not in same["message"] + same["advice"]


def test_every_kind_is_planted() -> None:
    planted = {
        issue["kind"]
        for case in CASES
        for issue in json.loads((HOSTILE / case / "expected.json").read_text(encoding="utf-8"))
    }
    assert planted == set(KINDS) - NOT_IN_FILES


def test_the_files_are_those_that_hostile_py_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tools import hostile

    monkeypatch.setattr(hostile, "TARGET", tmp_path / "hostile")
    hostile.main()
    written = {path.relative_to(tmp_path): path.read_bytes() for path in files(tmp_path)}
    stored = {path.relative_to(TESTDATA): path.read_bytes() for path in files(HOSTILE)}
    assert written == stored


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_every_kind_is_documented() -> None:
    page = (TESTDATA.parent / "docs" / "how-to" / "check-data-and-ci.md").read_text(
        encoding="utf-8"
    )
    table = page.split("\n## Kinds\n")[1].split("\n## ")[0]
    assert [kind for kind in KINDS if f"`{kind}`" not in table] == []
