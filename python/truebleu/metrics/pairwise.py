"""Function `pairwise`: sentence scores of all pairs of hypotheses and references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from truebleu.errors import InputError
from truebleu.inputs.arguments import check_choice, check_threads
from truebleu.inputs.batch import Batch
from truebleu.inputs.sequences import as_texts
from truebleu.inputs.validation import explain_texts
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import check_metric

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.inputs.sequences import Segments


DTYPES = ("float64", "float32")


def pairwise(
    hypotheses: Any,
    references: Any,
    metric: Metric[Any] | None = None,
    *,
    threads: int | None = None,
    dtype: Literal["float64", "float32"] = "float64",
) -> NDArray[np.floating[Any]]:
    """Return the sentence score of each pair of a hypothesis and a reference.

    Each text is tokenized only once, not once per pair.

    >>> from truebleu import pairwise
    >>> scores = pairwise(["The cat sat.", "It rained."], ["The cat sat.", "It was raining."])
    >>> scores.round(2).tolist()
    [[100.0, 15.97], [19.72, 24.84]]

    Args:
        hypotheses: n texts, lists of tokens or `Ids`, in any ordered collection.
        references: m references of the same type as the hypotheses.
        metric: any metric but NIST, CIDEr without `document_frequencies`, and `ScoreColumn`. None
            selects `BLEU()`. METEOR, CIDEr, WER and CER take about as long as n * m calls of
            `sentence_score`; other metrics are faster.
        threads: maximum number of threads; None selects it automatically.
        dtype: type of the returned array.

    Returns:
        An array of shape (n, m) on the scale of the metric. Element `[i, j]` equals
        `metric.sentence_score(hypotheses[i], [references[j]])`.

    Raises:
        InputError: a text is invalid; the message names it.
        ConfigurationError: a setting is invalid.
    """
    import numpy as np

    chosen = check_metric(metric)
    workers = check_threads(threads)
    check_choice("dtype", dtype, DTYPES)
    ours = as_texts(hypotheses, "hypotheses", "hypothesis")
    theirs = as_texts(references, "references", "reference")
    if not len(ours) or not len(theirs):
        return np.zeros((len(ours), len(theirs)), dtype=dtype)
    return _scored(chosen, ours, theirs, workers).astype(dtype, copy=False)


def _scored(
    metric: Metric[Any], hypotheses: Segments, references: Segments, threads: int
) -> NDArray[np.float64]:
    tokens = isinstance(hypotheses[0], (list, tuple))
    try:
        ours = prepared(metric, hypotheses, tokens=tokens)
        theirs = prepared(metric, references, tokens=tokens, reference=True)
        return metric.pair_values(ours, theirs, threads)
    except InputError as error:
        better = explain_texts(hypotheses, "hypothesis", tokens=tokens) or explain_texts(
            references, "reference", tokens=tokens
        )
        raise (better or error) from error.__cause__


def prepared(
    metric: Metric[Any], texts: Segments, *, tokens: bool, reference: bool = False
) -> Batch:
    """Return a batch that `Metric.pair_values` accepts, with the texts as its hypotheses.

    `tokens` is True if the texts are lists of tokens. `reference` is True if they are the
    references of the pairs.
    """
    # References are tokenized like hypotheses, except in one lowercasing mode.
    reference = reference and metric.lowercase == "references-after"
    batch = Batch(texts, (texts,) if reference else (), tokens=tokens, flat=reference)
    blocks = list(metric.prepared(batch))
    parts = [block.references[0] if reference else block.hypotheses for block in blocks]
    if len(parts) == 1:
        return Batch(parts[0], (), tokens=blocks[0].tokens)
    return Batch([text for part in parts for text in part], (), tokens=blocks[0].tokens)
