"""A drop-in for `torchmetrics.text.bleu` of torchmetrics 1.9: `BLEUScore`.

A str instead of a list of texts, and different numbers of predictions and targets, are errors;
torchmetrics silently returns wrong scores for them.
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
    """BLEU of whitespace-separated tokens, 0 to 1, counted batch by batch.

    >>> bleu = BLEUScore(as_tensor=False)
    >>> bleu(["the cat is on the mat"], [["there is a cat on the mat", "a cat is on the mat"]])
    0.7598...
    >>> bleu.update(["a dog sleeps on the mat"], [["a dog sleeps on a mat"]])
    >>> bleu.compute()
    0.6534...

    Args:
        n_gram: maximum n-gram order, from 1 to 64.
        smooth: whether to add one to the matches and totals of all orders but the first. (An order
            with zero matches still gives the score 0.)
        weights: a weight for each order, not normalized; default: equal weights that sum to 1.
        as_tensor: the type of scores. True: a float32 tensor; False: a float; None: a tensor if
            torch is installed (the first score imports torch).
        kwargs: arguments that all torchmetrics metrics accept. With torch.distributed, `compute`
            returns the score of all processes, unless `sync_on_compute=False`; the score of a batch
            is the score on this process, unless `dist_sync_on_step=True`. `compute_on_cpu` and
            `compute_with_cache` have no effect.

    The state is picklable integers, so sums are exact in any order: `preds_len` and `target_len` in
    tokens, `numerator` (matches) and `denominator` (n-grams) by order.

    Raises:
        ValueError: the numbers of weights and orders differ, or an argument is unknown.
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
        """Set the settings and reset the state."""
        self._metric = metric
        self._set_common(as_tensor, common)
        self.reset()

    # Counting

    def update(self, preds: Sequence[str], target: Sequence[Sequence[str]]) -> None:
        """Count a batch of predictions, with a list of references for each.

        Raises:
            TypeError: a text is not a str, or a str is passed instead of a list of texts.
            ValueError: the numbers of predictions and targets differ, or a prediction has no
                references.
        """
        self._add(self._count(preds, target), 1)

    def forward(self, preds: Sequence[str], target: Sequence[Sequence[str]]) -> Any:
        """Count a batch and return its score."""
        row = self._count(preds, target)
        self._add(row, 1)
        return self._value(row, together=self._common["dist_sync_on_step"])

    __call__ = forward

    def compute(self) -> Any:
        """Return the score of all batches; 0 with a warning if there are none."""
        if not self._updates:
            warnings.warn(
                f"compute() of {type(self).__name__} before update(): the score is 0.",
                UserWarning,
                stacklevel=2,
            )
        return self._value(self._row, together=self._common["sync_on_compute"])

    def reset(self) -> None:
        """Reset the state."""
        self._row: tuple[int, ...] = (0,) * len(self._metric.layout)
        self._updates = 0

    def merge_state(self, incoming_state: Mapping[str, Any] | BLEUScore) -> None:
        """Add the state of another metric, or a state dict such as `metric_state`.

        Raises:
            ValueError: the type or the settings differ.
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
        """Return the score of a row or, if `together`, of the rows of all processes."""
        if together:
            row = summed_over_processes(row, self._common["process_group"])
        return as_value(self._metric.score(row).value, self._as_tensor, self._device)

    # Settings and state

    @property
    def metric(self) -> BLEU:
        """The truebleu metric; `metric.signature()` has all settings."""
        return self._metric

    @property
    def n_gram(self) -> int:
        """Maximum n-gram order."""
        return self._metric.max_ngram_order

    @property
    def smooth(self) -> bool:
        """Whether one is added to the counts of all orders but the first."""
        return self._metric.smoothing != "none"

    @property
    def weights(self) -> list[float]:
        """The weights, one for each order."""
        return list(self._metric.weights)

    @property
    def metric_state(self) -> dict[str, Any]:
        """The state by torchmetrics' names, for `merge_state`."""
        return state_of(self._row)

    @property
    def preds_len(self) -> int:
        """Number of tokens of all predictions."""
        return self._row[0]

    @property
    def target_len(self) -> int:
        """Sum of the effective reference lengths in tokens."""
        return self._row[1]

    @property
    def numerator(self) -> list[int]:
        """Clipped matches by order."""
        return list(self._row[2 : 2 + self.n_gram])

    @property
    def denominator(self) -> list[int]:
        """N-grams of the predictions by order."""
        return list(self._row[2 + self.n_gram :])
