"""Penn Treebank tokens of captions; tests/compat/test_pycocoevalcap.py has recorded ones."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebleu import BLEU, CIDEr
from truebleu.tokenizers import from_signature, resolve
from truebleu.tokenizers.ptb import DROPPED

PTB = resolve("ptb")


@given(st.text())
def test_tokens_are_lowercase_without_spaces_and_punctuation(text: str) -> None:
    for token in PTB.tokenize(text):
        assert token
        assert token not in DROPPED
        assert token == token.lower()
        assert len(token.split()) == 1


@given(st.lists(st.from_regex(r"[a-z]{1,9}(-[a-z]{2,5})?", fullmatch=True)))
def test_plain_words_are_unchanged(words: list[str]) -> None:
    text = " ".join(word for word in words if word not in {"cannot", "gonna", "gotta", "wanna"})
    if not {"lemme", "gimme"} & set(words):
        # An abbreviation such as "mr" would keep the period if it were the last word.
        assert PTB.tokenize(f"{text} end.") == [*text.split(), "end"]


def test_the_last_words_of_an_email_address_and_a_domain() -> None:
    assert PTB.tokenize("mail me@a-b.co.uk. See test.org, or sofa.The end") == [
        "mail", "me@a-b.co.uk", "see", "test.org", "or", "sofa", "the", "end",
    ]  # fmt: skip


@pytest.mark.parametrize("piece", ["a.", "a+", "a-", "<a ", "1.", "'", "a'", "@", "&", "(", "a@"])
def test_time_grows_linearly(piece: str) -> None:
    """A pattern with repeated backtracking would exceed the time limit."""
    assert isinstance(PTB.tokenize(piece * 20_000), list)


def test_a_tokenizer_is_a_value() -> None:
    assert pickle.loads(pickle.dumps(PTB)) == PTB == from_signature("ptb")
    score = BLEU(tokenizer="ptb").corpus_score(["A dog's bed."], ["a dog 's bed"])
    assert (score.value, score.hypothesis_length, score.signature["tok"]) == (100, 4, "ptb")
    assert CIDEr().tokenizer == PTB
