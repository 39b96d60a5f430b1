"""`compute_metrics` for Hugging Face's `Seq2SeqTrainer` and `Trainer`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError, InputError
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

IGNORED = -100
"""What stands in labels, and behind shorter predictions, where there is no token."""


class ComputeMetrics:
    """What `compute_metrics` makes. With `batch_eval_metrics` batches are counted as they come."""

    def __init__(self, tokenizer: Any, metrics: dict[str, Metric[Any]], *, lengths: bool) -> None:
        self._tokenizer = tokenizer
        self._parts = {name: metric.accumulator() for name, metric in metrics.items()}
        self._lengths = lengths
        self._tokens = 0

    def __call__(self, eval_pred: Any, compute_result: bool = True) -> dict[str, float]:
        """The scores of what was seen since the last result; nothing before the last batch."""
        predictions, labels = eval_pred.predictions, eval_pred.label_ids
        hypotheses = self._decoded(_ids(predictions, "predictions"))
        references = self._decoded(_ids(labels, "labels"))
        for part in self._parts.values():
            part.update(hypotheses, references)
        if self._lengths:
            self._tokens += self._generated(_ids(predictions, "predictions"))
        if not compute_result:
            return {}
        found = {name: float(part.compute().value) for name, part in self._parts.items()}
        if self._lengths:
            segments = next(iter(self._parts.values())).segments
            found["gen_len"] = self._tokens / segments
        for part in self._parts.values():
            part.reset()
        self._tokens = 0
        return found

    def _decoded(self, ids: NDArray[np.integer[Any]]) -> list[str]:
        ids = ids.copy()
        ids[ids == IGNORED] = self._padding()
        texts = self._tokenizer.batch_decode(ids, skip_special_tokens=True)
        return [text.strip() for text in texts]

    def _padding(self) -> int:
        """A token that decoding skips."""
        for name in ("pad_token_id", "eos_token_id"):
            found = getattr(self._tokenizer, name, None)
            if found is not None:
                return int(found)
        raise ConfigurationError(
            "the tokenizer has neither a padding nor an end token, one of which must stand where "
            "labels are ignored: set tokenizer.pad_token"
        )

    def _generated(self, ids: NDArray[np.integer[Any]]) -> int:
        padding = self._padding()
        return int(((ids != IGNORED) & (ids != padding)).sum())


def compute_metrics(
    tokenizer: Any,
    metrics: Iterable[Metric[Any]] | Mapping[str, Metric[Any]] | None = None,
    *,
    lengths: bool = True,
) -> ComputeMetrics:
    """A function for a trainer's `compute_metrics`, where predictions are generated tokens.

    Args:
        tokenizer: decodes: anything with `batch_decode` and `pad_token_id` (or `eos_token_id`).
        metrics: several, or a dict of them by name; `BLEU()` when None. Results are called by
            these names, or `bleu`, `chrf`...
        lengths: whether `gen_len` is among the results: the mean number of generated tokens.

    Predictions and labels of -100 are no tokens. Texts are stripped. `batch_eval_metrics=True`
    keeps memory flat: counts of batches are added.

    Raises `InputError` for predictions that are no token ids: logits come where
    `predict_with_generate=True` is missing.
    """
    if not hasattr(tokenizer, "batch_decode"):
        raise ConfigurationError(f"tokenizer: {tokenizer!r} has no batch_decode")
    several = (BLEU(),) if metrics is None else metrics
    return ComputeMetrics(tokenizer, _by_name(several), lengths=lengths)


def _by_name(metrics: Iterable[Metric[Any]] | Mapping[str, Metric[Any]]) -> dict[str, Metric[Any]]:
    named: dict[str, Metric[Any]] = {}
    pairs = metrics.items() if isinstance(metrics, Mapping) else ((None, one) for one in metrics)
    for name, metric in pairs:
        if not isinstance(metric, Metric):
            raise ConfigurationError(f"metrics: {metric!r} is no metric, such as BLEU()")
        key = name or metric.name.lower()
        if key in named:
            raise ConfigurationError(
                f"metrics: two are called {key!r}; name them in a dict, such as {{{key!r}: ...}}"
            )
        named[key] = metric
    if not named:
        raise ConfigurationError("metrics is empty: name one at least")
    return named


def _ids(given: Any, what: str) -> NDArray[np.integer[Any]]:
    """Token ids in an array of shape (segments, tokens)."""
    import numpy as np

    if isinstance(given, tuple):  # what the model gives beside comes behind
        given = given[0]
    if hasattr(given, "detach"):
        given = given.detach().cpu().numpy()
    ids = np.asarray(given)
    if ids.ndim != 2 or not np.issubdtype(ids.dtype, np.integer):
        raise InputError(
            f"{what} are of shape {ids.shape} and type {ids.dtype}, not token ids of shape "
            "(segments, tokens): set predict_with_generate=True, or let "
            "preprocess_logits_for_metrics take the most likely tokens"
        )
    return ids
