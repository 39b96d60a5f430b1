"""Code blocks of the documentation: every block runs and prints what the page shows."""

from __future__ import annotations

import doctest
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.in_one_test import in_one_test
from tests.requirements import require_module, require_spark
from tools.pages import (
    LANGUAGES,
    OPTIONS,
    ROOT,
    Block,
    blocks,
    commands,
    lay_out,
    matches,
    pages,
    run,
)
from truebleu.cli.parser import parse
from truebleu.cli.run import COMMANDS, load

BLOCKS = [block for page in pages() for block in blocks(page)]
PYTHON_PAGES = sorted({block.page for block in BLOCKS if block.language == "python"})
CONSOLE_PAGES = sorted({block.page for block in BLOCKS if block.language == "console"})
PACKAGES = sorted({(block.page, block.needs) for block in BLOCKS if block.needs})
# The first words of installation commands.
SETUP = re.compile(r"(pip install|git clone|cd|python3? -m venv|source|export|apt install|#)\b")


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "huggingface"))  # the cache folder of evaluate
    monkeypatch.chdir(lay_out(tmp_path))
    return tmp_path


@in_one_test("block", BLOCKS, ids=lambda block: f"{name(block.page)}:{block.line}")
def test_a_block_names_its_language(block: Block) -> None:
    assert block.language in LANGUAGES
    if block.language == "python":
        assert ">>> " in block.text


@pytest.mark.timeout(600)
@pytest.mark.parametrize("page", PYTHON_PAGES, ids=name)
def test_python_blocks(page: Path, folder: Path) -> None:
    check_python(page)


# Engines have warnings of their own; they start processes.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("page", "package"), PACKAGES, ids=lambda each: each if isinstance(each, str) else name(each)
)
def test_blocks_of_a_package(
    page: Path, package: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if package == "pyspark":
        require_spark()
        monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    require_module(package)
    check_python(page, package)


def check_python(page: Path, package: str = "") -> None:
    """Run the page's blocks that need no package, and those of one package."""
    names: dict[str, object] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    report: list[str] = []
    for block in blocks(page):
        if block.language != "python" or block.needs not in {"", package}:
            continue
        case = doctest.DocTestParser().get_doctest(
            block.text, names, name(page), str(page), block.line - 1
        )
        runner.run(case, out=report.append, clear_globs=False)
        names = case.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


@pytest.mark.timeout(600)  # the page of the command line starts a hundred processes
@pytest.mark.parametrize("page", CONSOLE_PAGES, ids=name)
def test_console_blocks(page: Path, folder: Path) -> None:
    wrong = []
    for block in blocks(page):
        for command in commands(block) if block.language == "console" else ():
            printed = run(command.command, folder)
            if not matches(command.output, printed):
                wrong.append(f"line {command.line}: $ {command.command}\n{printed}")
    assert not wrong, f"{name(page)} has other output:\n" + "\n".join(wrong)


def test_no_block_is_indented() -> None:
    """A block inside a list is rendered as code, but these tests would not run it."""
    for page in pages():
        found = re.findall(r"^[ \t]+(?:```|~~~).*", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert found == [], name(page)


@in_one_test("page", pages(), ids=name)
def test_command_lines_that_are_not_run_parse(page: Path) -> None:
    """Indented lines are examples with a reader's own files: check their commands and flags."""
    for line in re.findall(r"^    truebleu (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        if "[" not in line:  # these lines show optional arguments
            command, *arguments = shlex.split(line)
            parse(load(command), arguments)


def test_every_command_has_an_example_with_output() -> None:
    page = ROOT / "website" / "command-line.md"
    run_there = " ; ".join(
        command.command
        for block in blocks(page)
        if block.language == "console"
        for command in commands(block)
        if command.output
    )
    output = set(re.findall(r"(?:^|[;|] |\d )truebleu (\w+)", run_there))
    assert output >= set(COMMANDS)


def test_installation_blocks_name_existing_targets() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for block in BLOCKS:
        if block.language != "sh":
            continue
        for line in block.text.splitlines():
            words = line.split()
            if words[:1] == ["make"]:
                assert set(words[1:2]) <= targets, f"{name(block.page)}: {line}"
            else:
                assert not line or SETUP.match(line), f"{name(block.page)}: {line}"


def test_links_have_targets() -> None:
    for page in pages():
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if not target.startswith(("http:", "https:")):
                assert (page.parent / target).exists(), f"{name(page)} links to {target}"
