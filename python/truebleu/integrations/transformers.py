"""`compute_metrics` for Hugging Face's `Seq2SeqTrainer` and `Trainer`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.sequences import is_collection
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.registry import EVERY, not_accepted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

IGNORED = -100
"""Value that pads labels and shorter predictions."""


class ComputeMetrics:
    """Function object that `compute_metrics` returns; it also supports `batch_eval_metrics`."""

    def __init__(self, tokenizer: Any, metrics: dict[str, Metric[Any]], *, lengths: bool) -> None:
        self._tokenizer = tokenizer
        self._parts = {name: metric.accumulator() for name, metric in metrics.items()}
        self._lengths = lengths
        self._tokens = 0

    def __call__(self, eval_pred: Any, compute_result: bool = True) -> dict[str, float]:
        """Count a batch, and return the scores of all batches since the last result.

        If `compute_result` is false, count the batch and return an empty dict.
        """
        predictions, labels = eval_pred.predictions, eval_pred.label_ids
        hypotheses = self._decoded(_ids(predictions, "predictions"))
        references = self._decoded(_ids(labels, "labels"))
        for part in self._parts.values():
            part.update(hypotheses, references)
        if self._lengths:
            self._tokens += self._generated(_ids(predictions, "predictions"))
        if not compute_result:
            return {}
        results = {name: float(part.compute().value) for name, part in self._parts.items()}
        if self._lengths:
            segments = next(iter(self._parts.values())).segments
            results["gen_len"] = self._tokens / segments
        for part in self._parts.values():
            part.reset()
        self._tokens = 0
        return results

    def _decoded(self, ids: NDArray[np.integer[Any]]) -> list[str]:
        ids = ids.copy()
        ids[ids == IGNORED] = self._padding()
        texts = self._tokenizer.batch_decode(ids, skip_special_tokens=True)
        return [text.strip() for text in texts]

    def _padding(self) -> int:
        for name in ("pad_token_id", "eos_token_id"):
            token = getattr(self._tokenizer, name, None)
            if token is not None:
                return int(token)
        raise ConfigurationError(
            "the tokenizer has neither a padding nor an end token, needed for ignored labels. "
            "Set tokenizer.pad_token."
        )

    def _generated(self, ids: NDArray[np.integer[Any]]) -> int:
        padding = self._padding()
        return int(((ids != IGNORED) & (ids != padding)).sum())


def compute_metrics(
    tokenizer: Any,
    metrics: Metric[Any] | Iterable[Metric[Any]] | Mapping[str, Metric[Any]] | None = None,
    *,
    lengths: bool = True,
) -> ComputeMetrics:
    """Return a function for the argument `compute_metrics` of a trainer that generates tokens.

    Args:
        tokenizer: an object with `batch_decode` and `pad_token_id` (or `eos_token_id`).
        metrics: one metric, several metrics, or a dict of metrics by name; None means `BLEU()`. The
            dict's keys are the names of the results. Without a dict, the names are `bleu`,
            `chrf`, ...
        lengths: whether to add `gen_len`, the mean number of generated tokens.

    Token ids of -100 in predictions and labels are ignored. Whitespace around decoded texts is
    removed. With `batch_eval_metrics=True` memory use is constant, because the statistics of
    batches are added.

    The function raises `InputError` for predictions that are not token ids. For example,
    predictions are logits if `predict_with_generate=True` is missing.
    """
    if not hasattr(tokenizer, "batch_decode"):
        raise ConfigurationError(f"tokenizer={tokenizer!r} has no batch_decode. Pass a tokenizer.")
    if metrics is None:
        metrics = BLEU()
    several: Any = metrics if is_collection(metrics) else (metrics,)
    return ComputeMetrics(tokenizer, _by_name(several), lengths=lengths)


def _by_name(metrics: Iterable[Metric[Any]] | Mapping[str, Metric[Any]]) -> dict[str, Metric[Any]]:
    named: dict[str, Metric[Any]] = {}
    pairs = (
        metrics.items() if isinstance(metrics, Mapping) else ((None, metric) for metric in metrics)
    )
    for name, metric in pairs:
        if not isinstance(metric, Metric):
            raise not_accepted(metric, EVERY, "metrics")
        key = name or metric.name.lower()
        if key in named:
            raise ConfigurationError(
                f"metrics has two called {key!r}. Pass a dict with distinct names."
            )
        named[key] = metric
    if not named:
        raise ConfigurationError("metrics is empty. Pass at least one metric.")
    return named


def _ids(array: Any, noun: str) -> NDArray[np.integer[Any]]:
    import numpy as np

    if isinstance(array, tuple):  # other outputs of the model follow
        array = array[0]
    if hasattr(array, "detach"):
        array = array.detach().cpu().numpy()
    ids = np.asarray(array)
    if ids.ndim != 2 or not np.issubdtype(ids.dtype, np.integer):
        raise InputError(
            f"{noun} are of shape {ids.shape} and type {ids.dtype}, not token ids of shape "
            "(segments, tokens). Set predict_with_generate=True, or take the argmax in "
            "preprocess_logits_for_metrics."
        )
    return ids
