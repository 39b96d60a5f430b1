"""MATLAB's `extractSummary` and `textrankScores`, which rank documents by TextRank.

TextRank is PageRank on a graph of documents, whose edges are weighted by similarity (Mihalcea and
Tarau 2004, TextRank: Bringing Order into Texts, EMNLP, https://aclanthology.org/W04-3252).
According to MATLAB's documentation, the similarity is BM25. The documentation states neither the
parameters of BM25 nor the stopping criterion of PageRank. The parameters of BM25 in this module are
those of Barrios et al. (2016), Variations of the Similarity Function of TextRank for Automated
Summarization, https://arxiv.org/abs/1602.03606. With these parameters, the module reproduces all
printed digits of the scores in the documentation of `extractSummary`.
"""

# The names are MATLAB's.
# ruff: noqa: N802

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from truebleu.compat.matlab.documents import tokenizedDocument
from truebleu.compat.matlab.pairs import named_values
from truebleu.errors import ConfigurationError, InputError, inspected, of_type
from truebleu.inputs.arguments import as_number
from truebleu.wording import missing_package

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SATURATION = 1.2  # k1 of BM25
LENGTH_SCALING = 0.75  # b of BM25
COMMON_WORDS = 0.25  # factor of the mean IDF for words in more than half of the documents
DAMPING = 0.85
TOLERANCE = 1e-4  # PageRank stops when no score changes by more than this
MAX_ITERATIONS = 100

DEFAULTS = {"ScoringMethod": "textrank", "SummarySize": 1 / 10, "OrderBy": "score"}


def extractSummary(
    documents: tokenizedDocument, *pairs: Any, nargout: int = 1, **named: Any
) -> Any:
    """Return the most important documents as a summary, by default the most important one first.

    >>> documents = tokenizedDocument(["A fox saw a dog.", "The fox saw the dog.", "It rained."])
    >>> extractSummary(documents)
    tokenizedDocument:
    <BLANKLINE>
       6 tokens: A fox saw a dog .

    Args:
        documents: a `tokenizedDocument`.
        pairs: positional arguments in MATLAB's style, a name followed by its value: `"SummarySize",
            3`.
        nargout: number of results. 1: the summary. 2: the summary and the scores of its documents,
            like `[summary, scores] = ...` in MATLAB.
        named: keyword arguments. `SummarySize` is the number of documents in the summary. A value
            below 1 is a share of all documents, rounded up (default 1/10). `OrderBy` is `"score"`
            (most important first) or `"position"` (order of the input). `ScoringMethod` is
            `"textrank"`.

    Returns:
        A `tokenizedDocument`. With `nargout=2`: a pair of a `tokenizedDocument` and a float64 array
        with the TextRank score of each of its documents.

    Raises:
        InputError: `documents` is not a `tokenizedDocument`, or is empty.
        ConfigurationError: an argument is unknown or invalid.
        MissingDependency: NetworkX is not installed.
    """
    arguments = named_values(pairs, named, DEFAULTS)
    if arguments["ScoringMethod"] != "textrank":
        raise ConfigurationError(
            f"unsupported ScoringMethod {arguments['ScoringMethod']!r}. Use 'textrank'."
        )
    if arguments["OrderBy"] not in ("score", "position"):
        raise ConfigurationError(
            f"unknown OrderBy {arguments['OrderBy']!r}. Use 'score' or 'position'."
        )
    if nargout not in (1, 2):
        raise ConfigurationError(f"nargout={nargout!r} is invalid. Use 1 or 2.")
    scores = textrankScores(documents)
    size = _size(arguments["SummarySize"], len(scores))
    chosen = (-scores).argsort(kind="stable")[:size]
    if arguments["OrderBy"] == "position":
        chosen.sort()
    summary = tokenizedDocument.of(tuple(documents.tokens[i] for i in chosen))
    return (summary, scores[chosen]) if nargout == 2 else summary


def textrankScores(documents: tokenizedDocument) -> Floats:
    """Return the TextRank score of each document, a float64 array of shape (n_documents,).

    A higher score means a more important document. The scores sum to 1.

    Raises:
        InputError: `documents` is not a `tokenizedDocument`, or is empty.
        MissingDependency: NetworkX is not installed.
    """
    if not isinstance(documents, tokenizedDocument):
        raise InputError(f"documents is {of_type(documents)}. Pass a tokenizedDocument.")
    if not len(documents):
        raise InputError("documents is empty. Pass at least one document.")
    networkx = _networkx()
    similarities = _similarities(documents)
    graph = networkx.from_numpy_array(similarities, create_using=networkx.DiGraph)
    steps = networkx.google_matrix(graph, alpha=DAMPING)
    scores: Floats = similarities[0] * 0 + 1 / len(documents)
    for _ in range(MAX_ITERATIONS):
        before, scores = scores, scores @ steps
        if abs(scores - before).max() < TOLERANCE:
            break
    return scores


def _similarities(documents: tokenizedDocument) -> Floats:
    """Return the BM25 similarity of each pair of documents as a square matrix.

    The diagonal is set to 0.
    """
    import numpy as np

    columns = {word: i for i, word in enumerate(documents.Vocabulary)}
    counts = np.zeros((len(documents), len(columns)))
    for row, tokens in enumerate(documents.tokens):
        for word in tokens:
            counts[row, columns[word]] += 1
    lengths = counts.sum(axis=1, keepdims=True)
    relative = lengths / (lengths.mean() or 1.0)
    scaled = SATURATION * (1 - LENGTH_SCALING + LENGTH_SCALING * relative)
    weighted = _rarity(counts) * counts * (SATURATION + 1) / (counts + scaled)
    similarities: Floats = np.maximum(
        weighted @ counts.T, 0.0
    )  # PageRank needs non-negative weights
    np.fill_diagonal(similarities, 0.0)
    return similarities


def _rarity(counts: Floats) -> Floats:
    """Return the inverse document frequency of each word (Robertson and Sparck Jones).

    `counts` has a row for each document and a column for each word. For words in more than half of
    the documents, the result is the mean over all words, multiplied by `COMMON_WORDS`.
    """
    import numpy as np

    number = len(counts)
    having = (counts > 0).sum(axis=0)
    rarity: Floats = np.log((number - having + 0.5) / (having + 0.5))
    if rarity.size:
        rarity = np.where(having > number / 2, COMMON_WORDS * rarity.mean(), rarity)
    return rarity


def _size(value: Any, number: int) -> int:
    """Return the number of documents in the summary.

    `value` is the argument `SummarySize`, and `number` is the number of all documents.
    """
    size = as_number(value)
    if size is None or size <= 0 or (size > 1 and size % 1):
        raise ConfigurationError(
            f"SummarySize={inspected(value)} is invalid. Use an integer from 1, or a share below 1."
        )
    # Without rounding, floating-point error would round a tenth of 30 up to 4.
    return min(number, math.ceil(round(size * number, 9)) if size < 1 else int(size))


def _networkx() -> Any:
    try:
        import networkx as nx
    except ImportError as error:
        raise missing_package("TextRank", "matlab") from error
    return nx
