"""Documentation of metrics, conventions, tokenizers and smoothings: when to use each one."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from tools.pages import ROOT
from truebleu.metrics.bleu import SMOOTHINGS
from truebleu.metrics.conventions import CONVENTIONS
from truebleu.tokenizers import names
from truebleu.tokenizers.descriptions import GENERAL, OTHER_TOOLS
from truebleu.tokenizers.registry import CORE, resolve

METRICS = (
    "explanation/how-bleu-works",
    "reference/chrf-ter",
    "reference/rouge",
    "how-to/diversity",
)


def text_of(page: str) -> str:
    return (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


def documented_names(page: str, heading: str) -> set[str]:
    """Return the names in the first column of the tables under a heading."""
    section = text_of(page).split(f"\n## {heading}\n")[1].split("\n## ")[0]
    firsts = re.findall(r"^\| ([^|]+) \|", section, re.MULTILINE)
    return {name for first in firsts for name in re.findall(r"`([^`]+)`", first)}


@pytest.mark.parametrize("page", METRICS)
def test_metrics_have_both_sections(page: str) -> None:
    headings = " ".join(re.findall(r"^## (.+)$", text_of(page), re.MULTILINE)).lower()
    assert "when to use it" in headings
    assert "when it misleads" in headings


@pytest.mark.parametrize(
    ("page", "heading", "all_names"),
    [
        ("how-to/match-another-tool", "The presets, and when they mislead", CONVENTIONS),
        ("reference/bleu", "Which one, and when it misleads", SMOOTHINGS.values()),
        ("reference/bleu", "The methods", SMOOTHINGS.values()),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_tables_name_all_conventions_and_smoothings(
    page: str, heading: str, all_names: Iterable[str]
) -> None:
    assert documented_names(page, heading) == set(all_names)


def test_tokenizers() -> None:
    described = GENERAL | OTHER_TOOLS
    assert len(described) == len(GENERAL) + len(OTHER_TOOLS)
    assert set(described) == set(names())
    for name in CORE:
        assert resolve(name).signature_name == (described[name].signature or name)


def test_extras() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = project.split("[project.optional-dependencies]\n")[1].split("\n[")[0]
    extras = set(re.findall(r"^(\w+) = ", section, re.MULTILINE))
    assert documented_names("tutorial/get-started", "Extras") == extras
