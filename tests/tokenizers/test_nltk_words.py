"""Tokenizers of NLTK: their tokens, and errors without NLTK or its data."""

from __future__ import annotations

import pickle
from typing import NoReturn

import pytest

from truebleu import BLEU
from truebleu.errors import InputError, MissingDependency
from truebleu.tokenizers import resolve
from truebleu.tokenizers.nltk_words import _of_nltk


def test_tokens_of_the_treebank_tokenizer() -> None:
    tokens = resolve("word_tokenize").tokenize("Don't say so, 3.5 is fine. ")
    assert tokens == ["Do", "n't", "say", "so", ",", "3.5", "is", "fine", "."]
    with pytest.raises(InputError, match="takes a str"):
        resolve("word_tokenize").tokenize(3)  # type: ignore[arg-type]


def test_hypotheses_and_references_have_their_own_tokenizer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("truebleu.tokenizers.nltk_words.international", lambda text: [text])
    assert resolve("azure").tokenize("it's") == ["it", "'s"]
    assert resolve("azure").tokenize("it’s") == ["it’s"]


@pytest.mark.parametrize("name", ["word_tokenize", "azure"])
def test_tokenizers_are_values(name: str) -> None:
    tokenizer = resolve(name)
    assert pickle.loads(pickle.dumps(tokenizer)) == tokenizer == resolve(name)
    assert type(pickle.loads(pickle.dumps(tokenizer))) is type(tokenizer)


def _raise(error: Exception) -> NoReturn:
    raise error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ImportError(), "needs nltk. Install it: pip install nltk && python -m nltk.downloader"),
        (LookupError(), "needs data of NLTK's. Get it: python -m nltk.downloader punkt_tab"),
    ],
)
def test_missing_packages_and_data(error: Exception, said: str) -> None:
    with pytest.raises(MissingDependency) as caught:
        _of_nltk("word_tokenize", "punkt_tab", lambda: _raise(error))
    assert said in str(caught.value)


def test_lists_of_tokens_need_no_nltk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truebleu.tokenizers.nltk_words.words", lambda _: _raise(LookupError()))
    metric = BLEU(convention="helm", max_ngram_order=1)
    assert metric.sentence_score(["a", "b"], [["a", "c"]]).value == 0.5
