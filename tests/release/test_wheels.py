"""Checks of wheels: faults are found, and paths of the build machine are removed."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zipfile
from pathlib import Path

import pytest

from tests.paths import ROOT
from tools import check_version, check_wheel, settle_wheel

NAME = "truebleu-2.0.0-cp310-abi3-manylinux_2_17_x86_64.whl"
ABOUT = "truebleu-2.0.0.dist-info"
BILL = f"{ABOUT}/sboms/truebleu.cyclonedx.json"


def record(members: dict[str, bytes]) -> bytes:
    lines = []
    for name, data in members.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    return "".join([*lines, f"{ABOUT}/RECORD,,\n"]).encode()


def wheel(folder: Path, changes: dict[str, bytes | None], name: str = NAME) -> Path:
    members: dict[str, bytes] = dict.fromkeys(check_wheel.NEEDED, b"")
    members["truebleu/_native.abi3.so"] = b"not of Linux"
    members[f"{ABOUT}/licenses/LICENSE"] = b"Apache"
    members[BILL] = json.dumps({"bomFormat": "CycloneDX", "components": [{}]}).encode()
    for changed, data in changes.items():
        members.pop(changed, None)
        if data is not None:
            members[changed] = data
    members[f"{ABOUT}/RECORD"] = record(members)
    path = folder / name
    with zipfile.ZipFile(path, "w") as archive:
        for member, data in members.items():
            archive.writestr(member, data)
    return path


def test_a_good_wheel_has_no_faults(tmp_path: Path) -> None:
    assert list(check_wheel.faults(wheel(tmp_path, {}))) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"truebleu/py.typed": None}, "truebleu/py.typed is missing"),
        ({"tests/test_it.py": b""}, "tests/test_it.py must not be in a wheel"),
        ({f"{ABOUT}/licenses/LICENSE": None}, "the license is missing"),
        ({BILL: None}, "the bill of materials (sboms/) is missing"),
        ({BILL: b"{}"}, f"{BILL} lists no components"),
        ({"truebleu/_native.abi3.so": None}, "it has 0 native modules"),
        (
            {"truebleu/a.py": str(ROOT).encode()},
            "truebleu/a.py contains a path of the machine that built the wheel",
        ),
        (
            {"truebleu/big": bytes(range(256)) * 20_000},
            "it has 5,1",
        ),
    ],
)
def test_each_fault_is_named(tmp_path: Path, changes: dict[str, bytes | None], fault: str) -> None:
    (found,) = check_wheel.faults(wheel(tmp_path, changes))
    assert found.startswith(fault)


def test_symbols_are_a_fault(tmp_path: Path) -> None:
    # The header of an ELF file with one section, a full symbol table.
    elf = bytearray(b"\x7fELF\x02\x01" + bytes(58 + 64))
    elf[0x28:0x30] = (64).to_bytes(8, "little")
    elf[0x3A:0x3E] = b"\x40\x00\x01\x00"
    elf[68] = 2
    (result,) = check_wheel.faults(wheel(tmp_path, {"truebleu/_native.abi3.so": bytes(elf)}))
    assert result == "truebleu/_native.abi3.so is not stripped"


def test_a_changed_file_is_a_fault(tmp_path: Path) -> None:
    path = wheel(tmp_path, {})
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in {**members, "truebleu/py.typed": b"other"}.items():
            archive.writestr(name, data)
    assert list(check_wheel.faults(path)) == ["truebleu/py.typed does not have the hash in RECORD"]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        (NAME.replace("abi3", "cp310"), "it is not for all versions of Python (abi3)"),
        (NAME.replace("manylinux_2_17", "linux"), "it has no manylinux version"),
    ],
)
def test_names_that_cannot_be_published(tmp_path: Path, name: str, fault: str) -> None:
    (found,) = check_wheel.faults(wheel(tmp_path, {}, name))
    assert found.startswith(fault)


def test_paths_of_the_build_machine_are_removed(tmp_path: Path) -> None:
    bill = {"bomFormat": "CycloneDX", "components": [{"bom-ref": f"path+{ROOT.as_uri()}/crates"}]}
    path = wheel(tmp_path, {BILL: json.dumps(bill).encode()})
    assert len(list(check_wheel.faults(path))) == 1
    settle_wheel.settle(path)
    assert list(check_wheel.faults(path)) == []
    with zipfile.ZipFile(path) as archive:
        assert b"file:///truebleu/crates" in archive.read(BILL)


def test_all_files_have_one_version() -> None:
    (version,) = set(check_version.versions_by_file().values())
    assert check_version.main([f"v{version}"]) == 0
    assert check_version.main(["v0.0.0"]) == 1


def test_workflows_pin_actions_by_hash() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    used = [
        line.partition("uses:")[2].strip()
        for path in workflows
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    assert used
    assert [use for use in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", use)] == []
