"""Remove the path of the checkout from a wheel: maturin writes it into the bill of materials.

python tools/settle_wheel.py WHEEL ...

Afterwards, wheels of the same commit are identical on all machines, and contain no paths of the
machine that built them.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHECKOUT = ROOT.as_uri().encode()
NEUTRAL_PATH = b"file:///truebleu"


def changed_files(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """Return the new content of the bills of materials and of RECORD, by file name."""
    record = next(name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
    lines = archive.read(record).decode()
    changed = {}
    for name in archive.namelist():
        if "/sboms/" in name:
            changed[name] = archive.read(name).replace(CHECKOUT, NEUTRAL_PATH)
            digest = base64.urlsafe_b64encode(hashlib.sha256(changed[name]).digest())
            line = f"{name},sha256={digest.rstrip(b'=').decode()},{len(changed[name])}"
            lines = re.sub(rf"^{re.escape(name)},.*$", line, lines, flags=re.MULTILINE)
    return {**changed, record: lines.encode()}


def settle(wheel: Path) -> None:
    """Rewrite the wheel with the changed files."""
    new_wheel = wheel.with_suffix(".settled")
    with zipfile.ZipFile(wheel) as archive, zipfile.ZipFile(new_wheel, "w") as out:
        changed = changed_files(archive)
        for member in archive.infolist():
            out.writestr(member, changed.get(member.filename, archive.read(member)))
    new_wheel.replace(wheel)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        settle(Path(argument))
