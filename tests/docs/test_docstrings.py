"""Examples in docstrings, and docstrings of public names."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import truebleu
from tests.in_one_test import in_one_test
from tests.requirements import missing
from tools.pages import OPTIONS, ROOT, lay_out

# Programs, which run when they are imported.
PROGRAMS = {"truebleu.__main__", "truebleu.cli.__main__"}
MODULES = [
    "truebleu",
    "tools.manual",
    *(
        module.name
        for module in pkgutil.walk_packages(truebleu.__path__, "truebleu.")
        if module.name not in PROGRAMS and not module.name.endswith("._native")
    ),
]


@in_one_test("name", MODULES)
def test_examples_print_what_they_show(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    monkeypatch.chdir(lay_out(folder))
    try:
        module = importlib.import_module(name)
    except truebleu.MissingDependency as error:  # only `make differential` installs torch
        cause = error.__cause__
        missing(getattr(cause, "name", None) or name, str(error))
    result = doctest.testmod(module, optionflags=OPTIONS)
    assert result.failed == 0, "see the report above"


def test_every_public_name_is_in_the_reference() -> None:
    public = [name for name in truebleu.__all__ if not name.startswith("_")]
    site = (ROOT / "website" / "python.md").read_text(encoding="utf-8")
    on_site = set(re.findall(r"^\.\. auto\w+:: (\w+)$", site, re.MULTILINE))
    assert [name for name in public if name not in on_site] == []


def test_every_public_name_has_a_docstring() -> None:
    missing = [
        name
        for name in truebleu.__all__
        if not name.startswith("_") and not (getattr(truebleu, name).__doc__ or "").strip()
    ]
    assert missing == []
