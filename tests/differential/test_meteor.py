"""METEOR against NLTK's, and error rates against jiwer's own numbers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential import wmt
from truebleu import CER, METEOR, WER, References

scorer = pytest.importorskip("nltk.translate.meteor_score")
jiwer = pytest.importorskip("jiwer")

WORDS = st.sampled_from(
    ["the", "cat", "cats", "Cat", "running", "runs", "run", "quick", "fast", "speedy", "a", "."]
)
SEGMENTS = st.lists(WORDS, max_size=12)
SYNONYMS = {"quick": ["fast", "speedy"], "fast": ["quick"], "cat": ["cats", "cat"]}


class Lemma:
    def __init__(self, name: str) -> None:
        self.name = lambda: name


class Synset:
    def __init__(self, names: list[str]) -> None:
        self.lemmas = lambda: [Lemma(name) for name in names]


class SmallWordNet:
    """What NLTK asks of a WordNet, of a handful of words."""

    def synsets(self, word: str) -> list[Synset]:
        return [Synset([*SYNONYMS[word], "of_two_words"])] if word in SYNONYMS else []


def of_nltk(hypothesis: list[str], references: list[list[str]], **settings: Any) -> float:
    found: float = scorer.meteor_score(references, hypothesis, wordnet=SmallWordNet(), **settings)
    return found


@given(SEGMENTS, st.lists(SEGMENTS, min_size=1, max_size=3))
def test_meteor_is_nltks(hypothesis: list[str], references: list[list[str]]) -> None:
    meteor = METEOR(synonyms=SYNONYMS)
    assert meteor.sentence_score(hypothesis, references).value == pytest.approx(
        of_nltk(hypothesis, references), abs=2.0**-59
    )


@given(SEGMENTS, SEGMENTS, st.floats(0, 1), st.floats(0, 5), st.floats(0, 1))
def test_parameters_are_nltks(
    hypothesis: list[str], reference: list[str], alpha: float, beta: float, gamma: float
) -> None:
    settings: dict[str, Any] = {"alpha": alpha, "beta": beta, "gamma": gamma}
    meteor = METEOR(synonyms=lambda word: SYNONYMS.get(word, ()), **settings)
    assert meteor.sentence_score(hypothesis, [reference]).value == pytest.approx(
        of_nltk(hypothesis, [reference], **settings), abs=1e-15
    )


def real() -> tuple[list[str], list[str]]:
    texts = wmt.read("wmt22/en-de", "Online-A").every(7)
    return texts.hypotheses, texts.streams[0]


def test_meteor_on_real_text() -> None:
    hypotheses, references = real()
    tokens = [[text.split() for text in texts] for texts in (hypotheses, references)]
    ours = METEOR(synonyms=SYNONYMS).segment_scores(
        tokens[0], References.per_segment([[each] for each in tokens[1]])
    )
    theirs = [of_nltk(ours, [one]) for ours, one in zip(*tokens, strict=True)]
    assert ours.tolist() == pytest.approx(theirs, abs=2.0**-59)


def test_meteor_with_the_installed_wordnet() -> None:
    try:
        meteor = METEOR(synonyms="wordnet")
    except ImportError:
        pytest.skip("NLTK's WordNet is not installed")
    hypothesis, reference = ["the", "fast", "car"], ["a", "quick", "auto"]
    theirs = scorer.meteor_score([reference], hypothesis)
    assert meteor.sentence_score(hypothesis, [reference]).value == pytest.approx(theirs)


TEXTS = st.text("ab cé \t\n", max_size=15)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6))
def test_error_rates_are_jiwers(pairs: list[tuple[str, str]]) -> None:
    hypotheses, references = map(list, zip(*pairs, strict=True))
    words = WER().corpus_score(hypotheses, references)
    assert words.value == jiwer.wer(references, hypotheses)
    assert CER().corpus_score(hypotheses, references).value == jiwer.cer(references, hypotheses)
    theirs = jiwer.process_words(references, hypotheses)
    edits = (theirs.substitutions, theirs.deletions, theirs.insertions)
    assert (words.substitutions, words.deletions, words.insertions) == edits


def test_error_rates_on_real_text() -> None:
    hypotheses, references = real()
    assert WER().corpus_score(hypotheses, references).value == jiwer.wer(references, hypotheses)
    assert CER().corpus_score(hypotheses, references).value == jiwer.cer(references, hypotheses)
    each = WER().segment_scores(hypotheses, references).tolist()
    assert each == [jiwer.wer(r, h) for h, r in zip(hypotheses, references, strict=True)]


def test_the_nearest_reference_counts() -> None:
    found = WER().sentence_score("a b c", ["x y z", "a b d", "a b"])
    assert (found.substitutions, found.reference_length) == (1, 3)
