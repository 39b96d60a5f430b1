"""What a wheel must be before it is published: small, complete, stripped, and enough by itself.

python tools/check_wheel.py WHEEL ...

Needs nothing but Python, so that it runs wherever a wheel is built. The wheel is installed into an
empty environment that knows no compiler, and scores there.
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
LARGEST = 5_000_000
# ELF's kind of a section with all symbols, which stripping removes (SHT_SYMTAB).
SYMBOLS = 2
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
    """Say everything that is wrong with the file itself."""
    if wheel.stat().st_size > LARGEST:
        yield f"it has {wheel.stat().st_size:,} bytes; {LARGEST:,} are the most"
    if "-abi3-" not in wheel.name:
        yield "it is not for all Pythons (abi3)"
    if wheel.name.endswith("-linux_x86_64.whl"):
        yield "it names no manylinux version, so it cannot be published"
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        yield from (f"{name} is missing" for name in NEEDED if name not in names)
        yield from (f"{name} does not belong there" for name in names if is_stray(name))
        yield from wrong_hashes(archive)
        yield from wrong_binary(archive)
        yield from wrong_bill(archive)
        yield from wrong_paths(archive)
        if not any(name.endswith("/licenses/LICENSE") for name in names):
            yield "the licence is missing"


def is_stray(name: str) -> bool:
    """Say whether a file is neither of the package nor about it."""
    inside = name.startswith("truebleu/") or ".dist-info/" in name or ".data/data/share/" in name
    return not inside or "__pycache__" in name or "/tests/" in name


def wrong_hashes(archive: zipfile.ZipFile) -> Iterator[str]:
    """Compare each file with its hash in RECORD."""
    record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
    for name, written, _ in csv.reader(io.StringIO(archive.read(record).decode())):
        digest = hashlib.sha256(archive.read(name)).digest()
        found = "sha256=" + base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if written and found != written:
            yield f"{name} is not the file of RECORD"


def wrong_binary(archive: zipfile.ZipFile) -> Iterator[str]:
    """Look into the native module."""
    modules = [name for name in archive.namelist() if name.endswith((".so", ".pyd"))]
    if len(modules) != 1:
        yield f"it has {len(modules)} native modules"
    for name in modules:
        data = archive.read(name)
        if data.startswith(b"\x7fELF\x02\x01") and SYMBOLS in kinds_of_sections(data):
            yield f"{name} is not stripped"


def kinds_of_sections(elf: bytes) -> set[int]:
    """Give the kinds of sections of a 64-bit little-endian ELF file."""
    (table,) = struct.unpack_from("<Q", elf, 0x28)
    size, count = struct.unpack_from("<HH", elf, 0x3A)
    return {struct.unpack_from("<I", elf, table + i * size + 4)[0] for i in range(count)}


def wrong_paths(archive: zipfile.ZipFile) -> Iterator[str]:
    """Look for the places where it was built."""
    places = {str(place).encode() for place in (Path.home(), ROOT) if place != Path("/")}
    for name in archive.namelist():
        if any(place in archive.read(name) for place in places):
            yield f"{name} holds a path of whoever built it"


def wrong_bill(archive: zipfile.ZipFile) -> Iterator[str]:
    """Look for the bill of materials (PEP 770)."""
    bills = [name for name in archive.namelist() if "/sboms/" in name and name.endswith(".json")]
    if not bills:
        yield "the bill of materials (sboms/) is missing"
    for name in bills:
        bill = json.loads(archive.read(name))
        if bill.get("bomFormat") != "CycloneDX" or not bill.get("components"):
            yield f"{name} lists nothing"


def try_it(wheel: Path) -> None:
    """Install the wheel into an empty environment without a compiler, and score there."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        scripts = Path(folder, "Scripts" if os.name == "nt" else "bin")
        python = str(scripts / "python")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment = {**kept, "PATH": str(scripts)}
        for command in (
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
             "--only-binary=:all:", str(wheel.resolve())],
            [python, "-I", "-c", SCORED],
            [str(scripts / "truebleu"), "--version"],
        ):  # fmt: skip
            subprocess.run(command, check=True, cwd=folder, env=environment)


def main(wheels: list[str]) -> int:
    """Check each wheel; say all that is wrong."""
    if not wheels:
        print("usage: check_wheel.py WHEEL ...", file=sys.stderr)
        return 2
    failed = False
    for name in wheels:
        wheel = Path(name)
        found = list(faults(wheel))
        for fault in found:
            print(f"{wheel.name}: {fault}", file=sys.stderr)
        failed = failed or bool(found)
        try_it(wheel)
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
