"""The BLEU in plain Python of docs/explanation/how-bleu-works.md gives truebleu's scores."""

from __future__ import annotations

import doctest
import re
from typing import Any

import pytest

from tests.news import REFERENCE, SYSTEMS
from tests.paths import ROOT
from truebleu import BLEU

PAGE = (ROOT / "docs" / "explanation" / "how-bleu-works.md").read_text(encoding="utf-8")
SENTENCES = sorted(set(re.findall(r'"([a-z]+(?: [a-z]+)+)"', PAGE)))


def by_hand(hypotheses: list[str], references: list[str]) -> float:
    """Run the page's function."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    [block] = [block for block in blocks if "def by_hand" in block]
    names: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(block):
        if example.source.startswith(("from", "def")):
            exec(example.source, names)
    score: float = names["by_hand"](hypotheses, references)
    return score


def test_the_page_has_sentences() -> None:
    assert "the cat is on a mat" in SENTENCES
    assert len(SENTENCES) >= 6


@pytest.mark.parametrize("hypothesis", SENTENCES)
def test_all_sentences_of_the_page(hypothesis: str) -> None:
    for reference in SENTENCES:
        expected = BLEU().corpus_score([hypothesis], [reference]).value
        assert by_hand([hypothesis], [reference]) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_corpus(system: str) -> None:
    texts = SYSTEMS[system]
    expected = BLEU(tokenizer="none").corpus_score(texts, REFERENCE).value
    assert by_hand(texts, REFERENCE) == pytest.approx(expected, abs=1e-9)
