"""Build the documentation's site: `make site`.

    python tools/website.py [FOLDER]    # target/site if no folder is named

The pages are copied with the repository's folders, so every link works on the site as in the
repository. Any warning fails the build: a broken link, a page in no menu, an unreadable docstring.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.pages import ROOT
from tools.reference_pages import reference_pages

SETTINGS = ROOT / "website"
PAGES = (
    "*.md",
    "docs/**/*.md",
    "docs/images/*",
    "benchmarks/*.md",
    "examples/*/README.md",
    "CITATION.cff",
)
# Folders with files that pages link to; the site contains these files unchanged.
CODE = ("crates", "python")
# The site has its own first page.
LEFT_OUT = ROOT / "README.md"


def lay_out(source: Path) -> None:
    """Create the folder that Sphinx reads."""
    shutil.rmtree(source, ignore_errors=True)
    for path in (path for pattern in PAGES for path in ROOT.glob(pattern) if path != LEFT_OUT):
        copy = source / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)  # with its time, so that Sphinx skips unchanged pages
    shutil.copy2(SETTINGS / "index.md", source)
    reference = source / SETTINGS.name
    reference.mkdir()
    for path in SETTINGS.glob("*.md"):
        if path.name != "index.md":
            shutil.copy2(path, reference)
    for name, text in reference_pages().items():
        (reference / name).write_text(text, encoding="utf-8")
    for name in CODE:
        (source / name).symlink_to(ROOT / name)


def build(folder: Path) -> int:
    """Build the site; return Sphinx's exit code, which is 1 if there was any warning."""
    from sphinx.cmd.build import build_main

    source, doctrees = (
        folder.with_name(f"{folder.name}-{name}") for name in ("source", "doctrees")
    )
    lay_out(source)
    options = ["--quiet", "--fail-on-warning", "--keep-going", "-b", "html"]
    paths = ["-c", str(SETTINGS), "-d", str(doctrees), str(source), str(folder)]
    exit_code: int = build_main([*options, *paths])
    return exit_code


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "target" / "site")
    folder = parser.parse_args().folder
    failed = build(folder)
    if not failed:
        print(folder / "index.html")
    return failed


if __name__ == "__main__":
    sys.exit(main())
