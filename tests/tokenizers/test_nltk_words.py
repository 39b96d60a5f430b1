"""NLTK's words: which texts are tokenized how, and errors where NLTK or its data is missing."""

from __future__ import annotations

import pickle
from typing import NoReturn

import pytest

from truebleu import BLEU
from truebleu.errors import InputError, MissingDependency
from truebleu.tokenizers import resolve
from truebleu.tokenizers.nltk_words import _of_nltk


def test_the_words_of_the_treebank() -> None:
    tokens = resolve("word_tokenize").tokenize("Don't say so, 3.5 is fine. ")
    assert tokens == ["Do", "n't", "say", "so", ",", "3.5", "is", "fine", "."]
    with pytest.raises(InputError, match="takes a str"):
        resolve("word_tokenize").tokenize(3)  # type: ignore[arg-type]


def test_each_text_has_its_tokenizer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truebleu.tokenizers.nltk_words.international", lambda text: [text])
    assert resolve("azure").tokenize("it's") == ["it", "'s"]
    assert resolve("azure").tokenize("it’s") == ["it’s"]


@pytest.mark.parametrize("name", ["word_tokenize", "azure"])
def test_a_value(name: str) -> None:
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
def test_what_is_missing(error: Exception, said: str) -> None:
    with pytest.raises(MissingDependency) as caught:
        _of_nltk("word_tokenize", "punkt_tab", lambda: _raise(error))
    assert said in str(caught.value)


def test_tokens_need_no_nltk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truebleu.tokenizers.nltk_words.words", lambda _: _raise(LookupError()))
    metric = BLEU(convention="helm", max_ngram_order=1)
    assert metric.sentence_score(["a", "b"], [["a", "c"]]).value == 0.5
