"""METEOR, compared with NLTK's (with WordNet, where NLTK has it), and error rates with jiwer's."""

from __future__ import annotations

import importlib
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.differential import wmt
from tests.generators import tally
from tests.profiles import PROFILE
from tests.requirements import missing, require_module
from tests.small_wordnet import SYNONYMS, SmallWordNet
from truebleu import CER, METEOR, WER, MissingDependency, References, _native

scorer = require_module("nltk.translate.meteor_score")
jiwer = require_module("jiwer")

WORDS = st.sampled_from(
    ["the", "cat", "cats", "Cat", "running", "runs", "run", "quick", "fast", "speedy", "a", "."]
)
SEGMENTS = st.lists(WORDS, max_size=12)


def of_nltk(hypothesis: list[str], references: list[list[str]], **settings: Any) -> float:
    found: float = scorer.meteor_score(references, hypothesis, wordnet=SmallWordNet(), **settings)
    return found


@given(SEGMENTS, st.lists(SEGMENTS, min_size=1, max_size=3))
def test_meteor_equals_nltks(hypothesis: list[str], references: list[list[str]]) -> None:
    meteor = METEOR(synonyms=SYNONYMS)
    assert meteor.sentence_score(hypothesis, references).value == pytest.approx(
        of_nltk(hypothesis, references), abs=2.0**-59
    )


@given(SEGMENTS, SEGMENTS, st.floats(0, 1), st.floats(0, 5), st.floats(0, 1))
def test_parameters_mean_what_they_mean_in_nltk(
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


# English texts, because WordNet has English words only.
ENGLISH = (
    ("sum-en/en-en", "sys2", 2),
    ("wmt22/zh-en", "Online-W", 4),
    ("ted-tok/sk-en", "sys1", 2),
)
SHARE = 12 if PROFILE == "fast" else 1


def with_wordnet() -> METEOR:
    """Return METEOR with the WordNet that is installed for NLTK."""
    try:
        return METEOR(synonyms="wordnet")
    except MissingDependency as error:
        missing("wordnet", str(error))


@pytest.mark.data
@pytest.mark.parametrize(("name", "system", "step"), ENGLISH, ids=[name for name, _, _ in ENGLISH])
def test_real_text_with_the_installed_wordnet(name: str, system: str, step: int) -> None:
    """All references are used. 13a's tokens are passed to NLTK."""
    texts, meteor = wmt.read(name, system).every(step * SHARE), with_wordnet()
    ours = [_native.tokenize(text, "13a", "mixed") for text in texts.hypotheses]
    streams = [[_native.tokenize(text, "13a", "mixed") for text in one] for one in texts.streams]
    references = [list(each) for each in zip(*streams, strict=True)]
    tally.count("METEOR against NLTK with WordNet", len(ours))
    theirs = [scorer.meteor_score(*pair) for pair in zip(references, ours, strict=True)]
    expected = pytest.approx(theirs, rel=0, abs=2.0**-59)
    assert meteor.segment_scores(texts.hypotheses, References.streams(texts.streams)).tolist() == (
        expected
    )
    assert meteor.segment_scores(ours, References.per_segment(references)).tolist() == expected
    without = METEOR(synonyms=None).segment_scores(ours, References.per_segment(references))
    assert (without < np.array(theirs)).any()  # synonyms count


def test_words_of_the_installed_wordnet() -> None:
    """Random sentences of WordNet's words: some are replaced by synonyms, some change position."""
    meteor = with_wordnet()
    wordnet = importlib.import_module("nltk.corpus").wordnet
    generator = random.Random(7)
    names = sorted(wordnet.all_lemma_names())
    odd = ["", "_", "ice_cream", "'s", "1990s", "a.k.a.", "Ångström", "İ", "日本", ".", "%", "\0"]

    def changed(word: str) -> str:
        meant = [name for each in wordnet.synsets(word) for name in each.lemma_names()]
        choices = [word, word.upper(), f"{word}s", *sorted(meant), generator.choice(odd)]
        return str(generator.choice(choices))

    for _ in range(2000 // SHARE):
        words = generator.choices(names, k=generator.randint(0, 10))
        references = [[changed(word) for word in words] for _ in range(generator.randint(1, 3))]
        for reference in references[1:]:
            generator.shuffle(reference)
        assert meteor.sentence_score(words, references).value == pytest.approx(
            scorer.meteor_score(references, words), rel=0, abs=2.0**-59
        )


TEXTS = st.text("ab cé \t\n", max_size=15)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6))
def test_error_rates_equal_jiwers(pairs: list[tuple[str, str]]) -> None:
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
    rates = WER().segment_scores(hypotheses, references).tolist()
    assert rates == [jiwer.wer(r, h) for h, r in zip(hypotheses, references, strict=True)]


def test_the_reference_with_the_fewest_errors_counts() -> None:
    found = WER().sentence_score("a b c", ["x y z", "a b d", "a b"])
    assert (found.substitutions, found.reference_length) == (1, 3)
