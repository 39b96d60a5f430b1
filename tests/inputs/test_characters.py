"""Reading of characters from Python strings: equal texts, and no cached UTF-8."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.profiles import examples
from truebleu import BLEU, InvalidUnicode

KNOWN_LAYOUT = sys.implementation.name == "cpython" and (3, 10) <= sys.version_info[:2] <= (3, 14)

ALPHABETS = {
    "ASCII": "ab .",
    "one byte": "ab .\xe9\xff\x80",
    "two bytes": "ab .\xe9\u2019\u4e2d\uffff\u07ff\u0800",
    "four bytes": "ab .\xe9\u4e2d\U00010000\U0001f600\U0010ffff",
}


def fresh(text: str) -> str:
    """Return the same text as a new object without cached UTF-8."""
    return "".join(list(text))


def encoded(text: str) -> str:
    """Return the same text as a new object with cached UTF-8."""
    copy = fresh(text)
    ctypes.pythonapi.PyUnicode_AsUTF8AndSize.restype = ctypes.c_void_p
    ctypes.pythonapi.PyUnicode_AsUTF8AndSize(ctypes.py_object(copy), None)
    return copy


@pytest.mark.parametrize("alphabet", ALPHABETS.values(), ids=ALPHABETS)
@pytest.mark.parametrize("length", [1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100])
def test_texts_are_read_as_cpython_encodes_them(alphabet: str, length: int) -> None:
    text = (alphabet * length)[:length]
    for shift in range(len(alphabet)):
        moved = text[shift:] + text[:shift]
        score = BLEU(tokenizer="char", weights=(1, 1)).corpus_score(
            [fresh(moved)], [encoded(moved)]
        )
        assert score.matches == score.totals
        assert (
            score.hypothesis_length
            == score.effective_reference_length
            == len(moved.replace(" ", ""))
        )


@examples(1.0)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=80))
def test_any_text_is_read_as_cpython_encodes_it(text: str) -> None:
    score = BLEU(tokenizer="char", weights=(1,)).corpus_score([fresh(text)], [encoded(text)])
    assert score.matches == score.totals
    assert score.hypothesis_length == score.effective_reference_length


@pytest.mark.skipif(not KNOWN_LAYOUT, reason="the strings of this interpreter are not known")
@pytest.mark.parametrize("alphabet", list(ALPHABETS.values())[1:], ids=list(ALPHABETS)[1:])
def test_no_utf8_is_cached_in_a_str(alphabet: str) -> None:
    texts = [fresh(alphabet * 20) for _ in range(300)]
    before = [sys.getsizeof(text) for text in texts]
    BLEU().corpus_score(texts, texts)
    assert [sys.getsizeof(text) for text in texts] == before


@pytest.mark.parametrize("text", ["\ud800", "caf\xe9 " * 30 + "\udfff", "\U0001f600\ud83d"])
def test_a_lone_surrogate_is_an_error(text: str) -> None:
    with pytest.raises(InvalidUnicode, match="lone surrogate"):
        BLEU().corpus_score([text], ["a"])


def test_a_subclass_of_str_is_read() -> None:
    class Text(str):
        __slots__ = ()

    assert (
        BLEU().corpus_score([Text("caf\xe9 au lait s'il")], ["caf\xe9 au lait s'il"]).value == 100
    )


PROGRAM = """
import sys
from truebleu import BLEU
text = "caf\\xe9 \\u4e2d\\u2019 \\U0001f600 " * 20
before = sys.getsizeof(text)
print(BLEU().corpus_score([text], ["caf\\xe9 \\u4e2d\\u2019 " * 30]).value.hex())
print(sys.getsizeof(text) > before)
"""


def test_an_environment_variable_selects_pythons_interface() -> None:
    """It is for interpreters whose strings have another layout."""

    def printed(mode: str) -> list[str]:
        environment = {**os.environ, "TRUEBLEU_STRINGS": mode}
        command = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
        return done.stdout.split()

    score, is_kept = printed("interface")
    assert is_kept == "True"
    assert printed("") == [score, str(not KNOWN_LAYOUT)]
