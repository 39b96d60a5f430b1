"""Rules about source files that no linter checks."""

from __future__ import annotations

import re

from tests.architecture.sources import CRATES, all_files, relative, rust_files
from tests.paths import ROOT

# Files that may use `unsafe`: vector kernels, the reader of Arrow's memory, the Python bindings.
UNSAFE_ALLOWED = (
    "crates/truebleu-core/src/kernels/",
    "crates/truebleu-arrow/src/",
    "crates/truebleu-python/src/",
)
# An `unsafe` that opens a block or an implementation. An `unsafe fn` has a "# Safety" section.
UNSAFE_BLOCK = re.compile(r"\bunsafe\s*(\{|impl\b)")
UNSAFE_WORD = re.compile(r"\bunsafe\b(?!_)")

MACHINE_PATH = re.compile(r"(?<![\w.:/-])/(?:work|root|tmp|home/(?!me/)\w+)/")
TEXT_SUFFIXES = {
    *(".py", ".pyi", ".rs", ".js", ".css", ".html", ".md", ".toml", ".sh", ".yml", ".json", ".svg"),
    "",
}


def code_of(line: str) -> str:
    """Remove a Rust line's comment. A `//` inside a string counts as a comment, too."""
    return line.split("//", 1)[0]


def undocumented(source: str) -> list[int]:
    """Return the lines (from 1) of unsafe blocks without a SAFETY comment directly above."""
    lines = source.splitlines()
    missing: list[int] = []
    for number, line in enumerate(lines):
        if not UNSAFE_BLOCK.search(code_of(line)):
            continue
        above = lines[max(0, number - 8) : number + 1]
        if not any("SAFETY:" in candidate for candidate in above):
            missing.append(number + 1)
    return missing


def test_unsafe_code_is_in_the_allowed_files_and_gives_its_reason() -> None:
    wrong: list[str] = []
    for path in rust_files():
        source = path.read_text(encoding="utf-8")
        used = any(UNSAFE_WORD.search(code_of(line)) for line in source.splitlines())
        if used and not relative(path).startswith(UNSAFE_ALLOWED):
            wrong.append(f"{relative(path)}: unsafe code is not allowed here")
        wrong += [f"{relative(path)}:{line}: no SAFETY comment" for line in undocumented(source)]
    assert wrong == []


def test_an_unsafe_block_without_a_comment_is_reported() -> None:
    assert undocumented("fn f() {\n    unsafe { g() }\n}\n") == [2]
    assert undocumented("// SAFETY: g asks for nothing.\nunsafe { g() }\n") == []


def test_the_core_does_not_name_python() -> None:
    manifest = (CRATES / "truebleu-core" / "Cargo.toml").read_text(encoding="utf-8")
    assert "pyo3" not in manifest
    for path in sorted((CRATES / "truebleu-core").rglob("*.rs")):
        assert "pyo3::" not in path.read_text(encoding="utf-8"), relative(path)


def test_no_file_names_a_path_of_one_machine() -> None:
    result = [
        f"{relative(path)}:{number}: {line.strip()}"
        for path in all_files()
        if path.suffix in TEXT_SUFFIXES and path.name != "LICENSE"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if MACHINE_PATH.search(line)
    ]
    assert result == []


def test_a_path_of_one_machine_is_recognized() -> None:
    folder = "work"  # a whole path here would fail the test above
    assert MACHINE_PATH.search(f"open('/{folder}/main')")
    assert not MACHINE_PATH.search("https://example.org/work/main")


def test_pyproject_takes_the_version_from_cargo() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in project
    assert re.findall(r"^version\b", project, re.MULTILINE) == []
