"""MATLAB's `extractSummary` and `textrankScores`: TextRank of documents.

TextRank is PageRank over documents that are joined by how similar they are (Mihalcea and Tarau
2004, TextRank: Bringing Order into Texts, EMNLP, https://aclanthology.org/W04-3252). MATLAB's
documentation says that the similarity is BM25. Its parameters, those of Barrios et al. 2016,
Variations of the Similarity Function of TextRank for Automated Summarization,
https://arxiv.org/abs/1602.03606, and where its PageRank stops, follow from the scores that the
documentation of extractSummary prints, which come out to the last digit.
"""

# The names are MATLAB's.
# ruff: noqa: N802

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from truebleu.compat.matlab.documents import tokenizedDocument
from truebleu.compat.matlab.pairs import named_values
from truebleu.errors import ConfigurationError, InputError
from truebleu.wording import missing_package

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SATURATION = 1.2  # k1 of BM25
LENGTH_SCALING = 0.75  # b of BM25
COMMON_WORDS = 0.25  # a word in more than half the documents has this share of the mean IDF
DAMPING = 0.85
TOLERANCE = 1e-4  # PageRank stops when no score moves by more
MOST_ROUNDS = 100

USUAL = {"ScoringMethod": "textrank", "SummarySize": 1 / 10, "OrderBy": "score"}


def extractSummary(
    documents: tokenizedDocument, *pairs: Any, nargout: int = 1, **named: Any
) -> Any:
    """The documents that stand for all of them, the most important first.

    >>> documents = tokenizedDocument(["A fox saw a dog.", "The fox saw the dog.", "It rained."])
    >>> extractSummary(documents)
    tokenizedDocument:
    <BLANKLINE>
       6 tokens: A fox saw a dog .

    Args:
        documents: a `tokenizedDocument`.
        pairs: arguments as `"SummarySize", 3`.
        nargout: 2 gives the scores as well, as `[summary, scores] = ...` does in MATLAB.
        named: arguments as `SummarySize=3`: a number of documents, or below 1 a share of them,
            rounded up (1/10); `OrderBy`, `"score"` or `"position"`; `ScoringMethod`,
            `"textrank"`.

    Returns:
        A `tokenizedDocument`; with `nargout=2` a pair of it and a float64 array of its scores.

    Raises:
        InputError: `documents` is no `tokenizedDocument`.
        ConfigurationError: an argument is unknown or its value wrong.
        MissingDependency: NetworkX is not installed.
    """
    arguments = named_values(pairs, named, USUAL)
    if arguments["ScoringMethod"] != "textrank":
        raise ConfigurationError(
            f"ScoringMethod={arguments['ScoringMethod']!r}: 'textrank' is the one that is here"
        )
    if arguments["OrderBy"] not in ("score", "position"):
        raise ConfigurationError(
            f"OrderBy={arguments['OrderBy']!r}: allowed are 'score' and 'position'"
        )
    if nargout not in (1, 2):
        raise ConfigurationError(f"nargout={nargout!r}: there are one or two results")
    scores = textrankScores(documents)
    size = _size(arguments["SummarySize"], len(scores))
    chosen = (-scores).argsort(kind="stable")[:size]
    if arguments["OrderBy"] == "position":
        chosen.sort()
    summary = tokenizedDocument.of(tuple(documents.tokens[at] for at in chosen))
    return (summary, scores[chosen]) if nargout == 2 else summary


def textrankScores(documents: tokenizedDocument) -> Floats:
    """How important each document is among all: a float64 array that sums to 1.

    Raises:
        InputError: `documents` is no `tokenizedDocument`.
        MissingDependency: NetworkX is not installed.
    """
    if not isinstance(documents, tokenizedDocument):
        raise InputError(f"documents are {type(documents).__name__}: hand over a tokenizedDocument")
    if not len(documents):
        raise InputError("there are no documents to score")
    networkx = _networkx()
    similarities = _similarities(documents)
    graph = networkx.from_numpy_array(similarities, create_using=networkx.DiGraph)
    steps = networkx.google_matrix(graph, alpha=DAMPING)
    scores: Floats = similarities[0] * 0 + 1 / len(documents)
    for _ in range(MOST_ROUNDS):
        before, scores = scores, scores @ steps
        if abs(scores - before).max() < TOLERANCE:
            break
    return scores


def _similarities(documents: tokenizedDocument) -> Floats:
    """BM25 of each document (row) for the words of each other (column); 0 with itself."""
    import numpy as np

    columns = {word: at for at, word in enumerate(documents.Vocabulary)}
    counts = np.zeros((len(documents), len(columns)))
    for row, tokens in enumerate(documents.tokens):
        for word in tokens:
            counts[row, columns[word]] += 1
    lengths = counts.sum(axis=1, keepdims=True)
    relative = lengths / (lengths.mean() or 1.0)
    scaled = SATURATION * (1 - LENGTH_SCALING + LENGTH_SCALING * relative)
    weighted = _rarity(counts) * counts * (SATURATION + 1) / (counts + scaled)
    found: Floats = np.maximum(weighted @ counts.T, 0.0)  # PageRank knows no negative weights
    np.fill_diagonal(found, 0.0)
    return found


def _rarity(counts: Floats) -> Floats:
    """The inverse document frequency of each word, by Robertson and Sparck Jones's formula."""
    import numpy as np

    number = len(counts)
    having = (counts > 0).sum(axis=0)
    rarity: Floats = np.log((number - having + 0.5) / (having + 0.5))
    if rarity.size:
        rarity = np.where(having > number / 2, COMMON_WORDS * rarity.mean(), rarity)
    return rarity


def _size(given: Any, number: int) -> int:
    """How many documents a `SummarySize` is."""
    is_number = isinstance(given, (int, float)) and not isinstance(given, bool)
    if not is_number or not given > 0 or (given > 1 and given % 1):
        raise ConfigurationError(
            f"SummarySize={given!r}: it is a number of documents from 1, or a share of them below 1"
        )
    # Rounded, so that a tenth of 30 is 3, not the 4 that floats make of it.
    return min(number, math.ceil(round(given * number, 9)) if given < 1 else int(given))


def _networkx() -> Any:
    try:
        import networkx as nx
    except ImportError as error:
        raise missing_package("TextRank", "matlab") from error
    return nx
