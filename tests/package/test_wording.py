"""Counted nouns, and the hints that name missing packages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.cli.test_golden_output import GOLDEN
from tests.paths import ROOT
from tests.requirements import require_module
from truebleu.errors import MissingDependency
from truebleu.wording import PACKAGES, count, fixed_below, missing_package

# A number before a verb, or before a name that ends in s.
NO_PLURAL = {"is", "has", "was", "as", "plus", "counts", "minus", "this"}


def test_a_number_of_one_has_a_singular() -> None:
    assert count(1, "reference") == "1 reference"
    assert count(2, "reference") == "2 references"
    assert count(1, "hypothesis", "hypotheses") == "1 hypothesis"
    assert count(0, "hypothesis", "hypotheses") == "0 hypotheses"
    assert count(1234, "segment") == "1234 segments"
    assert count(1234, "segment", grouped=True) == "1,234 segments"


def test_a_number_below_the_maximum_is_not_written_as_the_maximum() -> None:
    assert [fixed_below(99.9999, places, 100) for places in (0, 1, 3)] == ["99", "99.9", "99.999"]
    assert fixed_below(99.9999, 4, 100) == "99.9999"
    assert fixed_below(100.0, 2, 100) == "100.00"


def wrong_plurals(text: str) -> list[str]:
    found = re.findall(r"(?<![\d.,:=-])\b1 [a-z]+s\b", text)
    return [phrase for phrase in found if phrase.split()[1] not in NO_PLURAL]


def test_no_golden_output_has_a_plural_of_one() -> None:
    assert wrong_plurals("2 names for 1 systems; 1 is") == ["1 systems"]
    found = {path.name: wrong_plurals(path.read_text("utf-8")) for path in GOLDEN.iterdir()}
    assert {name: phrases for name, phrases in found.items() if phrases} == {}


def test_packages_of_hints_are_those_of_the_extras() -> None:
    tomllib: Any = require_module("tomllib")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    declared = {
        extra: tuple(re.split(r"[<>=;]", package)[0].strip() for package in packages)
        for extra, packages in extras["project"]["optional-dependencies"].items()
    }
    assert declared == PACKAGES


@pytest.mark.parametrize("extra", PACKAGES)
def test_a_hint_names_packages_that_install(extra: str) -> None:
    error = missing_package("this", extra)
    assert isinstance(error, MissingDependency)
    assert str(error).endswith(f"pip install {' '.join(PACKAGES[extra])}")


def test_no_source_names_an_extra_while_the_package_is_unpublished() -> None:
    sources = [*(ROOT / "python").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    assert [path.name for path in sources if "truebleu[" in path.read_text("utf-8")] == []
