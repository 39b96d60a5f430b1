"""Source files of the project, for the tests that read them."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.paths import ROOT

PACKAGE = ROOT / "python" / "truebleu"
CRATES = ROOT / "crates"


def python_modules() -> list[Path]:
    """List the package's Python files."""
    return sorted(PACKAGE.rglob("*.py"))


def rust_files() -> list[Path]:
    """List the crates' Rust files."""
    return sorted(CRATES.rglob("*.rs"))


def all_files() -> list[Path]:
    """List all files that git tracks, and new files that it does not ignore."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    paths = (ROOT / name for name in listed.split("\0") if name)
    return sorted(path for path in paths if path.is_file())


def relative(path: Path) -> str:
    """Return the path of a file relative to the repository, for messages."""
    return path.relative_to(ROOT).as_posix()
