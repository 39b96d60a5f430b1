"""Comparison of two texts on the page."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.profiles import PROFILE
from tests.report.web.scoring import call_page, scoring_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAIRS = {"fast": 1_000, "ci": 5_000, "fuzz": 100_000}[PROFILE]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with scoring_page(browser) as opened:
        yield opened


def changed(draw: Random, first: list[str]) -> list[str]:
    second = list(first)
    for _ in range(draw.randrange(8)):
        index = draw.randrange(len(second) + 1)
        if draw.random() < 0.5 and index < len(second):
            del second[index]
        else:
            second.insert(index, draw.choice("abcde"))
    return second


def longest_common(first: list[str], second: list[str]) -> int:
    """Return the length of a longest common subsequence, by the usual table."""
    row = [0] * (len(second) + 1)
    for first_item in first:
        before = 0
        for j, second_item in enumerate(second, start=1):
            before, row[j] = (
                row[j],
                before + 1 if first_item == second_item else max(row[j], row[j - 1]),
            )
    return row[-1]


def whole(parts: list[dict[str, Any]], side: str, other: str, units: list[str]) -> list[str]:
    return [unit for part in parts if part["kind"] != other for unit in units[slice(*part[side])]]


def test_parts_form_both_texts_and_share_a_longest_subsequence(page: Page) -> None:
    draw = Random(4)
    pairs = []
    for _ in range(PAIRS):
        first = draw.choices("abcde", k=draw.randrange(30))
        far = draw.random() < 0.3
        second = draw.choices("abcde", k=draw.randrange(30)) if far else changed(draw, first)
        pairs.append((first, second))
    result = call_page(page, "(pairs) => pairs.map(([a, b]) => differences.parts(a, b))", pairs)
    for (first, second), parts in zip(pairs, result, strict=True):
        assert whole(parts, "first", "second", first) == first
        assert whole(parts, "second", "first", second) == second
        same = [part for part in parts if part["kind"] == "same"]
        for part in same:
            assert first[slice(*part["first"])] == second[slice(*part["second"])]
        shared = sum(part["first"][1] - part["first"][0] for part in same)
        assert shared == longest_common(first, second)


def test_texts_with_few_common_words_are_replaced_as_wholes(page: Page) -> None:
    result = page.evaluate(
        """() => {
          const words = (letter) => Array.from({ length: 4000 }, (_, i) => letter + i);
          return differences.parts(["same", ...words("a")], ["same", ...words("b")]);
        }"""
    )
    assert [part["kind"] for part in result] == ["same", "first", "second"]


CHARACTERS = [
    ("the Erklärung", "the Erklärungen", "", "en"),
    ("old house", "new house", "old", "new"),
    ("今天投票", "昨天投票", "今", "昨"),
    ("nai\u0308ve", "naive", "i\u0308", "i"),
    ("", "all", "", "all"),
    ("colour", "color", "u", ""),
]


@pytest.mark.parametrize(("text", "other_text", "own", "missing"), CHARACTERS)
def test_characters_inside_differing_words(
    page: Page, text: str, other_text: str, own: str, missing: str
) -> None:
    result = page.evaluate(
        """([text, other]) => {
          const { units, own, missing } = differences.byCharacters(text, other);
          const mine = units.filter((_, i) => own[i]);
          const texts = mine.map(({ start, end }) => text.slice(start, end));
          return [texts.join(""), [...missing.values()].flat().join("")];
        }""",
        [text, other_text],
    )
    assert result == [own, missing]
