"""Names and aliases of tokenizers, errors about wrong ones, and the core's tokenizers."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import pytest

from truebleu import _native
from truebleu.errors import ConfigurationError, InputError, InvalidUnicode, UnknownTokenizer
from truebleu.tokenizers import Tokenizer, from_signature, names, resolve
from truebleu.tokenizers.registry import CORE

OTHER_TOOLS = (
    "13a-untrimmed",
    "intl-untrimmed",
    "mteval-13a",
    "mteval-14c",
    "mteval-intl",
    "mteval-intl-13a",
    "keras-hub",
    "whitespace-ascii",
    "space",
    "guava",
    "fairseq",
    "alphanumeric",
    "rouge",
    "words",
    "ptb",
    "word_tokenize",
    "azure",
)


def test_the_names_are_those_of_the_core_and_sacrebleu() -> None:
    from sacrebleu.metrics.bleu import BLEU

    assert tuple(_native.TOKENIZERS) == CORE
    theirs = set(BLEU.TOKENIZERS)
    assert theirs <= set(names())
    assert set(names()) - theirs == {"zh-fixed", "ptb", *OTHER_TOOLS}
    assert len(set(names())) == len(names())


@pytest.mark.parametrize("name", CORE)
def test_a_name_of_the_core(name: str) -> None:
    tokenizer = resolve(name)
    assert (tokenizer.name, tokenizer.signature_name, tokenizer.native) == (name, name, name)
    assert (tokenizer.fingerprint, tokenizer.published) == (None, True)
    assert resolve(tokenizer) is tokenizer
    assert from_signature(name) is tokenizer
    assert pickle.loads(pickle.dumps(tokenizer)) is tokenizer
    text = "Don't pay €3.50 (today) – 北京2026.\u2028 \n"
    assert tokenizer.tokenize(text) == _native.tokenize(text, name, "mixed")
    empty = [""] if name in ("guava", "fairseq") else []
    assert tokenizer.tokenize_batch([text, ""]) == [tokenizer.tokenize(text), empty]


def test_tokens_of_the_core() -> None:
    assert resolve("13a").tokenize("Hello, world. ") == ["Hello", ",", "world", "."]
    assert resolve("char").tokenize("a b") == ["a", "b"]
    wrong: Any = None
    with pytest.raises(InputError, match="takes a str, not a NoneType"):
        resolve("13a").tokenize(wrong)
    with pytest.raises(InvalidUnicode, match="lone surrogate"):
        resolve("13a").tokenize("a\ud800")


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("13A", "13a"),
        ("jamecab", "ja-mecab"),
        ("flores-200", "flores200"),
        ("spbleu-1k", "spBLEU-1K"),
    ],
)
def test_a_wrong_name_suggests_the_nearest(wrong: Any, near: str) -> None:
    with pytest.raises(UnknownTokenizer, match=f"Did you mean '{near}'") as raised:
        resolve(wrong)
    for name in names():
        assert name in str(raised.value)


def test_a_name_without_a_similar_one() -> None:
    with pytest.raises(UnknownTokenizer, match="unknown tokenizer ''"):
        resolve("")


@pytest.mark.parametrize("wrong", [None, 13, ["13a"], b"13a"])
def test_wrong_types_are_refused(wrong: Any) -> None:
    with pytest.raises(ConfigurationError, match="neither a name nor a callable"):
        resolve(wrong)


def test_tokenizers_are_immutable() -> None:
    tokenizer: Any = resolve("13a")
    with pytest.raises(AttributeError):
        tokenizer.name = "intl"
    with pytest.raises(AttributeError):
        del tokenizer.native


def test_tokenizers_can_be_keys() -> None:
    assert len({resolve(name) for name in CORE * 2}) == len(CORE)
    name: object = "13a"
    assert resolve("13a") != name
    assert isinstance(resolve("13a"), Tokenizer)
    assert repr(resolve("13a")) == "CoreTokenizer('13a')"


def test_a_fingerprint_is_refused_for_a_tokenizer_without_one() -> None:
    with pytest.raises(ConfigurationError, match="has the fingerprint 0123456789abcdef"):
        from_signature("13a", "0123456789abcdef")


HEAVY = ("MeCab", "mecab_ko", "sentencepiece", "tokenizers", "urllib.request", "hashlib", "numpy")


def test_optional_packages_are_imported_on_use() -> None:
    code = (
        "import sys; before = set(sys.modules); "
        "from truebleu.tokenizers import names, resolve; resolve('13a'); names(); "
        f"print(*[name for name in {HEAVY!r} if name in set(sys.modules) - before])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).split() == []
