"""Watched files: a file that is written again is scored once it stops changing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.server.local_server import REFERENCE, SYSTEMS, running, until
from truebleu import BLEU
from truebleu.server.entries import Entry
from truebleu.server.jobs import Watch
from truebleu.server.persistence import History
from truebleu.server.session import Session
from truebleu.server.store import Store

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer, Running


def entry(path: Path) -> Entry:
    return Entry(path, path.name, "system", "argument", path.stat().st_size)


@pytest.fixture
def two(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for path in paths:
        path.write_text("one\ntwo\n", encoding="utf-8")
    return paths


def test_unchanged_files_are_not_reported(two: list[Path]) -> None:
    watch = Watch([entry(path) for path in two])
    assert [watch.changed() for _ in range(3)] == [[], [], []]


def test_a_changed_file_is_reported_when_it_is_stable(two: list[Path]) -> None:
    entries = [entry(path) for path in two]
    watch = Watch(entries)
    for text in ("one\n", "one\ntwo\nthree\n"):
        two[0].write_text(text, encoding="utf-8")
        assert watch.changed() == []  # more may be written
    assert watch.changed() == [entries[0].id]
    assert watch.changed() == []


def test_files_that_change_together_are_reported_together(two: list[Path]) -> None:
    entries = [entry(path) for path in two]
    watch = Watch(entries)
    two[0].write_text("1\n2\n3\n", encoding="utf-8")
    assert watch.changed() == []
    two[1].write_text("1\n2\n3\n", encoding="utf-8")
    assert watch.changed() == []  # the first file is stable, the second has just changed
    assert watch.changed() == [each.id for each in entries]
    assert watch.changed() == []


def test_a_deleted_file_is_waited_for(two: list[Path]) -> None:
    entries = [entry(path) for path in two]
    watch = Watch(entries)
    two[0].unlink()
    assert [watch.changed() for _ in range(3)] == [[], [], []]
    two[0].write_text("again\nhere\n", encoding="utf-8")
    assert watch.changed() == []
    assert watch.changed() == [entries[0].id]


def test_a_deleted_file_does_not_delay_changes_of_other_files(two: list[Path]) -> None:
    entries = [entry(path) for path in two]
    watch = Watch(entries)
    two[0].unlink()
    two[1].write_text("1\n2\n3\n", encoding="utf-8")
    assert watch.changed() == []
    assert watch.changed() == [entries[1].id]


def test_a_replaced_file_is_noticed(two: list[Path]) -> None:
    """Size and time are equal: programs write a new file and rename it."""
    watched = entry(two[0])
    watch = Watch([watched])
    status = two[0].stat()
    replacement = two[0].with_suffix(".new")
    replacement.write_text("two\none\n", encoding="utf-8")
    os.utime(replacement, ns=(status.st_atime_ns, status.st_mtime_ns))
    replacement.replace(two[0])
    assert watch.changed() == []
    assert watch.changed() == [watched.id]


def test_a_change_of_a_removed_file_scores_nothing(scored: LocalServer) -> None:
    generation = scored.state()["generation"]
    scored.controller._score_again(["removed"])
    assert scored.state()["generation"] == generation


def test_an_error_of_the_system_is_shown_and_the_watch_goes_on(
    scored: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = scored.controller.session

    def fail(_changed: list[str]) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(session, "record_scores", fail)
    scored.controller._score_again(list(session.entries))
    assert "No space left on device" in str(session.problem)


def test_a_file_that_was_removed_is_a_problem_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one\n", encoding="utf-8")
    session = Session(BLEU(), Store(), History())
    added = session.add_named(path, "a.txt", "system")
    path.unlink()
    assert session.read_again([added.id]) == ["a.txt"]
    assert "not found" in str(added.problem)
    session.close()


def state(server: Running) -> dict[str, object]:
    import httpx2

    answer = httpx2.get(f"{server.base}/api/state", headers={"x-truebleu-token": server.token})
    result: dict[str, object] = answer.json()
    return result


def test_output_that_is_written_again_is_scored_again(tmp_path: Path) -> None:
    output = tmp_path / "output.txt"
    weak, strong = (path.read_text(encoding="utf-8") for path in SYSTEMS)
    output.write_text(weak, encoding="utf-8")
    with running(
        str(output), "-r", str(REFERENCE), "--watch", "--resamples", "20", cwd=tmp_path
    ) as server:
        until(lambda: state(server)["ready"])
        # An incomplete file has too few lines: the scores are kept, and the page shows the reason.
        output.write_text(strong[: len(strong) // 2], encoding="utf-8")
        until(lambda: state(server)["problem"])
        assert state(server)["generation"] == 1
        output.write_text(strong, encoding="utf-8")
        result = until(lambda: (now := state(server))["generation"] == 2 and now)
        assert result["problem"] is None
        lines = REFERENCE.read_text(encoding="utf-8").splitlines()
        own = [BLEU().corpus_score(text.splitlines(), lines).value for text in (weak, strong)]
        points = result["history"]
        assert [point["scores"]["output.txt"] for point in points] == own
        assert [point["changed"] for point in points] == [[], ["output.txt"]]
        assert server.stop() == (0, "")
