"""Every Unicode code point, in each context that a rule depends on, by each tokenizer.

The fast profile uses a sample, the other profiles all 1,112,064 scalar values.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests import oracle, unicode_age
from tests.differential import peer
from tests.differential.code_points import PLACES, batches, scalar_values
from tests.profiles import PROFILE
from truebleu import _native

pytestmark = pytest.mark.peer

STEP = 31 if PROFILE == "fast" else 1


@cache
def characters() -> list[str]:
    return scalar_values(STEP)


def comparable(tokenizer: str, *, lowercase: bool = False) -> list[str]:
    left_out = unicode_age.unknown(tokenizer, lowercase)
    return [c for c in characters() if c not in left_out]


def test_all_scalar_values_are_included() -> None:
    if PROFILE == "fast":
        pytest.skip("the fast profile takes a sample")
    assert len(characters()) == 1_112_064


@pytest.mark.parametrize("tokenizer", peer.TOKENIZERS)
def test_alone(tokenizer: str) -> None:
    theirs = peer.tokenizer(tokenizer)
    differing = [
        f"U+{ord(c):04X}"
        for c in comparable(tokenizer)
        if _native.tokenize(c, tokenizer, "mixed") != peer.tokens(theirs, c)
    ]
    assert not differing


@pytest.mark.parametrize("tokenizer", peer.TOKENIZERS)
def test_between_letters_digits_and_marks(tokenizer: str) -> None:
    theirs = peer.tokenizer(tokenizer)
    differing = []
    for batch in batches(comparable(tokenizer)):
        text = " ".join(place.format(c) for c in batch for place in PLACES)
        if _native.tokenize(text, tokenizer, "mixed") != peer.tokens(theirs, text):
            differing += [
                where for c in batch for where in differing_contexts(c, theirs, tokenizer)
            ]
    assert not differing, f"{len(differing)} differ: {differing[:20]}"


def differing_contexts(character: str, theirs: object, tokenizer: str) -> list[str]:
    texts = [f" {place.format(character)} x" for place in PLACES]
    return [
        ascii(text)
        for text in texts
        if _native.tokenize(text, tokenizer, "mixed") != peer.tokens(theirs, text)
    ]


def test_lowercasing_equals_pythons() -> None:
    """Characters are tested alone, and next to a sigma, whose form depends on its neighbors."""
    differing = [
        f"U+{ord(c):04X} in {pattern!r}"
        for c in comparable("none", lowercase=True)
        for pattern in ("{0}", "a{0}B", "A{0}Σ", "AΣ{0}", "AΣ{0}B", "{0}Σ")
        if _native.lower(pattern.format(c)) != pattern.format(c).lower()
    ]
    assert not differing, f"{len(differing)} differ: {differing[:20]}"


@pytest.mark.parametrize("tokenizer", peer.TOKENIZERS)
def test_lowercasing_precedes_tokenizing(tokenizer: str) -> None:
    """One code point may become two; the dotted capital I does."""
    for batch in batches(comparable(tokenizer, lowercase=True)):
        text = " ".join(place.format(c) for c in batch for place in ("{0}", "A{0}B"))
        ours = _native.tokenize(text, tokenizer, "lc")
        assert ours == _native.tokenize(text.lower(), tokenizer, "mixed"), ascii(text)


def test_the_corrected_chinese_tokenizer_splits_as_intended() -> None:
    for batch in batches(characters()[:: 1 if PROFILE == "fast" else 5]):
        text = " ".join(f"a{c}b" for c in batch)
        assert _native.tokenize(text, "zh-fixed", "mixed") == oracle.tokenize(text, "zh-fixed"), (
            ascii(text)
        )
