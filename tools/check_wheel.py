"""Check a wheel before it is published: its size, its files, its native module and a score.

python tools/check_wheel.py WHEEL ...

The script needs only Python, so that it runs wherever a wheel is built. It also installs the wheel
into an empty environment without a compiler, and computes a score there.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import os
import struct
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
MAX_BYTES = 5_000_000
# Type of the ELF section with all symbols, which stripping removes.
SHT_SYMTAB = 2
NEEDED = ("truebleu/py.typed", "truebleu/_native.pyi", "truebleu/report/web/shell/main.js")
SCORED = """
import truebleu
score = truebleu.corpus_bleu(
    ["the the the the the the the"], [["the cat is on the mat", "there is a cat on the mat"]]
)
assert (score.matches[0], score.totals[0]) == (2, 7), score
assert truebleu.corpus_bleu(["It works here."], ["It works here."]).value == 100.0
print("scored with", truebleu.__version__)
"""


def faults(wheel: Path) -> Iterator[str]:
    """Yield a message for each problem of the file."""
    if wheel.stat().st_size > MAX_BYTES:
        yield f"it has {wheel.stat().st_size:,} bytes; at most {MAX_BYTES:,} are allowed"
    if "-abi3-" not in wheel.name:
        yield "it is not for all versions of Python (abi3)"
    if wheel.name.endswith("-linux_x86_64.whl"):
        yield "it has no manylinux version, so it cannot be published"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        yield from (f"{name} is missing" for name in NEEDED if name not in names)
        yield from (f"{name} must not be in a wheel" for name in names if is_stray(name))
        yield from wrong_hashes(archive)
        yield from wrong_binary(archive)
        yield from wrong_bill(archive)
        yield from wrong_paths(archive)
        if not any(name.endswith("/licenses/LICENSE") for name in names):
            yield "the license is missing"


def is_stray(name: str) -> bool:
    """Return whether a file is neither part of the package nor of its metadata."""
    inside = name.startswith("truebleu/") or ".dist-info/" in name or ".data/data/share/" in name
    return not inside or "__pycache__" in name or "/tests/" in name


def wrong_hashes(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield a message for each file whose hash differs from RECORD."""
    record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
    for name, recorded, _ in csv.reader(io.StringIO(archive.read(record).decode())):
        digest = hashlib.sha256(archive.read(name)).digest()
        actual = "sha256=" + base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if recorded and actual != recorded:
            yield f"{name} does not have the hash in RECORD"


def wrong_binary(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield a message for each problem of the native module."""
    modules = [name for name in archive.namelist() if name.endswith((".so", ".pyd"))]
    if len(modules) != 1:
        yield f"it has {len(modules)} native modules"
    for name in modules:
        data = archive.read(name)
        if data.startswith(b"\x7fELF\x02\x01") and SHT_SYMTAB in section_types(data):
            yield f"{name} is not stripped"


def section_types(elf: bytes) -> set[int]:
    """Return the types of the sections of a 64-bit little-endian ELF file."""
    (table,) = struct.unpack_from("<Q", elf, 0x28)
    size, count = struct.unpack_from("<HH", elf, 0x3A)
    return {struct.unpack_from("<I", elf, table + i * size + 4)[0] for i in range(count)}


def wrong_paths(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield a message for each file that contains a path of the machine that built the wheel."""
    folders = {str(folder).encode() for folder in (Path.home(), ROOT) if folder != Path("/")}
    for name in archive.namelist():
        if any(folder in archive.read(name) for folder in folders):
            yield f"{name} contains a path of the machine that built the wheel"


def wrong_bill(archive: zipfile.ZipFile) -> Iterator[str]:
    """Yield a message for each problem of the bill of materials (PEP 770)."""
    bills = [name for name in archive.namelist() if "/sboms/" in name and name.endswith(".json")]
    if not bills:
        yield "the bill of materials (sboms/) is missing"
    for name in bills:
        bill = json.loads(archive.read(name))
        if bill.get("bomFormat") != "CycloneDX" or not bill.get("components"):
            yield f"{name} lists no components"


def install_and_score(wheel: Path) -> None:
    """Install the wheel into an empty environment without a compiler; compute a score there."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        scripts = Path(folder, "Scripts" if os.name == "nt" else "bin")
        python = str(scripts / "python")
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }
        environment = {**inherited, "PATH": str(scripts)}
        for command in (
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
             "--only-binary=:all:", str(wheel.resolve())],
            [python, "-I", "-c", SCORED],
            [str(scripts / "truebleu"), "--version"],
        ):  # fmt: skip
            subprocess.run(command, check=True, cwd=folder, env=environment)


def main(wheels: list[str]) -> int:
    """Check each wheel and print all problems; return 1 if there is one."""
    if not wheels:
        print("usage: check_wheel.py WHEEL ...", file=sys.stderr)
        return 2
    failed = False
    for name in wheels:
        wheel = Path(name)
        problems = list(faults(wheel))
        for problem in problems:
            print(f"{wheel.name}: {problem}", file=sys.stderr)
        failed = failed or bool(problems)
        install_and_score(wheel)
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
