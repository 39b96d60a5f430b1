"""Tokenizers of other tools: texts for which similar tokenizers differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle
from tests.generators import FRAGMENTS
from tests.profiles import EXAMPLES, PROFILE
from tests.requirements import require_module
from tests.unicode_age import comparable
from truebleu import BLEU, _native
from truebleu.metrics.base.settings import CASE_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

# Text; tokenizers with equal tokens for it; the tokens.
CASES: list[tuple[str, str, list[str]]] = [
    # A hyphen before the final line break; whitespace for Python only.
    ("end-\n", "13a", ["end-"]),
    ("end-\n", "13a-untrimmed mteval-13a keras-hub", ["end"]),
    ("end-\n", "mteval-14c", ["end-"]),
    ("a\x1cb", "13a 13a-untrimmed none fairseq alphanumeric", ["a", "b"]),
    ("a\x1cb", "mteval-13a mteval-14c mteval-intl keras-hub whitespace-ascii guava", ["a\x1cb"]),
    # Whitespace outside ASCII and in ASCII, and characters at which lines must not be split.
    ("a\xa0b", "13a mteval-13a mteval-14c mteval-intl none fairseq alphanumeric", ["a", "b"]),
    ("a\xa0b", "keras-hub whitespace-ascii space guava", ["a\xa0b"]),
    ("a\u3000b", "guava mteval-13a", ["a", "b"]),
    ("a\u2007b\u202fc", "guava", ["a\u2007b\u202fc"]),
    ("a\tb c", "whitespace-ascii guava", ["a", "b", "c"]),
    ("a\tb  c", "space", ["a\tb", "c"]),
    # A punctuation mark after a number at the end, and whitespace after it.
    ("in 2020.", "mteval-13a mteval-14c 13a-untrimmed", ["in", "2020", "."]),
    ("in 2020.", "keras-hub intl mteval-intl", ["in", "2020."]),
    ("in 2020. ", "keras-hub mteval-intl", ["in", "2020", "."]),
    ("in 2020. ", "intl", ["in", "2020."]),
    # Empty tokens.
    ("", "guava fairseq", [""]),
    (" ", "fairseq", [""]),
    (" ", "guava", ["", ""]),
    (" a  b ", "guava", ["", "a", "", "b", ""]),
    ("\u3000\u3000", "guava", ["", "", ""]),
    ("\ta", "mteval-intl mteval-intl-13a", ["", "a"]),
    (" \ta", "mteval-intl", ["", "a"]),
    ("\x85a", "mteval-intl", ["", "a"]),
    (" a\t", "mteval-intl mteval-14c", ["a"]),
    ("\t", "mteval-intl mteval-14c", []),
    ("<skipped> a", "mteval-14c", ["", "a"]),
    ("<skipped> a", "mteval-13a mteval-intl", ["a"]),
    ("<skipped> <skipped>", "mteval-14c", []),
    # Addresses.
    ("see http://x.y/?a=1,2.", "mteval-14c", ["see", "http://x.y/?a=1,2."]),
    ("(http://x", "mteval-14c", ["(", "http", ":", "/", "/", "x"]),
    ("https://&amp; &amp;", "mteval-14c", ["https://&amp;", "&"]),
    # Entities, and a line separator after a hyphen.
    ("&apos;a", "mteval-intl", ["'", "a"]),
    ("&apos;a", "mteval-13a", ["&", "apos", ";", "a"]),
    ("a-\u2028b", "mteval-intl-13a", ["ab"]),
    ("a-\u2028b", "mteval-intl", ["a", "-", "b"]),
    # Only letters, digits and _ of ASCII.
    ("it's_1 naïve €5 日本", "alphanumeric", ["it", "s_1", "na", "ve", "5"]),
    ("it's_1 naïve €5 日本", "rouge", ["it", "s", "1", "na", "ve", "5"]),
    # Letters of all scripts, with their marks, digits and connectors.
    (
        "it's_1 naïve €5 日本、語 нет! हिन्दी।",
        "words",
        ["it", "s_1", "naïve", "5", "日本", "語", "нет", "हिन्दी"],
    ),
]


@pytest.mark.parametrize(("text", "names", "tokens"), CASES, ids=ascii)
def test_tokenizers_differ(text: str, names: str, tokens: list[str]) -> None:
    for name in names.split():
        assert oracle.tokenize(text, name) == tokens, f"oracle: {name}"
        assert _native.tokenize(text, name, "mixed") == tokens, name
        assert BLEU(tokenizer=name).tokenizer.tokenize(text) == tokens, name


LOWERED = [
    # mteval lowercases the text after its rules, sacreBLEU before them.
    ("&QUOT;A", "mteval-13a", "lc-ascii", ["&", "quot", ";", "a"]),
    ("&QUOT;A", "mteval-intl", "lc", ["&", "quot", ";", "a"]),
    ("&QUOT;A", "13a", "lc-ascii", ['"', "a"]),
    ("<SKIPPED>&amp;A", "mteval-13a", "lc", ["<", "skipped", ">", "&", "a"]),
    # except addresses
    (
        "A HTTP://B http://C",
        "mteval-14c",
        "lc-ascii",
        ["a", "http", ":", "/", "/", "b", "http://C"],
    ),
    # Perl has no final sigma.
    ("ΟΔΟΣ", "mteval-intl", "lc", ["οδοσ"]),
    ("ΟΔΟΣ", "mteval-13a", "lc-after", ["οδοσ"]),
    ("ΟΔΟΣ", "intl", "lc", ["οδος"]),
    # A lowercased kelvin sign is an ASCII letter.
    ("\u212aÉ", "alphanumeric", "lc", ["k"]),
    ("\u212aÉ", "alphanumeric", "mixed", []),
    ("\u212aÉ", "rouge", "lc", ["k"]),
    ("İ", "rouge", "lc", ["i"]),
    ("ΟΔΟΣ", "words", "lc", ["οδος"]),
]


@pytest.mark.parametrize(("text", "name", "case", "tokens"), LOWERED, ids=ascii)
def test_the_step_of_lowercasing(text: str, name: str, case: str, tokens: list[str]) -> None:
    assert _native.tokenize(text, name, case) == tokens
    lowercase = {case: lowercase for lowercase, case in CASE_NAMES.items()}[case]
    assert oracle.tokenize(text, name, lowercase=lowercase) == tokens


def test_empty_tokens_count_and_match() -> None:
    score = BLEU(tokenizer="guava").corpus_score(["a  b", ""], ["a  c", ""])
    assert (score.hypothesis_length, score.matches[:2]) == (4, (3, 1))
    assert BLEU(tokenizer="fairseq").corpus_score(["", "a"], [" ", ""]).matches[0] == 1
    assert BLEU(tokenizer="none").corpus_score(["", "a"], [" ", "b"]).hypothesis_length == 1


TRAPS = (
    *("<skipped>", "-\n", "&quot;", "&amp;", "&lt;", "&apos;", "&QUOT;", "<SKIPPED>", "-\u2028"),
    *("http://", "https://", "HTTP://", "://", "\x1c", "\t", "\n", "\v", "\r", "\x85", "\xa0"),
    *("\u2007", "\u202f", "\u3000", " ", "  ", ".", ",", "-", "1", "A", "Σ", "İ", "\u212a", "'"),
    *("_", "%", "€", "日本", "9'", "5.", "x" * 61),
)


def texts() -> st.SearchStrategy[str]:
    """Return a strategy for texts of fragments with which some tokenizer has had errors."""
    return st.lists(st.sampled_from([*TRAPS, *FRAGMENTS]), max_size=30).map("".join)


OF_A_TEXT = [way for way in CASE_NAMES if way != "references-after"]


@pytest.mark.parametrize("name", list(oracle.TOKENIZERS))
@settings(max_examples=EXAMPLES[PROFILE])
@given(text=texts(), lowercase=st.sampled_from(OF_A_TEXT))
def test_generated_text(name: str, text: str, lowercase: bool | str) -> None:
    text = comparable(text, tokenizer=name, lowercase=bool(lowercase))
    expected = oracle.tokenize(text, name, lowercase=lowercase)
    assert _native.tokenize(text, name, CASE_NAMES[lowercase]) == expected


@pytest.mark.peer
@settings(max_examples=EXAMPLES[PROFILE])
@given(text=texts())
def test_the_package_bleuscore_tokenizes_as_mteval_13a(text: str) -> None:
    require_module("bleuscore")
    import bleuscore

    theirs: Sequence[str] = bleuscore.tokenizer_13a(text)
    assert _native.tokenize(text, "mteval-13a", "mixed") == theirs
