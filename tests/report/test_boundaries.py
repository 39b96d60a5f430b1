"""Encoded boundaries of tokens: decoding gives the tokens, for every tokenizer."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.generators import Corpus, corpora
from tests.news import REFERENCE, SYSTEMS
from tests.profiles import examples
from tests.report.reading import tokens_of
from truebleu import _native
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.report.boundaries import FOLDS, NONE, Signs, boundaries, signs_of

CASES = [name for name in FOLDS if name != "lc-references-after"]
SPACED = Signs(begin="\u2581")
NEWS = [*REFERENCE, *(text for texts in SYSTEMS.values() for text in texts)]
# Maximum characters of encoded boundaries per text of the example corpus. The second number is for
# tokenizers that drop punctuation, because each dropped character is encoded.
MOST, MOST_DROPPED = 0.1, 0.4
DROPPING = {"alphanumeric", "guava", "rouge", "words"}


def read_back(text: str, tokens: list[str], case: str, signs: Signs = NONE) -> bool:
    line = boundaries(text, tokens, FOLDS[case], signs)
    assert "\n" not in line
    assert tokens_of(text, line, case, signs.begin, signs.inside) == tokens, line
    return tokens == [""] or not line.startswith("=")


@pytest.mark.parametrize("tokenizer", sorted(_native.TOKENIZERS))
def test_boundaries_of_the_example_corpus_are_short(tokenizer: str) -> None:
    maximum = MOST_DROPPED if tokenizer in DROPPING else MOST
    for case in CASES:
        written = 0
        for text in NEWS:
            tokens = list(_native.tokenize(text, tokenizer, case))
            assert read_back(text, tokens, case)
            written += len(boundaries(text, tokens, FOLDS[case], NONE))
        assert written < maximum * sum(map(len, NEWS))


@given(corpora(400))
@examples(0.3)
def test_boundaries_of_any_text(corpus: Corpus) -> None:
    texts = [*corpus.hypotheses, *(text for cells in corpus.references for text in cells if text)]
    for number, text in enumerate(texts):
        tokenizer = sorted(_native.TOKENIZERS)[number % len(_native.TOKENIZERS)]
        case = CASES[number % len(CASES)]
        read_back(text, list(_native.tokenize(text, tokenizer, case)), case)


def test_every_lowercasing_has_a_rule() -> None:
    assert set(FOLDS) == set(CASE_NAMES.values())


PLACES: list[tuple[str, list[str], Signs, str]] = [
    ("Hello, World!", ["hello", ",", "world", "!"], NONE, "57"),
    ("abc", ["a", "b", "c"], NONE, "*"),
    ("a &lt; b", ["a", "<", "b"], NONE, ' [1,["<"]]'),
    ("well-\nknown", ["wellknown"], NONE, '6 [0,["wellknown"]]'),
    ("<skipped> a", ["a"], NONE, " [0,[]]"),
    ("Don't. Sooner", ["don", "t", "sooner"], NONE, "311 [1,[],3,[]]"),
    ("a caf\u00e9", ["a", "caf"], NONE, "5 [2,[]]"),
    ("A\u0130", ["a", "i", "\u0307"], NONE, '* [1,["i","\u0307"]]'),
    ("Die Kinder", ["\u2581die", "\u2581kind", "er"], SPACED, "8"),
    ("\ufb01n \uff15", ["\u2581fin", "\u25815"], SPACED, ' [0,["\u2581fin"],1,["\u25815"]]'),
    ("a b", ["\u2581", "a", "\u2581b", "\u2581"], SPACED,
     '* [0,["\u2581","a"],1,["\u2581b","\u2581"]]'),
    ("play ing", ["play", "in", "##g"], Signs(inside="##"), "7"),
    ("something else", ["<unk>"], SPACED, '=["<unk>"]'),
    ("more than that", ["more", "this"], NONE, '=["more","this"]'),
    ("a  b", ["a ", " b"], NONE, '21 [0,["a "]]'),
    ("", [], NONE, ""),
    (" ", ["\u2581"], SPACED, '=["\u2581"]'),
    ("x" * 60 + ".", ["x" * 60, "."], NONE, "(60)"),
    ("\U0001f44d\U0001f44d, xyz", ["\U0001f44d\U0001f44d", ",", "xyz"], NONE, "2"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tokens", "signs", "line"), PLACES)
def test_encoded_boundaries(text: str, tokens: list[str], signs: Signs, line: str) -> None:
    assert boundaries(text, tokens, str.lower, signs) == line
    assert tokens_of(text, line, "lc", signs.begin, signs.inside) == tokens


SIGNS: list[tuple[list[list[str]], Signs]] = [
    ([["\u2581a", "b"], ["\u2581c"]], SPACED),
    ([["a", "\u0120b"]], Signs(begin="\u0120")),
    ([["play", "##ing"]], Signs(inside="##")),
    ([["\u2581", *"abcdefghijk"]], NONE),
    ([], NONE),
]


@pytest.mark.parametrize(("texts", "signs"), SIGNS)
def test_signs_of_subword_tokenizers_are_detected(texts: list[list[str]], signs: Signs) -> None:
    assert signs_of(texts) == signs


def test_a_long_line_is_encoded_in_linear_time() -> None:
    """Tokens that are not in the text are given up early."""
    text, tokens = "Word, " * 20_000, ["word", ","] * 20_000
    assert read_back(text, tokens, "lc")
    assert boundaries(text, ["<unk>"] * 40_000, FOLDS["lc"], SPACED).startswith("=")
