"""The convention `fairseq`, compared with fairseq's scorer in Python and C++.

Its package requires versions of other packages that no longer install. TRUEBLEU_FAIRSEQ names its
unpacked source archive (0.9.0 is the last version with a scorer): the scorer, the dictionary and
their C++ code are loaded from there. They need torch and a C++ compiler: `make differential-tools`.
"""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential.programs import PIECES
from tests.generators import tally
from tests.profiles import examples
from tests.requirements import missing, require_module
from truebleu import BLEU

require_module("torch", "torch")
pytestmark = pytest.mark.peer

# Whitespace of `str.split()`, and a capital letter that is two characters in lower case.
WORDS = st.lists(st.sampled_from([*PIECES, "\x85", "\x1c", "\u3000", "İ"]), max_size=14)
LINES = st.builds(lambda words, space: space.join(words), WORDS, st.sampled_from([" ", "", "  "]))
PAIRS = st.lists(st.tuples(LINES, LINES), min_size=1, max_size=5)


@cache
def program() -> tuple[ModuleType, Any]:
    """Return fairseq's module `bleu` and its dictionary class."""
    folder = os.environ.get("TRUEBLEU_FAIRSEQ")
    compiler = shutil.which("c++")
    if not folder or not compiler:
        missing("fairseq", "TRUEBLEU_FAIRSEQ names no source archive, or there is no C++ compiler")
    sources = Path(folder).resolve() / "fairseq"
    library = sources / "libbleu.so"
    clib = sources / "clib" / "libbleu" / "libbleu.cpp"
    subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, clib], check=True)
    packages = {name: stub(name, sources) for name in ("fairseq", "fairseq.data")}
    packages["fairseq"].libbleu = stub("fairseq.libbleu", library)  # type: ignore[attr-defined]
    # The dictionary's file imports these, and its class does not use them.
    for name in ("utils", "binarizer", "file_io", "data.data_utils"):
        module = stub(f"fairseq.{name}", sources)
        module.safe_readline = module.PathManager = None  # type: ignore[attr-defined]
        parent, _, child = f"fairseq.{name}".rpartition(".")
        setattr(packages[parent], child, module)
    dictionary = importlib.import_module("fairseq.data.dictionary")
    return importlib.import_module("fairseq.bleu"), dictionary.Dictionary


def stub(name: str, folder: Path) -> ModuleType:
    """Register a package without fairseq's own code, whose modules are loaded from `folder`."""
    module = ModuleType(name)
    module.__path__ = [str(folder.joinpath(*name.split(".")[1:]))]
    module.__file__ = str(folder)
    sys.modules[name] = module
    return module


def scorer_of(pairs: list[tuple[str, str]], *, sentence: bool) -> Any:
    """Return a scorer with the lines added, as fairseq's command adds them."""
    bleu, dictionary = program()
    words = dictionary()
    scorer = bleu.Scorer(words.pad(), words.eos(), words.unk())
    scorer.reset(one_init=sentence)
    for hypothesis, reference in pairs:
        encoded = words.encode_line(hypothesis)
        scorer.add(words.encode_line(reference), encoded)
    return scorer


@examples(8.0)
@given(PAIRS, st.integers(1, 4))
def test_corpus(pairs: list[tuple[str, str]], order: int) -> None:
    tally.count("truebleu against fairseq", len(pairs))
    hypotheses, references = map(list, zip(*pairs, strict=True))
    metric = BLEU(convention="fairseq", max_ngram_order=order)
    expected = scorer_of(pairs, sentence=False).score(order)
    assert metric.corpus_score(hypotheses, references).value == expected


@examples(4.0)
@given(LINES, LINES)
def test_sentence(hypothesis: str, reference: str) -> None:
    tally.count("truebleu against fairseq", 1)
    metric = BLEU(convention="fairseq", smoothing="add-k")
    expected = scorer_of([(hypothesis, reference)], sentence=True).score()
    assert metric.sentence_score(hypothesis, reference).value == expected


@examples(4.0)
@given(PAIRS)
def test_case_can_be_ignored(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    lowered = [(hypothesis.lower(), reference.lower()) for hypothesis, reference in pairs]
    metric = BLEU(convention="fairseq", lowercase=True)
    expected = scorer_of(lowered, sentence=False).score()
    assert metric.corpus_score(hypotheses, references).value == expected
