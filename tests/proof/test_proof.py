"""Stages of the proof: their records, their results, and the page of claims."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from proof import claims, fuzzing, page, running
from proof.__main__ import main
from proof.records import RESULTS, ROOT, Record, Result, load, path_of, save
from proof.stages import STAGES, Stage, chosen

STAGE = Stage("made-up", "A made-up stage: one", "What it does.", ("numpy", "no-such-package"))
GOOD = Record("good things", 1_000, "things", "0 differences", ok=True, seed=7)
BAD = Record("bad|things", 3, "things", "1 difference", ok=False, notes=("Why it is so.",))


def stage_of(monkeypatch: pytest.MonkeyPatch, *records: Record) -> Stage:
    """Return a stage whose module yields these records."""
    module = ModuleType("proof.made-up")

    def told(scale: float) -> Iterator[Record]:
        yield from records

    vars(module)["records"] = told
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return STAGE


def test_records_are_saved_and_loaded(tmp_path: Path) -> None:
    result = Result("made-up", 0.5, {"date": "2026-01-02"}, 3.5, finished=True, records=(GOOD, BAD))
    save(result, tmp_path)
    assert load("made-up", tmp_path) == result
    assert load("another", tmp_path) is None


def test_a_run_saves_its_records_and_facts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    result = running.run(stage_of(monkeypatch, GOOD), 0.25, tmp_path)
    assert result.ok
    assert load("made-up", tmp_path) == result
    assert result.facts["no-such-package"] == "not installed"
    assert "1,000 things, 0 differences" in capsys.readouterr().err
    assert result.records[0].seconds == result.seconds > 0


def test_records_of_one_text_are_added() -> None:
    first = Result("made-up", 1.0, {}).added(GOOD, 2.0).added(BAD, 1.0)
    grown = first.added(Record("good things", 5_000, "things", "0 differences", ok=True), 3.0)
    assert [(each.tried, each.seconds) for each in grown.records] == [(5_000, 5.0), (3, 1.0)]
    assert grown.seconds == 6.0


def test_an_interrupted_run_keeps_its_records_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("proof.made-up")

    def cut(scale: float) -> Iterator[Record]:
        yield GOOD
        raise KeyboardInterrupt

    vars(module)["records"] = cut
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(KeyboardInterrupt):
        running.run(STAGE, 1.0, tmp_path)
    left = load("made-up", tmp_path)
    assert left is not None
    assert [record.name for record in left.records] == ["good things"]
    assert not left.ok
    assert "**cut short** | less than full |" in page.document(tmp_path, [STAGE])


def test_an_interrupted_run_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stage = stage_of(monkeypatch, GOOD)
    # Uncommitted changes in this checkout must not matter: runs of them are not resumed.
    monkeypatch.setattr(running, "commit", lambda: "abc")
    cut = Result("made-up", 1.0, running.facts(()), 3.0, records=(GOOD,))
    second = replace(GOOD, name="the rest")

    def resumed(scale: float, done: Mapping[str, Record]) -> Iterator[Record]:
        assert list(done) == ["good things"]
        yield second

    def records_of_a_run() -> list[str]:
        result = running.run(stage, 1.0, tmp_path, resume=True)
        return [record.name for record in result.records]

    save(cut, tmp_path)
    assert records_of_a_run() == ["good things"]  # this stage cannot be resumed
    vars(stage.module)["resumed"] = resumed
    save(cut, tmp_path)
    assert records_of_a_run() == ["good things", "the rest"]
    monkeypatch.setattr(running, "commit", lambda: "abc and changes")
    save(replace(cut, facts=running.facts(())), tmp_path)
    assert records_of_a_run() == ["good things"]
    monkeypatch.setattr(running, "commit", lambda: "abc")
    for unlike in (
        replace(cut, finished=True),
        replace(cut, scale=0.5),
        replace(cut, facts={"the program": "another"}),
    ):
        save(unlike, tmp_path)
        assert records_of_a_run() == ["good things"]


def test_runs_of_several_parts_have_one_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = stage_of(monkeypatch, GOOD)
    monkeypatch.setattr(running, "commit", lambda: "abc")
    second = replace(GOOD, name="the rest")
    requested = [GOOD]

    def resumed(scale: float, done: Mapping[str, Record]) -> Iterator[Record]:
        yield from (record for record in requested if record.name not in done)

    vars(stage.module)["resumed"] = resumed
    vars(stage.module)["is_complete"] = {GOOD.name, second.name}.issubset
    first = running.run(stage, 1.0, tmp_path, resume=True)
    assert (first.finished, first.failed) == (False, [])
    requested.append(second)
    both = running.run(stage, 1.0, tmp_path, resume=True)
    assert both.ok
    assert [record.name for record in both.records] == ["good things", "the rest"]


def test_fuzzing_runs_the_targets_that_the_environment_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert fuzzing.requested_targets() == fuzzing.target_names()
    monkeypatch.setenv("FUZZ_TARGETS", " tables, ngrams server")
    names = fuzzing.requested_targets()
    assert names == ["tables", "ngrams", "server"]
    assert [what.split()[0] for what in fuzzing.trials(names)] == ["ngrams", "tables", "the"]
    assert not fuzzing.is_complete(fuzzing.trials(names))
    assert fuzzing.is_complete(fuzzing.trials(fuzzing.target_names()))
    monkeypatch.setenv("FUZZ_TARGETS", "ngram")
    with pytest.raises(SystemExit, match="unknown target 'ngram'"):
        fuzzing.requested_targets()


def test_failures_and_empty_runs_fail() -> None:
    assert not Result("made-up", 1.0, {}, finished=True, records=(GOOD, BAD)).ok
    assert not Result("made-up", 1.0, {}, finished=True).ok


def test_the_page_lists_stages_that_ran_and_that_did_not(tmp_path: Path) -> None:
    second = Stage("other", "Another", "It is not run.")
    save(Result("made-up", 0.01, {"date": "2026-01-02"}, 75, True, (GOOD, BAD)), tmp_path)
    written = page.document(tmp_path, [STAGE, second])
    assert "| [A made-up stage: one](#a-made-up-stage-one) | **failed** | 1 % of full |" in written
    assert "| [Another](#another) | **not yet run** |" in written
    assert "| good things | 1,000 things | 0 differences | as expected | 7 |" in written
    assert "| bad\\|things | 3 things | 1 difference | **failed** |" in written
    assert "- Why it is so." in written
    assert "1 min 15 s" in written


def test_claims_of_the_documentation_equal_the_results() -> None:
    """`make docs` updates the table."""
    text = claims.PAGE.read_text(encoding="utf-8")
    assert claims.with_claims(text) == text
    assert "failed" not in text


def test_every_result_belongs_to_a_stage_and_has_no_failure() -> None:
    names = {path.stem for path in RESULTS.glob("*.json")}
    assert names <= {stage.name for stage in STAGES}
    for name in names:
        stored = load(name)
        assert stored is not None
        assert stored.failed == []


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: str(stage.name))
def test_a_stage_has_its_module(stage: Stage) -> None:
    assert Path(ROOT, "proof", f"{stage.name}.py").is_file()


def test_stages_are_selected() -> None:
    assert chosen(None) == list(STAGES)
    assert [stage.name for stage in chosen("codep")] == ["codepoints"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--only", "nothing-of-the-kind"], "unknown stage"),
        (["--scale", "0"], "a number above 0"),
        (["--scale", "2"], "at most 1"),
    ],
)
def test_wrong_usage(
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["proof", *words])
    with pytest.raises(SystemExit):
        main()
    assert message in capsys.readouterr().err


@pytest.mark.peer
@pytest.mark.parametrize(
    ("stage", "share"),
    [
        ("codepoints", 0.0001),
        ("differential", 0.0005),
        ("sacrebleu", 0.0005),
        ("others", 0.0005),
        ("interfaces", 0.002),
        ("calibration", 0.0005),
    ],
)
def test_a_little_of_each_stage(
    stage: str, share: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["proof", "--only", stage, "--scale", str(share), "--results", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", words)
    assert main() == 0
    assert path_of(stage, tmp_path).exists()
    assert f"{100 * share:g} % of full" in (tmp_path / "proof.md").read_text(encoding="utf-8")
