"""Take the checkout's place out of a wheel: the bill of materials that maturin writes names it.

python tools/settle_wheel.py WHEEL ...

Afterwards the same commit gives the same wheel wherever it is built, and no path of whoever built
it goes out.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT.as_uri().encode()
NOWHERE = b"file:///truebleu"


def settled(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Give the files that change, by name: bills of materials, and the record of their hashes."""
    record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
    lines = archive.read(record).decode()
    changed = {}
    for name in archive.namelist():
        if "/sboms/" in name:
            changed[name] = archive.read(name).replace(PLACE, NOWHERE)
            digest = base64.urlsafe_b64encode(hashlib.sha256(changed[name]).digest())
            line = f"{name},sha256={digest.rstrip(b'=').decode()},{len(changed[name])}"
            lines = re.sub(rf"^{re.escape(name)},.*$", line, lines, flags=re.MULTILINE)
    return {**changed, record: lines.encode()}


def settle(wheel: Path) -> None:
    """Write the wheel anew, every file as it was but for those that change."""
    made = wheel.with_suffix(".settled")
    with zipfile.ZipFile(wheel) as archive, zipfile.ZipFile(made, "w") as out:
        changed = settled(archive)
        for member in archive.infolist():
            out.writestr(member, changed.get(member.filename, archive.read(member)))
    made.replace(wheel)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        settle(Path(argument))
