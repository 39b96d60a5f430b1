"""Tokens that were made elsewhere and their places; what two texts have in common."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.profiles import PROFILE
from tests.web.scoring import asked, scoring_page, strings
from truebleu import _native

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TEXTS = {"fast": 2_000, "ci": 10_000, "fuzz": 200_000}[PROFILE]
PAIRS = {"fast": 1_000, "ci": 5_000, "fuzz": 100_000}[PROFILE]
# Tokens that are all parts of the text, with what else a tokenizer does to it.
ALIGNED = [
    ("intl", "mixed"),
    ("zh", "mixed"),
    ("zh-fixed", "lc"),
    ("whitespace-ascii", "lc-after"),
    ("13a", "lc"),
    ("mteval-13a", "mixed"),
]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with scoring_page(browser) as opened:
        yield opened


def some(count: int) -> list[str]:
    found: list[str] = []
    for texts in strings(seed=11):
        found += texts
        if len(found) >= count:
            break
    return found


@pytest.mark.parametrize(("tokenizer", "case"), ALIGNED)
def test_tokens_are_found_in_their_text(page: Page, tokenizer: str, case: str) -> None:
    """Each where it stands, in order, with white space alone between; or not at all."""
    texts = some(TEXTS)
    tokens = [_native.tokenize(text, tokenizer, case) for text in texts]
    found = asked(
        page,
        """([texts, tokens]) => texts.map((text, i) => {
          const found = alignTokens(text, tokens[i]);
          return found && found.map(({ text, start, end }) => [text, start, end]);
        })""",
        [texts, tokens],
    )
    lost = 0
    for text, expected, places in zip(texts, tokens, found, strict=True):
        if places is None:
            lost += 1
            continue
        assert [token for token, _, _ in places] == expected
        ends = [0, *(end for _, _, end in places)]
        units = text.encode("utf-16-le")
        for (_, start, end), before in zip(places, ends, strict=False):
            # Two tokens that one character became have one place.
            assert start >= before or (start, end) in [(a, b) for _, a, b in places]
            assert units[2 * start : 2 * end].decode("utf-16-le")
    # Final sigmas are lower-cased by their token alone, after it was cut out.
    assert lost <= (0.002 * len(texts) if case == "lc-after" else 0)


PIECES = [
    ("Die Kinder", ["▁die", "▁Kind", "er"], None),
    ("Die Kinder", ["▁die", "▁kind", "er"], [(0, 3), (4, 8), (8, 10)]),
    ("Die Kinder", ["▁Die", "▁Kind", "er"], [(0, 3), (4, 8), (8, 10)]),
    ("ﬁn ５", ["▁fin", "▁5"], [(0, 2), (3, 4)]),
    ("a b", ["▁", "a", "▁b", "▁"], [(0, 0), (0, 1), (2, 3), (3, 3)]),
    ("&quot;x&amp;", ['"', "x", "&"], [(0, 6), (6, 7), (7, 12)]),
    ("something else", ["<unk>"], None),
    ("more than that", ["more"], None),
    ("", [], []),
]


@pytest.mark.parametrize(("text", "tokens", "places"), PIECES)
def test_pieces_of_words_and_changed_characters(
    page: Page, text: str, tokens: list[str], places: list[tuple[int, int]] | None
) -> None:
    found = page.evaluate("([text, tokens]) => alignTokens(text, tokens)", [text, tokens])
    ours = found and [(token["start"], token["end"]) for token in found]
    assert ours == places


def changed(draw: Random, first: list[str]) -> list[str]:
    second = list(first)
    for _ in range(draw.randrange(8)):
        at = draw.randrange(len(second) + 1)
        if draw.random() < 0.5 and at < len(second):
            del second[at]
        else:
            second.insert(at, draw.choice("abcde"))
    return second


def longest_common(first: list[str], second: list[str]) -> int:
    """The length of the longest common subsequence, by the table that every textbook has."""
    row = [0] * (len(second) + 1)
    for one in first:
        before = 0
        for j, other in enumerate(second, start=1):
            before, row[j] = row[j], before + 1 if one == other else max(row[j], row[j - 1])
    return row[-1]


def whole(parts: list[dict[str, Any]], side: str, other: str, units: list[str]) -> list[str]:
    return [unit for part in parts if part["kind"] != other for unit in units[slice(*part[side])]]


def test_parts_make_both_texts_and_share_as_much_as_can_be(page: Page) -> None:
    draw = Random(4)
    pairs = []
    for _ in range(PAIRS):
        first = draw.choices("abcde", k=draw.randrange(30))
        far = draw.random() < 0.3
        second = draw.choices("abcde", k=draw.randrange(30)) if far else changed(draw, first)
        pairs.append((first, second))
    found = asked(page, "(pairs) => pairs.map(([a, b]) => differences.parts(a, b))", pairs)
    for (first, second), parts in zip(pairs, found, strict=True):
        assert whole(parts, "first", "second", first) == first
        assert whole(parts, "second", "first", second) == second
        same = [part for part in parts if part["kind"] == "same"]
        for part in same:
            assert first[slice(*part["first"])] == second[slice(*part["second"])]
        shared = sum(part["first"][1] - part["first"][0] for part in same)
        assert shared == longest_common(first, second)


def test_texts_that_share_too_little_are_changed_as_wholes(page: Page) -> None:
    found = page.evaluate(
        """() => {
          const words = (letter) => Array.from({ length: 4000 }, (_, i) => letter + i);
          return differences.parts(["same", ...words("a")], ["same", ...words("b")]);
        }"""
    )
    assert [part["kind"] for part in found] == ["same", "first", "second"]


CHARACTERS = [
    ("the Erklärung", "the Erklärungen", "", "en"),
    ("old house", "new house", "old", "new"),
    ("今天投票", "昨天投票", "今", "昨"),
    ("nai\u0308ve", "naive", "i\u0308", "i"),
    ("", "all", "", "all"),
    ("colour", "color", "u", ""),
]


@pytest.mark.parametrize(("text", "other", "own", "missing"), CHARACTERS)
def test_characters_inside_the_words_that_differ(
    page: Page, text: str, other: str, own: str, missing: str
) -> None:
    found = page.evaluate(
        """([text, other]) => {
          const { units, own, missing } = differences.byCharacters(text, other);
          const mine = units.filter((_, i) => own[i]);
          const texts = mine.map(({ start, end }) => text.slice(start, end));
          return [texts.join(""), [...missing.values()].flat().join("")];
        }""",
        [text, other],
    )
    assert found == [own, missing]
