"""A drop-in for `torchmetrics.text.bleu` of torchmetrics 1.9: `BLEUScore`.

There is one difference. Two inputs are errors, while torchmetrics returns wrong scores for them: a
str in place of a list of texts, and different numbers of predictions and targets.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from truebleu.compat.torchmetrics.inputs import checked
from truebleu.compat.torchmetrics.settings import metric_for
from truebleu.compat.torchmetrics.states import row_of, state_of
from truebleu.compat.torchmetrics.tensors import as_value, summed_over_processes
from truebleu.compat.torchmetrics.text.base import TextMetric
from truebleu.errors import InputError
from truebleu.inputs.references import References
from truebleu.metrics.bleu import BLEU


class BLEUScore(TextMetric):
    """BLEU of whitespace-separated tokens, 0 to 1, updated batch by batch.

    >>> bleu = BLEUScore(as_tensor=False)
    >>> bleu(["the cat is on the mat"], [["there is a cat on the mat", "a cat is on the mat"]])
    0.7598...
    >>> bleu.update(["a dog sleeps on the mat"], [["a dog sleeps on a mat"]])
    >>> bleu.compute()
    0.6534...

    Args:
        n_gram: maximum n-gram order, from 1 to 64.
        smooth: whether to add 1 to the numbers of matches and n-grams of all orders above 1. With
            or without smoothing, the score is 0 if an order has zero matches.
        weights: a weight for each n-gram order. The weights need not sum to 1. Default: equal
            weights that sum to 1.
        as_tensor: type of the scores. True: a float32 tensor. False: a float. None: a tensor if
            torch is installed, else a float. torch is imported when the first score is computed.
        kwargs: arguments that all torchmetrics metrics accept. Some concern torch.distributed:
            `sync_on_compute` (default True) states whether the score of `compute` includes the
            batches of the other processes. `dist_sync_on_step` (default False) states whether the
            score of a single batch includes the batches of the other processes. `process_group`
            selects the processes. `compute_on_cpu` and `compute_with_cache` have no effect.

    The attributes `preds_len` and `target_len` are the summed lengths in tokens. The attributes
    `numerator` and `denominator` are lists with the numbers of matches and of n-grams for each
    order. All are exact integers. Metrics can be pickled.

    Raises:
        ValueError: the number of weights is not `n_gram`, or an argument is unknown.
    """

    full_state_update: ClassVar[bool] = False

    def __init__(
        self,
        n_gram: int = 4,
        smooth: bool = False,
        weights: Sequence[float] | None = None,
        *,
        as_tensor: bool | None = None,
        **kwargs: Any,
    ) -> None:
        self._start(metric_for(n_gram, smooth, weights), as_tensor, kwargs)

    def _start(self, metric: BLEU, as_tensor: bool | None, common: dict[str, Any]) -> None:
        """Store the settings and reset the state."""
        self._metric = metric
        self._set_common(as_tensor, common)
        self.reset()

    # Counting

    def update(self, preds: Sequence[str], target: Sequence[Sequence[str]]) -> None:
        """Update the state with a batch. `target` has a list of references for each prediction.

        Raises:
            TypeError: a text is not a str, or a str was passed instead of a list of texts.
            ValueError: the numbers of predictions and targets differ, or a prediction has no
                references.
        """
        self._add(self._count(preds, target), 1)

    def forward(self, preds: Sequence[str], target: Sequence[Sequence[str]]) -> Any:
        """Update the state with a batch, and return the score of this batch."""
        row = self._count(preds, target)
        self._add(row, 1)
        return self._value(row, together=self._common["dist_sync_on_step"])

    __call__ = forward

    def compute(self) -> Any:
        """Return the score of all batches since the last reset.

        If there are no batches, warn and return 0.
        """
        if not self._updates:
            warnings.warn(
                f"compute() of {type(self).__name__} before update(): the score is 0.",
                UserWarning,
                stacklevel=2,
            )
        return self._value(self._row, together=self._common["sync_on_compute"])

    def reset(self) -> None:
        """Remove all batches from the state."""
        self._row: tuple[int, ...] = (0,) * len(self._metric.layout)
        self._updates = 0

    def merge_state(self, incoming_state: Mapping[str, Any] | BLEUScore) -> None:
        """Add all batches of another metric to the state.

        `incoming_state` is the other metric, or a dict in the form of `metric_state`.

        Raises:
            ValueError: the other metric has another class or other settings, or the dict is
                invalid.
        """
        if not isinstance(incoming_state, BLEUScore):
            self._add(row_of(incoming_state, self.n_gram), 1)
            return
        if type(incoming_state) is not type(self) or incoming_state.metric != self.metric:
            raise InputError(
                f"cannot merge counts of {incoming_state.metric!r} into {self.metric!r}. Use the "
                "same settings."
            )
        row = row_of(incoming_state.metric_state, self.n_gram)
        self._add(row, incoming_state.update_count)

    def _count(self, preds: Any, target: Any) -> tuple[int, ...]:
        predictions, targets = checked(preds, target)
        if not predictions:
            return (0,) * len(self._metric.layout)
        score = self._metric.corpus_score(predictions, References.per_segment(targets))
        lengths = score.hypothesis_length, int(score.effective_reference_length)
        return (*lengths, *score.matches, *score.totals)

    def _add(self, row: tuple[int, ...], updates: int) -> None:
        self._row = self._metric.layout.added(self._row, row)
        self._updates += updates

    def _value(self, row: tuple[int, ...], *, together: bool) -> Any:
        """Return the score of sufficient statistics, as a tensor if `as_tensor` requests it.

        If `together` is True, the statistics of all processes are added first.
        """
        if together:
            row = summed_over_processes(row, self._common["process_group"])
        return as_value(self._metric.score(row).value, self._as_tensor, self._device)

    # Settings and state

    @property
    def metric(self) -> BLEU:
        """The truebleu metric that computes the scores. Its method `signature` has the settings."""
        return self._metric

    @property
    def n_gram(self) -> int:
        """Maximum n-gram order."""
        return self._metric.max_ngram_order

    @property
    def smooth(self) -> bool:
        """Whether 1 is added to the numbers of matches and n-grams of all orders above 1."""
        return self._metric.smoothing != "none"

    @property
    def weights(self) -> list[float]:
        """The weights, one for each n-gram order."""
        return list(self._metric.weights)

    @property
    def metric_state(self) -> dict[str, Any]:
        """Dict of the counts of all batches, with torchmetrics' keys. `merge_state` accepts it."""
        return state_of(self._row)

    @property
    def preds_len(self) -> int:
        """Number of tokens in all predictions."""
        return self._row[0]

    @property
    def target_len(self) -> int:
        """Sum of the effective reference lengths of all predictions, in tokens."""
        return self._row[1]

    @property
    def numerator(self) -> list[int]:
        """Number of clipped matches of each n-gram order."""
        return list(self._row[2 : 2 + self.n_gram])

    @property
    def denominator(self) -> list[int]:
        """Number of n-grams of each order in all predictions."""
        return list(self._row[2 + self.n_gram :])
