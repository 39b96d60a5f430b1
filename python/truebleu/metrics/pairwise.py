"""Many against many: every hypothesis against every reference."""

from __future__ import annotations

from truebleu.diagnosis import explain_texts
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs import Batch
from truebleu.metrics.base import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.settings import check_choice, check_threads
from truebleu.sequences import as_list, as_lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    import numpy as np
    from numpy.typing import NDArray

    from truebleu import _native
    from truebleu.sequences import Segments

__all__ = ["check_metric", "pairwise", "prepared"]

DTYPES = ("float64", "float32")


def pairwise(
    hypotheses: Any,
    references: Any,
    metric: Metric[Any] | None = None,
    *,
    threads: int | None = None,
    dtype: Literal["float64", "float32"] = "float64",
) -> NDArray[np.floating[Any]]:
    """The sentence score of every hypothesis against every reference, each a single reference.

    Every text is tokenized once, and every reference is read once for all hypotheses.

    >>> from truebleu import pairwise
    >>> found = pairwise(["The cat sat.", "It rained."], ["The cat sat.", "It was raining."])
    >>> found.round(2).tolist()
    [[100.0, 15.97], [19.72, 24.84]]

    Args:
        hypotheses: n texts, or lists of tokens; any ordered collection.
        references: m of the same kind.
        metric: any metric but NIST; BLEU with its defaults when None.
        threads: how many threads may count; None lets truebleu choose.
        dtype: of the array that comes back.

    Returns:
        An array of shape (n, m) in the scale of the metric: `[i, j]` is what
        `metric.sentence_score(hypotheses[i], [references[j]])` gives.

    Raises:
        InputError: a text is wrong, with its place.
        ConfigurationError: a setting is wrong.
    """
    import numpy as np

    chosen = check_metric(metric)
    workers = check_threads(threads)
    check_choice("dtype", dtype, DTYPES)
    ours = _texts(hypotheses, "hypothesis", "hypotheses")
    theirs = _texts(references, "reference", "references")
    if not ours or not theirs:
        return np.zeros((len(ours), len(theirs)), dtype=dtype)
    found = np.asarray(_scored(chosen, ours, theirs, workers))
    return found.astype(dtype, copy=False)


def check_metric(metric: Any) -> Metric[Any]:
    """BLEU for None; raises `ConfigurationError` for what has no scores of sentences."""
    if metric is None:
        return BLEU()
    if isinstance(metric, Metric):
        return metric
    name = getattr(metric, "name", type(metric).__name__)
    raise ConfigurationError(
        f"metric: {name} has no score of a sentence by itself; hand over BLEU(), CHRF(), TER() or "
        "GLEU()"
    )


def _texts(given: Any, what: str, many: str) -> Segments:
    return as_lists(as_list(given, many), what)


def _scored(
    metric: Metric[Any], hypotheses: Segments, references: Segments, threads: int
) -> _native.Array:
    tokens = isinstance(hypotheses[0], (list, tuple))
    try:
        native, ours = prepared(metric, hypotheses, tokens=tokens)
        _, theirs = prepared(metric, references, tokens=tokens, reference=True)
        effective = metric.uses_effective_order(sentence=True)
        return native.pairwise(ours, theirs, effective, threads)
    except InputError as error:
        better = explain_texts(hypotheses, "hypothesis", tokens=tokens) or explain_texts(
            references, "reference", tokens=tokens
        )
        raise (better or error) from error.__cause__


def prepared(
    metric: Metric[Any], texts: Segments, *, tokens: bool, reference: bool = False
) -> tuple[_native.Metric, list[Any]]:
    """What counts, and the texts as it takes them: each is its own reference here."""
    batch = Batch(texts, (texts,), tokens=tokens, flat=True)

    def call(native: _native.Metric, block: Batch) -> tuple[_native.Metric, Any]:
        return native, block.references[0] if reference else block.hypotheses

    parts = list(metric.each_block(batch, call))
    return parts[0][0], [text for _, part in parts for text in part]
