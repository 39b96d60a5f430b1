"""Whether Cargo.toml, CHANGELOG.md, CITATION.cff and a release's tag name one version.

python tools/check_version.py [TAG]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACES = {
    "Cargo.toml": r'^version = "(.+)"$',
    "CHANGELOG.md": r"^## (\d\S*)",
    "CITATION.cff": r"^version: (.+)$",
}


def named() -> dict[str, str]:
    """Give the version that each place names, the newest where there are several."""
    found = {}
    for name, pattern in PLACES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        match = re.search(pattern, text, re.MULTILINE)
        found[name] = match[1] if match else "none"
    return found


def main(tags: list[str]) -> int:
    """Print each place with its version; fail where they differ."""
    versions = named() | {f"the tag {tag}": tag.removeprefix("v") for tag in tags}
    for place, version in versions.items():
        print(f"{version:>10}  {place}")
    if len(set(versions.values())) > 1:
        print("check_version: these must be one version", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
