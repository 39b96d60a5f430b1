"""Fingerprints of callables: equal between runs, and different after a change of the code."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.requirements import require_module
from truebleu.tokenizers import fingerprints
from truebleu.tokenizers.fingerprints import fingerprint

SOURCE = '''
import functools, re

STOP = frozenset({"the", "a", "of", "and"})
MOST = 40
WORD = re.compile(r"\\w+")

def cleaned(text):
    return "".join(c for c in text if c not in {"x", "y", "z"})

def tokens(text, most=3, *, sep=(" ", "-")):
    def keep(word):
        return word not in STOP and word != ""
    return [w for w in cleaned(text).split(sep[0]) if keep(w) and WORD.match(w)][:most + MOST]

class Cutter:
    """A setting, a constant and a cache."""
    step = 1
    def __init__(self, most):
        self.most = most
        self.cache = {}
    def __call__(self, text):
        self.cache[text] = self.cut(text)
        return self.cache[text]
    def cut(self, text):
        return text.split()[:self.most:self.step]
    @staticmethod
    def twice(text):
        return text.split() * 2

def within(limit):
    def cut(text):
        return text.split()[:limit]
    return cut

@functools.lru_cache(8)
def cached(text):
    return text

partial = functools.partial(tokens, most=2)
sliced = functools.partial(sorted, key=slice(1, None))

def unfilled():
    def cut(text):
        return later(text)
    return cut
    later = str.split
short = lambda text: text[:5]
'''

CALLABLES = (
    "tokens", "Cutter(3)", "Cutter(3).cut", "Cutter.twice", "within(2)", "cached", "partial",
    "short", "WORD.findall", "str.split", "'-'.join", "list", "re.split", "sorted", "sliced",
    "unfilled()",
)  # fmt: skip


def load(source: str, path: str = "tokenizing.py") -> dict[str, Any]:
    """Return the names of a module that is created from this source."""
    module: dict[str, Any] = {"__name__": "tokenizing"}
    exec(compile(source, path, "exec"), module)
    return module


def fingerprint_in(source: str, expression: str, path: str = "tokenizing.py") -> str:
    return fingerprint(eval(expression, load(source, path)))


RUN = "import sys; from {} import *; print(*map(fingerprint, eval(sys.argv[1], load(SOURCE))))"


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_another_hash_seed_gives_equal_fingerprints(seed: str) -> None:
    root = Path(__file__).parents[2]
    environment = {
        **os.environ,
        "PYTHONHASHSEED": seed,
        "PYTHONPATH": os.pathsep.join([str(root), *sys.path]),
    }
    command = [sys.executable, "-c", RUN.format(__name__), f"[{','.join(CALLABLES)}]"]
    printed = subprocess.check_output(command, env=environment, text=True, cwd=root).split()
    assert printed == [fingerprint_in(SOURCE, each) for each in CALLABLES]


def test_fingerprints_are_distinct() -> None:
    assert len({fingerprint_in(SOURCE, each) for each in CALLABLES}) == len(CALLABLES)


@pytest.mark.parametrize("expression", CALLABLES)
def test_path_and_line_numbers_do_not_matter(expression: str) -> None:
    moved = "# a comment\n\n\n" + SOURCE
    assert fingerprint_in(moved, expression, "other/place.py") == fingerprint_in(SOURCE, expression)


@pytest.mark.parametrize(
    ("before", "after", "affected"),
    [
        ("split(sep[0])", "split(sep[1])", {"tokens", "partial"}),
        ("cleaned(text).split", "cleaned(text).rsplit", {"tokens", "partial"}),
        ("most=3", "most=4", {"tokens", "partial"}),
        ('sep=(" ", "-")', 'sep=(" ", "+")', {"tokens", "partial"}),
        ('word != ""', 'word != "."', {"tokens", "partial"}),
        ('"of", ', "", {"tokens", "partial"}),
        ("MOST = 40", "MOST = 41", {"tokens", "partial"}),
        ("MOST = 40", "MOST = 40.0", {"tokens", "partial"}),
        ("\\w+", "\\w*", {"tokens", "partial", "WORD.findall"}),
        ('{"x", "y", "z"}', '{"x", "y"}', {"tokens", "partial"}),
        ("most=2", "most=1", {"partial"}),
        ("slice(1", "slice(2", {"sliced"}),
        ("step = 1", "step = 2", {"Cutter(3)", "Cutter(3).cut"}),
        ("[:self.most:self.step]", "[:self.most]", {"Cutter(3)", "Cutter(3).cut"}),
        ("text.split() * 2", "text.split() * 3", {"Cutter.twice", "Cutter(3)", "Cutter(3).cut"}),
        ("self.most = most", "self.most = most + 1", {"Cutter(3)", "Cutter(3).cut"}),
        ("[:limit]", "[limit:]", {"within(2)"}),
        ("    return text\n", "    return text + text\n", {"cached"}),
        ("text[:5]", "text[:6]", {"short"}),
    ],
)
def test_a_change_affects_only_functions_that_use_it(
    before: str, after: str, affected: set[str]
) -> None:
    assert SOURCE.count(before) == 1
    changed = SOURCE.replace(before, after)
    result = {
        each for each in CALLABLES if fingerprint_in(changed, each) != fingerprint_in(SOURCE, each)
    }
    assert result == affected


def test_closures_matter() -> None:
    assert fingerprint_in(SOURCE, "within(2)") != fingerprint_in(SOURCE, "within(3)")
    assert fingerprint_in(SOURCE, "within(1)") != fingerprint_in(SOURCE, "within(True)")
    assert fingerprint_in(SOURCE, "within('a')") != fingerprint_in(SOURCE, "within(b'a')")


def test_settings_of_an_object_matter_and_its_cache_does_not() -> None:
    module = load(SOURCE)
    cutter = module["Cutter"](3)
    before = fingerprint(cutter)
    cutter("a b c d")
    assert cutter.cache
    assert fingerprint(cutter) == before
    assert fingerprint(module["Cutter"](4)) != before


def test_calls_do_not_change_the_fingerprint() -> None:
    function: Callable[[str], list[str]] = load(SOURCE)["tokens"]
    before = fingerprint(function)
    for _ in range(1000):  # the interpreter specializes code that runs often
        function("the cat of a dog")
    assert fingerprint(function) == before


def test_recursive_functions_have_a_fingerprint() -> None:
    source = (
        "def even(t):\n    return odd(t[1:]) if t else []\n"
        "def odd(t):\n    return even(t[1:]) if t else [t]\n"
    )
    assert fingerprint_in(source, "even") != fingerprint_in(source, "odd")


def test_cyclic_objects_have_a_fingerprint() -> None:
    class Node:
        def __call__(self, text: str) -> str:
            return text

    node = Node()
    node.itself = node  # type: ignore[attr-defined]
    assert fingerprint(node) == fingerprint(node)


def test_addresses_do_not_matter() -> None:
    def make_tokenizer() -> Callable[[str], str]:
        marker = object()

        def tokens(text: str, other: object = marker) -> str:
            return text if other is marker else ""

        return tokens

    assert fingerprint(make_tokenizer()) == fingerprint(make_tokenizer())


def test_other_packages_are_identified_by_version(monkeypatch: pytest.MonkeyPatch) -> None:
    nltk = require_module("nltk.tokenize", "nltk")
    callables = (nltk.word_tokenize, nltk.wordpunct_tokenize, nltk.TweetTokenizer().tokenize)
    before = [fingerprint(function) for function in callables]
    monkeypatch.setattr(require_module("nltk"), "__version__", "0.0")
    fingerprints._version.cache_clear()
    after = [fingerprint(function) for function in callables]
    fingerprints._version.cache_clear()
    assert not set(before) & set(after)


def test_a_function_includes_the_version_of_its_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def words(text: str) -> list[str]:
        return text.split()

    own = fingerprint(words)
    words.__module__ = "nltk.somewhere"
    packaged = fingerprint(words)
    monkeypatch.setattr(require_module("nltk"), "__version__", "0.0")
    fingerprints._version.cache_clear()
    older = fingerprint(words)
    fingerprints._version.cache_clear()
    assert len({own, packaged, older}) == 3


def test_settings_of_objects_of_other_packages_matter() -> None:
    nltk = require_module("nltk.tokenize", "nltk")
    made = (nltk.TweetTokenizer(), nltk.TweetTokenizer(preserve_case=False))
    assert len({fingerprint(each.tokenize) for each in made}) == 2


def test_a_tokenizer_of_sacrebleu_can_be_passed() -> None:
    tokenizer = require_module("sacrebleu.tokenizers.tokenizer_13a", "sacrebleu").Tokenizer13a()
    before = fingerprint(tokenizer)
    tokenizer("Fill the cache.")
    assert fingerprint(tokenizer) == before


def test_arguments_of_partial_matter() -> None:
    partials = [
        functools.partial(re.split, pattern, maxsplit=maximum)
        for pattern in (r"\s", r"\W")
        for maximum in (1, 2)
    ]
    assert len(set(map(fingerprint, partials))) == 4
