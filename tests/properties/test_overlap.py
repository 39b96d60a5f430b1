"""What texts share with a corpus is what looking everywhere finds, whichever side is held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generators import Corpus, corpora
from tests.oracle import overlap as plain
from tests.profiles import examples
from tests.unicode_age import comparable
from truebleu import (
    ConfigurationError,
    EmptyCorpus,
    InputError,
    InvalidUnicode,
    Overlap,
    overlap,
)

WORDS = st.lists(st.sampled_from("abc"), max_size=12)
SIDES = st.lists(WORDS, min_size=1, max_size=8)


def check(
    found: Overlap,
    texts: Sequence[plain.Tokens],
    documents: Sequence[plain.Tokens],
    most: float = float("inf"),
) -> None:
    """Hold every number and every span against the oracle."""
    n = found.n
    assert (found.texts, found.documents) == (len(texts), len(documents))
    assert found.short == sum(len(tokens) < n for tokens in texts)
    told = {text.text: text for text in found.found}
    assert list(told) == sorted(told)
    for number, tokens in enumerate(texts, 1):
        own = number - 1 if found.among else None
        count, covered = plain.shared(tokens, documents, n, most, own)
        assert (number in told) == (count > 0)
        if not count:
            continue
        text = told[number]
        assert (text.tokens, text.ngrams) == (len(tokens), len(tokens) - n + 1)
        assert (text.shared_ngrams, text.shared_tokens) == (count, len(covered))
        assert text.share == len(covered) / len(tokens)
        assert text.ngram_share == count / text.ngrams
        places: set[int] = set()
        for run in text.runs:
            document = documents[run.document - 1]
            assert run.document - 1 != own
            ours = tokens[slice(*run.tokens)]
            assert list(ours) == list(document[slice(*run.document_tokens)])
            fewest = min(len(plain.holders(g, documents, own)) for g in plain.ngrams(ours, n))
            assert run.documents == fewest <= most
            places |= set(range(*run.tokens))
        assert places == covered


@examples(2.0)
@given(SIDES, SIDES, st.integers(1, 4), st.one_of(st.none(), st.integers(1, 4)))
def test_every_side_finds_what_the_oracle_finds(
    texts: list[list[str]], corpus: list[list[str]], n: int, most: int | None
) -> None:
    limit = most or float("inf")
    for hold in ("texts", "corpus"):
        found = overlap(texts, corpus, n, max_documents=most, hold=hold)
        check(found, texts, corpus, limit)
        assert found.words == "tokens"
    check(overlap(texts, n=n, max_documents=most), texts, texts, limit)


@examples(0.5)
@given(corpora(500), st.integers(1, 3))
def test_words_and_characters_of_any_text(corpus: Corpus, n: int) -> None:
    def clean(text: str) -> str:
        return comparable(text, tokenizer="intl", lowercase=True)

    texts = [clean(text) for text in corpus.hypotheses]
    documents = [clean(text or "") for each in corpus.references for text in each[:1]]
    ours, theirs = (list(map(plain.bare_words, side)) for side in (texts, documents))
    for hold in ("texts", "corpus"):
        found = (
            overlap(iter(texts), documents, n, hold=hold)
            if hold == "corpus"
            else overlap(texts, iter(documents), n, hold=hold)
        )
        check(found, ours, theirs)
        for text in found.found:
            for run in text.runs:
                said = texts[text.text - 1][slice(*span(run.characters))]
                assert plain.bare_words(said) == ours[text.text - 1][slice(*run.tokens)]
                said = documents[run.document - 1][slice(*span(run.document_characters))]
                assert plain.bare_words(said) == ours[text.text - 1][slice(*run.tokens)]


def span(characters: tuple[int, int] | None) -> tuple[int, int]:
    assert characters is not None
    return characters


@pytest.mark.parametrize("lowercase", [False, True, "ascii", "after"])
@pytest.mark.parametrize("tokenizer", ["none", "13a", "intl", "zh", "char"])
def test_tokenizers_have_characters(tokenizer: str, lowercase: bool | str) -> None:
    text = "Αυτός ΌΧΙ, 東京タワー İs it — “this”?"
    document = f"before {text} behind"
    (found,) = overlap([text], [document], 2, tokenizer=tokenizer, lowercase=lowercase).found
    assert text[slice(*span(found.runs[0].characters))] == text
    assert document[slice(*span(found.runs[0].document_characters))] == text
    assert found.share == 1


def test_what_a_tokenizer_rewrites_has_no_characters() -> None:
    found = overlap(["you &amp; me and him"], ["you & me and her"], 4, tokenizer="13a")
    run = found.found[0].runs[0]
    assert (run.tokens, run.characters, run.document_characters) == ((0, 4), None, (0, 12))


def test_a_tokenizer_in_python_and_ids() -> None:
    found = overlap(
        ["A-b-c-d"], ["x-a-b-c"], 3, tokenizer=lambda text: text.split("-"), lowercase=True
    )
    assert found.found[0].runs[0].tokens == (0, 3)
    assert found.found[0].runs[0].characters is None
    found = overlap([[7, 8, 9, 10]], [[1, 8, 9]], 2)
    assert found.found[0].runs[0].tokens == (1, 3)
    assert found.words == "tokens"
    found = overlap([["A", "b"]], [["a", "B"]], 2, tokenizer="none", lowercase=True)
    assert len(found.found) == 1


# Laws


@examples(0.5)
@given(SIDES, SIDES)
def test_the_order_of_documents_changes_no_count(
    texts: list[list[str]], corpus: list[list[str]]
) -> None:
    def counts(found: Overlap) -> Any:
        return [(t.text, t.shared_ngrams, t.shared_tokens) for t in found.found]

    assert counts(overlap(texts, corpus, 2)) == counts(overlap(texts, corpus[::-1], 2))
    assert counts(overlap(texts, corpus, 2)) == counts(overlap(texts, corpus * 2, 2))


def test_a_text_that_is_in_the_corpus_is_shared_whole() -> None:
    texts = ["one two three four five six", "seven eight nine ten"]
    found = overlap(texts, ["x", *texts, "y"], 4)
    assert [(text.share, text.runs[0].document) for text in found.found] == [(1, 2), (1, 3)]
    assert overlap(texts, n=4).found == ()
    (first, second) = overlap([*texts, texts[0].upper()], n=4).found
    assert (first.text, first.runs[0].document) == (1, 3)
    assert (second.text, second.runs[0].document) == (3, 1)
    assert found.above(1) == found.found
    assert str(found).startswith("2 of 2 texts share an n-gram of 4 tokens with one of 4 documents")


def test_hostile_texts() -> None:
    texts = ["", " ", "?!", "a " * 3000]
    found = overlap(texts, ["a " * 5000, "", "—"], 13)
    assert [(text.text, text.share) for text in found.found] == [(4, 1.0)]
    assert found.short == 3
    assert found.found[0].runs[0].documents == 1
    equal = overlap(["the same words again and again"] * 100, n=3)
    assert len(equal.found) == 100
    assert {run.documents for text in equal.found for run in text.runs} == {99}


def test_what_is_wrong() -> None:
    with pytest.raises(EmptyCorpus, match="there are no texts"):
        overlap([], ["a"])
    with pytest.raises(EmptyCorpus, match="the corpus has no documents"):
        overlap(["a"], [])
    with pytest.raises(InputError, match="corpus is a plain str"):
        overlap(["a"], "a b c")
    with pytest.raises(InputError, match=r"^document 1026 is None"):
        overlap(["a"], iter([*["a"] * 1025, None]), 1)
    with pytest.raises(InvalidUnicode, match=r"^text 2 holds a lone surrogate"):
        overlap(["a", "\ud800"], ["a"], 1)
    with pytest.raises(InputError, match="of two kinds: hand over both as text"):
        overlap(["a b"], [["a", "b"]], 1)
    for settings, message in (
        ({"n": 0}, "n=0: allowed are whole numbers from 1 to 1000"),
        ({"hold": "both"}, "hold='both' is unknown"),
        ({"max_documents": 0}, "max_documents=0: allowed are whole numbers from 1"),
        ({"tokenizer": "gtp3"}, "gtp3"),
        ({"lowercase": "upper"}, "lowercase='upper': allowed"),
    ):
        with pytest.raises(ConfigurationError, match=message):
            overlap(["a"], ["a"], **settings)
