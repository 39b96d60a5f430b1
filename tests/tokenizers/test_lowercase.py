"""Settings of lowercasing: their tokens, and their names in signatures."""

from __future__ import annotations

from typing import Any

import pytest

from tests import oracle
from truebleu import BLEU, CHRF, _native, pairwise
from truebleu.errors import ConfigurationError

# U+0130 becomes two characters, U+212A (kelvin sign) an ASCII letter. The form of a sigma depends
# on its neighbors, and 13a splits it from a following full stop.
TEXT = "ÄB &QUOT; \u0130x \u212a ΑΣ.Α ΣΑ a. \u1e9e"

CASES = [
    (False, "mixed", TEXT),
    (True, "lc", 'äb " i\u0307x k ασ . α σα a . ß'),
    ("ascii", "lc-ascii", 'Äb " \u0130x \u212a ΑΣ . Α ΣΑ a . \u1e9e'),
    ("after", "lc-after", "äb & quot ; i\u0307x k ας . α σα a . ß"),
]


@pytest.mark.parametrize(("lowercase", "name", "tokens"), CASES)
def test_tokens_of_each_setting(lowercase: Any, name: str, tokens: str) -> None:
    if lowercase:
        assert _native.tokenize(TEXT, "13a", name) == tokens.split()
        assert oracle.tokenize(TEXT, "13a", lowercase=lowercase) == tokens.split()
    bleu = BLEU(lowercase=lowercase)
    score = bleu.sentence_score(TEXT, TEXT)
    assert score.value == 100
    assert score.signature["case"] == name
    assert BLEU.from_signature(score.signature).lowercase == lowercase


@pytest.mark.parametrize(
    ("lowercase", "matches"), [(False, 1), (True, 3), ("ascii", 2), ("after", 3)]
)
def test_counts_of_text_and_of_tokens(lowercase: Any, matches: int) -> None:
    """Test the core's tokenizers, tokenizers in Python, and lists of tokens."""
    hypothesis, reference = "x Ä B", "x ä b"
    for tokenizer in ("13a", str.split):
        bleu = BLEU(lowercase=lowercase, tokenizer=tokenizer)
        assert bleu.corpus_score([hypothesis], [reference]).matches[0] == matches
        assert bleu.sentence_score(hypothesis, reference).matches[0] == matches
    bleu = BLEU(lowercase=lowercase)
    assert bleu.corpus_score([hypothesis.split()], [reference.split()]).matches[0] == matches


def test_lowercasing_after_matters_to_tokenizers_with_rules_about_case() -> None:
    def no_capitals(text: str) -> list[str]:
        return [word for word in text.split() if not word.isupper()]

    before = BLEU(lowercase=True, tokenizer=no_capitals).sentence_score("A b", "a B")
    after = BLEU(lowercase="after", tokenizer=no_capitals).sentence_score("A b", "a B")
    assert (before.hypothesis_length, before.matches[0]) == (2, 2)
    assert (after.hypothesis_length, after.matches[0]) == (1, 0)


@pytest.mark.parametrize("wrong", ["ascii", "after"])
def test_chrf_refuses_these_settings(wrong: Any) -> None:
    with pytest.raises(ConfigurationError, match="is not supported by chrF"):
        CHRF(lowercase=wrong)


def test_hypotheses_and_references_can_be_lowercased_differently() -> None:
    """With -lc, Moses' multi-bleu-detok.perl decodes upper-case entities in hypotheses only."""
    quoted = "a &QUOT; b"
    score = BLEU(convention="multi-bleu-detok", lowercase="references-after").sentence_score(
        quoted, quoted
    )
    assert (score.hypothesis_length, score.effective_reference_length) == (3, 5)
    assert score.matches[:2] == (2, 0)
    assert _native.tokenize(quoted, "mteval-13a", "lc-first") == ["a", '"', "b"]
    for tokenizer in ("13a", lambda text: _native.tokenize(text, "13a", "mixed")):
        bleu = BLEU(lowercase="references-after", tokenizer=tokenizer)
        for score in (bleu.corpus_score([quoted], [quoted]), bleu.sentence_score(quoted, quoted)):
            assert (score.hypothesis_length, score.effective_reference_length) == (3, 5)
            assert score.signature["case"] == "lc-references-after"
    rebuilt = BLEU.from_signature(BLEU(lowercase="references-after").signature())
    assert rebuilt.lowercase == "references-after"


def test_all_interfaces_lowercase_references_separately() -> None:
    hypotheses, references = ["a &QUOT; b c d", "E f"], ["a &QUOT; b c d", 'e " F']
    metric = BLEU(lowercase="references-after", effective_order=True)
    rows = metric.statistics(hypotheses, references).tolist()
    singles = [metric.sentence_score(h, r) for h, r in zip(hypotheses, references, strict=True)]
    assert [row[:2] for row in rows] == [
        [s.hypothesis_length, s.effective_reference_length] for s in singles
    ]
    matrix = pairwise(hypotheses, references, metric)
    assert matrix.diagonal().tolist() == [score.value for score in singles]


def test_token_ids_have_no_case() -> None:
    with pytest.raises(ConfigurationError, match="lowercase='after' is not supported with token"):
        BLEU(lowercase="after").corpus_score([[1, 2]], [[1, 2]])
