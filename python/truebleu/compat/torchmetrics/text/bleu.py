"""`torchmetrics.text.bleu` of torchmetrics 1.9: `BLEUScore`, which counts batch by batch.

What torchmetrics gets silently wrong is an error here: a str where a list of texts belongs, and
predictions and targets that are not equally many.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from truebleu.compat.torchmetrics.inputs import checked
from truebleu.compat.torchmetrics.settings import metric_for
from truebleu.compat.torchmetrics.states import row_of, state_of
from truebleu.compat.torchmetrics.tensors import as_value, check_as_tensor, summed_over_processes
from truebleu.errors import ConfigurationError, InputError
from truebleu.inputs.references import References
from truebleu.metrics.bleu import BLEU

if TYPE_CHECKING:
    from typing_extensions import Self


# torchmetrics' arguments for every metric, and what they are when left out.
COMMON = {
    "compute_on_cpu": False,
    "compute_with_cache": True,
    "dist_sync_on_step": False,
    "process_group": None,
    "dist_sync_fn": None,
    "distributed_available_fn": None,
    "sync_on_compute": True,
}
OF_OTHER_SYNCHRONIZERS = ("dist_sync_fn", "distributed_available_fn")


class BLEUScore:
    """BLEU of text that is cut at white space, 0 to 1, counted batch by batch.

    >>> bleu = BLEUScore(as_tensor=False)
    >>> bleu(["the cat is on the mat"], [["there is a cat on the mat", "a cat is on the mat"]])
    0.7598...
    >>> bleu.update(["a dog sleeps on the mat"], [["a dog sleeps on a mat"]])
    >>> bleu.compute()
    0.6534...

    Args:
        n_gram: the longest n-gram, from 1 to 64.
        smooth: add one to the matches and totals of all orders but the first. (An order without
            a match gives 0 all the same.)
        weights: one for each order, used as they are; equal ones that sum to 1 when left out.
        as_tensor: what a score is: True a tensor (float32), False a float; None a tensor where
            torch is installed, which the first score imports.
        kwargs: torchmetrics' arguments for every metric. With torch.distributed running,
            `compute` gives the score of all processes' counts, unless `sync_on_compute=False`;
            the value of a batch is of this process, unless `dist_sync_on_step=True`.
            `compute_on_cpu` and `compute_with_cache` change nothing here.

    The state is integers, which add exactly in any order and can be pickled: `preds_len` and
    `target_len` in tokens, `numerator` (matches) and `denominator` (n-grams) by order.

    Raises:
        ValueError: there are other weights than orders, or an unknown argument.
    """

    is_differentiable: ClassVar[bool] = False
    higher_is_better: ClassVar[bool] = True
    full_state_update: ClassVar[bool] = False
    plot_lower_bound: ClassVar[float] = 0.0
    plot_upper_bound: ClassVar[float] = 1.0

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
        """Keep what is set, and start counting from 0."""
        for name, value in common.items():
            _check_common(name, value)
        self._metric = metric
        self._as_tensor = check_as_tensor(as_tensor)
        self._common = {**COMMON, **common}
        self._device: Any = None
        self.reset()

    # Counting

    def update(self, preds: Sequence[str], target: Sequence[Sequence[str]]) -> None:
        """Count a batch: predictions, and for each a list of all its references.

        Raises:
            TypeError: a text is no str, or a str stands where a list of texts belongs.
            ValueError: they are not equally many, or a prediction has no references.
        """
        self._add(self._counted(preds, target), 1)

    def forward(self, preds: Sequence[str], target: Sequence[Sequence[str]]) -> Any:
        """Count a batch, and give the score of it alone."""
        row = self._counted(preds, target)
        self._add(row, 1)
        return self._value(row, together=self._common["dist_sync_on_step"])

    __call__ = forward

    def compute(self) -> Any:
        """The score of all that was counted; 0 with a warning if nothing was."""
        if not self._updates:
            warnings.warn(
                f"compute() of {type(self).__name__} before any update(): the score is of nothing",
                UserWarning,
                stacklevel=2,
            )
        return self._value(self._row, together=self._common["sync_on_compute"])

    def reset(self) -> None:
        """Forget what was counted."""
        self._row: tuple[int, ...] = (0,) * len(self._metric.layout)
        self._updates = 0

    def merge_state(self, incoming_state: Mapping[str, Any] | BLEUScore) -> None:
        """Add what another object counted, or a state such as `metric_state` gives.

        Raises:
            ValueError: it is neither, or its settings are others.
        """
        if not isinstance(incoming_state, BLEUScore):
            self._add(row_of(incoming_state, self.n_gram), 1)
            return
        if type(incoming_state) is not type(self) or incoming_state.metric != self.metric:
            raise InputError(
                f"counts of {incoming_state.metric!r} cannot be added to those of "
                f"{self.metric!r}: a metric takes the state of one with the same settings"
            )
        row = row_of(incoming_state.metric_state, self.n_gram)
        self._add(row, incoming_state.update_count)

    def clone(self) -> Self:
        """Another object with the same settings and counts."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    def _counted(self, preds: Any, target: Any) -> tuple[int, ...]:
        predictions, targets = checked(preds, target)
        if not predictions:
            return (0,) * len(self._metric.layout)
        found = self._metric.corpus_score(predictions, References.per_segment(targets))
        lengths = found.hypothesis_length, int(found.effective_reference_length)
        return (*lengths, *found.matches, *found.totals)

    def _add(self, row: tuple[int, ...], updates: int) -> None:
        self._row = self._metric.layout.added(self._row, row)
        self._updates += updates

    def _value(self, row: tuple[int, ...], *, together: bool) -> Any:
        """The score of a row, or of all processes' rows."""
        if together:
            row = summed_over_processes(row, self._common["process_group"])
        return as_value(self._metric.score(row).value, self._as_tensor, self._device)

    # What is set, and what was counted

    @property
    def metric(self) -> BLEU:
        """The metric that counts; `metric.signature()` says all that is set."""
        return self._metric

    @property
    def n_gram(self) -> int:
        """The longest n-gram."""
        return self._metric.max_ngram_order

    @property
    def smooth(self) -> bool:
        """Whether one is added to all orders but the first."""
        return self._metric.smoothing != "none"

    @property
    def weights(self) -> list[float]:
        """The weights, one for each order."""
        return list(self._metric.weights)

    @property
    def metric_state(self) -> dict[str, Any]:
        """What was counted, by torchmetrics' names: `merge_state` takes it."""
        return state_of(self._row)

    @property
    def preds_len(self) -> int:
        """Tokens of all predictions."""
        return self._row[0]

    @property
    def target_len(self) -> int:
        """The effective reference lengths, summed, in tokens."""
        return self._row[1]

    @property
    def numerator(self) -> list[int]:
        """The clipped matches by order."""
        return list(self._row[2 : 2 + self.n_gram])

    @property
    def denominator(self) -> list[int]:
        """The n-grams of the predictions by order."""
        return list(self._row[2 + self.n_gram :])

    @property
    def update_called(self) -> bool:
        """Whether anything was counted."""
        return self._updates > 0

    @property
    def update_count(self) -> int:
        """How many batches were counted."""
        return self._updates

    # Where the tensors live

    @property
    def device(self) -> Any:
        """The device of the scores, as `to` was told it."""
        return "cpu" if self._device is None else self._device

    def to(self, device: Any) -> Self:
        """Give scores on this device from now on; the counts are integers and stay."""
        self._device = device
        return self

    def cpu(self) -> Self:
        """`to("cpu")`."""
        return self.to("cpu")

    def cuda(self, device: int | None = None) -> Self:
        """`to("cuda")`, or the GPU of this number."""
        return self.to("cuda" if device is None else f"cuda:{device}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def _check_common(name: str, value: Any) -> None:
    """Refuse an argument that torchmetrics does not have, or that cannot be heeded here."""
    if name not in COMMON:
        known = ", ".join(COMMON)
        raise ConfigurationError(f"unknown argument {name!r}; besides its own there are {known}")
    if name in OF_OTHER_SYNCHRONIZERS and value is not None:
        raise ConfigurationError(
            f"{name} is not supported: counts are added over processes by torch.distributed; with "
            "anything else, set sync_on_compute=False and use merge_state"
        )
