"""The page's tokenizers and its lower-casing against the core's, on a million made-up strings.

A share of them in the fast profile, all in the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import pytest

from tests.generators import tally
from tests.profiles import PROFILE
from tests.web.scoring import asked, scoring_page, strings
from truebleu import _native

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STRINGS = {"fast": 20_000, "ci": 1_000_000, "fuzz": 4_000_000}[PROFILE]
SHARES = 20
TOKENIZERS = ("none", "13a", "char")
CASES = ("mixed", "lc", "lc-ascii", "lc-after")
# Of planes that no Unicode version has used, or that are for private use, every 31st code point.
UNUSED = (range(0x40000, 0xE0000), range(0xE0200, 0x110000))
STEP, UNUSED_STEP = {"fast": (31, 3100), "ci": (1, 31), "fuzz": (1, 1)}[PROFILE]
LINE = 50
LINES = 2000

# Strings, tokenizer and case, and the core's tokens; what differs, and what is not in its place.
COMPARE = """([texts, expected, tokenizer, casing]) => texts.flatMap((text, i) => {
  const tokens = tokenize(text, tokenizer, casing);
  const found = tokens.map((token) => token.text).join(" ");
  const misplaced = tokens.some((token, k) => token.start < 0 || token.end > text.length ||
    token.start >= token.end || (k > 0 && token.start < tokens[k - 1].start));
  return found === expected[i] && !misplaced ? [] : [[text, found, expected[i], misplaced]];
})"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with scoring_page(browser) as opened:
        yield opened


def core(text: str, tokenizer: str, case: str) -> str:
    """The core's tokens; none of these tokenizers leaves white space in one."""
    return " ".join(_native.tokenize(text, tokenizer, case))


def differences(page: Page, texts: list[str], tokenizer: str, case: str) -> list[Any]:
    expected = [core(text, tokenizer, case) for text in texts]
    found: list[Any] = asked(page, COMPARE, [texts, expected, tokenizer, case])
    return found


@pytest.mark.parametrize("share", range(SHARES))
def test_made_up_strings_have_the_core_s_tokens(page: Page, share: int) -> None:
    """Each string under each tokenizer; the case goes round."""
    made = chain.from_iterable(strings(seed=share))
    for number in range(len(CASES)):
        texts = list(islice(made, STRINGS // SHARES // len(CASES)))
        for place, tokenizer in enumerate(TOKENIZERS):
            case = CASES[(number + place) % len(CASES)]
            assert differences(page, texts, tokenizer, case) == [], (tokenizer, case)
        tally.count("the page's tokens", len(texts))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("tokenizer", TOKENIZERS)
def test_every_code_point_is_what_it_is_to_the_core(page: Page, tokenizer: str, case: str) -> None:
    """Beside digits, marks and letters, and on either side of a sigma."""
    used = (range(0xD800), range(0xE000, 0x40000), range(0xE0000, 0xE0200))
    codes = chain(*(each[::STEP] for each in used), *(each[::UNUSED_STEP] for each in UNUSED))
    parts = ("1{0}.{0}2 A{0}Σ {0}Σ Σ{0}A aΣ{0}".format(chr(code)) for code in codes)
    while line := list(islice(parts, LINES * LINE)):
        texts = [" ".join(line[at : at + LINE]) for at in range(0, len(line), LINE)]
        assert differences(page, texts, tokenizer, case) == []


TEXTS = [
    ("well-\nknown &amp;lt; end-\n", ["well-\nknown", "&amp;lt;", "end-"]),
    ("<skipped>a&quot;b &amp;quot;", ["a", "&quot;", "b", "&amp;", "quot", ";"]),
    ("İI 3.5.", ["İI", "3.5", "."]),
    ("👍🏽 x,y", ["👍🏽", "x", ",", "y"]),
]


@pytest.mark.parametrize(("text", "places"), TEXTS)
def test_tokens_know_their_places_in_the_original(page: Page, text: str, places: list[str]) -> None:
    found = page.evaluate(
        "(text) => tokenize(text, '13a', 'lc').map((token) => text.slice(token.start, token.end))",
        text,
    )
    assert found == places


def test_characters_that_one_became_share_its_place(page: Page) -> None:
    found = page.evaluate("() => tokenize('aİ👍', 'char', 'lc')")
    assert [(token["text"], token["start"], token["end"]) for token in found] == [
        ("a", 0, 1),
        ("i", 1, 2),
        ("\u0307", 1, 2),
        ("👍", 2, 4),
    ]


def test_the_table_of_lower_case_is_the_core_s() -> None:
    """The page says which Unicode it lower-cases by; it must be the core's of today."""
    from tests.architecture.sources import PACKAGE

    head = (PACKAGE / "web" / "lowercase.js").read_text(encoding="utf-8").splitlines()[0]
    assert f"of Unicode {_native.LOWERCASE_UNICODE_VERSION}," in head
