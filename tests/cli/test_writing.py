"""Output files: a file is replaced only on success."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.cli.command import fails
from truebleu import InputError
from truebleu.io.writing import check_writable, write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    write_whole(str(tmp_path / "new"), [b"con", b"tent"])
    assert (tmp_path / "new").read_bytes() == b"content"
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_an_old_file_keeps_its_permissions(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"before")
    old.chmod(0o640)
    write_whole(str(old), [b"after"])
    assert old.read_bytes() == b"after"
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"before")
    (tmp_path / "link").symlink_to("target")
    write_whole(str(tmp_path / "link"), [b"after"])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"after"


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_leaves_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    (tmp_path / "old").write_bytes(b"before")

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(os, step, fail)
    with pytest.raises((InputError, KeyboardInterrupt)):
        write_whole(str(tmp_path / "old"), [b"after"])
    assert names(tmp_path) == ["old"]
    assert (tmp_path / "old").read_bytes() == b"before"


def test_the_file_is_synced_before_it_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def record_fsync(file: int) -> None:
        steps.append("fsync")
        fsync(file)

    def record_replace(old: str, new: str) -> None:
        steps.append("replace")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", record_fsync)
    monkeypatch.setattr(os, "replace", record_replace)
    write_whole(str(tmp_path / "new"), [b"con", b"tent"])
    assert steps == ["fsync", "replace"]


def test_a_folder_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write in every folder
    with pytest.raises(InputError) as raised:
        check_writable(str(tmp_path / "new"), [])
    assert str(raised.value) == f"{tmp_path}/new: no permission to write in {tmp_path}"


@pytest.mark.parametrize(
    "line",
    [
        "score sys.txt -r ref.txt -o",
        "compare sys.txt sys.txt -r ref.txt --documents extra.txt -o",
        "statistics sys.txt -r ref.txt -o",
        "verify BLEU 30 sys.txt -r ref.txt -o",
        "conventions sys.txt -r ref.txt -o",
        "score sys.txt -r ref.txt -m cider --cider-frequencies counts.json -o",
    ],
)
def test_an_input_file_is_never_overwritten(folder: Path, line: str) -> None:
    (folder / "extra.txt").write_text("a\na\nb\n", encoding="utf-8")
    (folder / "counts.json").write_text('{"documents": 2, "counts": {"a": 2}}', encoding="utf-8")
    read = next((name for name in ("extra.txt", "counts.json") if name in line), "ref.txt")
    before = (folder / read).read_bytes()
    message = fails(*line.split(), read, cwd=folder)
    assert message == f"{read} is also an input. Use another output file."
    assert (folder / read).read_bytes() == before


def test_the_longest_file_name(tmp_path: Path) -> None:
    path = tmp_path / ("漢" * 85)
    write_whole(str(path), [b"x"])
    assert path.read_bytes() == b"x"
