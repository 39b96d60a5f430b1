"""Callables as tokenizers: return values, names, fingerprints and pickles."""

from __future__ import annotations

import functools
import pickle
import re
import subprocess
import sys
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest

from truebleu.errors import ConfigurationError, InputError, InvalidUnicode
from truebleu.tokenizers import from_signature, resolve

if TYPE_CHECKING:
    from pathlib import Path


def nothing(text: str) -> Any:
    """Return nothing, by mistake."""


def pair(text: str) -> Any:
    return (text, "a b")


def words(text: str) -> list[str]:
    return text.split()


def lowered(text: str) -> str:
    return text.lower()


class Cutter:
    """Callable object with a setting."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __call__(self, text: str) -> list[str]:
        return text.split()[: self.most]

    def last(self, text: str) -> list[str]:
        return text.split()[-self.most :]


def test_a_string_is_split_at_whitespace() -> None:
    assert resolve(lowered).tokenize(" A\u2003B\x1cC\xa0 ") == ["a", "b", "c"]


def test_a_list_is_not_changed() -> None:
    assert resolve(lambda text: [text, "", "a b"]).tokenize("x y") == ["x y", "", "a b"]
    assert resolve(pair).tokenize("x y") == ["x y", "a b"]
    assert resolve(list).tokenize("añ") == ["a", "ñ"]


def test_trailing_whitespace_is_removed_before_the_call() -> None:
    assert resolve(lambda text: [repr(text)]).tokenize(" a \n\u3000") == ["' a'"]


def test_a_batch_tokenizes_each_text() -> None:
    assert resolve(words).tokenize_batch(["a b", "", "c"]) == [["a", "b"], [], ["c"]]


@pytest.mark.parametrize(
    ("result", "complaint"),
    [
        (None, "the result for the text 'a long text' is None"),
        (7, "the result for the text 'a long text' is of type int"),
        (b"bytes", "is of type bytes"),
        ({"a"}, "is of type set"),
        (iter(["a"]), "is of type list_iterator"),
        (["a", 1], "tokens that are str, but a token of the text 'a long text' is of type int"),
        (["a", None], "a token of the text 'a long text' is None"),
        (["a", ["b"]], "is of type list"),
    ],
)
def test_invalid_results_are_errors(result: object, complaint: str) -> None:

    def giving(text: str) -> Any:
        return result

    tokenizer = resolve(giving)
    with pytest.raises(InputError, match=complaint) as raised:
        tokenizer.tokenize("a long text")
    assert tokenizer.name in str(raised.value)


def test_an_error_shows_the_start_of_a_long_text() -> None:
    with pytest.raises(InputError) as raised:
        resolve(nothing).tokenize("word " * 1000)
    assert len(str(raised.value)) < 300


def test_an_exception_of_the_callable_names_the_text() -> None:
    with pytest.raises(InputError, match=r"failed on the text 'x': ZeroDivisionError") as raised:
        resolve(lambda text: [text][1 // 0]).tokenize("x")
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_an_error_of_truebleu_in_the_callable_is_unchanged() -> None:
    mistaken = ConfigurationError("said already")

    def failing(text: str) -> str:
        raise mistaken

    with pytest.raises(ConfigurationError) as raised:
        resolve(failing).tokenize("x")
    assert raised.value is mistaken


def test_ctrl_c_is_not_caught() -> None:
    def interrupted(text: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        resolve(interrupted).tokenize("x")


def test_wrong_texts_are_refused() -> None:
    wrong: Any = 3
    with pytest.raises(InputError, match="takes a str, not an int"):
        resolve(words).tokenize(wrong)
    with pytest.raises(InvalidUnicode, match="lone surrogate"):
        resolve(words).tokenize("\ud800")


@pytest.mark.parametrize(
    ("function", "name"),
    [
        (words, "tests.tokenizers.test_callables.words"),
        (Cutter(1), "tests.tokenizers.test_callables.Cutter"),
        (Cutter(1).last, "tests.tokenizers.test_callables.Cutter.last"),
        (lambda text: text, "tests.tokenizers.test_callables.<lambda>"),
        (functools.partial(re.split, r"\W"), "functools.partial(re.split)"),
        (re.compile(r"\w+").findall, "re.Pattern.findall"),
        (str.split, "builtins.str.split"),
        (list, "builtins.list"),
    ],
)
def test_the_name_has_module_and_function(function: Any, name: str) -> None:
    tokenizer = resolve(function)
    assert tokenizer.name == f"python[{name}]"
    assert tokenizer.signature_name == tokenizer.name
    assert (tokenizer.native, tokenizer.published) == (None, False)
    assert re.fullmatch(r"[0-9a-f]{16}", tokenizer.fingerprint or "")


def test_equality_is_by_name_and_fingerprint() -> None:
    assert resolve(words) == resolve(words)
    assert hash(resolve(words)) == hash(resolve(words))
    assert resolve(words) != resolve(lowered)
    assert resolve(Cutter(1)) == resolve(Cutter(1))
    assert resolve(Cutter(1)) != resolve(Cutter(2))
    name: object = "python"
    assert resolve(words) != name


def test_a_signature_needs_the_function() -> None:
    tokenizer = resolve(words)
    with pytest.raises(ConfigurationError, match="tokenizer=FUNCTION"):
        from_signature(tokenizer.signature_name, tokenizer.fingerprint)


@pytest.mark.parametrize("function", [words, Cutter(2), Cutter(2).last, str.split, list])
def test_pickles_keep_the_callable(function: Any) -> None:
    tokenizer = resolve(function)
    copy = pickle.loads(pickle.dumps(tokenizer))
    assert copy == tokenizer
    assert copy.tokenize("a b c") == tokenizer.tokenize("a b c")


def test_a_lambda_cannot_be_pickled_and_the_error_names_it() -> None:
    with pytest.raises((pickle.PicklingError, AttributeError), match="<lambda>"):
        pickle.dumps(resolve(lambda text: text))


def test_unpickled_code_must_be_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    pickled = pickle.dumps(resolve(words))

    def words_changed(text: str) -> list[str]:
        return text.split(" ")

    words_changed.__qualname__ = "words"
    monkeypatch.setitem(globals(), "words", words_changed)
    with pytest.raises(ConfigurationError, match="Use the same version of the code"):
        pickle.loads(pickled)


SCRIPT = """
from multiprocessing import get_context
from truebleu.tokenizers import resolve

def words(text):
    return text.split("-")

def used(tokenizer):
    return tokenizer.tokenize("a-b"), tokenizer.name

if __name__ == "__main__":
    tokenizer = resolve(words)
    with get_context("spawn").Pool(1) as pool:
        print(*pool.map(used, [tokenizer]), tokenizer.name)
"""


def test_a_function_of_a_script_in_the_processes_that_it_starts(tmp_path: Path) -> None:
    """In those processes, the script's module is not __main__."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    printed = subprocess.check_output([sys.executable, str(script)], text=True, timeout=60)
    assert printed == "(['a', 'b'], 'python[__main__.words]') python[__main__.words]\n"


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_use_it(method: str) -> None:
    tokenizer = resolve(words)
    with get_context(method).Pool(2) as pool:
        assert pool.map(tokenizer.tokenize, ["a b", "c"]) == [["a", "b"], ["c"]]
