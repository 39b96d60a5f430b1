"""Tokens and marks of the page for every tokenizer, compared with the core's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.generators import tally
from tests.news import REFERENCES, SYSTEMS
from tests.profiles import PROFILE
from tests.report.web.scoring import EncodedTokens, call_page, check_counts, scoring_page, strings
from tests.requirements import require_module
from tests.tokenizers import training
from tests.tokenizers.test_mecab import MODULES, SPECIMENS
from truebleu import BLEU, _native
from truebleu.tokenizers import spm_model

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

STRINGS = {"fast": 2_000, "ci": 100_000, "fuzz": 400_000}[PROFILE]
CASES: tuple[bool | str, ...] = (False, True, "ascii", "after")
# Of unused and private planes, only every 31st code point is tested.
UNUSED = (range(0x40000, 0xE0000), range(0xE0200, 0x110000))
STEP, UNUSED_STEP = {"fast": (31, 3100), "ci": (1, 31), "fuzz": (1, 1)}[PROFILE]
LINE = 50
LINES = 2000

# Returns the tokens that differ from the expected ones, or have a wrong position.
COMPARE = """([texts, lines, casing, signs, expected]) => texts.flatMap((text, i) => {
  const { tokens: found, text: shown } = tokens.of(text, lines[i], casing, signs);
  const same = JSON.stringify(found.map((token) => token.text)) === JSON.stringify(expected[i]);
  const misplaced = found.some((token, k) => token.start < 0 || token.end > shown.length ||
    token.start > token.end || (k > 0 && token.start < found[k - 1].start));
  return same && !misplaced ? [] : [[text, found, expected[i], misplaced]];
})"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with scoring_page(browser) as opened:
        yield opened


def differences(page: Page, metric: BLEU, texts: list[str]) -> list[Any]:
    written = EncodedTokens(metric, texts)
    results: list[Any] = call_page(page, COMPARE, [*written.arguments(texts), written.tokens])
    tally.count("the page's tokens", len(texts))
    return results


@pytest.mark.parametrize("tokenizer", sorted(_native.TOKENIZERS))
def test_tokens_and_marks_equal_the_cores(page: Page, tokenizer: str) -> None:
    texts = chain.from_iterable(strings(seed=len(tokenizer)))
    references = [list(each) for each in zip(*REFERENCES, strict=True)]
    for case in CASES:
        metric = BLEU(tokenizer=tokenizer, lowercase=case)
        assert differences(page, metric, list(islice(texts, STRINGS // 4))) == []
        check_counts(page, metric, next(iter(SYSTEMS.values())), references)


@pytest.mark.parametrize("language", MODULES)
def test_tokens_and_marks_of_mecab(page: Page, language: str) -> None:
    for module in MODULES[language]:
        require_module(module)
    metric = BLEU(tokenizer=language)
    texts = ["".join(SPECIMENS[language][at : at + 5]) for at in range(12)]
    assert differences(page, metric, [*texts, *next(strings(seed=1))]) == []
    check_counts(page, metric, texts, [[text] for text in texts[1:] + texts[:1]])


def test_tokens_and_marks_of_sentencepiece(page: Page, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_bytes(training.train_sentencepiece(require_module("sentencepiece"), seed=1))
    for lowercase in (False, True):
        metric = BLEU(tokenizer=spm_model(model), lowercase=lowercase)
        texts = training.lines(1)
        assert EncodedTokens(metric, texts).signs.begin == "\u2581"
        assert differences(page, metric, [*texts, *next(strings(seed=2))]) == []
        check_counts(page, metric, texts, [[text] for text in training.lines(2)])


@pytest.mark.parametrize("tokenizer", ["none", "13a", "char"])
def test_every_code_point_is_tokenized_as_in_the_core(page: Page, tokenizer: str) -> None:
    """Each is tested next to digits, punctuation and letters, and before and after a sigma."""
    used = (range(0xD800), range(0xE000, 0x40000), range(0xE0000, 0xE0200))
    codes = chain(*(each[::STEP] for each in used), *(each[::UNUSED_STEP] for each in UNUSED))
    parts = ("1{0}.{0}2 A{0}Σ {0}Σ Σ{0}A aΣ{0}".format(chr(code)) for code in codes)
    while line := list(islice(parts, LINES * LINE)):
        texts = [" ".join(line[at : at + LINE]) for at in range(0, len(line), LINE)]
        for case in CASES:
            assert differences(page, BLEU(tokenizer=tokenizer, lowercase=case), texts) == []


PLACES = [
    ("well-\nknown &amp;lt; end-\n", ["well-\nknown", "&amp;lt;", "end-"]),
    ("<skipped>a&quot;b &amp;quot;", ["a", "&quot;", "b", "&amp;", "quot", ";"]),
    ("İI 3.5.", ["İI", "3.5", "."]),
    ("👍🏽 x,y", ["👍🏽", "x", ",", "y"]),
]


def test_tokens_have_their_positions_in_the_text(page: Page) -> None:
    texts = [text for text, _ in PLACES]
    result = call_page(
        page,
        """([texts, lines, casing, signs]) => texts.map((text, i) =>
          tokens.of(text, lines[i], casing, signs).tokens.map(({ start, end }) =>
            text.slice(start, end)))""",
        EncodedTokens(BLEU(lowercase=True), texts).arguments(texts),
    )
    assert result == [places for _, places in PLACES]


def test_characters_from_one_character_share_its_position(page: Page) -> None:
    texts = ["aİ👍"]
    written = EncodedTokens(BLEU(tokenizer="char", lowercase=True), texts)
    (result,) = call_page(
        page,
        "([texts, lines, casing, signs]) => [tokens.of(texts[0], lines[0], casing, signs).tokens]",
        written.arguments(texts),
    )
    assert [(token["text"], token["start"], token["end"]) for token in result] == [
        ("a", 0, 1), ("i", 1, 2), ("\u0307", 1, 2), ("👍", 2, 4),
    ]  # fmt: skip


def test_tokens_that_are_not_in_the_text_have_no_position(page: Page) -> None:
    found = page.evaluate("() => tokens.of('x y', '=[\"<unk>\",\"z\"]', 'mixed', {})")
    assert (found["text"], found["original"]) == ("<unk> z", False)
    assert [(token["start"], token["end"]) for token in found["tokens"]] == [(0, 5), (6, 7)]
