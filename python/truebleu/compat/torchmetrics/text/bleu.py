"""A drop-in for `torchmetrics.text.bleu` of torchmetrics 1.9: `BLEUScore`.

Two inputs are errors for which torchmetrics silently returns wrong scores: a str in place of a list
of texts, and different numbers of predictions and targets.
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
        smooth: whether to add 1 to the matches and totals of all orders above 1. Even so, the score
            is 0 if any order has zero matches.
        weights: a weight for each n-gram order. The weights need not sum to 1. Default: equal
            weights that sum to 1.
        as_tensor: the type of scores. True: a float32 tensor; False: a float; None: a tensor if
            torch is installed. Torch is imported for the first score.
        kwargs: arguments that all torchmetrics metrics accept. If torch.distributed is running,
            `compute` returns the score of all processes together, or with `sync_on_compute=False`
            the score of this process. The score of a batch is the score of this process, or with
            `dist_sync_on_step=True` the score of all processes together. `compute_on_cpu` and
            `compute_with_cache` have no effect.

    The state consists of integers: `preds_len` and `target_len`, which are in tokens, and the lists
    `numerator` (matches) and `denominator` (n-grams) with an item for each n-gram order. States can
    be pickled, and sums of states are exact.

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
        """Store the settings and empty the state."""
        self._metric = metric
        self._set_common(as_tensor, common)
        self.reset()

    # Counting

    def update(self, preds: Sequence[str], target: Sequence[Sequence[str]]) -> None:
        """Add the counts of a batch to the state. Each prediction has a list of references.

        Raises:
            TypeError: a text is not a str, or a str was passed instead of a list of texts.
            ValueError: the numbers of predictions and targets differ, or a prediction has no
                references.
        """
        self._add(self._count(preds, target), 1)

    def forward(self, preds: Sequence[str], target: Sequence[Sequence[str]]) -> Any:
        """Add the counts of a batch to the state, and return the score of the batch."""
        row = self._count(preds, target)
        self._add(row, 1)
        return self._value(row, together=self._common["dist_sync_on_step"])

    __call__ = forward

    def compute(self) -> Any:
        """Return the score of all batches together. Without any batch, warn and return 0."""
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
        """Add the state of another metric, or a dict in the form of `metric_state`.

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
        """Return the score of a row of sufficient statistics.

        With `together`, the row is first replaced by the sum of the rows of all processes.
        """
        if together:
            row = summed_over_processes(row, self._common["process_group"])
        return as_value(self._metric.score(row).value, self._as_tensor, self._device)

    # Settings and state

    @property
    def metric(self) -> BLEU:
        """The truebleu metric that computes the scores; `metric.signature()` has its settings."""
        return self._metric

    @property
    def n_gram(self) -> int:
        """Maximum n-gram order."""
        return self._metric.max_ngram_order

    @property
    def smooth(self) -> bool:
        """Whether 1 is added to the matches and totals of all orders above 1."""
        return self._metric.smoothing != "none"

    @property
    def weights(self) -> list[float]:
        """The weights, one for each n-gram order."""
        return list(self._metric.weights)

    @property
    def metric_state(self) -> dict[str, Any]:
        """The state as a dict with torchmetrics' names, which `merge_state` accepts."""
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
        """Clipped matches, a count for each n-gram order."""
        return list(self._row[2 : 2 + self.n_gram])

    @property
    def denominator(self) -> list[int]:
        """N-grams of the predictions, a count for each n-gram order."""
        return list(self._row[2 + self.n_gram :])
