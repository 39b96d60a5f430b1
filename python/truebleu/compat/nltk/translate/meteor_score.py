"""A drop-in for `nltk.translate.meteor_score` of NLTK 3.10.4.

The synonyms come from WordNet, which NLTK reads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from truebleu import _native
from truebleu.compat.hints import hinted
from truebleu.compat.nltk.errors import (
    MissingWordNet,
    NotWords,
    no_items,
)
from truebleu.compat.nltk.scoring import check_lengths
from truebleu.compat.stemming import PorterStemmer
from truebleu.metrics.meteor import METEOR
from truebleu.metrics.wordnet import no_wordnet, wordnet_version, words_of_synsets

Words = Iterable[str]
Numbered = list[tuple[int, str]]
Matches = tuple[list[tuple[int, int]], Numbered, Numbered]


def single_meteor_score(
    reference: Words,
    hypothesis: Words,
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Any = None,
    wordnet: Any = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """Return the METEOR of a tokenized sentence with one reference, 0 to 1.

    For other arguments and errors, see `meteor_score`.
    """
    return meteor_score([reference], hypothesis, preprocess, stemmer, wordnet, alpha, beta, gamma)


def meteor_score(
    references: Iterable[Words],
    hypothesis: Words,
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Any = None,
    wordnet: Any = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """Return the METEOR of a tokenized sentence with its best-scoring reference, 0 to 1.

    Args:
        references: lists of words.
        hypothesis: a list of words.
        preprocess: a function that is applied to each word before matching.
        stemmer: an object with a method `stem(word)`; None: the Porter stemmer, NLTK's default.
        wordnet: an object with a method `synsets(word)`; None: NLTK's WordNet.
        alpha: weight of precision in the harmonic mean, 0 to 1.
        beta: exponent of the fragmentation penalty, 0 or more.
        gamma: maximum penalty, 0 to 1.

    Raises:
        TypeError: a str is passed instead of a list of words.
        ValueError: there are no references, or `alpha`, `beta` or `gamma` is out of range.
        LookupError: NLTK's WordNet is not installed.
    """
    settings = (preprocess, stemmer, wordnet, alpha, beta, gamma)
    return meteor_scores([list(references)], [hypothesis], *settings)[0]


def meteor_scores(
    list_of_references: Sequence[Sequence[Words]],
    hypotheses: Sequence[Words],
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Any = None,
    wordnet: Any = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> list[float]:
    """Return the METEOR of each tokenized sentence, 0 to 1. NLTK has no such function.

    `list_of_references` has a list of references for each hypothesis. For other arguments and
    errors, see `meteor_score`.

    Raises:
        AssertionError: the numbers of hypotheses and reference lists differ.
    """
    check_lengths(hypotheses, list_of_references)
    if not len(hypotheses):
        return []
    pairs = []
    for number, (references, hypothesis) in enumerate(
        zip(list_of_references, hypotheses, strict=True), 1
    ):
        if not references:
            raise no_items(number)
        pairs += [_words(hypothesis, reference, preprocess) for reference in references]
    metric = _metric(stemmer, wordnet, alpha, beta, gamma)
    if stemmer is not None:
        pairs = [_named(*pair, stemmer, wordnet) for pair in pairs]
    scores = iter(
        _floats(metric.exact_scores([ours for ours, _ in pairs], [[theirs] for _, theirs in pairs]))
    )
    return [max(next(scores) for _ in references) for references in list_of_references]


def exact_match(hypothesis: Words, reference: Words) -> Matches:
    """Return the alignment of words that are equal in lowercase.

    >>> exact_match(["The", "cat"], ["the", "dog"])
    ([(0, 0)], [(1, 'cat')], [(1, 'dog')])

    Returns:
        Three lists. The first has a pair for each aligned word: its position in the hypothesis and
        its position in the reference. The second has the unaligned words of the hypothesis, as
        pairs of position and word. The third has the unaligned words of the reference.
    """
    return _matched(*_numbered(hypothesis, reference))


def stem_match(hypothesis: Words, reference: Words, stemmer: Any = None) -> Matches:
    """Return the alignment of words with equal stems.

    The result has the form of `exact_match`, but unaligned words are stems.
    """
    return _stem_matched(*_numbered(hypothesis, reference), stemmer)


def wordnetsyn_match(hypothesis: Words, reference: Words, wordnet: Any = None) -> Matches:
    """Return the alignment of hypothesis words with their synonyms in the reference.

    The result has the form of `exact_match`.
    """
    return _synonym_matched(*_numbered(hypothesis, reference), wordnet)


def align_words(
    hypothesis: Words, reference: Words, stemmer: Any = None, wordnet: Any = None
) -> Matches:
    """Return the alignment of the words of a hypothesis and a reference.

    Equal words are aligned first, then words with equal stems, then synonyms. As in NLTK, WordNet
    is searched for the stems of the words. The result has the form of `exact_match`. For the
    arguments, see `meteor_score`.
    """
    return _aligned(*_numbered(hypothesis, reference), stemmer, wordnet)


def _words(
    hypothesis: Words, reference: Words, preprocess: Callable[[str], str]
) -> tuple[list[str], list[str]]:
    """Return the words of hypothesis and reference after applying `preprocess` to each word.

    Raises:
        NotWords: a str was passed instead of a list of words, or a word is not a str.
    """
    for name, words in (("hypothesis", hypothesis), ("reference", reference)):
        if isinstance(words, str):
            message = f'"{name}" expects pre-tokenized {name} (Iterable[str]): {words}'
            raise hinted(NotWords(message), "Pass a list of words: text.split().")
    try:
        return list(map(preprocess, hypothesis)), list(map(preprocess, reference))
    except TypeError as error:
        raise hinted(NotWords(str(error)), "Pass lists of str.") from error


@lru_cache(maxsize=64)
def _cached(synonyms: str | None, alpha: float, beta: float, gamma: float) -> METEOR:
    """Return a metric that matches words only, or stems and synonyms, too, given `synonyms`."""
    return METEOR(
        tokenizer="none",
        lowercase=False,
        stem=synonyms is not None,
        synonyms=synonyms,
        alpha=alpha,
        beta=beta,
        gamma=gamma,
    )


def _metric(stemmer: Any, wordnet: Any, alpha: float, beta: float, gamma: float) -> METEOR:
    """Return a truebleu metric that computes METEOR of words that are already preprocessed."""
    if stemmer is not None:
        return _cached(None, alpha, beta, gamma)
    if wordnet is None:
        _wordnet()
        return _cached("wordnet", alpha, beta, gamma)
    return METEOR(
        tokenizer="none",
        lowercase=False,
        synonyms=lambda word: list(words_of_synsets(word, wordnet)),
        alpha=alpha,
        beta=beta,
        gamma=gamma,
    )


def _named(
    ours: list[str], theirs: list[str], stemmer: Any, wordnet: Any
) -> tuple[list[str], list[str]]:
    """Replace words by names, so that two words have equal names exactly if they are aligned.

    The words are aligned as in `align_words`.
    """
    matches, _, _ = _aligned(list(enumerate(ours)), list(enumerate(theirs)), stemmer, wordnet)
    names = (
        [f"h{index}" for index in range(len(ours))],
        [f"r{index}" for index in range(len(theirs))],
    )
    for mine, position in matches:
        names[1][position] = names[0][mine]
    return names


def _numbered(hypothesis: Words, reference: Words) -> tuple[Numbered, Numbered]:
    ours, theirs = _words(hypothesis, reference, str.lower)
    return list(enumerate(ours)), list(enumerate(theirs))


def _aligned(ours: Numbered, theirs: Numbered, stemmer: Any, wordnet: Any) -> Matches:
    exact, ours, theirs = _matched(ours, theirs)
    stems, ours, theirs = _stem_matched(ours, theirs, stemmer)
    synonyms, ours, theirs = _synonym_matched(ours, theirs, wordnet)
    return sorted(exact + stems + synonyms), ours, theirs


def _stem_matched(ours: Numbered, theirs: Numbered, stemmer: Any) -> Matches:
    stem = (stemmer or PorterStemmer()).stem
    our_stems, their_stems = (
        [(index, stem(word)) for index, word in words] for words in (ours, theirs)
    )
    return _matched(our_stems, their_stems)


def _synonym_matched(ours: Numbered, theirs: Numbered, wordnet: Any) -> Matches:
    if not ours:
        return [], ours, theirs
    reader = _wordnet() if wordnet is None else wordnet
    return _matched(ours, theirs, lambda word: {*words_of_synsets(word, reader), word})


def _matched(
    ours: Numbered,
    theirs: Numbered,
    meanings: Callable[[str], Iterable[str]] = lambda word: (word,),
) -> Matches:
    """Return the alignment of equal words, in the form of `exact_match`.

    The hypothesis words are processed from last to first. Each is aligned with the last equal
    reference word that is not aligned yet. `meanings` returns the words that count as equal to a
    hypothesis word.
    """
    places = defaultdict(list)
    for index, (_, word) in enumerate(theirs):
        places[word].append(index)
    matches, mine, others = [], set(), set()
    for index in reversed(range(len(ours))):
        free = [places[word] for word in meanings(ours[index][1]) if places.get(word)]
        if free:
            position = max(free, key=lambda positions: positions[-1]).pop()
            mine.add(index)
            others.add(position)
            matches.append((ours[index][0], theirs[position][0]))
    return (
        matches,
        [word for index, word in enumerate(ours) if index not in mine],
        [word for index, word in enumerate(theirs) if index not in others],
    )


def _wordnet() -> Any:
    """Return NLTK's WordNet; raise `MissingWordNet` if it is not installed."""
    if wordnet_version() is None:
        raise MissingWordNet(str(no_wordnet("METEOR with WordNet's synonyms")))
    from nltk.corpus import wordnet

    return wordnet


def _floats(scores: _native.Array) -> list[float]:
    import numpy as np

    values: list[float] = np.asarray(scores).tolist()
    return values
