"""Check that Cargo.toml, CHANGELOG.md, CITATION.cff and a release's tag have the same version.

python tools/check_version.py [TAG]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATTERN_BY_FILE = {
    "Cargo.toml": r'^version = "(.+)"$',
    "CHANGELOG.md": r"^## (\d\S*)",
    "CITATION.cff": r"^version: (.+)$",
}


def versions_by_file() -> dict[str, str]:
    """Return the version in each file; the newest one of the changelog."""
    versions = {}
    for name, pattern in PATTERN_BY_FILE.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        match = re.search(pattern, text, re.MULTILINE)
        versions[name] = match[1] if match else "none"
    return versions


def main(tags: list[str]) -> int:
    """Print the version of each file and tag; return 1 if they differ."""
    versions = versions_by_file() | {f"the tag {tag}": tag.removeprefix("v") for tag in tags}
    for source, version in versions.items():
        print(f"{version:>10}  {source}")
    if len(set(versions.values())) > 1:
        print("check_version: the versions differ. Use one version everywhere.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
